// SPDX-License-Identifier: Apache-2.0
#include "api/run/hidden.h"

#include <algorithm>
#include <cmath>

#include "diagnosis/hidden.h"
#include "diagnosis/hidden_start.h"
#include "diagnosis/off_constraints.h"
#include "diagnosis/start.h"
#include "diagnosis/words.h"
#include "flow/project.h"
#include "instant/hidden.h"
#include "model/model_parts.h"

namespace zwang {

std::unique_ptr<compile::Compiled> with_hidden_rows(const Model& model, RunChoices& choices) {
  const equations::Equations& equations = model.parts().equations();
  if (equations.m == 0 || equations.order != 2) return nullptr;
  motion::RightSide side(equations, Method::automatic);
  if (side.kernel().is_sparse()) return nullptr;
  State state = model.start();
  if (choices.plan.from) state = {choices.t, choices.plan.from->q, choices.plan.from->v};
  const State given = state;
  const motion::Projection assembled =
      motion::Projector(side).assemble(state.t, state.q.data(), state.v.data());
  std::size_t acting = 0;
  for (const unsigned char acts : side.mode().acts) acting += acts;
  if (side.instant(state.t, state.q.data(), state.v.data()).rank == acting) return nullptr;
  const bool moves = choices.plan.start != motion::StartRule::strict;
  const auto move = [&] {
    State found = given;
    if (!diagnosis::assemble_hidden(model, found)) return false;
    state = found;
    choices.given = {given.t, given.q, given.v};
    choices.plan.from = {state.t, state.q, state.v};
    return true;
  };
  const bool moved = moves && !assembled.feasible && move();
  const std::vector<instant::DependentRows> sets = diagnosis::rows_that_hide(model, state);
  if (moves && !moved && !sets.empty()) move();
  if (sets.empty()) return nullptr;
  return std::make_unique<compile::Compiled>(
      model.parts().source.lower({.hidden = true, .hidden_sets = sets}));
}

std::string hidden_words(const Model& model, const equations::Equations& equations,
                         const State& start) {
  std::string text;
  motion::RightSide side(equations, Method::automatic);
  equations::Workspace& numbers = side.numbers();
  numbers.evaluate(equations::Stage::dynamics, start.t, start.q.data(), start.v.data());
  instant::HiddenRows hidden(equations, equations.hidden.sets);
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
    for (const std::size_t number : diagnosis::constraints_of(model, rows)) {
      names.push_back(model.constraints()[number].name);
    }
    text +=
        " " + diagnosis::list_names(names) + " together imply a hidden condition, which was added.";
    if (left > 1e-9 * size) {
      text += " The rates at the start violate it by " + diagnosis::short_number(left) +
              ": correct them.";
    }
  }
  return text;
}

}  // namespace zwang
