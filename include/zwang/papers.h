// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the papers have besides the instant itself: Bellman's policy [KNUX99], the Moore–Penrose inverse, and
// systems of which only some relations are known [FKNU05 36-49].

#include <cstddef>
#include <span>
#include <vector>

#include "zwang/instant.h"

namespace zwang {

// Bellman's policy for the shortest solution of C y = d: each y_k as a function of the demand
// d_k that is left when its turn comes.  [KNUX99], in a form that loses only κ·eps.

/// C = A M^(-1/2), m×n, row-major. The first r stages form one block that has no freedom left;
/// every later stage k chooses y_k and hands d_k − c_k y_k to the stage before.
class BellmanPolicy {
 public:
  BellmanPolicy(std::span<const double> C, std::size_t rows, std::size_t columns);

  std::size_t rows() const { return m_; }
  std::size_t columns() const { return n_; }
  std::size_t rank() const { return r_; }

  /// The column of C that is decided at stage k (0 ≤ k < n); those below rank() in one block.
  std::size_t column(std::size_t stage) const { return order_[stage]; }

  /// β_k in the space of the rows, and 1 + c_kᵀβ_k ≥ 1, for rank() ≤ k < n.    [KNUX99 21]
  std::vector<double> beta(std::size_t stage) const;
  double denominator(std::size_t stage) const { return alpha_[stage]; }

  /// y_k for a demand d_k of m numbers: β_kᵀd_k / (1 + c_kᵀβ_k).               [KNUX99 24]
  double choice(std::size_t stage, std::span<const double> demand) const;

  /// g_k(d) = dᵀR_k d: the least y_1² + … + y_k² that meets d with the first `stages` columns
  /// of the order; rank() ≤ stages ≤ n.                                        [KNUX99 14,19]
  double value(std::size_t stages, std::span<const double> demand) const;

  /// R_k, m×m row-major. R_n = (C Cᵀ)⁺.                                        [KNUX99 22]
  std::vector<double> value_matrix(std::size_t stages) const;

  /// The whole back sweep: y = C⁺d, also for a demand that no y meets.         [KNUX99 30-33]
  std::vector<double> shortest(std::span<const double> demand) const;

  /// λ = R_n d, so that y = Cᵀλ.
  std::vector<double> multipliers(std::span<const double> demand) const;

  /// One more particle: one more column of C, one more stage, O(m r); a column that lets more
  /// demands be met than before (the rank rises) starts anew.
  void add_particle(std::span<const double> column);

  /// One more constraint: one more row of C; every stage is met anew, O(m n r).
  void add_constraint(std::span<const double> row);

 private:
  void build();
  std::vector<double> reduce(std::span<const double> demand) const;
  std::vector<double> factor(std::size_t stages) const;

  std::size_t m_ = 0, n_ = 0, r_ = 0;
  std::vector<double> C_;           // m×n, column-major, as given
  std::vector<std::size_t> order_;  // stage → column
  std::vector<double> U_;           // m×r, column-major: orthonormal basis of what can be met
  std::vector<double> c_;           // r per stage: Uᵀc_k; the first r stages are triangular
  std::vector<double> beta_;        // r per stage: Uᵀβ_k
  std::vector<double> alpha_;       // per stage: 1 + c_kᵀβ_k
  std::vector<double> S_;           // r×r, row-major: R_n = U S Sᵀ Uᵀ
};

/// The recursion exactly as printed, for teaching: its error grows with κ², and without bound where
/// the first `rank` columns are nearly dependent. Use BellmanPolicy.            [KNUX99 26-33]
struct PrintedRecursion {
  std::vector<double> y;                            // n  the shortest solution, if all went well
  std::vector<std::vector<double>> value_matrices;  // R_r … R_n, each m×m
  std::vector<std::vector<double>> beta;            // β_(r+1) … β_n
  std::vector<double> denominator;                  // 1 + c_kᵀβ_k
};

/// C: m×n row-major, its first `rank` columns independent; demand: m.
PrintedRecursion recursion_as_printed(std::span<const double> C, std::size_t rows,
                                      std::size_t columns, std::size_t rank,
                                      std::span<const double> demand);

// The Moore–Penrose inverse itself.

struct PseudoInverse {
  std::vector<double> matrix;  // columns×rows, row-major: A⁺
  std::size_t rank = 0;
};

/// A⁺ of a rows×columns row-major matrix. Rank is decided with rows equilibrated: by the rank rule,
/// or by `tolerance`, relative to the largest pivot, where that is positive. Throws InputError for a
/// wrong size or numbers that are not finite. A row vector gives vᵀ/(v vᵀ) [XUMK94 70, erratum 6].
PseudoInverse pseudo_inverse(std::span<const double> A, std::size_t rows, std::size_t columns,
                             double tolerance = 0);

// Systems of which only some relations are known.  [FKNU05 36-49]
//   order 2:  A ẍ = b,  ẍ = s + v₁ + v₂       order 1:  A ẋ = b,  ẋ = s + v₁ + v₂
// v₁ = A⁺(b − A s) makes the relations hold, v₂ = (I − A⁺A) c is what the modeller adds.

/// m = rhs.size() relations on n = special.size() rates. A zero vector stands for an empty `free`.
struct Underdetermined {
  std::span<const double> relations;  // A  m·n, row-major
  std::span<const double> rhs;        // b  m
  std::span<const double> special;    // s  n: the modeller's choice
  std::span<const double> free;       // c  n, or empty
  std::span<const double> weights;    // W  m, or empty
};

struct UnderdeterminedRate {
  std::vector<double> rate;    // ẍ (order 2) or ẋ (order 1) = s + v₁ + v₂   [FKNU05 41]
  std::vector<double> forced;  // v₁                                         [FKNU05 42]
  std::vector<double> chosen;  // v₂                                         [FKNU05 43]
  Instant instant;             // the same as an instant with M = I, a = s, C = c
};

/// One algebra for both orders: `A` multiplies the highest rates, ẍ for second-order systems and ẋ
/// for first-order ones. Throws InputError for wrong sizes.
UnderdeterminedRate solve_underdetermined(const Underdetermined& system,
                                          const Options& options = {});

}  // namespace zwang
