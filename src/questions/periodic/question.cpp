// SPDX-License-Identifier: Apache-2.0
#include "questions/periodic/question.h"

#include <algorithm>
#include <cmath>

#include "api/model_error.h"
#include "api/unit_check.h"
#include "base/diagnostic.h"
#include "model/model_parts.h"
#include "read/questions/periodic.h"
#include "scope/code.h"

namespace zwang {

namespace {

std::ptrdiff_t find_parameter(const Model& model, const std::string& name) {
  const auto& names = model.parameters();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return found - names.begin();
  const std::string_view near = nearest(name, names);
  throw InputError("over", "'" + name + "' is not a parameter" +
                               (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?"));
}

}  // namespace

double number_of(const Model& model, const Expression& expression) {
  std::vector<Diagnostic> wrong;
  const auto value = model.parts().source.number(expression, wrong);
  const Description& description = model.description();
  if (!wrong.empty()) throw ModelError(complaints_of(wrong, description.text, description.source));
  return value.value_or(0);
}

PeriodicWish periodic_wish(const Model& model, const PeriodicOptions& options) {
  PeriodicWish wish;
  const auto table = read::read_periodic(model.description().text);
  if (options.period && options.guess)
    throw InputError("period", "is given, and so is a guess of it: only one can be");
  if (options.period || options.guess) {
    wish.period = options.period ? *options.period : *options.guess;
    wish.period_is_given = options.period.has_value();
  } else if (table) {
    wish.period_is_given = table->period.given();
    for (const Expression* const one : {&table->period, &table->guess})
      check_unit(model, "period", model.description().time.text, *one);
    if (wish.period_is_given) wish.formula = table->period;
    wish.period = number_of(model, wish.period_is_given ? table->period : table->guess);
  } else {
    throw InputError("period", "give the period of a driven system, or a guess of the period");
  }
  if (!(wish.period > 0) || !std::isfinite(wish.period))
    throw InputError("period", "must be positive");
  if (table && table->tolerance.given()) wish.tolerance = number_of(model, table->tolerance);
  if (options.tolerance) wish.tolerance = *options.tolerance;
  if (!(wish.tolerance > 0 && wish.tolerance < 1))
    throw InputError("tolerance", "must be between 0 and 1");
  if (options.over) {
    wish.over = find_parameter(model, *options.over);
    wish.from = options.from;
    wish.to = options.to;
  } else if (table && !table->over.empty()) {
    if (table->over.size() > 1) throw InputError("over", "must name one parameter");
    wish.over = find_parameter(model, table->over[0].first.text);
    for (const Expression& one : table->over[0].second)
      check_unit(model, "over", table->over[0].first.text, one);
    wish.from = number_of(model, table->over[0].second[0]);
    wish.to = number_of(model, table->over[0].second[1]);
  }
  if (wish.over && (!std::isfinite(wish.from) || !std::isfinite(wish.to) || wish.from == wish.to))
    throw InputError("over", "must have two different values, from and to");
  return wish;
}

}  // namespace zwang
