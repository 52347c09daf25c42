// SPDX-License-Identifier: Apache-2.0
#include "extremal/reasons/reasons.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::extremal {

namespace {

// Whether all formulas have values at a state.
bool has_numbers(Question& question, double tau, const double* z) {
  const equations::Equations& equations = question.equations();
  equations::Workspace& numbers = question.numbers();
  question.evaluate(equations::Stage::dynamics, tau, z);
  Index mass = 0;
  for (const std::size_t block : equations.mass_blocks) mass += static_cast<Index>(block * block);
  const auto entries = static_cast<Index>(equations.A().column.size());
  if (!linalg::all_finite(numbers.M(), mass) || !linalg::all_finite(numbers.Q(), equations.n) ||
      !linalg::all_finite(numbers.A(), entries) || !linalg::all_finite(numbers.b(), equations.m)) {
    return false;
  }
  if (!equations.two_ends.variational) return true;
  question.evaluate(equations::Stage::density, tau, z);
  return std::isfinite(*numbers.integrand());
}

// A guess that leads where there are no numbers. That Newton's iteration had none may have other reasons.
bool lacks_numbers(Attempt& attempt, Answer& answer) {
  Question& question = attempt.question();
  const bvp::Curve guess = attempt.plain_guess();
  for (Index k = 1; k < guess.intervals(); ++k) {
    if (has_numbers(question, guess.mesh[k], guess.at(k))) continue;
    answer.failure = Failure::not_finite;
    answer.t = question.span().time(guess.mesh[k]);
    return true;
  }
  return false;
}

// No formula is evaluated at the ends of a curve; but where one has no value, or no slope, the curve
// is seldom smooth.
bool lacks_numbers_at_end(Attempt& attempt, Answer& answer) {
  Question& question = attempt.question();
  const bvp::Curve guess = attempt.plain_guess();
  const bool fixed[] = {question.end_rows().starts_fixed(), question.end_rows().ends_fixed()};
  for (const int end : {0, 1}) {
    if (!fixed[end] || has_numbers(question, end, guess.at(end * guess.intervals()))) continue;
    answer.failure = Failure::not_finite;
    answer.t = question.span().time(end);
    answer.only_at_end = true;
    return true;
  }
  return false;
}

// ẍ is not determined where a curve begins or ends: no series begins there.
bool look_at_ends(Attempt& attempt, Answer& answer) {
  Question& question = attempt.question();
  bvp::Curve guess = attempt.plain_guess();
  take_any_multipliers(question, guess);
  for (const Index k : {Index{0}, guess.intervals()}) {
    const double tau = guess.mesh[k];
    question.evaluate(equations::Stage::dynamics, tau, guess.at(k));
    Instants& instants = question.instants();
    if (instants.solve(question.numbers()) || !instants.degenerate()) continue;
    answer.failure = Failure::bad_mass;
    answer.null_direction = instants.null_direction();
    answer.t = question.span().time(tau);
    answer.only_at_end = true;
    return true;
  }
  return false;
}

}  // namespace

void take_any_multipliers(Question& question, bvp::Curve& guess) {
  const Shape& shape = question.shape();
  for (Index k = 0; k < shape.integrals; ++k) {
    guess.p[k] = 0.83 + 0.37 * static_cast<double>(k);
  }
  for (Index i = 0; i <= guess.intervals(); ++i) {
    for (Index k = 0; k < shape.lambdas; ++k) {
      guess.at(i)[shape.lambda() + k] = 0.71 + 0.29 * static_cast<double>(k);
    }
  }
  question.set(guess.p.data());
}

bool changes_sign(Question& question, Answer& answer) {
  const equations::Equations& equations = question.equations();
  const Index n = equations.n;
  if (!equations.two_ends.variational || equations.two_ends.lambdas > 0) return false;
  if (n - equations.m < 2) return false;  // one freedom has one sign
  std::vector<double> z(question.shape().size());
  const double *const x0 = question.end_points().data(), *const x1 = x0 + n;
  for (Index i = 0; i < n; ++i) z[n + i] = x1[i] - x0[i];
  for (int end = 0; end < 2; ++end) {
    std::copy_n(end == 0 ? x0 : x1, n, z.data());
    question.evaluate(equations::Stage::dynamics, end, z.data());
    if (!question.instants().solve(question.numbers())) return false;
    (end == 0 ? answer.indefinite.start : answer.indefinite.end) = question.instants().indefinite();
  }
  return answer.indefinite.start != answer.indefinite.end;
}

void explain(Attempt& attempt, Answer& answer) {
  if (answer.failure == Failure::not_finite) answer.failure = Failure::not_found;
  if (answer.failure != Failure::not_found && answer.failure != Failure::conjugate_end) return;
  if (answer.failure == Failure::not_found && lacks_numbers(attempt, answer)) return;
  if (lacks_numbers_at_end(attempt, answer) || look_at_ends(attempt, answer)) return;
  Question& question = attempt.question();
  const Shape& shape = question.shape();
  question.set(question.first_p().data());
  View view(question);
  const variation::Functional functional = view.functional();
  if (shape.lambdas > 0) {
    answer.stalled = stalled_row(question, functional, attempt.plain_guess());
    if (answer.stalled.row >= 0) {
      answer.failure = Failure::not_found;
      return;
    }
    question.set(question.first_p().data());
    answer.dependent = dependent_velocity_rows(question, functional);
  } else if (shape.integrals > 0) {
    answer.dependent = dependent_integrals(question, functional);
  }
  if (answer.dependent.any()) answer.failure = Failure::not_found;
  if (answer.failure == Failure::not_found && !answer.dependent.any()) {
    question.set(question.first_p().data());
    answer.out_of_range = integral_out_of_range(question, functional);
  }
  question.set(question.first_p().data());
}

}  // namespace zwang::extremal
