// SPDX-License-Identifier: Apache-2.0
#include "extremal/explain.h"

#include <algorithm>

#include "extremal/integral_dependence.h"
#include "extremal/reach.h"

namespace zwang::extremal {

namespace {

// ẍ is not determined where a curve begins or ends: no series begins there.
bool look_at_ends(Attempt& attempt, Answer& answer) {
  Question& question = attempt.question();
  const Curve guess = attempt.plain_guess();
  for (const Index k : {Index{0}, guess.intervals()}) {
    const double tau = guess.mesh[at(k)];
    question.evaluate(question.equations().dynamics, tau, guess.at(k));
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

bool changes_sign(Question& question, Answer& answer) {
  const equations::Equations& equations = question.equations();
  const Index n = equations.n;
  if (!equations.two_ends.variational || equations.two_ends.lambdas > 0) return false;
  if (n - equations.m < 2) return false;  // one freedom has one sign
  std::vector<double> z(at(question.shape().size()));
  const double *const x0 = question.end_points().data(), *const x1 = x0 + n;
  for (Index i = 0; i < n; ++i) z[at(n + i)] = x1[i] - x0[i];
  for (int end = 0; end < 2; ++end) {
    std::copy_n(end == 0 ? x0 : x1, n, z.data());
    question.evaluate(equations.dynamics, end, z.data());
    if (!question.instants().solve(question.numbers())) return false;
    (end == 0 ? answer.indefinite_start : answer.indefinite_end) = question.instants().indefinite();
  }
  return answer.indefinite_start != answer.indefinite_end;
}

void explain(Attempt& attempt, Answer& answer) {
  if (answer.failure != Failure::not_found && answer.failure != Failure::conjugate_end) return;
  if (look_at_ends(attempt, answer)) return;
  Question& question = attempt.question();
  const Shape& shape = question.shape();
  question.set(question.first_p().data());
  View view(question);
  const Functional functional = view.functional();
  if (shape.lambdas > 0) {
    answer.dependent = dependent_velocity_rows(question, functional);
  } else if (shape.integrals > 0) {
    answer.dependent = dependent_integrals(question, functional);
  }
  if (answer.dependent.any()) answer.failure = Failure::not_found;
  question.set(question.first_p().data());
}

}  // namespace zwang::extremal
