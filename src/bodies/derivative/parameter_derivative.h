// SPDX-License-Identifier: Apache-2.0
#pragma once
// How inverse dynamics and what formulas see of bodies change with the numbers of the solids, along
// one direction of all of them, at given q, v and v̇: the recursions once, O(n), in numbers that carry
// their derivative. An axis of a joint and a rotation must stay ones: their changes are tangent.

#include <vector>

#include "bodies/derivative/frame_derivative.h"
#include "bodies/derivative/parameter_dual.h"

namespace zwang::bodies {

class ParameterDerivative {
 public:
  /// The only call that allocates.
  explicit ParameterDerivative(const Tree& tree);

  /// Goes to a state; `change` has as many solids as `solids`. Nothing acts but gravity.
  void move(const Tree& tree, const Solids& solids, const Solids& change, const double* q,
            const double* v, const double* vdot) noexcept;

  // After move(); a frame's three numbers in body axes may change too.
  JetChange point(Index body, const Vec3<Dual>& local) const noexcept;
  JetChange vector(Index body, const Vec3<Dual>& local) const noexcept;
  JetChange omega(Index body) const noexcept;

  // Forces that stay as they are in the world; taken up by forces().
  void act(Index body, const Force<double>& wrench) noexcept;  // at the body's origin
  void act_at_point(Index body, const Vec3<Dual>& local, const Vec3<double>& force) noexcept;
  void act_along_vector(Index body, const Vec3<Dual>& local, const Vec3<double>& force) noexcept;

  /// ∂τ, nv numbers of τ = H v̇ + h − Jᵀw. Once after each move(): sums are formed in place.
  void forces(const Tree& tree, double* change) noexcept;

 private:
  struct State {
    Mat3<Dual> R;
    Vec3<Dual> p, r;
    Motion<Dual> velocity, acceleration;
    Force<Dual> wrench;
  };
  const State& at(Index body) const { return bodies_[static_cast<std::size_t>(body)]; }

  std::vector<Dual> q_, v_;
  std::vector<Motion<Dual>> S_;
  std::vector<State> bodies_;
};

}  // namespace zwang::bodies
