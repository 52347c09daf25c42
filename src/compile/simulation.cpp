// SPDX-License-Identifier: Apache-2.0
#include "compile/simulation.h"

#include <algorithm>
#include <cmath>

#include "base/diagnostic.h"
#include "base/words/methods.h"
#include "scope/code.h"

namespace zwang::compile {

namespace {

double keep(Scope& scope, double SimulationNumbers::*which, formula::Node x) {
  const auto* const at =
      std::find(std::begin(simulation_numbers), std::end(simulation_numbers), which);
  return scope.keep({Kept::What::simulation, at - std::begin(simulation_numbers), 1, x});
}

// A number that must be positive; as it is if it is not given or is wrong.
void set_positive(Scope& scope, const Expression& expression, const std::string& what,
                  double SimulationNumbers::*which, SimulationNumbers& numbers) {
  if (!expression.given()) return;
  const formula::Node x = scope.settled(expression);
  if (x == formula::no_node) return;
  if (scope.is_positive(x) && scope.is_finite(x)) {
    numbers.*which = keep(scope, which, x);
  } else {
    scope.complain(code::range, expression, what + " must be positive");
  }
}

int is_tolerance(std::span<const double> x) {
  return x[0] >= least_tolerance && x[0] <= most_tolerance ? 1 : 0;
}

constexpr const char* not_a_tolerance = "a tolerance must be from 1e-15 to 0.1";

void set_tolerance(Scope& scope, const Expression& expression, SimulationNumbers& numbers) {
  const formula::Node x = scope.settled(expression);
  if (x == formula::no_node) return;
  if (scope.decide({x}, is_tolerance) == 1) {
    numbers.tolerance = keep(scope, &SimulationNumbers::tolerance, x);
  } else {
    scope.complain(code::range, expression, not_a_tolerance);
  }
}

}  // namespace

double evaluate_tolerance(Scope& scope, const Expression& expression) {
  const auto x = scope.number(expression);
  if (!x) return 0;
  if (is_tolerance({&*x, 1}) == 1) return *x;
  scope.complain(code::range, expression, not_a_tolerance);
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
  const std::optional<Simulate>& asked = scope.description().simulate;
  if (!asked) return std::nullopt;
  SimulationNumbers numbers;
  if (const formula::Node from = scope.settled(asked->from); from != formula::no_node) {
    numbers.from = keep(scope, &SimulationNumbers::from, from);
    if (!scope.is_finite(from)) {
      scope.complain(code::not_finite, asked->from, "this is not a finite number");
    }
  }
  using Numbers = SimulationNumbers;
  set_positive(scope, asked->duration, "the duration", &Numbers::duration, numbers);
  set_tolerance(scope, asked->tolerance, numbers);
  set_positive(scope, asked->absolute, "the absolute tolerance", &Numbers::absolute, numbers);
  set_positive(scope, asked->step, "the step size", &Numbers::step, numbers);
  set_positive(scope, asked->every, "the time between samples", &Numbers::every, numbers);
  numbers.samples = evaluate_samples(scope, asked->output);
  check_word(scope, asked->method, "method", words::methods.all);
  check_word(scope, asked->kernel, "kernel", words::kernels.all);
  return numbers;
}

}  // namespace zwang::compile
