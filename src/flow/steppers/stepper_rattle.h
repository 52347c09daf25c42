// SPDX-License-Identifier: Apache-2.0
#pragma once
// RATTLE, the leapfrog of constrained motion: H. C. Andersen, Journal of Computational Physics 52
// (1983). Half a kick, a drift whose end the forces of the constraints at its beginning bring to
// φ = 0, half a kick, and a change of rates to φ̇ = 0. Symmetric in time and symplectic; of order 2.
//
//   v_½ = v_0 + dt/2 M⁻¹(Q_0 + A_0ᵀλ),   q_1 = q_0 + dt v_½,          φ(q_1) = 0
//   v_1 = v_½ + dt/2 M⁻¹(Q_1 + A_1ᵀμ),   A_1 v_1 + ∂φ/∂t = 0
//
// Any part of Aᵀλ may be added beforehand, so ẍ of the instant serves for M⁻¹Q: then the drift ends
// near the constraints already.
//
// Here with a fixed step, and in symmetric compositions of order 4, 6 and 8.

#include <span>

#include "flow/steppers/stepper.h"
#include "ode/compose.h"
#include "ode/step.h"

namespace zwang::motion {

class Rattle {
 public:
  explicit Rattle(RightSide& side);

  /// One step from t to t_end in place: y the state, f its rate, the books by the rule of the
  /// trapezium, which is symmetric too, so that a composition has its order in the books as well.
  ode::Outcome step(RightSide& side, Projector& projector, double t, double t_end, double* y,
                    double* f) noexcept;

 private:
  ode::Outcome bring_back(RightSide& side, Projector& projector, double t_end, double dt, double* q,
                          double* v) noexcept;
  ode::Outcome drift(RightSide& side, Projector& projector, double t_end, double dt, double* q,
                     double* v) noexcept;

  AlignedArray wanted_, drifted_, rates_, f_;
};

/// One step of RATTLE.
inline constexpr double compose_2[] = {1};

/// The state of a step is on the constraints to rounding, so that the projection of the loop finds
/// nothing to do, and takes nothing from the long-time behaviour.
class RattleStepper : public FixedStep {
 public:
  static constexpr bool symplectic = true;
  static constexpr int order = 2;  // of the estimate of a first step, which is never asked for

  RattleStepper(RightSide& side, std::span<const double> composition);

  ode::Outcome advance(const Start& start, double dt) noexcept;
  const double* y_new() const noexcept { return y_new_.data(); }

  /// The quintic through q, v and ẍ of both ends, of order 6; the rates are its slope, of order 5.
  void prepare_dense(RightSide& side, const double* y_end, const double* f_end) noexcept;
  void interpolate(double at, double* y) noexcept;

 private:
  Rattle rattle_;
  std::span<const double> composition_;
  instant::StateLayout at_;
  double t_ = 0, dt_ = 0;
  AlignedArray y_, f0_, y_new_, f_, slope_;
  ode::Dense dense_;
};

}  // namespace zwang::motion
