// SPDX-License-Identifier: Apache-2.0
#include "api/run/lanes.h"

#include <algorithm>

#include "api/run/choices.h"
#include "api/run/method.h"
#include "model/model_parts.h"

namespace zwang {

namespace {

bool looks_at_ends_only(const Model& model) {
  for (const compile::RunFormula& formula : model.parts().source.motion().names.run_formulas) {
    for (const compile::RunNumber& one : formula.numbers) {
      if (one.kind != words::Reduce::start && one.kind != words::Reduce::end) return false;
    }
  }
  return true;
}

bool asks_no_more(const RunOptions& options) {
  return options.columns && options.columns->empty() && options.keep.empty() && !options.error &&
         options.forces.empty() && options.sensitivity.empty();
}

bool takes(const RunChoices& choices) {
  return choices.method == "rk4" && choices.plan.start == motion::StartRule::project &&
         (choices.kernel == Method::automatic || choices.kernel == Method::explicit_);
}

motion::LanePlan plan_of(const RunChoices& choices) {
  return {choices.t, choices.plan.t_end, choices.plan.step};
}

/// A run that is ready to be put in a lane.
struct Ready {
  std::size_t number;
  motion::LanePlan plan;
  motion::RunResult result;
};

}  // namespace

std::unique_ptr<RunLanes> RunLanes::of(const Model& model, const RunOptions& options) {
  const equations::Equations& equations = model.parts().equations();
  if (!asks_no_more(options) || !looks_at_ends_only(model) || !motion::suits_lanes(equations))
    return nullptr;
  try {
    if (!takes(choices_of(model, options))) return nullptr;
  } catch (const std::exception&) {
    return nullptr;  // the lone run says it
  }
  const std::optional<tape::Tape> dynamics = model.parts().source.dynamics();
  return dynamics ? std::unique_ptr<RunLanes>(new RunLanes(model, *dynamics)) : nullptr;
}

RunLanes::RunLanes(const Model& model, const tape::Tape& dynamics)
    : model_(model), lanes_(model_.parts().equations(), dynamics) {}

std::vector<std::optional<Trajectory>> RunLanes::run(std::span<const LaneRun> runs,
                                                     const std::function<bool()>& goes_on) {
  std::vector<std::optional<Trajectory>> ended(runs.size());
  std::vector<Ready> ready;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const Model::Parts& parts = runs[k].model.parts();
    if (!parts.compiled_for.empty()) continue;  // it is another model
    RunChoices choices;
    try {
      choices = choices_of(runs[k].model, runs[k].options);
    } catch (const std::exception&) {
      continue;
    }
    if (!takes(choices) || (!ready.empty() && !(ready[0].plan == plan_of(choices)))) continue;
    const auto& from = choices.plan.from;
    motion::RunResult result;
    result.start_q = from ? from->q : parts.equations().q;
    result.start_v = from ? from->v : parts.equations().v;
    result.tally.methods.assign(1, {choices.t, motion::Stepper::rk4});
    lanes_.set(static_cast<Index>(ready.size()), parts.equations().parameters, result.start_q,
               result.start_v);
    ready.push_back({k, plan_of(choices), std::move(result)});
  }
  if (ready.empty() || !lanes_.run(ready[0].plan, goes_on)) return ended;
  for (std::size_t lane = 0; lane < ready.size(); ++lane) {
    if (!lanes_.is_done(static_cast<Index>(lane))) continue;
    Ready& one = ready[lane];
    one.result.t = one.plan.t_end;
    one.result.tally.steps = lanes_.steps();
    for (Index i = 0; i < model_.parts().equations().n; ++i) {
      one.result.q.push_back(lanes_.q(static_cast<Index>(lane), i));
      one.result.v.push_back(lanes_.v(static_cast<Index>(lane), i));
    }
    ended[one.number] = run_ended(runs[one.number].model, runs[one.number].options, one.result);
  }
  return ended;
}

}  // namespace zwang
