// SPDX-License-Identifier: Apache-2.0
#pragma once
// The mass matrix of a tree, factored body by body from the leaves to the root in O(n):
// H = L Lᵀ, where L is known by what it does and is never formed. This is the β–R recursion over
// bodies: what a body hands to its parent, the articulated inertia IA, is the value matrix that
// dynamic programming carries through the joint.
//
// Letters: S_j the column of rate j, U_j = IA S_j, d_j = S_jᵀ U_j. A joint with several rates gives
// way rate by rate, the last first, as if massless bodies stood between them: that is the LDLᵀ of
// its block. L⁻¹ walks inward and touches only ancestors, L⁻ᵀ walks outward.
//
// Where speed counts and the state is at hand, Constrained does all of this in one call.

#include <vector>

#include "bodies/articulated_inertia.h"
#include "bodies/kinematics.h"
#include "bodies/load.h"

namespace zwang::bodies {

class Articulated {
 public:
  /// The only call that allocates.
  explicit Articulated(const Tree& tree);

  /// Factors H + diag(armature) where the kinematics are placed; armature: nv numbers ≥ 0, or null.
  /// The tree and the kinematics must live, and stay as they are, while the factor is used.
  /// Where a rate would move nothing, or rounding only, weak() names its body, the rate is held
  /// fast and the answer is false; every number stays finite.
  bool factor(const Tree& tree, const Solids& solids, const Kinematics& kinematics,
              const double* armature = nullptr) noexcept;
  /// The first such body in the order of elimination; −1 if there is none.
  Index weak() const { return weak_; }

  /// v̇ = H⁻¹(τ + Jᵀw − h), after the kinematics have moved.
  void accelerate(const Solids& solids, const Load& load, double* acceleration) noexcept;
  /// The same before the way back: L⁻¹(τ + Jᵀw − h).
  void weigh_load(const Solids& solids, const Load& load, double* half) noexcept;

  /// x ← H⁻¹x, nv numbers, in place; so too the others.
  void solve(double* x) noexcept;
  /// x ← L⁻¹x.
  void weigh(double* x) noexcept;
  /// The same of x + Jᵀw body by body, by hand: a wrench for each body that takes part, more where it
  /// acts, then each body before its parent. All that carry a body take part with it.
  void hang(Index body, const Force<double>& wrench) noexcept {
    p_[static_cast<std::size_t>(body)] = -wrench;
  }
  void add(Index body, const Force<double>& wrench) noexcept {
    p_[static_cast<std::size_t>(body)] -= wrench;
  }
  void weigh_body(Index body, double* x) noexcept;
  /// y ← L⁻ᵀy.
  void unweigh(double* y) noexcept;
  /// y ← L y.
  void weigh_back(double* y) noexcept;

  /// Rows of D = A L⁻ᵀ. x ← x + L⁻¹Jᵀw for a wrench on one body, at its origin; touches the rates
  /// of the body and of those that carry it.
  void weigh_wrench(Index body, const Force<double>& wrench, double* x) const noexcept;
  /// The same for a force along one rate, which is one of that body's.
  void weigh_rate(Index body, Index rate, double force, double* x) const noexcept;

 private:
  /// What IA was summed from, before anything gave way. A pivot is measured against this: what is left
  /// of IA may be rounding throughout, and would look sound beside itself.
  struct Size {
    double turning, sliding;
  };
  struct Pivot {
    Force<double> U;
    double root;          // √d; of a rate that is held fast 0, and so is the next
    double inverse_root;  // 1/√d
  };
  void eliminate(Index number, const double* armature) noexcept;
  void sink(const Solids& solids, const Load& load) noexcept;
  void climb(Index body, Index rate, Force<double> f, double* x) const noexcept;

  const Tree* tree_ = nullptr;
  const Kinematics* kinematics_ = nullptr;
  std::vector<ArticulatedInertia<double>> inertia_;  // IA once the body's own rates gave way
  std::vector<Size> sizes_;
  std::vector<Force<double>> p_;   // what a sweep carries inward
  std::vector<Motion<double>> a_;  // what it carries outward
  std::vector<Pivot> pivots_;
  std::vector<double> u_;
  Index weak_ = -1;
};

}  // namespace zwang::bodies
