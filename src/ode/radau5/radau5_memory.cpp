// SPDX-License-Identifier: Apache-2.0
// What radau5 carries from step to step, and what of it the next one may use.

#include "ode/radau5/radau5.h"

#include <algorithm>
#include <cmath>

#include "ode/jacobian.h"
#include "ode/radau5/radau5_tableau.h"

namespace zwang::ode {

Radau5Memory::Radau5Memory(Index n_)
    : n(n_),
      J(n_ * n_),
      E_1(n_ * n_),
      E_2(n_ * n_),
      E_2i(n_ * n_),
      order_1(n_),
      order_2(n_),
      Z_before(3 * round_up(n_, 8)) {}

void forget(Radau5Memory& memory) noexcept {
  memory.formed = memory.current = memory.rejected = false;
  memory.dt_factored = memory.dt_before = 0;
  memory.theta = memory.excess = 1;
}

namespace {

/// (diagonal + i·imaginary) I − J, transposed: J is row-major, the factors are column-major.
void set_matrices(Radau5Memory& m, double dt) noexcept {
  const Index n = m.n;
  double *E_1 = m.E_1.data(), *E_2 = m.E_2.data(), *E_2i = m.E_2i.data();
  std::fill_n(E_2i, n * n, 0.0);
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < n; ++i) E_1[j * n + i] = E_2[j * n + i] = -m.J.data()[i * n + j];
    const Index jj = j * n + j;
    E_1[jj] += radau5::gamma / dt;
    E_2[jj] += radau5::alpha / dt;
    E_2i[jj] = radau5::beta / dt;  // [STEPS 12]
  }
}

}  // namespace

Outcome refresh(Radau5Memory& m, const System& f, double t, const double* y, const double* f0,
                double dt, const Tolerances& tolerances, double* scratch) noexcept {
  if (!m.formed) {
    ++m.jacobians;
    if (!form_jacobian(f, t, y, f0, tolerances, m.J.data(), scratch)) return Outcome::not_finite;
    m.formed = m.current = true;
    m.dt_factored = 0;
  }
  if (m.dt_factored != dt) {
    ++m.factorisations;
    m.dt_factored = 0;
    set_matrices(m, dt);
    if (!linalg::factor_lu(m.real()) || !linalg::factor_lu(m.complex())) return Outcome::singular;
    m.dt_factored = dt;
  }
  return Outcome::done;
}

// The next step of radau5, and what of its memory the next step may use. Hairer, Wanner, Solving
// Ordinary Differential Equations II, IV.8, "Step size selection" and "Implementation".

namespace {

constexpr double kSafety = 0.9;
constexpr double kLeast = 1.0 / 5, kMost = 8;  // of dt
constexpr double kKeepFactors = 1.2;           // growth of dt that is not worth new factors

double fourth_root(double x) noexcept { return std::sqrt(std::sqrt(x)); }

/// dt/dt_new as the error of this step alone asks for; many iterations ask for more caution.
double shrinkage(const Radau5& step, double error) noexcept {
  const int most = Radau5::most_iterations, count = step.iterations;
  const double safety = std::fmin(kSafety, kSafety * (1 + 2 * most) / (count + 2 * most));
  return std::clamp(fourth_root(error) / safety, 1 / kMost, 1 / kLeast);
}

}  // namespace

Decision decide(Radau5Memory& m, const Radau5& step, double error) noexcept {
  const double dt = step.dt;
  if (!(error <= 1)) {
    const bool first = m.dt_before == 0;
    m.formed = m.current;  // an old J may be to blame
    m.rejected = true;
    if (first || !std::isfinite(error)) return {false, 0.1 * dt};
    return {false, dt / std::fmax(shrinkage(step, error), 1 / kSafety)};
  }

  double quotient = shrinkage(step, error);
  if (m.dt_before != 0) {  // Gustafsson: if the error grew, it will grow again
    const double trend =
        (m.dt_before / dt) * fourth_root(error * error / m.error_before);  // [STEPS 15]
    quotient = std::fmax(quotient, std::clamp(trend / kSafety, 1 / kMost, 1 / kLeast));
  }
  if (m.rejected) quotient = std::fmax(quotient, 1);

  m.dt_before = dt;
  m.error_before = std::fmax(error, 0.01);
  std::copy_n(step.Z.data(), step.Z.size(), m.Z_before.data());
  m.rejected = false;
  m.current = false;
  m.formed = m.theta <= Radau5Memory::keep_below;
  const double factor = 1 / quotient;
  const bool keep = m.formed && factor >= 1 && factor <= kKeepFactors;
  return {true, keep ? dt : dt * factor};
}

double recover(Radau5Memory& m, const Radau5& step, Outcome outcome) noexcept {
  m.formed = m.current;
  m.rejected = true;
  return step.dt * (outcome == Outcome::not_converged ? m.retry : 0.5);
}

}  // namespace zwang::ode
