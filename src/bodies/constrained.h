// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a tree of solids moves, with rows that bind it: from q, v and what acts to v̇, minimising
//   (v̇ − a)ᵀ H (v̇ − a)  subject to  A v̇ = b,   a = H⁻¹(τ + Jᵀw − h),
// without H and without A as matrices: O(n + m² depth). Branches that move in a plane are found and
// swept as such. Rows far from dependent are met by way of D Dᵀ (D = A L⁻ᵀ), others by a pivoted
// QR of Dᵀ, so that redundant and contradictory rows are answered as least/ answers them.

#include "bodies/articulated.h"
#include "bodies/constrained_rank.h"
#include "bodies/constrained_rows.h"
#include "bodies/lanes_plan.h"

namespace zwang::bodies {

/// κ² of the equilibrated rows up to which D Dᵀ keeps to rounding, and up to which one correction
/// with D itself brings it back there (measured for zwang/batch.h: api/batch.cpp).
inline constexpr double kExact = 2500, kTrusted = 1e6;

/// What the rows ask for.
struct Asked {
  const double* b = nullptr;        // rows
  const double* weights = nullptr;  // of contradictory rows, or null for 1
  /// Whether b is meant of A v̇, or of the accelerations of the bodies themselves, which have J̇ v
  /// in them: a point that is held still has −ω × (ω × ρ) to its wrench at the body's origin.
  enum class Of { rates, bodies } of = Of::rates;
  RankTolerance tolerance = RankTolerance::stepping;
};

struct Answer {
  Status status = Status::ok;  // or contradictory, mass_not_definite, overflow
  Index rank = 0;
  Index near_singular = 0;
  Index weak = -1;  // where the mass is not definite: a body that nothing moves
  /// How far the row stands out that does so least, from 1 down to 0: out of those before it where
  /// quick, else out of those chosen before it.
  double least_pivot = 1;
  bool quick = true;  // whether D Dᵀ was good enough
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
  bool solve_quickly(const Asked& asked, double* lambda) noexcept;
  Answer solve_with_care(const Load& load, const Asked& asked, const double* armature,
                         double* acceleration, double* lambda) noexcept;
  void set_demand(const Asked& asked) noexcept;
  Motion<double> bias(Index body) const noexcept;

  const Tree& tree_;
  const Solids* solids_ = nullptr;
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
  AlignedArray demand_, carried_, T_, Td_, e_, G_, work_, lambda_;
  std::vector<double*> u_;

  // with care
  Kinematics kinematics_;
  Articulated articulated_;
  RankedRows ranked_;
  AlignedArray half_, b_, row_;
};

}  // namespace zwang::bodies
