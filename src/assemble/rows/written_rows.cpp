// SPDX-License-Identifier: Apache-2.0
#include "assemble/rows/written_rows.h"

#include "assemble/bodies/closure.h"
#include "assemble/bodies/solids.h"
#include "assemble/rows/vanishing.h"
#include "assemble/touch/touch.h"
#include "scope/code.h"
#include "scope/places.h"

namespace zwang::compile {

std::vector<WrittenRow> write_out_rows(Scope& scope, const Names& names,
                                       const std::vector<equations::Row>& rows) {
  std::vector<WrittenRow> written;
  if (rows.size() > most_rows_written_out) {
    scope.complain(code::too_large, Expression("", scope.description().extremal->at),
                   "a boundary-value problem can have at most 10000 constraint equations");
    return written;
  }
  const auto write = [&](Index row, formula::Node x) {
    x = felt_residual(scope, x);
    if (scope.graph().is_constant(x, 0)) return;
    written.push_back({row, rows[static_cast<std::size_t>(row)].level, x});
  };
  const auto& constraints = scope.description().constraints;
  for (std::size_t c = 0; c < constraints.size(); ++c) {
    std::optional<Ranges> ranges;
    if (constraints[c].for_each.given()) ranges = read_ranges(scope, constraints[c].for_each);
    Index row = names.constraints[c].first;  // the rows of one place stand together
    if (constraints[c].touch) {
      write(row, touch_residual(scope, constraints[c]));
      continue;
    }
    if (constraints[c].closure) {
      for (const formula::Node x : closure_residuals(scope, constraints[c])) {
        write(row++, x);
      }
      continue;
    }
    for (std::size_t place = 0; place < places_of(ranges); ++place) {
      const FixedIndices fixed(scope, ranges, place);
      for (const Expression& equation : constraints[c].equations) {
        const auto formula = scope.equation(equation);
        if (!formula) return written;
        for (const formula::Node x : formula->value.nodes()) {
          write(row++, x);
        }
      }
    }
  }
  // Those of quaternions, in the order of bodies.
  auto solid = scope.solids().begin();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].kind != equations::Kind::norm) continue;
    while (!bodies::has_quaternion(solid->joint)) ++solid;
    written.push_back({static_cast<Index>(row), rows[row].level, norm_residual(scope, *solid++)});
  }
  return written;
}

}  // namespace zwang::compile
