// SPDX-License-Identifier: Apache-2.0
#include "flow/steppers/stepper_rattle.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/vector.h"

namespace zwang::motion {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr int most_iterations = 60;

}  // namespace

Rattle::Rattle(RightSide& side)
    : wanted_(std::max(side.equations().m, Index{1})),
      drifted_(side.equations().n),
      rates_(side.equations().n),
      f_(side.layout().size()) {}

// Newton's iteration with the matrix of the beginning, down to rounding, so that nothing is lost in
// long runs. Each round gains a factor of the order of dt.
ode::Outcome Rattle::bring_back(RightSide& side, Projector& projector, double t_end, double dt,
                                double* q, double* v) noexcept {
  const Index n = side.equations().n, m = side.equations().m;
  double before = std::numeric_limits<double>::infinity();
  for (int k = 0; k < most_iterations; ++k) {
    const double left = projector.residuals(t_end, q, v).position;  // fills the numbers
    for (Index i = 0; i < m; ++i) wanted_.data()[i] = -side.numbers().residual()[i];
    const double* const change =  // [UK92 5c']
        side.kernel().apply(instant::Kernel::Set::positions, wanted_.data());
    const double moved = linalg::largest(change, n), size = linalg::largest(q, n);
    if (!std::isfinite(moved)) return ode::Outcome::not_finite;
    // Rounding: the changes no longer shrink, and they, or what is left, are small.
    const bool small = moved <= 1e-13 * size || left <= 16 * eps * size;
    if (moved <= eps * size || (moved >= 0.5 * before && small)) return ode::Outcome::done;
    if (k > 2 && moved >= before) break;
    for (Index i = 0; i < n; ++i) {
      q[i] += change[i];
      v[i] += change[i] / dt;
    }
    before = moved;
  }
  return ode::Outcome::not_converged;
}

// q and v from the beginning of the drift to its end. In a step through a singular pose the forces of
// its beginning cannot bring its end back; there, and only there, those of the end do.
ode::Outcome Rattle::drift(RightSide& side, Projector& projector, double t_end, double dt,
                           double* q, double* v) noexcept {
  const Index n = side.equations().n;
  constexpr instant::Kernel::Set set = instant::Kernel::Set::positions;
  const bool bound = side.equations().m > 0;
  const unsigned char* const rows = projector.positions().data();
  if (bound && !side.kernel().factor(set, side.numbers(), rows)) return ode::Outcome::singular;
  for (Index i = 0; i < n; ++i) q[i] += dt * v[i];
  if (!bound) return ode::Outcome::done;
  std::copy_n(q, n, drifted_.data());
  std::copy_n(v, n, rates_.data());
  const ode::Outcome outcome = bring_back(side, projector, t_end, dt, q, v);
  if (outcome != ode::Outcome::not_converged || side.kernel().least_pivot(set) > 0.1) {
    return outcome;
  }
  std::copy_n(drifted_.data(), n, q);
  std::copy_n(rates_.data(), n, v);
  if (!projector.project(t_end, q, rates_.data()).converged) return ode::Outcome::not_projected;
  for (Index i = 0; i < n; ++i) v[i] += (q[i] - drifted_.data()[i]) / dt;
  return ode::Outcome::done;
}

ode::Outcome Rattle::step(RightSide& side, Projector& projector, double t, double t_end, double* y,
                          double* f) noexcept {
  const instant::StateLayout at = side.layout();
  const double dt = t_end - t;
  double *const q = y + at.q(), *const v = y + at.v();
  side.numbers().evaluate(equations::Stage::projection, t, q, v);
  for (Index i = 0; i < at.n; ++i) v[i] += 0.5 * dt * f[at.v() + i];
  const ode::Outcome drifted = drift(side, projector, t_end, dt, q, v);
  if (drifted != ode::Outcome::done) return drifted;
  // The second kick needs Q at the end; rates of half way do not matter to it.
  if (!side.rate(t_end, y, f_.data())) return ode::Outcome::not_finite;
  for (Index i = 0; i < at.n; ++i) v[i] += 0.5 * dt * f_.data()[at.v() + i];
  if (!projector.project(t_end, q, v).converged) return ode::Outcome::not_projected;
  if (!side.rate(t_end, y, f_.data())) return ode::Outcome::not_finite;
  for (const Index book : {at.applied_work(), at.constraint_work(), at.nonideal_work()}) {
    y[book] += 0.5 * dt * (f[book] + f_.data()[book]);
  }
  std::copy_n(f_.data(), at.size(), f);
  return ode::Outcome::done;
}

RattleStepper::RattleStepper(RightSide& side, std::span<const double> composition)
    : rattle_(side),
      composition_(composition),
      at_(side.layout()),
      y_(at_.size()),
      f0_(at_.size()),
      y_new_(at_.size()),
      f_(at_.size()),
      slope_(at_.size()),
      dense_(at_.size(), 5) {}

ode::Outcome RattleStepper::advance(const Start& start, double dt) noexcept {
  t_ = start.t;
  dt_ = dt;
  std::copy_n(start.y, at_.size(), y_.data());
  std::copy_n(start.f0, at_.size(), f0_.data());
  std::copy_n(start.y, at_.size(), y_new_.data());
  std::copy_n(start.f0, at_.size(), f_.data());
  const int count = ode::composition_steps(composition_);
  double gone = 0, t = start.t;
  for (int i = 0; i < count; ++i) {
    gone += ode::composition_step(composition_, i);
    const double t_end = start.t + (i + 1 < count ? gone * dt : dt);
    const ode::Outcome outcome =
        rattle_.step(start.side, start.projector, t, t_end, y_new_.data(), f_.data());
    if (outcome != ode::Outcome::done) return outcome;
    t = t_end;
  }
  return ode::Outcome::done;
}

void RattleStepper::prepare_dense(RightSide&, const double* y_end, const double* f_end) noexcept {
  ode::set_hermite(dense_, y_.data(), y_end, f0_.data(), f_end, dt_);
  std::fill_n(dense_.row(4), at_.size(), 0.0);
  std::fill_n(dense_.row(5), at_.size(), 0.0);
  // The bubbles θ²(1−θ)² and θ³(1−θ)² have second derivatives 2, 2 and 0, 2 at the ends.
  for (Index i = 0; i < at_.n; ++i) {
    const double rise = 6 * (y_end[i] - y_.data()[i]);
    const double m0 = dt_ * f0_.data()[i], m1 = dt_ * f_end[i];
    const double a0 = dt_ * dt_ * f0_.data()[at_.v() + i], a1 = dt_ * dt_ * f_end[at_.v() + i];
    const double miss_0 = a0 - (rise - 4 * m0 - 2 * m1), miss_1 = a1 - (2 * m0 + 4 * m1 - rise);
    dense_.row(4)[i] = 0.5 * miss_0;
    dense_.row(5)[i] = 0.5 * (miss_1 - miss_0);
  }
  dense_.degree = 5;
}

void RattleStepper::interpolate(double at, double* y) noexcept {
  const double theta = (at - t_) / dt_;
  ode::evaluate(dense_, theta, y);
  ode::evaluate_slope(dense_, theta, slope_.data());
  for (Index i = 0; i < at_.n; ++i) y[at_.v() + i] = slope_.data()[i] / dt_;
}

}  // namespace zwang::motion
