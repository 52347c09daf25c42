// SPDX-License-Identifier: Apache-2.0
#include "api/extremal/unknowns.h"

namespace zwang {

void set_unknowns(const equations::Equations& equations, const std::vector<double>& unknowns,
                  equations::Workspace& numbers) {
  const equations::TwoEnds& ends = equations.two_ends;
  std::vector<double> parameters = equations.parameters;
  for (std::size_t k = 0; k < unknowns.size(); ++k) {
    parameters[ends.unknown_parameters[k]] = unknowns[k];
  }
  numbers.set_parameters(parameters);
  numbers.evaluate(equations::Stage::settle, 0, equations.q.data(), equations.v.data());
  const double* const settled = numbers.settled();
  parameters.assign(settled, settled + parameters.size());
  numbers.set_parameters(parameters);
}

State first_end(const equations::Equations& equations) {
  const equations::TwoEnds& ends = equations.two_ends;
  equations::Workspace numbers(equations);
  set_unknowns(equations, ends.unknown_guess, numbers);
  State state{*numbers.times(), equations.q, equations.v};
  numbers.evaluate(equations::Stage::guess, state.t, equations.q.data(), equations.v.data());
  for (std::size_t i = 0; i < ends.guessed.size(); ++i) {
    if (!ends.guessed[i]) continue;
    state.q[i] = numbers.guess()[static_cast<Index>(i)];
    state.v[i] = numbers.guess()[equations.n + static_cast<Index>(i)];
  }
  // Rows of coordinates and rates are x − value: at zero they tell the value.
  const std::vector<double> zero(equations.n);
  numbers.evaluate(equations::Stage::from, state.t, zero.data(), zero.data());
  for (std::size_t k = 0; k < ends.rows[0].size(); ++k) {
    const equations::EndRow& row = ends.rows[0][k];
    const double value = 0 - numbers.from_values()[static_cast<Index>(k)];
    if (row.kind == equations::EndKind::coordinate) state.q[row.number] = value;
    if (row.kind == equations::EndKind::rate) state.v[row.number] = value;
  }
  return state;
}

}  // namespace zwang
