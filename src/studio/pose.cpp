// SPDX-License-Identifier: Apache-2.0
#include "studio/pose.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace zwang::studio {

namespace {

using Triple = std::array<double, 3>;

double dot(const Triple& a, const Triple& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double norm(const Triple& a) { return std::sqrt(dot(a, a)); }
Triple cross(const Triple& a, const Triple& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Triple scaled(const Triple& a, double by) { return {a[0] * by, a[1] * by, a[2] * by}; }
Triple minus(const Triple& a, const Triple& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

/// The directions in which something is asked: across the sight, or all.
std::vector<Triple> asked_directions(const Triple& sight) {
  if (!(norm(sight) > 0)) return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Triple n = scaled(sight, 1 / norm(sight));
  const Triple other = std::abs(n[0]) < 0.6 ? Triple{1, 0, 0} : Triple{0, 1, 0};
  const Triple first = cross(n, other);
  const Triple unit = scaled(first, 1 / norm(first));
  return {unit, cross(n, unit)};
}

/// The change of the coordinates, nearest to `wanted` in the metric of M, that brings the place by `way` along the
/// directions, and leaves what binds as it is. Where both cannot be, the constraints count more.
std::vector<double> least_change(const Model& model, const State& state, scene::Grip& grip,
                                 const std::vector<Triple>& directions, const Triple& way,
                                 const std::vector<double>& wanted) {
  constexpr double firm = 1e8;
  const ModelInstant now = solve_instant(model, state, {.multipliers = false, .diagnose = false});
  const std::size_t n = state.q.size(), m = now.constraint_rhs.size();
  std::vector<double> A = now.constraint_matrix, b(m, 0.0), W(m, firm);
  for (std::size_t i = 0; i < m; ++i) {  // a row of length 1 is as firm as any
    double size = 0;
    for (std::size_t j = 0; j < n; ++j) size += A[i * n + j] * A[i * n + j];
    if (size > 0) W[i] = firm / size;
  }
  const std::vector<double> J = grip.jacobian(state);
  for (const Triple& d : directions) {
    for (std::size_t j = 0; j < n; ++j)
      A.push_back(d[0] * J[j] + d[1] * J[n + j] + d[2] * J[2 * n + j]);
    b.push_back(dot(d, way));
    W.push_back(1);
  }
  std::vector<double> Q(n,
                        0.0);  // M·wanted: without constraints the change would be what is wanted
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) Q[i] += now.mass_matrix[i * n + j] * wanted[j];
  Problem problem;
  problem.mass_matrix = now.mass_matrix;
  problem.applied_force = Q;
  problem.constraint_matrix = A;
  problem.constraint_rhs = b;
  problem.weights = W;
  return solve_instant(problem, {.multipliers = false, .diagnose = false}).acceleration;
}

bool is_finite(const std::vector<double>& x) {
  return std::all_of(x.begin(), x.end(), [](double one) { return std::isfinite(one); });
}

}  // namespace

namespace {

/// The search for a pose, from one to the next.
struct Search {
  const Model& model;
  const Hold& hold;
  scene::Grip grip;
  std::vector<Triple> directions;
  State first;  // where it began, on the constraints
  Posed posed;

  Search(const Model& whose, const Hold& what, State from)
      : model(whose),
        hold(what),
        grip(whose, what.on, what.at),
        directions(asked_directions(what.sight)),
        first(std::move(from)) {
    rest(first);
    posed.on = settle(first);
    posed.state = first;
    posed.apart = norm(way_to(first));
  }

  static void rest(State& state) { std::fill(state.v.begin(), state.v.end(), 0.0); }

  bool settle(State& state) {
    const bool on = grip.settle(state) && is_finite(state.q);
    rest(state);
    return on;
  }

  Triple way_to(const State& state) {
    const Triple way = minus(hold.to, grip.place(state));
    Triple asked{};
    for (const Triple& d : directions)
      for (std::size_t k = 0; k < 3; ++k) asked[k] += dot(d, way) * d[k];
    return asked;
  }

  /// By how much half the square of the way to the pointer falls, to first order.
  double gain_of(const std::vector<double>& change) {
    const Triple way = way_to(posed.state);
    const std::vector<double> J = grip.jacobian(posed.state);
    const std::size_t n = change.size();
    double gain = 0;
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t j = 0; j < n; ++j) gain += way[k] * J[k * n + j] * change[j];
    return gain;
  }

  /// A step, or a part of it, that is as good as `good` says.
  template <class Good>
  bool step(const std::vector<double>& wanted, Good good) {
    constexpr int halvings = 5;
    const auto change =
        least_change(model, posed.state, grip, directions, way_to(posed.state), wanted);
    if (!is_finite(change)) return false;
    const double gain = gain_of(change);
    double part = 1;
    for (int k = 0; k < halvings; ++k, part /= 2) {
      State next = posed.state;
      for (std::size_t j = 0; j < change.size(); ++j) next.q[j] += part * change[j];
      if (!settle(next)) continue;
      const double apart = norm(way_to(next));
      if (!good(apart, part * gain)) continue;
      posed.state = std::move(next);
      posed.apart = apart;
      return true;
    }
    return false;
  }

  /// To the pointer, or as near as the constraints let it.
  void approach() {
    constexpr int most = 40;
    const std::vector<double> nothing(first.q.size(), 0.0);
    for (int round = 0; round < most && posed.apart > near; ++round) {
      const double before = posed.apart;
      const Triple place = grip.place(posed.state);
      if (!step(nothing, [&](double apart, double gain) {
            return apart < before && apart * apart <= before * before - 0.5 * gain;
          }))
        return;
      // Where the constraints hold it, the way to the pointer hardly changes any more, but the place does.
      if (norm(minus(grip.place(posed.state), place)) < 1e-6 * before) return;
    }
  }

  double way_from_first() const {
    double sum = 0;
    const std::size_t n = first.q.size();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        sum += (posed.state.q[i] - first.q[i]) * M[i * n + j] * (posed.state.q[j] - first.q[j]);
    return sum;
  }

  /// Along what the pointer leaves free, back to where it began, as long as that is nearer.
  void come_back() {
    constexpr int most = 20;
    M = solve_instant(model, posed.state, {.multipliers = false, .diagnose = false}).mass_matrix;
    for (int round = 0; round < most; ++round) {
      const Posed before = posed;
      const double way = way_from_first();
      std::vector<double> back(first.q.size());
      for (std::size_t j = 0; j < back.size(); ++j) back[j] = first.q[j] - posed.state.q[j];
      const bool moved = step(back, [](double, double) { return true; });
      if (moved) approach();
      if (moved && posed.apart <= near && way_from_first() < (1 - 1e-12) * way) continue;
      posed = before;
      return;
    }
  }

  double near = 0;        // as good as under the pointer
  std::vector<double> M;  // where the pointer has been reached
};

}  // namespace

Posed pose(const Model& model, State from, const Hold& hold) {
  Search search(model, hold, std::move(from));
  if (!search.posed.on) return search.posed;
  search.near = 1e-9 * search.posed.apart;
  search.approach();
  if (search.posed.apart <= search.near) search.come_back();
  return search.posed;
}

Spring spring_of(const Model& model, const State& state, const Hold& hold) {
  scene::Grip grip(model, hold.on, hold.at);
  State still = state;
  std::fill(still.v.begin(), still.v.end(), 0.0);
  // A unit of way in the direction where it is easiest tells the least mass: ½ δᵀMδ = ½ m.
  const Triple way = minus(hold.to, grip.place(still));
  const double size = norm(way);
  const Triple unit = size > 0 ? scaled(way, 1 / size) : Triple{1, 0, 0};
  const ModelInstant now = solve_instant(model, still, {.multipliers = false, .diagnose = false});
  const std::size_t n = still.q.size();
  const std::vector<double> nothing(n, 0.0);
  const auto change = least_change(model, still, grip, {unit}, unit, nothing);
  double mass = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) mass += change[i] * now.mass_matrix[i * n + j] * change[j];
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) total = std::max(total, now.mass_matrix[i * n + i]);
  if (!std::isfinite(mass) || !(mass > 0)) mass = total;
  return {mass * hold.rate * hold.rate, 1.4 * mass * hold.rate, mass};
}

ForceLaw pull(const Model& model, const Hold& hold, const Spring& spring) {
  const auto grip = std::make_shared<scene::Grip>(model, hold.on, hold.at);
  return [grip, hold, spring](double t, std::span<const double> q, std::span<const double> v,
                              std::span<double> force) {
    const State state{t, {q.begin(), q.end()}, {v.begin(), v.end()}};
    const Triple p = grip->place(state), u = grip->velocity(state);
    Triple f{};
    for (std::size_t k = 0; k < 3; ++k)
      f[k] = spring.stiffness * (hold.to[k] - p[k]) - spring.damping * u[k];
    if (norm(hold.sight) > 0) {  // the pointer says nothing of how far away it is
      const Triple n = scaled(hold.sight, 1 / norm(hold.sight));
      f = minus(f, scaled(n, dot(n, f)));
    }
    for (std::size_t k = 0; k < std::min<std::size_t>(3, force.size()); ++k) force[k] = f[k];
    if (force.size() < 6) return;
    const Triple torque = cross(grip->arm(state), f);
    for (std::size_t k = 0; k < 3; ++k) force[3 + k] = torque[k];
  };
}

}  // namespace zwang::studio
