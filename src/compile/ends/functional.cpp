// SPDX-License-Identifier: Apache-2.0
#include "compile/ends/functional.h"

#include <algorithm>
#include <cmath>

#include "assemble/parts.h"
#include "compile/ends/integral.h"
#include "formula/evaluate.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::no_node;
using formula::Node;

namespace {

// An input under no name that could be written.
Node add_multiplier(Scope& scope, const std::string& words) {
  const Node x = scope.symbols().add_index(words);
  scope.symbols().remove(words);
  return x;
}

void read_integral(Scope& scope, const Expression& condition, Functional& functional) {
  const auto parts = split_integral(condition);
  if (!parts) {
    scope.complain(code::integral, condition, "expected an integral and its value",
                   "as in integral(sqrt(1 + y'^2)) = 2");
    return;
  }
  const Node G = scope.scalar(parts->density), target = scope.settled(parts->value);
  if (G == no_node || target == no_node ||
      !check_roles(scope, {}, {&G, 1}, parts->density, "an integral cannot depend on accelerations",
                   rate_as_coordinate)) {
    return;
  }
  functional.G.push_back(G);
  functional.targets.push_back(target);
  functional.mu.push_back(
      add_multiplier(scope, "μ of integral " + std::to_string(functional.mu.size() + 1)));
}

// λ f for the rows of the velocity level: a variational problem, no mechanics.
void add_velocity_rows(Scope& scope, const std::vector<WrittenRow>& rows, Functional& functional) {
  Graph& g = scope.graph();
  for (const WrittenRow& row : rows) {
    if (row.level != equations::Level::velocity) continue;
    functional.lambda.push_back(add_multiplier(scope, "λ along row " + std::to_string(row.row)));
    functional.lambda_rows.push_back(row.row);
    functional.sum = g.add(functional.sum, g.multiply(functional.lambda.back(), row.residual));
  }
}

// The motion of a system with velocity rows makes no integral stationary.
Node functional_of_motion(Scope& scope, const std::vector<WrittenRow>& rows) {
  const bool holonomic = std::all_of(rows.begin(), rows.end(), [](const WrittenRow& row) {
    return row.level == equations::Level::position;
  });
  return holonomic ? own_lagrangian(scope) : no_node;
}

}  // namespace

Functional read_functional(Scope& scope, const std::vector<WrittenRow>& rows) {
  const Extremal& asked = *scope.description().extremal;
  Functional functional;
  functional.lagrange = asked.integrand.given();
  if (functional.lagrange) {
    functional.F = scope.scalar(asked.integrand);
    if (!functional.given() ||
        !check_roles(scope, {}, {&functional.F, 1}, asked.integrand,
                     "an integrand cannot depend on accelerations", rate_as_coordinate)) {
      return functional;
    }
  } else if (scope.ok()) {
    functional.F = functional_of_motion(scope, rows);
  }
  const bool ok = scope.ok();  // else what is wrong may be why there is no functional
  for (const Expression& condition : asked.subject) read_integral(scope, condition, functional);
  if (!functional.given()) {
    if (ok && !asked.subject.empty()) {
      scope.complain(code::no_functional, asked.subject.front(),
                     "this motion makes no integral stationary, so none can be prescribed",
                     "give an integrand, or a model with a Lagrangian and no other forces");
    }
    return functional;
  }
  Graph& g = scope.graph();
  functional.sum = functional.F;
  for (std::size_t k = 0; k < functional.G.size(); ++k) {
    functional.sum = g.add(functional.sum, g.multiply(functional.mu[k], functional.G[k]));
  }
  if (functional.lagrange) add_velocity_rows(scope, rows, functional);
  return functional;
}

void add_extremal_law(Scope& scope, Assembly& assembly, const Functional& functional) {
  if (!functional.given()) return;
  if (functional.lagrange) {
    add_lagrangian(scope, assembly, functional.sum);
  } else if (!functional.G.empty()) {
    add_lagrangian(scope, assembly, scope.graph().subtract(functional.sum, functional.F));
  }
}

// At three states without any symmetry; where F is no number there, another must do.
bool is_of_degree_one(Scope& scope, const Functional& functional) {
  Graph& g = scope.graph();
  std::vector<Node> v;
  for (const Node q : all_coordinates(scope)) v.push_back(scope.symbols().rate(q));
  const Node one = g.constant(1);
  const std::vector<Node> p = reverse(g, {&functional.sum, 1}, {&one, 1}, v);
  std::vector<Node> terms = {functional.sum};  // F*, then v F*_v, coordinate by coordinate
  for (std::size_t i = 0; i < v.size(); ++i) terms.push_back(g.multiply(v[i], p[i]));
  std::vector<double> inputs = scope.symbols().numbers();
  inputs.resize(static_cast<std::size_t>(g.slots()));
  int tried = 0;
  for (std::size_t state = 0; state < 3; ++state) {
    for (std::size_t slot = 0; slot < scope.symbols().inputs().size(); ++slot) {
      if (scope.symbols().inputs()[slot].role == formula::Role::parameter) continue;
      inputs[slot] = 0.3 + 0.618033988749895 * static_cast<double>((3 * state + slot) % 7);
    }
    const std::vector<double> x = formula::evaluate(g, terms, inputs);
    double difference = -x[0], size = std::abs(x[0]);
    for (std::size_t k = 1; k < x.size(); ++k) {
      difference += x[k];
      size += std::abs(x[k]);
    }
    if (!std::isfinite(size) || size == 0) continue;
    ++tried;
    // Rounding leaves some 1e-15 of the terms; a formula of another degree leaves its share of them.
    if (std::abs(difference) > 1e-9 * size) return false;
  }
  return tried > 0;
}

bool may_jump(Scope& scope, const Functional& functional) {
  const Graph& g = scope.graph();
  const std::vector<Node> nodes = g.reachable({&functional.sum, 1});
  return std::any_of(nodes.begin(), nodes.end(), [&g](Node x) {
    const formula::Op op = g.op(x);
    return op == formula::Op::sign || op == formula::Op::mod || formula::is_condition(op);
  });
}

}  // namespace zwang::compile
