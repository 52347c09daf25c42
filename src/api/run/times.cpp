// SPDX-License-Identifier: Apache-2.0
#include "api/run/times.h"

#include <cmath>

#include "api/model_error.h"
#include "base/number.h"
#include "model/model_parts.h"
#include "scope/code.h"

namespace zwang {

namespace {

constexpr long default_samples = 200;
constexpr auto most_samples = static_cast<double>(compile::max_samples);

// Both ends included; a lone one is the end.
std::vector<double> evenly(double t, double t_end, long count) {
  std::vector<double> times(count, t_end);
  for (long k = 0; k + 1 < count; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(count - 1);
    times[k] = t + share * (t_end - t);
  }
  return times;
}

// Multiples of dt from the start, and the end; one that is the end but for rounding is the end.
std::vector<double> multiples(double t, double t_end, double dt) {
  std::vector<double> times;
  for (long k = 0;; ++k) {
    const double at = t + static_cast<double>(k) * dt;
    if (at >= t_end - 1e-9 * dt) break;
    times.push_back(at);
  }
  times.push_back(t_end);
  return times;
}

struct Rule {
  long samples = 0;
  double every = 0;
  bool steps = false;
};

Rule rule_of_call(const RunOptions& options) {
  const bool steps = options.every_step.value_or(false);
  if ((options.samples ? 1 : 0) + (options.every ? 1 : 0) + (steps ? 1 : 0) > 1) {
    throw InputError("samples", "only one of samples, every and every_step can be given");
  }
  if (options.samples && (*options.samples < 1 || *options.samples > compile::max_samples)) {
    throw InputError(
        "samples", "must be from 1 to 100 million (got " + std::to_string(*options.samples) + ")");
  }
  if (options.every && !(*options.every > 0)) {
    throw InputError("every", "must be positive (got " + number_text(*options.every) + ")");
  }
  return {options.samples.value_or(0), options.every.value_or(0), steps};
}

Rule rule_of_model(const Model& model, const RunOptions& options) {
  const auto& asked = model.description().simulate;
  const auto numbers = model.parts().source.motion().simulation;
  if (!asked || !numbers) return {};
  const bool steps = asked->every_step && options.every_step.value_or(true);
  return {static_cast<long>(numbers->samples), numbers->every, steps};
}

[[noreturn]] void refuse_every(const Model& model, const RunOptions& options, double every) {
  const std::string what = number_text(every) + ", which makes more than 100 million samples";
  if (options.every || options.duration) throw InputError("every", "is " + what);
  throw ModelError({complaint_at(model.description(), compile::code::range,
                                 model.description().simulate->every.at, "every is " + what, "")});
}

}  // namespace

std::string set_times(const Model& model, const RunOptions& options, double t,
                      motion::RunOptions& plan) {
  Rule rule = rule_of_call(options);
  if (rule.samples == 0 && rule.every == 0 && !rule.steps) rule = rule_of_model(model, options);
  if (rule.steps) {
    plan.every_step = true;
    return "a sample after every step";
  }
  if (rule.every > 0) {
    const double count = (plan.t_end - t) / rule.every + 1;
    if (count > most_samples) refuse_every(model, options, rule.every);
    plan.times = multiples(t, plan.t_end, rule.every);
    return "samples every " + number_text(rule.every);
  }
  const long count = rule.samples > 0 ? rule.samples : default_samples;
  plan.times = evenly(t, plan.t_end, count);
  return std::to_string(count) + " samples";
}

}  // namespace zwang
