// SPDX-License-Identifier: Apache-2.0
#include "compile/ends/extremal.h"

#include <algorithm>
#include <cmath>

#include "base/words/methods.h"
#include "compile/ends/unknowns.h"
#include "compile/simulation.h"
#include "scope/code.h"

namespace zwang::compile {

namespace {

Index how_many(Scope& scope, const Expression& expression) {
  if (!expression.given()) return 1;
  const auto x = scope.number(expression);
  if (!x) return 1;
  if (*x == std::floor(*x) && *x >= 1 && *x <= static_cast<double>(most_extremals)) {
    return static_cast<Index>(*x);
  }
  scope.complain(code::range, expression, "expected a whole number from 1 to 1000");
  return 1;
}

void follow(Scope& scope, const Name& name, const Expression& value, ExtremalNumbers& numbers) {
  const auto number = parameter_number(scope, name);
  const auto x = scope.number(value);
  if (!number || !x) return;
  const auto& unknowns = scope.description().extremal->unknowns;
  if (std::any_of(unknowns.begin(), unknowns.end(),
                  [&](const auto& unknown) { return unknown.first.text == name.text; })) {
    scope.complain(code::unknown, name, "'" + name.text + "' is unknown, so it cannot be followed",
                   "an unknown has its guess instead");
  } else if (!std::isfinite(*x)) {
    scope.complain(code::not_finite, value, "this is not a finite number");
  } else {
    numbers.follow.emplace_back(*number, *x);
  }
}

}  // namespace

std::optional<ExtremalNumbers> evaluate_extremal(Scope& scope) {
  const std::optional<Extremal>& asked = scope.description().extremal;
  if (!asked) return std::nullopt;
  ExtremalNumbers numbers;
  numbers.tolerance = evaluate_tolerance(scope, asked->tolerance);
  numbers.all = how_many(scope, asked->all);
  numbers.samples = evaluate_samples(scope, asked->output);
  for (const auto& [name, value] : asked->follow) follow(scope, name, value, numbers);
  check_word(scope, asked->method, "method", words::ends_methods.all);
  return numbers;
}

}  // namespace zwang::compile
