// SPDX-License-Identifier: Apache-2.0
// For those with an integrator of their own: M, Q, A, b, accelerations and forces of a model at any state.
// A classical Runge-Kutta method with fixed steps follows the pendulum; nothing brings it back onto the rod,
// so that the rod grows. The engine's own run keeps it.
//
// Prints:
//   at the start: 2 coordinates, 1 row, acceleration (0.00, -9.81)
//   own steps:  y = -0.9614, the rod is off by 6e-08
//   zwang::run: y = -0.9614, the rod is off by less than 1e-14

#include <zwang/zwang.h>

#include <cmath>
#include <cstdio>
#include <vector>

namespace {

using Vector = std::vector<double>;

// (q, v) and its rate, which is (v, the acceleration by Gauss's principle).
Vector rate(const zwang::Model& model, double t, const Vector& y) {
  const std::size_t n = y.size() / 2;
  const auto middle = y.begin() + static_cast<std::ptrdiff_t>(n);
  const zwang::State state{t, {y.begin(), middle}, {middle, y.end()}};
  const zwang::ModelInstant now = zwang::solve_instant(model, state, {.diagnose = false});
  Vector out = zwang::rates_at(model, state);
  out.insert(out.end(), now.instant.acceleration.begin(), now.instant.acceleration.end());
  return out;
}

Vector ahead(const Vector& y, double dt, const Vector& k) {
  Vector sum = y;
  for (std::size_t j = 0; j < y.size(); ++j) sum[j] += dt * k[j];
  return sum;
}

Vector step(const zwang::Model& model, double t, double dt, const Vector& y) {
  const Vector k1 = rate(model, t, y), k2 = rate(model, t + dt / 2, ahead(y, dt / 2, k1));
  const Vector k3 = rate(model, t + dt / 2, ahead(y, dt / 2, k2));
  const Vector k4 = rate(model, t + dt, ahead(y, dt, k3));
  Vector next = y;
  for (std::size_t j = 0; j < y.size(); ++j) {
    next[j] += dt / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
  }
  return next;
}

}  // namespace

int main(int count, char** words) {
  const zwang::Model model = zwang::load_model(count > 1 ? words[1] : "pendulum.toml");
  const zwang::ModelInstant first = zwang::solve_instant(model);
  std::printf("at the start: %zu coordinates, %zu row, acceleration (%.2f, %.2f)\n",
              first.applied_force.size(), first.constraint_rhs.size(),
              std::abs(first.instant.acceleration[0]), first.instant.acceleration[1]);

  Vector y = model.start().q;
  y.insert(y.end(), model.start().v.begin(), model.start().v.end());
  constexpr int steps = 5000;
  for (int k = 0; k < steps; ++k) y = step(model, 0.002 * k, 0.002, y);
  std::printf("own steps:  y = %.4f, the rod is off by %.0e\n", y[1],
              std::abs(std::hypot(y[0], y[1]) - 1));

  zwang::RunOptions options;
  options.duration = 10;
  options.columns.emplace();  // no samples: the run costs its steps
  const zwang::Summary done = zwang::run(model, options).summary();
  const double off = std::abs(std::hypot(done.end.q[0], done.end.q[1]) - 1);
  std::printf("zwang::run: y = %.4f, the rod is off by %s 1e-14\n", done.end.q[1],
              off < 1e-14 ? "less than" : "more than");
}
