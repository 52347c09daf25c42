// SPDX-License-Identifier: Apache-2.0
#include "accuracy/second_run.h"

#include <algorithm>

#include "base/words/methods.h"

namespace zwang {

namespace {

// Smaller ones are lost in the rounding of what a step adds up.
constexpr double least_tolerance = 2.3e-14;

// By how much the tolerance is divided: so that a second run costs about 1.4 times the first. Methods of a lower order pay
// more for the same factor.
double divisor(const std::string& method) {
  const bool low_order = method.find("dopri853") == std::string::npos;
  return low_order ? 10 : 32;
}

void set_tolerance(const std::string& method, SecondRun& second) {
  motion::RunOptions& plan = second.choices.plan;
  double factor = 1 / divisor(method);
  if (plan.tolerance * factor < least_tolerance) factor = least_tolerance / plan.tolerance;
  second.is_finer = factor <= 0.25;
  if (!second.is_finer) factor = 10;
  plan.tolerance *= factor;
  plan.absolute *= factor;
}

}  // namespace

SecondRun second_run(const FirstRun& first, const RunOptions& options, const RunChoices& choices,
                     std::vector<double> times, std::vector<std::string> columns) {
  SecondRun second{options, choices, words::has_fixed_step(first.method)};
  second.options.keep.clear();
  second.options.resume = false;
  second.options.columns = std::move(columns);
  second.choices.peaks = !options.columns;
  motion::RunOptions& plan = second.choices.plan;
  plan.every_step = false;
  plan.times = std::move(times);
  if (second.is_fixed) {
    plan.step /= 2;
    return second;
  }
  // An explicit method that does not notice how stiff the motion is at the smaller tolerance would take ten times as long.
  const bool is_stiff = choices.method == "auto" && first.stiff > 0.5;
  if (is_stiff) {
    second.choices.method = words::facts(motion::Stepper::radau5).word;
    plan.may_switch = false;
  }
  set_tolerance(is_stiff ? second.choices.method : first.method, second);
  return second;
}

}  // namespace zwang
