// SPDX-License-Identifier: Apache-2.0
#include "scene/bound.h"

#include <set>

#include "compile/loaded/model_parts.h"
#include "diagnosis/diagnose_start.h"

namespace zwang {

namespace {

bool is_drawn(const equations::Row& row) {
  return row.level == equations::Level::position && row.constraint != equations::no_constraint &&
         (row.kind == equations::Kind::equality || row.kind == equations::Kind::unilateral);
}

}  // namespace

std::vector<Bound> bound_rows(const Model& model, const std::vector<Mover>& movers) {
  const equations::Equations& equations = model.parts().equations();
  std::vector<Index> owner(static_cast<std::size_t>(equations.n), -1);
  for (std::size_t k = 0; k < movers.size(); ++k) {
    for (const std::size_t i : movers[k].coordinates) owner[i] = static_cast<Index>(k);
  }
  std::vector<Bound> bound;
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    if (!is_drawn(equations.rows[i])) continue;
    std::set<Index> touched;
    for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e) {
      const Index column = equations.A().column[static_cast<std::size_t>(e)];
      touched.insert(owner[static_cast<std::size_t>(column)]);
    }
    if (touched.empty() || touched.size() > 2 || *touched.begin() < 0) continue;
    bound.push_back({static_cast<Index>(i),
                     model.constraints()[constraint_of(model, i)].name,
                     {touched.begin(), touched.end()}});
  }
  return bound;
}

}  // namespace zwang
