// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/hidden.h"

#include <algorithm>
#include <cmath>

#include "model/model_parts.h"

namespace zwang::diagnosis {

namespace {

instant::DependentRows rows_of(const Dependence& dependence) {
  instant::DependentRows rows{static_cast<Index>(dependence.row)};
  for (const std::size_t row : dependence.rows) rows.push_back(static_cast<Index>(row));
  return rows;
}

void judge(const equations::Equations& equations, const ChosenRows& acting,
           HiddenCondition& condition) {
  const bool refused = std::any_of(condition.rows.begin(), condition.rows.end(),
                                   [&](Index row) { return equations.hidden.refused[row] != 0; });
  if (refused) {
    condition.hiding = Hiding::refused;
    return;
  }
  ChosenRows with = acting;
  with.add(condition.A, condition.b);
  const RowsInstant before = solve_rows(acting), after = solve_rows(with);
  const bool fought = before.instant.status == Status::contradictory;
  if (after.rank > before.rank) {
    condition.hiding = Hiding::row;
  } else if (!fought && after.instant.status == Status::contradictory) {
    condition.hiding = Hiding::contradiction;
    condition.size = after.instant.contradictory.empty() ? std::abs(after.instant.residual.back())
                                                         : after.instant.contradictory.front().size;
  }
}

}  // namespace

std::vector<HiddenCondition> find_hidden(const Model& model, const State& state,
                                         const std::vector<unsigned char>& acts,
                                         const std::vector<RowDependence>& dependences) {
  std::vector<instant::DependentRows> sets;
  for (const RowDependence& told : dependences) {
    const bool binds_more = told.extent == Extent::touch || told.extent == Extent::parts;
    if (binds_more) sets.push_back(rows_of(told.dependence));
  }
  if (sets.empty() || model.parts().equations().order != 2) return {};
  const compile::Compiled compiled = model.parts().source.lower({.hidden = true});
  const equations::Equations& equations = compiled.equations;
  if (!compiled.diagnostics.empty() || !equations.hidden.compiled) return {};

  const auto n = static_cast<std::size_t>(equations.n);
  instant::HiddenRows hidden(equations, sets);
  equations::Workspace numbers(equations);
  numbers.evaluate(equations::Stage::dynamics, state.t, state.q.data(), state.v.data());
  std::vector<double> A(sets.size() * n), b(sets.size());
  hidden.rows(state.t, state.q.data(), state.v.data(), numbers, A.data(), b.data());
  const ChosenRows acting = choose_rows(model, state, acts);
  std::vector<HiddenCondition> all;
  for (std::size_t k = 0; k < sets.size(); ++k) {
    HiddenCondition condition;
    condition.rows = sets[k];
    condition.A.assign(A.begin() + static_cast<Index>(k * n),
                       A.begin() + static_cast<Index>((k + 1) * n));
    condition.b = b[k];
    judge(equations, acting, condition);
    all.push_back(std::move(condition));
  }
  return all;
}

std::vector<instant::DependentRows> rows_that_hide(const Model& model, const State& state) {
  const equations::Equations& equations = model.parts().equations();
  if (equations.n > most_around || equations.m == 0 || equations.order != 2) return {};
  const std::vector<unsigned char> acts = acting_rows(model, state);
  const RowsInstant here = solve_rows(model, state, acts);
  if (here.rank == here.rows) return {};
  Surroundings around(model, state, acts);
  std::vector<instant::DependentRows> sets;
  for (const HiddenCondition& condition :
       find_hidden(model, state, acts, around.dependences(here))) {
    if (condition.hiding == Hiding::row) sets.push_back(condition.rows);
  }
  return sets;
}

}  // namespace zwang::diagnosis
