// SPDX-License-Identifier: Apache-2.0
#pragma once
// Eight systems of one tree side by side, each in a state of its own: what Constrained does, one
// system in each lane of the registers. Every array holds entry k of system s at [8k + s].
//
// A system's bits depend neither on its neighbours nor on the width of the registers, where these
// can fuse products (AVX2, AVX-512); they are not those of Constrained, whose sums run otherwise.
// Systems whose rows are near to dependent, or whose mass is not definite, are refused.

#include "bodies/constrained.h"

namespace zwang::bodies {

inline constexpr Index batch_width = 8;

struct BatchLoad {
  const double* tau = nullptr;       // nv, or null
  const double* wrenches = nullptr;  // of each body torque and force, 6, at its origin, or null
  Vec3<double> gravity = {0, 0, 0};
};

class Batch {
 public:
  /// The only call that allocates. The tree must live as long as this.
  explicit Batch(const Tree& tree, const std::vector<RowShape>& rows = {},
                 const Sweeps& set = sweeps());

  /// See Constrained.
  void prepare(const Solids& solids, bool flat = true) noexcept;
  void place(const double* q, const double* v) noexcept;

  /// After place(): a body's axes by columns, 9, and its angular velocity, 3.
  void axes(Index body, double* axes, double* omega) const noexcept;

  /// The wrench on the k-th body of a row's shape, 6; null of the ground. Its k-th number, 1.
  double* wrench(Index row, Index k) noexcept;
  double* number(Index row, Index k) noexcept;
  /// See Constrained::set_points.
  void set_points(Index row, Index count, Index k, const Vec3<double>& at, double sign,
                  double* b) noexcept;

  /// v̇ and, unless null, λ; of each system how it ended. b is meant as `of` says. Returns how many
  /// systems were refused.
  Index solve(const BatchLoad& load, const double* b, Asked::Of of, double* acceleration,
              double* lambda, Answer* answers) noexcept;

 private:
  const Tree& tree_;
  const Sweeps& sweeps_;
  LinkPlan links_;
  RowPlan rows_;
  BatchTask task_;
  AlignedArray memory_, wrenches_, numbers_, demand_, lambda_;
};

}  // namespace zwang::bodies
