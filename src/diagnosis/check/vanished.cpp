// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>

#include "diagnosis/check/findings.h"
#include "diagnosis/start.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"

namespace zwang::diagnosis {

namespace {

enum class Vanishing : std::uint8_t { here, where_it_holds, everywhere, of_a_joint };

// The largest coefficient of each row.
std::vector<double> row_sizes(const Model& model, const State& state) {
  const equations::Equations& equations = model.parts().equations();
  equations::Workspace numbers(equations);
  numbers.evaluate(equations::Stage::dynamics, state.t, state.q.data(), state.v.data());
  std::vector<double> sizes(equations.rows.size(), 0.0);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    for (Index k = equations.A().begin[i]; k < equations.A().begin[i + 1]; ++k) {
      sizes[i] = std::max(sizes[i], std::abs(numbers.A()[k]));
    }
  }
  return sizes;
}

State drawn_aside(const State& state) {
  State aside = state;
  motion::draw_aside(1, 1.0, static_cast<Index>(state.q.size()), aside.q.data(), aside.v.data());
  return aside;
}

Vanishing vanishing_of(std::size_t row, double aside,
                       const std::vector<std::vector<double>>& beside) {
  if (aside == 0) return Vanishing::everywhere;
  const bool stays = std::all_of(beside.begin(), beside.end(),
                                 [&](const auto& sizes) { return sizes[row] <= 1e-6 * aside; });
  return stays ? Vanishing::where_it_holds : Vanishing::here;
}

// A joint between bodies asks for more than a plane mechanism, say, can feel. That is as it should be,
// unless nothing of it is felt.
bool is_part_of_a_joint(const Model& model, std::size_t constraint, std::size_t rows) {
  const std::vector<Constraint>& written = model.description().constraints;
  return rows < model.constraints()[constraint].count && constraint < written.size() &&
         written[constraint].closure.has_value();
}

std::string text_of(const std::string& rows, bool plural, Vanishing vanishing) {
  const std::string verb = plural ? " have no effect" : " has no effect";
  switch (vanishing) {
    case Vanishing::of_a_joint:
      return rows + (plural ? " are" : " is") +
             " redundant in this mechanism, whose bodies cannot move in those directions (normal "
             "in "
             "a planar linkage).";
    case Vanishing::everywhere:
      return rows + verb + ": " + (plural ? "their" : "its") + " coefficients are zero everywhere.";
    case Vanishing::where_it_holds:
      return rows + verb + " at the start: " + (plural ? "their" : "its") +
             " coefficients are all zero wherever " + (plural ? "they hold." : "it holds.");
    default:
      return rows + verb + " at the start: " + (plural ? "their" : "its") +
             " coefficients are all zero there.";
  }
}

const char* hint_of(Vanishing vanishing) {
  switch (vanishing) {
    case Vanishing::of_a_joint:
      return "The motion is the same without; only how the load is shared is undetermined.";
    case Vanishing::everywhere:
      return "Look for a coordinate that cancels, or for a coefficient that is zero.";
    case Vanishing::where_it_holds:
      return "Squares such as x^2 = 0 and lengths of zero cause this; write x = 0, one coordinate "
             "at a time.";
    default:
      return "Branches meet in such a pose; start beside it to choose one. A square such as "
             "x^2 = 0 causes this too; write x = 0.";
  }
}

}  // namespace

void check_vanished(const Model& model, const State& state, const std::vector<unsigned char>& acts,
                    const Surroundings* around, std::vector<Finding>& findings) {
  const std::vector<double> here = row_sizes(model, state);
  const std::vector<double> aside = row_sizes(model, drawn_aside(state));
  std::vector<std::vector<double>> beside;
  for (std::size_t k = 0; around && k < around->states().size(); ++k) {
    beside.push_back(row_sizes(model, around->states()[k]));
  }
  std::map<std::pair<std::size_t, Vanishing>, RowNumbers> groups;
  for (std::size_t row = 0; row < acts.size(); ++row) {
    // Where a state was found by iteration, coefficients that vanish there are not exactly zero.
    const bool vanishes = around ? here[row] <= 1e-6 * aside[row] : here[row] == 0;
    if (!acts[row] || !vanishes || constraint_of(model, row) == equations::no_constraint) continue;
    const Vanishing vanishing =
        around || aside[row] == 0 ? vanishing_of(row, aside[row], beside) : Vanishing::here;
    groups[{constraint_of(model, row), vanishing}].push_back(row);
  }
  for (const auto& [key, rows] : groups) {
    const std::size_t constraint = key.first;
    const bool harmless =
        key.second == Vanishing::everywhere && is_part_of_a_joint(model, constraint, rows.size());
    const Vanishing vanishing = harmless ? Vanishing::of_a_joint : key.second;
    const std::string which = capital(rows_of(model, constraint, rows));
    findings.push_back(finding_about(
        model, harmless ? "redundant" : "vanished", harmless ? "note" : "warning", {constraint},
        text_of(which, rows.size() > 1, vanishing), hint_of(vanishing)));
  }
}

}  // namespace zwang::diagnosis
