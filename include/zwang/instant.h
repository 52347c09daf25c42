// SPDX-License-Identifier: Apache-2.0
#pragma once
// One instant of constrained motion: what the system would do freely, what its
// constraints ask of it, and what it does. Symbols: doc/theory/symbols.md.
//
//   minimise (ẍ − a − M⁻¹C)ᵀ M (ẍ − a − M⁻¹C)  subject to  A ẍ = b      [FKNU05 26-27]

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "zwang/status.h"

namespace zwang {

/// The numbers at one instant, seen, not owned. n = applied_force.size() coordinates,
/// m = constraint_rhs.size() rows. Matrices are row-major.
struct Problem {
  std::span<const double> mass_matrix;        // M: n (diagonal), n·n (full), or blocks
  std::span<const std::size_t> mass_blocks;   //    sizes of the diagonal blocks of M, whose
                                              //    entries then follow each other; or empty
  std::span<const double> applied_force;      // Q  n
  std::span<const double> constraint_matrix;  // A  m·n
  std::span<const double> constraint_rhs;     // b  m
  std::span<const double> nonideal_force;     // C  n, or empty for ideal constraints
  std::span<const double> weights;            // W  m positive numbers, or empty for 1:
                                              //    Σ W_i (A ẍ − b)_i² is least if rows fight
};

/// How the instant is solved. All methods give the same answer where they apply.
enum class Method {
  automatic,  // explicit where M is definite, else nullspace
  explicit_,  // Cholesky of M, pivoted QR of (A L⁻ᵀ)ᵀ: the default, exact for any rows
  bellman,    // dynamic programming over the coordinates, square-root form
  nullspace,  // any symmetric M: singular, negative, indefinite
  proximal,   // damped iteration on the dual: no rank decision
  sparse,     // the same on sparse rows, M diagonal or in blocks; from here, where numbers come
              // dense, it looks for zeros at every call, and allocates
  bodies,     // the recursion over rigid solids, which a model has and bare numbers have not
};

/// The two tolerances of the one rank rule (linalg/rank.h), relative, rows equilibrated.
enum class RankTolerance {
  instant,   // 10·max(m,n)·eps: the numbers are exact
  stepping,  // 1e-6: stages of an integrator are off the constraints by their error;
             // directions between the two are near-singular and solved proximally
};

/// What kind of stationary point Gauss's function has on the constraints.
enum class Verdict { minimum, maximum, saddle, degenerate };

struct Options {
  Method method = Method::automatic;
  RankTolerance tolerance = RankTolerance::instant;
  bool multipliers = true;  // λ of minimum norm, and whether each is unique
  bool diagnose = true;     // redundant and contradictory rows by name, condition estimate
};

/// Row `row` of A is a combination of others: A_row = Σ coefficients_k · A_rows_k.
struct Dependence {
  std::size_t row = 0;
  std::vector<std::size_t> rows;  // ascending; empty for a vanished row
  std::vector<double> coefficients;
};

/// A smallest set of rows that cannot hold together: Σ combination_k · A_rows_k = 0, but the
/// same combination of b is not 0. `size` is the residual norm left if only these rows were
/// asked for, in the units of the rows.
struct Contradiction {
  std::vector<std::size_t> rows;  // ascending
  std::vector<double> combination;
  double size = 0;
};

/// Inertia of ZᵀMZ, Z a basis of the motions that the rows leave free.
struct Inertia {
  std::size_t positive = 0, negative = 0, zero = 0;
};

/// Everything Gauss's principle says at one instant. Plain data; owns its arrays.
struct Instant {
  Status status = Status::ok;
  Method method = Method::automatic;      //    the method that was used
  std::vector<double> acceleration;       // n  ẍ                          [FKNU05 16]
  std::vector<double> free_acceleration;  // n  a = M⁻¹Q                   [UK92 2]
  std::vector<double> deviation;          // n  Δa = ẍ − a                 [UK92 5c']
  std::vector<double> misfit;             // m  e = b − A a                [UK92 5c']
  std::vector<double> force_newton;       // n  F^N = Q                    [FKNU05 19]
  std::vector<double> force_lagrange;     // n  F^L, no virtual work       [FKNU05 20]
  std::vector<double> force_coulomb;      // n  F^C, the work of C         [FKNU05 21]
  std::vector<double> constraint_force;   // n  Qc = F^L + F^C             [UK92 4]
  std::vector<double> multipliers;        // m  λ, F^L = Aᵀλ, ‖λ‖ least    [XUMK94 13]
  std::vector<unsigned char> unique;      // m  1 where λ_i has only this value
  std::vector<double> residual;           // m  b − A ẍ
  double gauss = 0;                       //    G = (ẍ − a)ᵀ M (ẍ − a)     [UK92 6]
  double condition = 0;                   //    κ of the equilibrated independent rows
  std::size_t rank = 0;                   //    r
  std::size_t freedom = 0;                //    n − r
  std::size_t near_singular = 0;          //    of these, between the two tolerances
  bool free_motion = true;                //    false where M is singular: then a, e, Δa
                                          //    and G do not exist and are NaN
  Verdict verdict = Verdict::minimum;
  Inertia inertia;                           //    of ZᵀMZ
  std::vector<double> null_direction;        // n  where the motion is not determined, or empty
  std::vector<Dependence> redundant;         //    filled if options.diagnose
  std::vector<Contradiction> contradictory;  //    filled if options.diagnose, smallest first
  std::vector<std::size_t> vanished;         //    rows of A that are zero
};

/// Solves one instant and says everything about it. Throws InputError for wrong sizes, a mass
/// matrix that is not symmetric, weights that are not positive; never for numbers.
Instant solve_instant(const Problem& problem, const Options& options = {});

/// The same for many instants of one size: sized once, then solving neither allocates nor throws
/// (options.diagnose and Method::sparse excepted). The result lives until the next call. Of M the
/// upper triangle is read; sizes and weights that do not fit are a status here.
class InstantSolver {
 public:
  InstantSolver(std::size_t coordinates, std::size_t rows, const Options& options = {});
  ~InstantSolver();
  InstantSolver(InstantSolver&&) noexcept;
  InstantSolver& operator=(InstantSolver&&) noexcept;

  const Instant& solve(const Problem& problem) noexcept;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

std::string_view name(Method method) noexcept;    // "auto", "explicit", "bellman", …
std::string_view name(Verdict verdict) noexcept;  // "minimum", "maximum", "saddle", "degenerate"

}  // namespace zwang
