// SPDX-License-Identifier: Apache-2.0
// The motion that would be if nothing were bound: [free] and the particles.

#include <algorithm>
#include <cmath>

#include "assemble/parts.h"
#include "formula/derive/derive.h"
#include "formula/derive/motion.h"
#include "formula/evaluate.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::no_node;
using formula::Node;

namespace {

formula::Moving moving_with(Scope& scope, std::vector<Node> q) {
  formula::Moving moving;
  moving.q = std::move(q);
  for (const Node x : moving.q) {
    moving.v.push_back(scope.symbols().rate(x));
    moving.a.push_back(scope.symbols().rate(moving.v.back()));
  }
  moving.t = scope.time();
  return moving;
}

// d/dt of a node that does not depend on accelerations, explicit time only.
Node by_time(Scope& scope, Node x) {
  formula::Direction direction;
  direction.set(scope.graph().slot(scope.time()), scope.graph().constant(1));
  return formula::forward(scope.graph(), {&x, 1}, direction).front();
}

}  // namespace

// The energy is h = v·∂L/∂v − L, which changes by −∂L/∂t when nothing else acts.
void add_lagrangian(Scope& scope, Assembly& assembly, Node L) {
  Graph& g = scope.graph();
  const formula::Moving moving = moving_with(scope, coordinates_in(scope, {&L, 1}));
  const formula::Free free = euler_lagrange(g, L, moving);
  const std::size_t n = moving.q.size();
  Group& lone = assembly.lone();
  for (std::size_t j = 0, k = 0; j < n; ++j) {
    assembly.accumulate(lone, Array::Q, free.Q[j], no_slot, g.slot(moving.q[j]));
    for (std::size_t i = j; i < n; ++i, ++k) {
      if (g.is_constant(free.M[k], 0)) continue;
      assembly.accumulate(lone, Array::M, free.M[k], g.slot(moving.q[i]), g.slot(moving.q[j]));
    }
  }
  const Node one = g.constant(1);
  const std::vector<Node> p = reverse(g, {&L, 1}, {&one, 1}, moving.v);
  Node energy = g.negate(L);
  for (std::size_t i = 0; i < n; ++i) energy = g.add(energy, g.multiply(moving.v[i], p[i]));
  assembly.accumulate(lone, Array::energy, energy);
  assembly.accumulate(lone, Array::power, g.negate(by_time(scope, L)));
}

namespace {

bool wrong_size(Scope& scope, const Components& list, std::size_t n) {
  if (list.size() == n) return false;
  scope.complain(code::size, list.empty() ? Expression("", scope.description().free.at) : list[0],
                 "expected one entry for each of the " + std::to_string(n) +
                     " coordinates, found " + std::to_string(list.size()));
  return true;
}

// M and Q as given; the energy is ½ vᵀM v, which Q and the change of M feed.
void add_mass_and_force(Scope& scope, Assembly& assembly, const std::vector<std::vector<Node>>& M,
                        const std::vector<Node>& Q, const std::vector<Node>& q) {
  Graph& g = scope.graph();
  Group& lone = assembly.lone();
  const formula::Moving moving = moving_with(scope, q);
  Node twice = g.constant(0), power = g.constant(0);
  for (std::size_t i = 0; i < q.size(); ++i) {
    assembly.accumulate(lone, Array::Q, Q[i], no_slot, g.slot(q[i]));
    power = g.add(power, g.multiply(moving.v[i], Q[i]));
    for (std::size_t j = 0; j < q.size(); ++j) {
      const Node vv = g.multiply(moving.v[i], moving.v[j]);
      const Node rate = total_rate(g, {&M[i][j], 1}, moving).front();
      twice = g.add(twice, g.multiply(M[i][j], vv));
      power = g.add(power, g.multiply(g.constant(0.5), g.multiply(rate, vv)));
      if (j <= i && !g.is_constant(M[i][j], 0)) {
        assembly.accumulate(lone, Array::M, M[i][j], g.slot(q[i]), g.slot(q[j]));
      }
    }
  }
  assembly.accumulate(lone, Array::energy, g.multiply(g.constant(0.5), twice));
  assembly.accumulate(lone, Array::power, power);
}

// Formulas of M, or of Q and a; false and complaints where one cannot be.
bool check_mass(Scope& scope, const Expression& at, Node x) {
  return x != no_node &&
         check_roles(scope, {false, true, true}, {&x, 1}, at, "a mass cannot depend on rates",
                     "write a lagrangian with this mass as its second derivative");
}

bool check_law(Scope& scope, const Expression& at, Node x) {
  if (x == no_node) return false;
  const bool first = scope.description().free.order == 1;
  return first ? check_roles(scope, {false, true, true}, {&x, 1}, at,
                             "the free rates of a first-order system cannot depend on rates")
               : check_force(scope, {&x, 1}, at);
}

// Entries across the diagonal that differ: as formulas, and in numbers too, for the same may be
// written in two ways.
bool is_symmetric(Scope& scope, const std::vector<std::vector<Node>>& M,
                  const std::vector<Components>& at) {
  Graph& g = scope.graph();
  std::vector<double> inputs = scope.symbols().numbers();
  inputs.resize(static_cast<std::size_t>(g.slots()));
  for (std::size_t slot = 0; slot < scope.symbols().inputs().size(); ++slot) {
    if (scope.symbols().inputs()[slot].role == formula::Role::parameter) continue;
    inputs[slot] = 0.3 + 0.618033988749895 * static_cast<double>(slot % 7);
  }
  for (std::size_t i = 0; i < M.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (M[i][j] == M[j][i]) continue;
      const Node pair[] = {M[i][j], M[j][i]};
      scope.pin(pair);
      const std::vector<double> x = formula::evaluate(g, pair, inputs);
      if (std::abs(x[0] - x[1]) <= 1e-9 * (std::abs(x[0]) + std::abs(x[1]))) continue;
      const std::string low = std::to_string(j + 1), high = std::to_string(i + 1);
      scope.complain(code::size, at[i][j],
                     "a mass matrix is symmetric, but entry " + high + "," + low +
                         " is not entry " + low + "," + high,
                     "write the same formula in both places");
      return false;
    }
  }
  return true;
}

