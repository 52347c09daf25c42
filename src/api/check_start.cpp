// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "api/check_findings.h"
#include "api/model_parts.h"
#include "api/off_constraints.h"
#include "api/short_number.h"
#include "api/states.h"
#include "motion/project.h"

namespace zwang {

namespace {

std::vector<std::size_t> numbers_of(const std::vector<OffConstraint>& all) {
  std::vector<std::size_t> numbers;
  for (const OffConstraint& off : all) numbers.push_back(off.constraint);
  return numbers;
}

std::string distances(const Model& model, const std::vector<OffConstraint>& all) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t k = 0; k < std::min(all.size(), most); ++k) {
    const OffConstraint& off = all[k];
    const bool rate = off.velocity > off.position;
    text += (k ? ", '" : "'") + model.constraints()[off.constraint].name + "' by " +
            short_number(rate ? off.velocity : off.position) + (rate ? " in rates" : "");
  }
  return all.size() > most ? text + ", …" : text;
}

// What is left at the point where no change brings the state nearer.
Finding impossible(const Model& model, const State& nearest) {
  const std::vector<OffConstraint> off = missed_constraints(model, nearest);
  std::string text = "No state near the start satisfies the constraints";
  if (!off.empty()) text += "; at the nearest that was found are missed: " + distances(model, off);
  return finding_about(model, "start-impossible", "error", numbers_of(off), text + ".",
                       "Correct the start, or take out one of the constraints that fight.");
}

Finding moved(const Model& model, const std::vector<OffConstraint>& off, double by, double rate) {
  const auto& asked = model.description().simulate;
  const bool strict = asked && asked->start == StartPolicy::strict;
  std::string text = "The start violates " + distances(model, off) + ".";
  text += " To be on the constraints coordinates move by up to " + short_number(by) +
          ", rates by up to " + short_number(rate) + ".";
  return finding_about(
      model, "start-moved", strict ? "error" : "note", numbers_of(off), text,
      strict ? "Correct the start, or use start = \"project\"." : "A run moves the start there.");
}

}  // namespace

void check_start(const Model& model, State& state, std::vector<Finding>& findings) {
  const equations::Equations& equations = model.parts().equations();
  motion::RightSide side(equations, Method::automatic);
  motion::Projector projector(side);
  const State given = state;
  const motion::Projection projection = projector.assemble(state.t, state.q.data(), state.v.data());
  if (!projection.converged || !projection.feasible) {
    findings.push_back(impossible(model, state));
    return;
  }
  const double by = largest_difference(state.q, given.q);
  const double rate = equations.order == 2 ? largest_difference(state.v, given.v) : 0;
  const bool is_off = by > 1e-9 * largest(state.q) || rate > 1e-9 * largest(state.v);
  if (is_off) findings.push_back(moved(model, off_constraints(model, given), by, rate));
}

}  // namespace zwang
