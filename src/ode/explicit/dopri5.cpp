// SPDX-License-Identifier: Apache-2.0
#include "ode/explicit/dopri5.h"

#include <algorithm>

namespace zwang::ode {

namespace {

constexpr double a_1[] = {1.0 / 5};
constexpr double a_2[] = {3.0 / 40, 9.0 / 40};
constexpr double a_3[] = {44.0 / 45, -56.0 / 15, 32.0 / 9};
constexpr double a_4[] = {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729};
constexpr double a_5[] = {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656};
constexpr double b[] = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84};
constexpr TableauRow rows[] = {{0, nullptr},   {1.0 / 5, a_1}, {3.0 / 10, a_2},
                               {4.0 / 5, a_3}, {8.0 / 9, a_4}, {1, a_5}};

// b minus the weights of order 4.
constexpr double e[] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                        -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

// The row r_4 of the polynomial.
constexpr double d[] = {-12715105075.0 / 11282082432,  0,
                        87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                        701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                        69997945.0 / 29380423};

}  // namespace

Outcome advance(Dopri5& step, const System& f, double t, const double* y, const double* f0,
                double dt) noexcept {
  begin(step, t, y, dt);
  Stages& k = step.k;
  if (!first_stage(k, f, t, step.y.data(), f0)) return Outcome::not_finite;
  for (Index i = 1; i < 6; ++i)
    if (!next_stage(k, i, rows[i], f, t, step.y.data(), dt)) return Outcome::not_finite;
  displace(k, 6, b, dt, step.y.data(), step.y_new.data());  // [STEPS 2]
  if (!f.f(f.self, t + dt, step.y_new.data(), k[6])) return Outcome::not_finite;
  weigh(k, 7, e, dt, step.error.data());  // [STEPS 3]
  return finish(step, step.error.data());
}

double judge(const Dopri5& step, const double* y_end, const Tolerances& tolerances) noexcept {
  return error_norm(step.n, step.error.data(), step.y.data(), y_end, tolerances);
}

Outcome prepare_dense(Dopri5& step, const System&, const double* y_end,
                      const double* f_end) noexcept {
  Stages& k = step.k;
  if (f_end != k[6]) std::copy_n(f_end, step.n, k[6]);
  set_hermite(step.dense, step.y.data(), y_end, k[0], k[6], step.dt);
  weigh(k, 7, d, step.dt, step.dense.row(4));  // [STEPS 8]
  step.dense.degree = 4;
  return Outcome::done;
}

}  // namespace zwang::ode
