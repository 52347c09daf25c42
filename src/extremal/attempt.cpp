// SPDX-License-Identifier: Apache-2.0
#include "extremal/attempt.h"

#include <algorithm>

#include "bvp/deflation.h"
#include "bvp/shooting/shooting.h"

namespace zwang::extremal {

namespace {

// Smooth curves need some hundred at the most; more only tell that they are not smooth.
constexpr Index most_intervals = 20'000, most_rough_intervals = 1000;
constexpr double nearly_singular = 1e8;       // of the linear system, largest over smallest pivot
constexpr long most_evaluations = 1'000'000;  // before a first extremal is found: a second or two
constexpr long near_sweeps = 100;  // over all points of a neighbour's mesh: finer ones count more

}  // namespace

Attempt::Attempt(Question& question, const Plan& plan)
    : question_(question), plan_(plan), patience_(most_evaluations) {}

bool Attempt::exhausted() const { return found_ == 0 && question_.evaluations() > patience_; }

bool Attempt::goes_on() const {
  if (exhausted()) return false;
  return !plan_.goes_on || plan_.goes_on(plan_.self, found_, intervals_);
}

bvp::Solution Attempt::from(bvp::Curve guess, double tolerance) {
  return from(std::move(guess), tolerance, {});
}

bvp::Solution Attempt::from_near(bvp::Curve guess, double tolerance) {
  limit_ = question_.evaluations() + near_sweeps * guess.stages * guess.intervals();
  bvp::Solution solution = from(std::move(guess), tolerance, {});
  limit_ = 0;
  if (solution.outcome == bvp::Outcome::interrupted && goes_on()) {
    solution.outcome = bvp::Outcome::not_converged;
  }
  return solution;
}

bvp::Solution Attempt::from(bvp::Curve guess, double tolerance,
                            const std::vector<const bvp::Curve*>& known) {
  bvp::SolveOptions options;
  options.tolerance = tolerance > 0 ? tolerance : plan_.tolerance;
  options.most_intervals = tolerance > 0 ? most_rough_intervals : most_intervals;
  options.first_mesh = first_mesh_;
  bvp::Deflation deflation(known);
  struct Asked {
    Attempt* attempt;
    bvp::Deflation* deflation;
  } asked{this, &deflation};
  options.newton.self = &asked;
  options.newton.goes_on = [](void* self) noexcept {
    const Attempt& attempt = *static_cast<Asked*>(self)->attempt;
    const bool within = attempt.limit_ == 0 || attempt.question_.evaluations() <= attempt.limit_;
    return within && attempt.goes_on();
  };
  if (!known.empty()) {
    options.newton.factor = [](void* self, const bvp::Curve& curve,
                               const bvp::Curve& step) noexcept {
      return static_cast<Asked*>(self)->deflation->factor(curve, step);
    };
  }
  intervals_ = guess.intervals();
  question_.set(guess.p.data());
  bvp::Solution solution = plan_.method == Method::shooting
                               ? shoot(question_.bvp(), options, guess)
                               : solve(question_.bvp(), options, std::move(guess));
  iterations_ += solution.iterations;
  intervals_ = solution.curve.intervals();
  return solution;
}

bvp::Solution Attempt::roughly_from(bvp::Curve guess) {
  bvp::NewtonOptions options;
  options.tolerance = 1e-4;
  options.most_iterations = 12;
  bvp::Solution solution;
  question_.set(guess.p.data());
  const bvp::NewtonResult result = newton(question_.bvp(), options, guess, false);
  iterations_ += result.iterations;
  solution.outcome = goes_on() ? result.outcome : bvp::Outcome::interrupted;
  solution.condition = result.condition;
  solution.curve = std::move(guess);
  return solution;
}

// In the middle of the guess, by its trace: where it is negative, what there is to find is rather a
// maximum. 0: ZᵀMZ has both signs, and there is neither.
int Attempt::sign_of_mass() {
  if (!question_.two_ends().variational || question_.two_ends().lambdas > 0) return 1;
  const bvp::Curve guess = plain_guess();
  const equations::Equations& equations = question_.equations();
  question_.evaluate(equations::Stage::dynamics, 0.5, guess.at(guess.intervals() / 2));
  Instants& instants = question_.instants();
  if (equations.n > 1 && instants.solve(question_.numbers()) && instants.indefinite()) return 0;
  const double* M = question_.numbers().M();
  double trace = 0;
  for (const std::size_t block : equations.mass_blocks) {
    for (std::size_t i = 0; i < block; ++i) trace += M[i * block + i];
    M += block * block;
  }
  return trace < 0 ? -1 : 1;
}

bvp::Solution Attempt::first(double tolerance) {
  const auto& guessed = question_.two_ends().guessed;
  const bool by_user = std::any_of(guessed.begin(), guessed.end(), [](auto x) { return x != 0; });
  bvp::Solution best;
  best.outcome = bvp::Outcome::not_converged;
  const auto over = [&best] {
    return best.outcome == bvp::Outcome::done || best.outcome == bvp::Outcome::interrupted;
  };
  // Of failures one that came to a curve tells more than one that did not.
  const auto try_from = [&](bvp::Curve guess) {
    bvp::Solution solution = from(std::move(guess), tolerance);
    const bool told = best.outcome == bvp::Outcome::too_fine ||
                      best.outcome == bvp::Outcome::singular || best.condition > nearly_singular;
    const bool tells = solution.outcome == bvp::Outcome::done ||
                       (solution.outcome == bvp::Outcome::interrupted && !exhausted());
    if (!told || tells) best = std::move(solution);
  };
  if (plan_.first) try_from(*plan_.first);
  if (plan_.first && plan_.only_first) return best;
  // Where rows bind velocities, few links are often enough; if not, Newton's first step tells.
  for (const Index links : {few_links, first_intervals, many_links}) {
    bvp::Curve guess;
    if (over() || !bound_guess(guess, links)) continue;
    if (links == few_links) first_mesh_ = bvp::FirstMesh::coarse_only;
    try_from(std::move(guess));
    first_mesh_ = links == few_links ? bvp::FirstMesh::own : bvp::FirstMesh::coarse_first;
  }
  first_mesh_ = bvp::FirstMesh::coarse_first;
  if (!over() && by_user) try_from(plain_guess());
  // A few links at first; where these do not do, many; and perhaps there is a maximum.
  const int likely = sign_of_mass();
  if (!over() && likely == 0) try_from(guess_on_rows());
  const std::pair<int, bool> ways[] = {{likely, false}, {likely, true}, {-likely, false}};
  for (const auto& [sign, fine] : ways) {
    bvp::Curve guess;
    if (!over() && sign != 0 && minimised_guess(guess, sign, fine)) try_from(std::move(guess));
  }
  if (!over() && !by_user) try_from(plain_guess());
  return best;
}

}  // namespace zwang::extremal
