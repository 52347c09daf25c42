// SPDX-License-Identifier: Apache-2.0
#include "api/run/choices.h"

#include <algorithm>
#include <cmath>

#include "api/choice_words.h"
#include "api/model_error.h"
#include "api/run/times.h"
#include "base/number.h"
#include "base/words/methods.h"
#include "base/words/policies.h"
#include "instant/kernel.h"
#include "model/model_parts.h"
#include "model/states.h"
#include "record/identity.h"
#include "scope/code.h"

namespace zwang {

namespace {

const Simulate& simulation_of(const Model& model) {
  static const Simulate nothing;
  const auto& given = model.description().simulate;
  return given ? *given : nothing;
}

compile::SimulationNumbers numbers_of(const Model& model) {
  return model.parts().source.motion().simulation.value_or(compile::SimulationNumbers{});
}

[[noreturn]] void refuse(const Model& model, std::string_view code, Location at, std::string what,
                         std::string hint) {
  throw ModelError({complaint_at(model.description(), code, at, std::move(what), std::move(hint))});
}

/// The option if it is given, else the model's number.
double positive(const std::optional<double>& option, double model, const char* name) {
  if (!option) return model;
  if (*option > 0 && std::isfinite(*option)) return *option;
  throw InputError(name, "must be positive (got " + number_text(*option) + ")");
}

// The length of the steps of methods that do not choose it themselves.
double step(const Model& model, const RunOptions& options, const std::string& method) {
  const double dt = positive(options.step, numbers_of(model).step, "step");
  if (dt > 0 || !words::has_fixed_step(method)) return dt;
  const std::string needs = method + " needs a step size";
  if (options.method) throw InputError("step", needs + ", for example 0.01");
  const Simulate& asked = simulation_of(model);
  refuse(model, compile::code::no_step, asked.method.at, needs, "write step = … in [simulate]");
}

double duration(const Model& model, const RunOptions& options) {
  const double length = positive(options.duration, numbers_of(model).duration, "duration");
  if (length > 0) return length;
  refuse(model, compile::code::no_duration, simulation_of(model).at,
         "the duration of the run is missing", "write duration = … in [simulate]");
}

motion::RankRule rank_rule(const Model& model, Method& kernel) {
  const Simulate& asked = simulation_of(model);
  switch (asked.rank_change) {
    case RankPolicy::stop:
      return motion::RankRule::stop;
    case RankPolicy::drop:
      return motion::RankRule::drop;
    case RankPolicy::proximal:
      if (kernel == Method::automatic) kernel = Method::proximal;
      break;
    case RankPolicy::keep:
      break;
  }
  return motion::RankRule::keep;
}

void set_start(const Model& model, const RunOptions& options, RunChoices& choices) {
  choices.t = model.start().t;
  if (!options.start) return;
  check_state(model, *options.start);
  const auto finite = [](double x) { return std::isfinite(x); };
  const State& start = *options.start;
  if (!finite(start.t) || !std::all_of(start.q.begin(), start.q.end(), finite) ||
      !std::all_of(start.v.begin(), start.v.end(), finite)) {
    throw InputError("start", "contains an infinite or NaN value");
  }
  choices.t = start.t;
  choices.plan.from = {start.t, start.q, start.v};
}

// A start is many numbers; in words it is their fingerprint.
std::string start_in_words(const motion::RunOptions& plan) {
  const auto policy = static_cast<StartPolicy>(plan.start);
  std::string words = "start " + std::string(zwang::words::starts.of(policy));
  if (!plan.from) return words;
  std::string numbers;
  for (const double x : plan.from->q) numbers += number_text(x) + " ";
  for (const double x : plan.from->v) numbers += number_text(x) + " ";
  return words + " from " + record::hex_text(record::fingerprint(numbers));
}

// What the kernel that was chosen does not take.
void check_kernel(Method kernel, const equations::Equations& equations, bool modes) {
  switch (instant::why_not(kernel, equations, modes)) {
    case instant::Misfit::none:
      return;
    case instant::Misfit::no_solids:
      throw InputError("kernel", "the kernel \"bodies\" is for models with rigid bodies");
    case instant::Misfit::mass_by_formula:
      throw InputError("kernel",
                       "the kernel \"bodies\" cannot be used when a formula adds mass to a body");
    case instant::Misfit::bodies_with_laws:
      throw InputError(
          "kernel",
          "the kernel \"bodies\" cannot be used with events, contacts, friction or servo forces");
    case instant::Misfit::too_large:
      throw InputError("kernel", "this model's bodies have " +
                                     std::to_string(equations.solids->tree.nq) +
                                     " coordinates, too many for a full mass matrix; only the "
                                     "kernel \"bodies\" can solve it, without events, contacts, "
                                     "friction or servo forces");
  }
}

}  // namespace

RunChoices choices_of(const Model& model, const RunOptions& options) {
  const Simulate& asked = simulation_of(model);
  const compile::SimulationNumbers numbers = numbers_of(model);
  RunChoices choices;
  motion::RunOptions& plan = choices.plan;
  set_start(model, options, choices);
  const double length = duration(model, options);
  plan.t_end = choices.t + length;
  if (!(plan.t_end > choices.t) || !std::isfinite(plan.t_end)) {
    throw InputError("duration", "is " + number_text(length) +
                                     ", too small compared with the start time " +
                                     number_text(choices.t));
  }
  choices.method = chosen_word(options.method, asked.method.text, "method", words::methods.all);
  choices.method_of_call = options.method.has_value();
  plan.may_switch = choices.method == "auto";
  const words::Vocabulary<Method> kernels = words::kernels;
  choices.kernel =
      *kernels.find(chosen_word(options.kernel, asked.kernel.text, "kernel", kernels.all));
  plan.tolerance = chosen_tolerance(options.tolerance, numbers.tolerance);
  plan.absolute = positive(options.absolute, numbers.absolute, "absolute");
  plan.step = step(model, options, choices.method);
  plan.start = static_cast<motion::StartRule>(asked.start);
  plan.rank_change = rank_rule(model, choices.kernel);
  plan.impact = static_cast<motion::ImpactRule>(asked.impact);
  check_kernel(choices.kernel, model.parts().equations(),
               plan.rank_change == motion::RankRule::drop);
  choices.samples = set_times(model, options, choices.t, plan);
  return choices;
}

std::string in_words(const RunChoices& choices) {
  const motion::RunOptions& plan = choices.plan;
  std::string words = choices.method + ", kernel " + std::string(name(choices.kernel));
  words += ", tolerance " + number_text(plan.tolerance);
  if (plan.absolute > 0) words += ", absolute " + number_text(plan.absolute);
  if (plan.step > 0) words += ", step " + number_text(plan.step);
  words += ", from " + number_text(choices.t) + " to " + number_text(plan.t_end);
  words += ", " + choices.samples + ", " + start_in_words(plan);
  if (plan.rank_change == motion::RankRule::stop) words += ", stop at a change of rank";
  if (plan.rank_change == motion::RankRule::drop) words += ", drop equations at a change of rank";
  if (plan.impact == motion::ImpactRule::simultaneous) words += ", simultaneous impacts";
  return words;
}

}  // namespace zwang
