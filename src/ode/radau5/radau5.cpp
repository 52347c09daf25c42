// SPDX-License-Identifier: Apache-2.0
#include "ode/radau5/radau5.h"

#include <algorithm>
#include <cmath>

#include "linalg/rank.h"
#include "ode/power.h"
#include "ode/radau5/radau5_tableau.h"

namespace zwang::ode {

// The stages of radau5: guessed from the last step, then found by Newton's iteration.

namespace {

using namespace radau5;

constexpr int kMost = Radau5::most_iterations;
constexpr double kFarthest = 10;  // times the last step, beyond which its cubic says nothing

/// to ← (M ⊗ I) from, for rows of n entries ld apart; in place if the same.
void transform(const double (&M)[3][3], Index n, Index ld, const double* from,
               double* to) noexcept {
  for (Index i = 0; i < n; ++i) {
    const double x = from[i], y = from[ld + i], z = from[2 * ld + i];
    for (int s = 0; s < 3; ++s) to[s * ld + i] = M[s][0] * x + M[s][1] * y + M[s][2] * z;
  }
}

bool evaluate_stages(Radau5& step, const System& f) noexcept {
  double* Y = step.scratch.data();
  for (int s = 0; s < 3; ++s) {
    const double *y = step.y.data(), *Z = step.row(step.Z, s);
    for (Index i = 0; i < step.n; ++i) Y[i] = y[i] + Z[i];
    if (!f.f(f.self, step.t + c[s] * step.dt, Y, step.row(step.F, s))) return false;
  }
  return true;
}

/// F ← ΔW, the change that makes the linearised equations true.
void solve_linear(Radau5& step, Radau5Memory& memory) noexcept {
  const double g = gamma / step.dt, a = alpha / step.dt, b = beta / step.dt;
  transform(T_inverse, step.n, step.ld, step.F.data(), step.F.data());
  double *F_1 = step.row(step.F, 0), *F_2 = step.row(step.F, 1), *F_3 = step.row(step.F, 2);
  const double *W_1 = step.row(step.W, 0), *W_2 = step.row(step.W, 1), *W_3 = step.row(step.W, 2);
  for (Index i = 0; i < step.n; ++i) {
    F_1[i] -= g * W_1[i];  // [STEPS 12]
    F_2[i] -= a * W_2[i] - b * W_3[i];
    F_3[i] -= a * W_3[i] + b * W_2[i];
  }
  linalg::solve_lu(memory.real(), F_1);
  linalg::solve_lu(memory.complex(), F_2, F_3);  // [STEPS 12]
}

/// W ← W + ΔW, Z ← (T⊗I) W. Returns the size of ΔW in units of the tolerance.
double apply_change(Radau5& step) noexcept {
  double sum = 0;
  for (int s = 0; s < 3; ++s) {
    double* W = step.row(step.W, s);
    const double *change = step.row(step.F, s), *scale = step.scale.data();
    for (Index i = 0; i < step.n; ++i) {
      const double share = change[i] == 0 ? 0 : change[i] / scale[i];
      sum += share * share;
      W[i] += change[i];
    }
  }
  transform(T, step.n, step.ld, step.W.data(), step.Z.data());
  return step.n ? std::sqrt(sum / (3 * static_cast<double>(step.n))) : 0;
}

/// The part of the tolerance that the iteration may leave: well below what the estimate sees, and
/// above what rounding can reach.
double iteration_tolerance(double relative) noexcept {
  if (!(relative > 0)) return 0.01;
  return std::fmax(10 * linalg::kEps / relative, std::fmin(0.03, std::sqrt(relative)));
}

/// The contraction after `count` iterations, and from it whether what is left of them can do.
/// Else memory.retry says by how much dt is too large.
bool converges(Radau5Memory& memory, int count, double change, double before, double& ratio_before,
               double allowed) noexcept {
  const double ratio = change / before;
  memory.theta = count == 2 ? ratio : std::sqrt(ratio * ratio_before);
  ratio_before = ratio;
  memory.retry = 0.5;
  if (!(memory.theta < 0.99)) return false;
  memory.excess = memory.theta / (1 - memory.theta);  // [STEPS 13]
  double left = memory.excess * change / allowed;
  for (int k = count; k < kMost - 1; ++k) left *= memory.theta;
  if (left < 1) return true;
  memory.retry = 0.8 * power(std::clamp(left, 1e-4, 20.0), -1.0 / (3 + kMost - count));
  return false;
}

/// Z and W ← the last step's polynomial, continued, or zero where there is none or it is far too short.
void guess_stages(Radau5& step, Radau5Memory& memory) noexcept {
  const double r = memory.dt_before == 0 ? 0 : step.dt / memory.dt_before;
  if (r == 0 || std::fabs(r) > kFarthest) {
    std::fill_n(step.Z.data(), step.Z.size(), 0.0);
    std::fill_n(step.W.data(), step.W.size(), 0.0);
    memory.excess = 1;  // nor does the contraction of that step
    return;
  }
  const double *Z_1 = step.row(memory.Z_before, 0), *Z_2 = step.row(memory.Z_before, 1),
               *Z_3 = step.row(memory.Z_before, 2);
  for (Index i = 0; i < step.n; ++i) {
    const RadauCubic u(Z_1[i], Z_2[i], Z_3[i]);
    for (int s = 0; s < 3; ++s) step.row(step.Z, s)[i] = u(1 + c[s] * r) - Z_3[i];
  }
  transform(T_inverse, step.n, step.ld, step.Z.data(), step.W.data());
}

/// Iterates from there.
Outcome solve_stages(Radau5& step, Radau5Memory& memory, const System& f,
                     double relative) noexcept {
  const double allowed = iteration_tolerance(relative);
  memory.excess = power(std::fmax(memory.excess, linalg::kEps), 0.8);
  memory.theta = Radau5Memory::keep_below;  // one iteration, and nothing is known against J
  memory.retry = 0.5;
  double before = 0, ratio = 1;
  for (step.iterations = 1; step.iterations <= kMost; ++step.iterations) {
    if (!evaluate_stages(step, f)) return Outcome::not_finite;
    solve_linear(step, memory);
    const double change = apply_change(step);
    if (!std::isfinite(change)) return Outcome::not_finite;
    if (step.iterations > 1 && step.iterations < kMost &&
        !converges(memory, step.iterations, change, before, ratio, allowed))
      return Outcome::not_converged;
    if (memory.excess * change <= allowed) return Outcome::done;
    before = std::fmax(change, linalg::kEps);
  }
  return Outcome::not_converged;
}

/// error ← (gamma/dt I − J)⁻¹ (slope + Σ e_i Z_i / dt), where slope is f at (or near) the start.
void set_error(Radau5& step, Radau5Memory& memory, const double* slope) noexcept {
  const double *Z_1 = step.row(step.Z, 0), *Z_2 = step.row(step.Z, 1), *Z_3 = step.row(step.Z, 2);
  double* error = step.error.data();
  for (Index i = 0; i < step.n; ++i)
    error[i] = slope[i] + (e[0] * Z_1[i] + e[1] * Z_2[i] + e[2] * Z_3[i]) / step.dt;  // [STEPS 14]
  linalg::solve_lu(memory.real(), error);
}

}  // namespace

Radau5::Radau5(Index size)
    : Step(size, 3),
      ld(round_up(size, 8)),
      Z(3 * ld),
      f0(size),
      error(size),
      W(3 * ld),
      F(3 * ld),
      scale(size),
      scratch(2 * size) {}

double judge(const Radau5& step, const double* y_end, const Tolerances& tolerances) noexcept {
  return error_norm(step.n, step.error.data(), step.y.data(), y_end, tolerances);
}

double tolerance_factor(double relative) noexcept { return 0.1 * power(relative, -1.0 / 3); }

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

// The polynomial of collocation between the ends of a step of radau5.

Outcome prepare_dense(Radau5& step, const System&, const double* y_end, const double*) noexcept {
  Dense& u = step.dense;
  const double *Z_1 = step.row(step.Z, 0), *Z_2 = step.row(step.Z, 1), *y = step.y.data();
  for (Index i = 0; i < step.n; ++i) {
    const RadauCubic cubic(Z_1[i], Z_2[i], y_end[i] - y[i]);
    u.row(0)[i] = y[i];
    u.row(1)[i] = cubic.r_1;
    u.row(2)[i] = cubic.r_2;
    u.row(3)[i] = cubic.r_3;
  }
  std::copy_n(y_end, step.n, u.end.data());
  u.degree = 3;
  return Outcome::done;
}

}  // namespace zwang::ode
