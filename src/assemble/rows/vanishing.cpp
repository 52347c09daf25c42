// SPDX-License-Identifier: Apache-2.0
#include "assemble/rows/vanishing.h"

#include <algorithm>
#include <cmath>

#include "assemble/rows/row.h"
#include "formula/derive/derive.h"
#include "formula/evaluate.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;

namespace {

// Of what a formula is summed from; rounding leaves some 1e-16 of it a few times.
constexpr double rounding = 1e-12;

/// Inputs that are nothing special, the same on every machine.
std::vector<double> some_state(Scope& scope, std::size_t state) {
  std::vector<double> inputs = scope.symbols().numbers();
  inputs.resize(static_cast<std::size_t>(scope.graph().slots()));
  for (std::size_t slot = 0; slot < scope.symbols().inputs().size(); ++slot) {
    if (scope.symbols().inputs()[slot].role == formula::Role::parameter) continue;
    inputs[slot] = 0.3 + 0.618033988749895 * static_cast<double>((3 * state + 5 * slot) % 11);
  }
  return inputs;
}

bool is_rounding(Scope& scope, Node x, const std::vector<double>& inputs) {
  const std::vector<Node> nodes = scope.graph().reachable({&x, 1});
  const std::vector<double> values = formula::evaluate(scope.graph(), nodes, inputs);
  double size = 0;
  for (const double value : values) size = std::max(size, std::abs(value));
  const double value = formula::evaluate(scope.graph(), {&x, 1}, inputs).front();
  return std::isfinite(size) && std::abs(value) <= rounding * size;
}

}  // namespace

Node felt_residual(Scope& scope, Node residual) {
  if (!scope.writes_out_bodies()) return residual;
  Graph& g = scope.graph();
  const formula::Moving moving = moving_in(scope, {&residual, 1});
  std::vector<Node> parts{residual};
  for (const std::vector<Node>* const by : {&moving.q, &moving.v, &moving.a}) {
    for (const formula::Partial& slope : gradient(g, residual, formula::Columns(g, *by))) {
      parts.push_back(slope.value);
    }
  }
  scope.pin(parts);
  for (std::size_t state = 0; state < 3; ++state) {
    const std::vector<double> inputs = some_state(scope, state);
    for (const Node x : parts) {
      if (!is_rounding(scope, x, inputs)) return residual;
    }
  }
  return g.constant(0);
}

}  // namespace zwang::compile