void add_given_mass(Scope& scope, Assembly& assembly) {
  const FreeMotion& free = scope.description().free;
  const std::vector<Node> q = own_coordinates(scope);
  const std::size_t n = q.size();
  const bool diagonal = free.mass.size() == 1 && n != 1;
  if (wrong_size(scope, free.force, n)) return;
  if (diagonal ? wrong_size(scope, free.mass[0], n) : free.mass.size() != n) {
    if (!diagonal) wrong_size(scope, free.mass.empty() ? Components{} : free.mass[0], n);
    return;
  }
  std::vector<std::vector<Node>> M(n, std::vector<Node>(n, scope.graph().constant(0)));
  std::vector<Node> Q;
  for (std::size_t i = 0; i < n; ++i) {
    if (!diagonal && wrong_size(scope, free.mass[i], n)) return;
    for (std::size_t j = 0; j < n; ++j) {
      if (diagonal && i != j) continue;
      const Expression& entry = diagonal ? free.mass[0][i] : free.mass[i][j];
      M[i][j] = scope.scalar(entry);
      check_mass(scope, entry, M[i][j]);
    }
    Q.push_back(scope.scalar(free.force[i]));
    check_law(scope, free.force[i], Q.back());
  }
  if (scope.ok() && !diagonal) is_symmetric(scope, M, free.mass);
  if (scope.ok()) add_mass_and_force(scope, assembly, M, Q, q);
}

void add_acceleration(Scope& scope, Assembly& assembly) {
  const FreeMotion& free = scope.description().free;
  const std::vector<Node> q = own_coordinates(scope);
  if (wrong_size(scope, free.acceleration, q.size())) return;
  const Node zero = scope.graph().constant(0);
  std::vector<std::vector<Node>> M(q.size(), std::vector<Node>(q.size(), zero));
  std::vector<Node> Q;
  for (std::size_t i = 0; i < q.size(); ++i) {
    M[i][i] = scope.graph().constant(1);
    Q.push_back(scope.scalar(free.acceleration[i]));
    check_law(scope, free.acceleration[i], Q.back());
  }
  if (scope.ok()) add_mass_and_force(scope, assembly, M, Q, q);
}

// The integrand of [extremal] where [free] says nothing of coordinates: its extremals move so.
const Expression& lagrangian_of(const Description& description) {
  const FreeMotion& free = description.free;
  const bool silent = !free.lagrangian.given() && !free.kinetic.given() &&
                      !free.potential.given() && free.mass.empty() && free.acceleration.empty();
  if (!silent || !description.extremal || description.coordinates.empty()) return free.lagrangian;
  return description.extremal->integrand;
}

bool is_lagrangian(Scope& scope, const Expression& at, Node L) {
  const bool integrand =
      scope.description().extremal.has_value() && &at == &scope.description().extremal->integrand;
  return L != no_node && check_roles(scope, {}, {&L, 1}, at,
                                     (integrand ? "an integrand" : "a Lagrangian") +
                                         std::string(" cannot depend on accelerations"),
                                     integrand ? rate_as_coordinate : "");
}

}  // namespace

void add_free_motion(Scope& scope, Assembly& assembly) {
  const FreeMotion& free = scope.description().free;
  if (free.order == 1 &&
      (free.acceleration.empty() || !scope.points().empty() || !scope.solids().empty())) {
    scope.complain(code::rates, Expression("", free.at),
                   "a first-order system has only coordinates and their free rates",
                   "give acceleration = […], which are then rates, and no particles or bodies");
    return;
  }
  if (const Expression& lagrangian = lagrangian_of(scope.description()); lagrangian.given()) {
    const Node L = scope.scalar(lagrangian);
    if (is_lagrangian(scope, lagrangian, L)) add_lagrangian(scope, assembly, L);
  } else if (free.kinetic.given() || free.potential.given()) {
    const Node zero = scope.graph().constant(0);
    const Node T = free.kinetic.given() ? scope.scalar(free.kinetic) : zero;
    const Node V = free.potential.given() ? scope.scalar(free.potential) : zero;
    const bool ok = is_lagrangian(scope, free.kinetic, T);
    if (V == no_node ||
        !check_roles(scope, {false, true, true}, {&V, 1}, free.potential,
                     "a potential cannot depend on rates", "write a lagrangian instead")) {
      return;
    }
    if (ok) add_lagrangian(scope, assembly, scope.graph().subtract(T, V));
  } else if (!free.mass.empty()) {
    add_given_mass(scope, assembly);
  } else if (!free.acceleration.empty()) {
    add_acceleration(scope, assembly);
  } else if (!scope.description().coordinates.empty()) {
    scope.complain(code::no_law, scope.description().coordinates.front().name,
                   "the free motion of this coordinate is not defined",
                   "give [free] a lagrangian, or mass and force, or acceleration");
  }
}

}  // namespace zwang::compile
