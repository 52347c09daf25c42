// SPDX-License-Identifier: Apache-2.0
#pragma once
// How inverse dynamics and what formulas see of bodies change with the numbers of the solids, along
// one direction of all of them, at given q, v and v̇: the recursions once, O(n), in numbers that carry
// their derivative. An axis of a joint and a rotation must stay ones: their changes are tangent.

#include <vector>

#include "bodies/derivative/frame_derivative.h"
#include "bodies/space/turn.h"

namespace zwang::bodies {

/// A number and how it changes along one direction: the recursions' templates take it for a number.
struct Dual {
  double x = 0, d = 0;

  constexpr Dual() = default;
  explicit constexpr Dual(double value, double change = 0) : x(value), d(change) {}
};

ZWANG_INLINE constexpr Dual operator+(const Dual& a, const Dual& b) noexcept {
  return Dual(a.x + b.x, a.d + b.d);
}
ZWANG_INLINE constexpr Dual operator-(const Dual& a, const Dual& b) noexcept {
  return Dual(a.x - b.x, a.d - b.d);
}
ZWANG_INLINE constexpr Dual operator-(const Dual& a) noexcept { return Dual(-a.x, -a.d); }
ZWANG_INLINE constexpr Dual operator*(const Dual& a, const Dual& b) noexcept {
  return Dual(a.x * b.x, a.x * b.d + a.d * b.x);
}
ZWANG_INLINE constexpr Dual operator/(const Dual& a, const Dual& b) noexcept {
  const double x = a.x / b.x;
  return Dual(x, (a.d - x * b.d) / b.x);
}

/// Found by the joints.
ZWANG_INLINE Turn<Dual> turn(const Dual& angle) noexcept {
  const Turn<double> by = turn(angle.x);
  return {Dual(by.sine, by.cosine * angle.d), Dual(by.cosine, -by.sine * angle.d)};
}

/// Three numbers with their changes; what changes of three.
ZWANG_INLINE Vec3<Dual> dual3(const double* a, const double* change) noexcept {
  return {Dual(a[0], change[0]), Dual(a[1], change[1]), Dual(a[2], change[2])};
}
ZWANG_INLINE Vec3<double> change_of(const Vec3<Dual>& a) noexcept { return {a.x.d, a.y.d, a.z.d}; }

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
  const State& at(Index body) const { return bodies_[body]; }

  std::vector<Dual> q_, v_;
  std::vector<Motion<Dual>> S_;
  std::vector<State> bodies_;
};

}  // namespace zwang::bodies
