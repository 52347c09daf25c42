// SPDX-License-Identifier: Apache-2.0
#include "compile/simulation.h"

#include <algorithm>
#include <cmath>

#include "base/diagnostic.h"
#include "base/words/methods.h"
#include "compile/code.h"

namespace zwang::compile {

namespace {

/// A number that must be positive; 0 if it is not given or is wrong.
double positive(Scope& scope, const Expression& expression, const std::string& what) {
  if (!expression.given()) return 0;
  const auto x = scope.number(expression);
  if (!x) return 0;
  if (*x > 0 && std::isfinite(*x)) return *x;
  scope.complain(code::range, expression, what + " must be positive");
  return 0;
}

}  // namespace

double evaluate_tolerance(Scope& scope, const Expression& expression) {
  const auto x = scope.number(expression);
  if (!x) return 0;
  if (*x >= least_tolerance && *x <= most_tolerance) return *x;
  scope.complain(code::range, expression, "a tolerance must be from 1e-15 to 0.1");
  return 0;
}

Index evaluate_samples(Scope& scope, const Expression& expression) {
  if (!expression.given()) return 0;
  const auto x = scope.number(expression);
  if (!x) return 0;
  if (*x == std::floor(*x) && *x >= 1 && *x <= static_cast<double>(max_samples)) {
    return static_cast<Index>(*x);
  }
  scope.complain(code::range, expression, "expected a whole number from 1 to 100 million");
  return 0;
}

void check_word(Scope& scope, const Name& word, const std::string& noun,
                std::span<const words::Word> known) {
  const std::vector<std::string> all = words::list(known);
  if (std::find(all.begin(), all.end(), word.text) != all.end()) return;
  scope.complain(code::unknown_word, word, "unknown " + noun + " '" + word.text + "'",
                 advice(word.text, all));
}

std::optional<double> evaluate_linear_time(Scope& scope) {
  const std::optional<LinearQuestion>& asked = scope.description().linear;
  if (!asked || !asked->t.given()) return std::nullopt;
  const std::optional<double> t = scope.number(asked->t);
  if (t && !std::isfinite(*t)) {
    scope.complain(code::not_finite, asked->t, "this is not a finite number");
  }
  return t;
}

std::optional<SimulationNumbers> evaluate_simulation(Scope& scope) {
  const std::optional<Simulation>& asked = scope.description().simulate;
  if (!asked) return std::nullopt;
  SimulationNumbers numbers;
  numbers.from = scope.number(asked->from).value_or(0);
  if (!std::isfinite(numbers.from)) {
    scope.complain(code::not_finite, asked->from, "this is not a finite number");
  }
  numbers.duration = positive(scope, asked->duration, "the duration");
  numbers.tolerance = evaluate_tolerance(scope, asked->tolerance);
  numbers.absolute = positive(scope, asked->absolute, "the absolute tolerance");
  numbers.step = positive(scope, asked->step, "the step size");
  numbers.every = positive(scope, asked->every, "the time between samples");
  numbers.samples = evaluate_samples(scope, asked->output);
  check_word(scope, asked->method, "method", words::methods.all);
  check_word(scope, asked->kernel, "kernel", words::kernels.all);
  return numbers;
}

}  // namespace zwang::compile
