// SPDX-License-Identifier: Apache-2.0
#include "api/run_hidden.h"

#include <algorithm>
#include <cmath>

#include "api/diagnose_start.h"
#include "api/diagnosis_hidden.h"
#include "api/model_parts.h"
#include "api/off_constraints.h"
#include "api/short_number.h"
#include "motion/hidden.h"
#include "motion/project.h"

namespace zwang {

std::unique_ptr<model::Compiled> with_hidden_rows(const Model& model, const RunChoices& choices) {
  const equations::Equations& equations = model.parts().equations();
  if (equations.m == 0 || equations.order != 2) return nullptr;
  motion::RightSide side(equations, Method::automatic);
  if (side.kernel().is_sparse()) return nullptr;
  State state = model.start();
  if (choices.plan.from) state = {choices.t, choices.plan.from->q, choices.plan.from->v};
  motion::Projector(side).assemble(state.t, state.q.data(), state.v.data());
  std::size_t acting = 0;
  for (const unsigned char acts : side.mode().acts) acting += acts;
  if (side.instant(state.t, state.q.data(), state.v.data()).rank == acting) return nullptr;
  const std::vector<motion::DependentRows> sets = rows_that_hide(model, state);
  if (sets.empty()) return nullptr;
  model::CompileOptions options;
  options.overrides = model.settings();
  options.hidden = true;
  options.hidden_rows = static_cast<Index>(sets.size());
  auto compiled = std::make_unique<model::Compiled>(model::compile(model.description(), options));
  compiled->equations.hidden.sets.assign(sets.begin(), sets.end());
  return compiled;
}

std::string hidden_words(const Model& model, const equations::Equations& equations,
                         const State& start) {
  std::string text;
  motion::RightSide side(equations, Method::automatic);
  equations::Workspace& numbers = side.numbers();
  numbers.evaluate(equations.dynamics, start.t, start.q.data(), start.v.data());
  motion::HiddenRows hidden(equations, equations.hidden.sets);
  const auto count = static_cast<std::size_t>(hidden.count());
  std::vector<double> A(count * start.q.size()), b(count);
  hidden.rows(start.t, start.q.data(), start.v.data(), numbers, A.data(), b.data());
  double size = 0;
  for (Index i = 0; i < equations.m; ++i) size = std::max(size, std::abs(numbers.b()[i]));
  Index k = 0;
  for (const std::vector<Index>& set : equations.hidden.sets) {
    const double left = std::abs(hidden.left_over(k++, numbers));
    const std::vector<std::size_t> rows(set.begin(), set.end());
    std::vector<std::string> names;
    for (const std::size_t number : constraints_of(model, rows)) {
      names.push_back(model.constraints()[number].name);
    }
    text += " " + list_names(names) + " together hide a condition, which was added.";
    if (left > 1e-9 * size) {
      text += " The rates of the start miss it by " + short_number(left) + ": correct them.";
    }
  }
  return text;
}

}  // namespace zwang
