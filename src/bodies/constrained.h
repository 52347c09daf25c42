// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a tree of solids moves, with rows that bind it: from q, v and what acts to v̇, minimising
//   (v̇ − a)ᵀ H (v̇ − a)  subject to  A v̇ = b,   a = H⁻¹(τ + Jᵀw − h),
// without H and without A as matrices: O(n + m² depth). Branches that move in a plane are found and
// swept as such. Rows are met by way of D Dᵀ (D = A L⁻ᵀ), which serves where they are far from
// dependent; all others are refused, for them the rows of D themselves have to be factored.

#include "bodies/constrained_rows.h"
#include "bodies/lanes_plan.h"
#include "bodies/load.h"

namespace zwang::bodies {

/// κ² of the equilibrated rows up to which D Dᵀ keeps to rounding, and up to which one correction
/// with D itself brings it back there (measured for zwang/batch.h: api/batch.cpp).
inline constexpr double kExact = 2500, kTrusted = 1e6;

/// What the rows ask for.
struct Asked {
  const double* b = nullptr;  // rows
  /// Whether b is meant of A v̇, or of the accelerations of the bodies themselves, which have J̇ v
  /// in them: a point that is held still has −ω × (ω × ρ) to its wrench at the body's origin.
  enum class Of { rates, bodies } of = Of::rates;
};

struct Answer {
  /// False: rows are near to dependence, or some motion has hardly any mass. Nothing is valid then.
  bool solved = true;
  Index rank = 0;  // rows that did not vanish
  /// How far the row stands out from those before it that does so least, from 1 down to 0.
  double least_pivot = 1;
};

class Constrained {
 public:
  /// The only call that allocates. The tree must live as long as this.
  explicit Constrained(const Tree& tree, const std::vector<RowShape>& rows = {},
                       const Sweeps& set = sweeps());

  /// Whenever the numbers of the solids have changed; these must live until the next time.
  /// flat = false: sweep planar branches as if they were not.
  void prepare(const Solids& solids, bool flat = true) noexcept;

  /// Where the bodies are and how they move. q and v must stay as they are until solve().
  void place(const double* q, const double* v) noexcept;
  /// After place(): a body's axes, and its angular velocity.
  Mat3<double> axes(Index body) const noexcept;
  Vec3<double> omega(Index body) const noexcept;

  /// The rows' numbers are to be set between place() and solve().
  RowPlan& rows() noexcept { return rows_; }
  /// For `count` ≤ 3 rows from `row` on, the first of which sees the point `at` of its k-th body along
  /// x, the next along y, then z, all times `sign`: sets their wrenches, and takes what the point's
  /// turning contributes off b, which is then meant of bodies.
  void set_points(Index row, Index count, Index k, const Vec3<double>& at, double sign,
                  double* b) noexcept;

  /// v̇ (nv); lambda (rows) with A ᵀλ the force of the rows, or null. armature: see Articulated.
  Answer solve(const Load& load, const Asked& asked, double* acceleration, double* lambda = nullptr,
               const double* armature = nullptr) noexcept;

 private:
  bool meet_rows(const Asked& asked, double* lambda) noexcept;
  void set_demand(const Asked& asked) noexcept;
  Motion<double> bias(Index body) const noexcept;

  const Tree& tree_;
  const Sweeps& sweeps_;
  LinkPlan links_;
  RowPlan rows_;
  std::vector<LinkState> state_;
  std::vector<RateState> rate_;
  std::vector<Basin> basin_;
  std::vector<PlanarState<double>> planar_state_;
  std::vector<PlanarRate<double>> planar_rate_;
  AlignedArray angles_;
  SweepInput input_;
  SpatialTask spatial_;
  PlanarTask<double> planar_;
  RowsTask task_;
  struct {
    AlignedArray demand, carried, T, Td, e, G, work, lambda;
    std::vector<double*> u;
  } room_;  // of the task
};

}  // namespace zwang::bodies
