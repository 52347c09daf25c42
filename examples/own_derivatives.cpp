// SPDX-License-Identifier: Apache-2.0
// For those with an integrator, a filter or an optimiser of their own: accelerations at many states side by side,
// and their derivatives. The implicit midpoint rule follows the pendulum, with Newton's method by the exact
// derivatives; then one row of the gradient by a parameter, without any matrix.
//
// Prints:
//   1000 states at once: accelerations from -9.81 to 19.62
//   midpoint rule, 1000 steps: y = -0.9615, 2 iterations a step
//   how y'' answers to g at the start: -1.00

#include <zwang/zwang.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

namespace {

using Vector = std::vector<double>;

// Solves J x = r for four unknowns, by Gauss's elimination with pivots.
Vector solve(Vector J, Vector r) {
  const std::size_t n = r.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < n; ++i) {
      if (std::abs(J[i * n + k]) > std::abs(J[pivot * n + k])) pivot = i;
    }
    for (std::size_t j = 0; j < n; ++j) std::swap(J[k * n + j], J[pivot * n + j]);
    std::swap(r[k], r[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      const double factor = i == k ? 0 : J[i * n + k] / J[k * n + k];
      for (std::size_t j = k; j < n; ++j) J[i * n + j] -= factor * J[k * n + j];
      r[i] -= factor * r[k];
    }
  }
  for (std::size_t k = 0; k < n; ++k) r[k] /= J[k * n + k];
  return r;
}

// One step of the midpoint rule, y + dt f((y + z)/2) = z, for y = (q, v); how many iterations it took.
int step(zwang::Accelerations& f, double t, double dt, Vector& y) {
  const std::size_t n = y.size() / 2;
  Vector z = y, by_q(n * n), by_v(n * n);
  for (int iteration = 1;; ++iteration) {
    Vector q(n), v(n), r(2 * n), J(4 * n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      q[i] = (y[i] + z[i]) / 2;
      v[i] = (y[n + i] + z[n + i]) / 2;
    }
    f.differentiate(t + dt / 2, q, v);
    f.tangent(by_q, by_v, {});
    for (std::size_t i = 0; i < n; ++i) {
      r[i] = z[i] - y[i] - dt * v[i];
      r[n + i] = z[n + i] - y[n + i] - dt * f.acceleration()[i];
      J[i * 2 * n + i] = J[(n + i) * 2 * n + n + i] = 1;
      J[i * 2 * n + n + i] -= dt / 2;
      for (std::size_t j = 0; j < n; ++j) {
        J[(n + i) * 2 * n + j] -= dt / 2 * by_q[i * n + j];
        J[(n + i) * 2 * n + n + j] -= dt / 2 * by_v[i * n + j];
      }
    }
    const Vector change = solve(J, r);
    double size = 0;
    for (std::size_t i = 0; i < 2 * n; ++i) {
      z[i] -= change[i];
      size = std::max(size, std::abs(change[i]));
    }
    if (size < 1e-9 || iteration == 20) {
      y = z;
      return iteration - 1;  // the last one found nothing to change
    }
  }
}

}  // namespace

int main(int count, char** words) {
  const zwang::Model model = zwang::load_model(count > 1 ? words[1] : "pendulum.toml");
  zwang::Accelerations f(model, {"g"});

  constexpr std::size_t states =
      1000;  // all around the circle, with the speed of a fall from the level
  Vector q(2 * states), v(2 * states), a(2 * states);
  for (std::size_t s = 0; s < states; ++s) {
    const double angle = std::numbers::pi * static_cast<double>(s) / (states - 1);
    const double speed = std::sqrt(2 * 9.81 * std::sin(angle));
    q[s] = std::cos(angle);
    q[states + s] = -std::sin(angle);
    v[s] = -speed * std::sin(angle);
    v[states + s] = -speed * std::cos(angle);
  }
  std::vector<zwang::Status> status(states);
  const double t = 0;
  f.solve({states, {&t, 1}, q, v}, a, status);
  const auto [least, most] = std::minmax_element(a.begin() + states, a.end());
  std::printf("%zu states at once: accelerations from %.2f to %.2f\n", states, *least, *most);

  Vector y = model.start().q;
  y.insert(y.end(), model.start().v.begin(), model.start().v.end());
  int iterations = 0;
  for (int k = 0; k < 1000; ++k) iterations = std::max(iterations, step(f, 0.01 * k, 0.01, y));
  std::printf("midpoint rule, 1000 steps: y = %.4f, %d iterations a step\n", y[1], iterations);

  Vector by_g(1);
  f.differentiate(0, model.start().q, model.start().v);
  f.reverse(Vector{0, 1}, {}, {}, by_g);
  std::printf("how y'' answers to g at the start: %.2f\n", by_g[0]);
}
