// SPDX-License-Identifier: Apache-2.0
// One step of radau5: matrices, stages, estimate.

#include <algorithm>
#include <cmath>

#include "ode/radau5/radau5.h"
#include "ode/radau5/radau5_newton.h"
#include "ode/radau5/radau5_tableau.h"

namespace zwang::ode {

namespace {

/// error ← (gamma/dt I − J)⁻¹ (slope + Σ e_i Z_i / dt), where slope is f at (or near) the start.
void set_error(Radau5& step, Radau5Memory& memory, const double* slope) noexcept {
  const double *Z_1 = step.row(step.Z, 0), *Z_2 = step.row(step.Z, 1), *Z_3 = step.row(step.Z, 2);
  const auto& e = radau5::e;
  double* error = step.error.data();
  for (Index i = 0; i < step.n; ++i)
    error[i] = slope[i] + (e[0] * Z_1[i] + e[1] * Z_2[i] + e[2] * Z_3[i]) / step.dt;
  linalg::solve_lu(memory.real(), error);
}

}  // namespace

Outcome advance(Radau5& step, Radau5Memory& memory, const System& f, double t, const double* y,
                const double* f0, double dt, const Tolerances& tolerances) noexcept {
  begin(step, t, y, dt);
  step.iterations = 0;
  memory.retry = 0.5;
  y = step.y.data();
  if (f0 && f0 != step.f0.data()) std::copy_n(f0, step.n, step.f0.data());
  if (!f0 && !f.f(f.self, t, y, step.f0.data())) return Outcome::not_finite;
  for (Index i = 0; i < step.n; ++i)
    step.scale.data()[i] = tolerances.absolute[i] + tolerances.relative * std::fabs(y[i]);

  Outcome outcome = refresh(memory, f, t, y, step.f0.data(), dt, tolerances, step.scratch.data());
  if (outcome != Outcome::done) return outcome;
  guess_stages(step, memory);
  outcome = solve_stages(step, memory, f, tolerances.relative);
  if (outcome != Outcome::done) return outcome;

  const double* Z_3 = step.row(step.Z, 2);
  for (Index i = 0; i < step.n; ++i) step.y_new.data()[i] = y[i] + Z_3[i];
  set_error(step, memory, step.f0.data());
  return finish(step, step.error.data());
}

Outcome refine_error(Radau5& step, Radau5Memory& memory, const System& f) noexcept {
  double *near = step.scratch.data(), *slope = near + step.n;
  for (Index i = 0; i < step.n; ++i) near[i] = step.y.data()[i] + step.error.data()[i];
  if (!f.f(f.self, step.t, near, slope)) return Outcome::not_finite;
  set_error(step, memory, slope);
  return finish(step, step.error.data());
}

}  // namespace zwang::ode
