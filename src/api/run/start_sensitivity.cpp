// SPDX-License-Identifier: Apache-2.0
#include "api/run/start_sensitivity.h"

#include <algorithm>
#include <cmath>

#include "model/model_parts.h"
#include "model/states.h"
#include "motion/rest/equilibrium.h"

namespace zwang {

namespace {

// The start as a run finds it, q and then v, where `move` is moved by h. Empty: it finds none.
std::vector<double> assembled(const Model& model, const RunChoices& choices, const StartMove& move,
                              double h) {
  const bool rests = choices.plan.start == motion::StartRule::equilibrium;
  const auto at = static_cast<std::size_t>(move.number);
  const equations::Equations& equations =
      rests ? model.parts().tangent() : model.parts().equations();
  motion::RightSide side(equations, choices.kernel);
  std::vector<double> q = equations.q, v = equations.v;
  if (move.kind == StartMove::Kind::parameter) {
    const compile::MovedStart moved =
        model.parts().source.moved(move.number, model.parameter_values()[at] + h);
    side.numbers().set_parameters(moved.parameters);
    q = moved.q;
    v = moved.v;
  }
  if (const auto& from = choices.plan.from) {
    q = from->q;
    v = from->v;
  }
  if (move.kind == StartMove::Kind::coordinate) q[at] += h;
  if (move.kind == StartMove::Kind::rate) v[at] += h;
  motion::Projector projector(side);
  const motion::Projection moved = projector.assemble(choices.t, q.data(), v.data());
  if (!moved.converged || !moved.feasible) return {};
  if (rests && !find_equilibrium(side, projector, choices.t, q.data(), v.data()).found) return {};
  q.insert(q.end(), v.begin(), v.end());
  return q;
}

// A small part of what is moved, or of its kind: chains whose links are a hundredth of them must not
// feel it. Starts are found to rounding, so that about 1e-10 is left of them.
double step_of(const Model& model, const StartMove& move) {
  const State& start = model.start();
  const auto at = static_cast<std::size_t>(move.number);
  const double size = move.kind == StartMove::Kind::parameter
                          ? std::abs(model.parameter_values()[at])
                      : move.kind == StartMove::Kind::coordinate ? largest(start.q)
                                                                 : largest(start.v);
  return 2e-5 * (size > 0 ? size : 1.0);
}

}  // namespace

// Of order 4.
std::vector<double> start_by_differences(const Model& model, const RunChoices& choices,
                                         const StartMove& move) {
  const double h = step_of(model, move);
  const double steps[] = {h, -h, 2 * h, -2 * h}, weights[] = {8, -8, -1, 1};
  std::vector<double> slope(2 * model.coordinates().size(), 0.0);
  for (int k = 0; k < 4; ++k) {
    const std::vector<double> start = assembled(model, choices, move, steps[k]);
    if (start.empty()) return {};
    for (std::size_t i = 0; i < slope.size(); ++i) slope[i] += weights[k] * start[i] / (12 * h);
  }
  return slope;
}

}  // namespace zwang
