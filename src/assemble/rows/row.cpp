// SPDX-License-Identifier: Apache-2.0
#include "assemble/rows/row.h"

#include "assemble/parts.h"
#include "formula/derive/derive.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;

formula::Moving moving_in(Scope& scope, std::span<const Node> nodes) {
  formula::Moving moving;
  moving.q = coordinates_in(scope, nodes);
  for (const Node x : moving.q) {
    moving.v.push_back(scope.symbols().rate(x));
    moving.a.push_back(scope.symbols().rate(moving.v.back()));
  }
  moving.t = scope.time();
  return moving;
}

formula::Row first_order_row(Graph& g, Node residual, const formula::Moving& moving) {
  formula::Row row;
  row.residual = row.rate = residual;
  const formula::Columns v(g, moving.v), q(g, moving.q);
  row.A = gradient(g, residual, v);
  if (row.A.empty()) {
    row.level = formula::Level::position;
    row.A = gradient(g, residual, q);
    formula::Direction time;
    time.set(g.slot(moving.t), g.constant(1));
    row.b = g.negate(forward(g, {&residual, 1}, time).front());
    return row;
  }
  row.level = formula::Level::velocity;
  formula::Direction at_rest;
  for (const Node x : moving.v) at_rest.set(g.slot(x), g.constant(0));
  row.b = g.negate(substitute(g, {&residual, 1}, at_rest).front());
  for (const formula::Partial& partial : row.A) {
    row.linear = row.linear && gradient(g, partial.value, v).empty();
  }
  const formula::Columns a(g, moving.a);
  row.linear = row.linear && gradient(g, residual, a).empty();
  return row;
}

bool is_workless(Scope& scope, const formula::Row& row, const formula::Moving& moving) {
  Graph& g = scope.graph();
  const formula::Columns v(g, moving.v);
  for (const formula::Partial& partial : row.A) {
    if (!gradient(g, partial.value, v).empty()) return false;
  }
  formula::Direction at_rest;
  for (const Node x : moving.v) at_rest.set(g.slot(x), g.constant(0));
  const Node rate = row.level == formula::Level::position ? row.rate : row.residual;
  return g.is_constant(substitute(g, {&rate, 1}, at_rest).front(), 0);
}

void write_row(Scope& scope, Assembly& assembly, Group& group, const formula::Row& row,
               const formula::Moving& moving, Node b, Index first, Index step) {
  for (const formula::Partial& partial : row.A) {
    const Node q = moving.q[static_cast<std::size_t>(partial.column)];
    assembly.add(group, {partial.value, Array::A, first, step, no_slot, scope.graph().slot(q)});
  }
  assembly.add(group, {b, Array::b, first, step});
  assembly.add(group, {row.residual, Array::residual, first, step});
  const bool position = row.level == formula::Level::position;
  assembly.add(group, {position ? row.rate : row.residual, Array::rate, first, step});
}

}  // namespace zwang::compile
