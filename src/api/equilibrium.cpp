// SPDX-License-Identifier: Apache-2.0
// Rest near the start of a model, as runs that start at an equilibrium find it.

#include "zwang/equilibrium.h"

#include <algorithm>
#include <limits>

#include "api/run/words/rest_words.h"
#include "model/model_parts.h"
#include "model/states.h"
#include "motion/rest/equilibrium.h"

namespace zwang {

namespace {

Rest rest_of(motion::Stability found) {
  switch (found) {
    case motion::Stability::stable:
      return Rest::stable;
    case motion::Stability::neutral:
      return Rest::neutral;
    case motion::Stability::unstable:
      return Rest::unstable;
    default:
      return Rest::undecided;
  }
}

}  // namespace

Equilibrium find_equilibrium(const Model& model, const State& start) {
  check_state(model, start);
  Equilibrium result;
  result.state = start;
  motion::RightSide side(model.parts().tangent(), Method::automatic);
  motion::Projector projector(side);
  double *const q = result.state.q.data(), *const v = result.state.v.data();
  const motion::Projection assembled = projector.assemble(start.t, q, v);
  if (!assembled.converged || !assembled.feasible) {
    result.problem = "No state near the start satisfies the constraints.";
    return result;
  }
  const motion::Equilibrium found = motion::find_equilibrium(side, projector, start.t, q, v);
  if (!found.found) {
    result.problem = of_no_equilibrium(model, found);
    return result;
  }
  result.text = of_equilibrium(model, found, "This is");
  result.rest = rest_of(found.stability);
  result.growth = found.growth;
  result.error = found.error;
  if (result.error.empty())
    result.error.assign(start.q.size(), std::numeric_limits<double>::quiet_NaN());
  result.moved = largest_difference(start.q, result.state.q);
  return result;
}

std::string_view name(Rest rest) noexcept {
  switch (rest) {
    case Rest::stable:
      return "stable";
    case Rest::neutral:
      return "neutral";
    case Rest::unstable:
      return "unstable";
    default:
      return "undecided";
  }
}

Equilibrium find_equilibrium(const Model& model) { return find_equilibrium(model, model.start()); }

}  // namespace zwang
