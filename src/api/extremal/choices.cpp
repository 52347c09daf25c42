// SPDX-License-Identifier: Apache-2.0
#include "api/extremal/choices.h"

#include "api/choice_words.h"
#include "api/model_error.h"
#include "base/number.h"
#include "base/words/methods.h"
#include "model/model_parts.h"
#include "scope/code.h"

namespace zwang {

namespace {

constexpr long default_samples = 200;

const Extremal& question_of(const Model& model) {
  const auto& given = model.description().extremal;
  if (given) return *given;
  throw ModelError({complaint_at(model.description(), compile::code::no_extremal, {},
                                 "the ends between which to find extremals are missing",
                                 "write [extremal] with from = { … } and to = { … }")});
}

long count(const std::optional<long>& option, long of_model, const char* name, long least,
           long most) {
  if (!option) return of_model;
  if (*option >= least && *option <= most) return *option;
  throw InputError(name, "must be from " + std::to_string(least) + " to " + std::to_string(most) +
                             " (got " + std::to_string(*option) + ")");
}

}  // namespace

ExtremalChoices extremal_choices(const Model& model, const ExtremalOptions& options) {
  const Extremal& asked = question_of(model);
  const compile::ExtremalNumbers& numbers = *model.parts().extremal().extremal;
  ExtremalChoices choices;
  extremal::Plan& plan = choices.plan;
  plan.tolerance = chosen_tolerance(options.tolerance, numbers.tolerance);
  const words::Vocabulary<extremal::Method> methods = words::ends_methods;
  const std::string_view asked_for =
      chosen_word(options.method, asked.method.text, "method", methods.all);
  if (asked_for != "auto") plan.method = *methods.find(asked_for);
  choices.method = methods.of(plan.method);
  plan.all = count(options.all, numbers.all, "all", 1, compile::most_extremals);
  plan.cross_check = options.cross_check.value_or(asked.cross_check);
  plan.verdict = options.verdict;
  plan.follow = numbers.follow;
  const long samples = numbers.samples > 0 ? numbers.samples : default_samples;
  choices.samples = count(options.samples, samples, "samples", 1, compile::max_samples);
  return choices;
}

std::string in_words(const ExtremalChoices& choices) {
  std::string words = choices.method + ", tolerance " + number_text(choices.plan.tolerance);
  if (choices.plan.all > 1) words += ", up to " + std::to_string(choices.plan.all) + " extremals";
  if (choices.plan.cross_check) words += ", checked with multipliers";
  return words + ", " + std::to_string(choices.samples) + " samples";
}

}  // namespace zwang
