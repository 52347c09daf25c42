// SPDX-License-Identifier: Apache-2.0
#include "extremal/attempt.h"

#include <algorithm>

#include "extremal/bound_descent.h"
#include "extremal/deflation.h"
#include "extremal/discrete.h"
#include "extremal/guess.h"
#include "extremal/multiplier_guess.h"
#include "extremal/refine.h"
#include "extremal/shooting.h"

namespace zwang::extremal {

namespace {

constexpr Index first_intervals = 8;  // of the first mesh: where they are too few, it is refined
constexpr Index many_links = 64;      // of the discrete action, where as few do not do
// Smooth curves need some hundred at the most; more only tell that they are not smooth.
constexpr Index most_intervals = 20'000, most_rough_intervals = 1000;
constexpr double nearly_singular = 1e8;       // of the linear system, largest over smallest pivot
constexpr long most_evaluations = 1'000'000;  // before a first extremal is found: a second or two
constexpr int most_descents = 200;
constexpr long near_sweeps = 100;  // over all points of a neighbour's mesh: finer ones count more

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// λ of links to the nodes between them.
void spread_multipliers(const Shape& shape, const std::vector<double>& of_links, Curve& curve) {
  const Index N = curve.intervals(), m = shape.lambdas;
  for (Index k = 0; k <= N; ++k) {
    const Index before = std::clamp(k - 1, Index{0}, N - 2);
    const double part = static_cast<double>(k - before) - 0.5;
    for (Index j = 0; j < m; ++j) {
      const double left = of_links[at(before * m + j)], right = of_links[at((before + 1) * m + j)];
      curve.at(k)[shape.lambda() + j] = left + part * (right - left);
    }
  }
}

}  // namespace

Attempt::Attempt(Question& question, const Plan& plan)
    : question_(question), plan_(plan), patience_(most_evaluations) {}

bool Attempt::exhausted() const { return found_ == 0 && question_.evaluations() > patience_; }

bool Attempt::goes_on() const {
  if (exhausted()) return false;
  return !plan_.goes_on || plan_.goes_on(plan_.self, found_, intervals_);
}

Solution Attempt::from(Curve guess, double tolerance) {
  return from(std::move(guess), tolerance, {});
}

Solution Attempt::from_near(Curve guess, double tolerance) {
  limit_ = question_.evaluations() + near_sweeps * guess.stages * guess.intervals();
  Solution solution = from(std::move(guess), tolerance, {});
  limit_ = 0;
  if (solution.outcome == Outcome::interrupted && goes_on()) {
    solution.outcome = Outcome::not_converged;
  }
  return solution;
}

Solution Attempt::from(Curve guess, double tolerance, const std::vector<const Curve*>& known) {
  SolveOptions options;
  options.tolerance = tolerance > 0 ? tolerance : plan_.tolerance;
  options.most_intervals = tolerance > 0 ? most_rough_intervals : most_intervals;
  Deflation deflation(known);
  struct Asked {
    Attempt* attempt;
    Deflation* deflation;
  } asked{this, &deflation};
  options.newton.self = &asked;
  options.newton.goes_on = [](void* self) noexcept {
    const Attempt& attempt = *static_cast<Asked*>(self)->attempt;
    const bool within = attempt.limit_ == 0 || attempt.question_.evaluations() <= attempt.limit_;
    return within && attempt.goes_on();
  };
  if (!known.empty()) {
    options.newton.factor = [](void* self, const Curve& curve, const Curve& step) noexcept {
      return static_cast<Asked*>(self)->deflation->factor(curve, step);
    };
  }
  intervals_ = guess.intervals();
  question_.set(guess.p.data());
  Solution solution = plan_.method == Method::shooting
                          ? shoot(question_.bvp(), options, guess)
                          : solve(question_.bvp(), options, std::move(guess));
  iterations_ += solution.iterations;
  intervals_ = solution.curve.intervals();
  return solution;
}

Solution Attempt::roughly_from(Curve guess) {
  NewtonOptions options;
  options.tolerance = 1e-4;
  options.most_iterations = 12;
  Solution solution;
  question_.set(guess.p.data());
  const NewtonResult result = newton(question_.bvp(), options, guess, false);
  iterations_ += result.iterations;
  solution.outcome = goes_on() ? result.outcome : Outcome::interrupted;
  solution.condition = result.condition;
  solution.curve = std::move(guess);
  return solution;
}

Curve Attempt::plain_guess() {
  const std::vector<double> p = question_.first_p();
  question_.set(p.data());
  Curve curve =
      curve_through(question_, default_stages, guessed_points(question_, first_intervals), p);
  guess_multipliers(question_, curve);
  return curve;
}

// The guess as a polygon, its p set.
DiscreteGuess Attempt::polygon(Index links) {
  const equations::TwoEnds& two = question_.two_ends();
  question_.set(question_.first_p().data());
  DiscreteGuess polygon;
  polygon.t0 = question_.span().t0;
  polygon.t1 = polygon.t0 + question_.span().length;
  polygon.intervals = links;
  polygon.x = guessed_points(question_, links);
  polygon.mu.assign(at(two.integrals), 0.0);
  const double* const targets = question_.numbers().at(two.layout.targets);
  polygon.targets.assign(targets, targets + two.integrals);
  for (int end = 0; end < 2; ++end) {
    std::vector<unsigned char>& fixed = polygon.ends[end].fixed;
    fixed.assign(at(question_.shape().n), 0);
    for (const equations::EndRow& row : two.rows[end]) {
      if (row.kind == equations::EndKind::coordinate) fixed[at(row.number)] = 1;
      // An end on a surface stays where the first guess put it, until Newton moves it along.
      if (row.kind == equations::EndKind::surface) fixed.assign(fixed.size(), 1);
    }
  }
  return polygon;
}

bool Attempt::minimised_guess(Curve& guess, int sign, bool fine) {
  const equations::TwoEnds& two = question_.two_ends();
  if (!two.variational || two.lambdas > 0 || !two.periodic.empty()) return false;
  DiscreteGuess lower = polygon(fine ? many_links : first_intervals);
  View view(question_);
  view.set_sign(sign);
  const DiscreteResult result = minimise(view.functional(), lower, most_descents, !fine);
  if (!result.converged) return false;
  std::vector<double> p = question_.first_p();
  for (std::size_t k = 0; k < lower.mu.size(); ++k) p[k] = sign * lower.mu[k];
  question_.set(p.data());
  guess = curve_through(question_, default_stages, lower.x, p);
  return true;
}

bool Attempt::bound_guess(Curve& guess, bool fine) {
  const equations::TwoEnds& two = question_.two_ends();
  if (!two.variational || two.lambdas == 0 || !two.periodic.empty()) return false;
  DiscreteGuess lower = polygon(fine ? many_links : first_intervals);
  View view(question_);
  // Of the unknowns those vary that nothing but the action determines.
  struct Varied {
    Question& question;
    std::vector<double> p;
    const std::vector<Index>& which;
    Index first;
    void take(const double* values) noexcept {
      for (std::size_t j = 0; j < which.size(); ++j) p[at(first + which[j])] = values[j];
    }
  } varied{question_, question_.first_p(), question_.shape().quadratures,
           question_.shape().unknown()};
  Constants constants;
  constants.self = &varied;
  constants.set = [](void* self, const double* values, double* t0, double* t1) noexcept {
    Varied& to = *static_cast<Varied*>(self);
    to.take(values);
    const bool possible = to.question.set(to.p.data());
    *t0 = to.question.span().t0;
    *t1 = *t0 + to.question.span().length;
    return possible;
  };
  std::vector<double> p;
  for (const Index j : varied.which) p.push_back(varied.p[at(varied.first + j)]);
  if (!minimise_bound(view.functional(), constants, lower, p, most_descents).converged) {
    return false;
  }
  varied.take(p.data());
  guess = curve_through(question_, default_stages, lower.x, varied.p);
  spread_multipliers(question_.shape(), lower.lambda, guess);
  return true;
}

Curve Attempt::guess_on_rows() {
  DiscreteGuess on_rows = polygon(many_links);
  View view(question_);
  const Functional functional = view.functional();
  minimise(functional, on_rows, 0);
  const std::vector<double> p = question_.first_p();
  question_.set(p.data());
  Curve curve = curve_through(question_, default_stages, on_rows.x, p);
  guess_multipliers(question_, curve);
  std::vector<double> phi(at(functional.rows)), A(at(functional.rows * curve.n));
  for (Index k = 0; k <= curve.intervals() && functional.rows > 0; ++k) {
    const double t = question_.span().time(curve.mesh[at(k)]);
    RowSpace space(curve.n);
    if (!functional.position_rows(functional.self, t, curve.at(k), phi.data(), A.data())) continue;
    for (Index i = 0; i < functional.rows; ++i) space.add(A.data() + i * curve.n, 1e-6);
    double* const v = curve.at(k) + curve.n;
    for (Index b = 0; b < space.rank(); ++b) {
      double part = 0;
      for (Index i = 0; i < curve.n; ++i) part += space.basis(b)[i] * v[i];
      for (Index i = 0; i < curve.n; ++i) v[i] -= part * space.basis(b)[i];
    }
  }
  question_.set(p.data());
  return curve;
}

// In the middle of the guess, by its trace: where it is negative, what there is to find is rather a
// maximum. 0: ZᵀMZ has both signs, and there is neither.
int Attempt::sign_of_mass() {
  if (!question_.two_ends().variational || question_.two_ends().lambdas > 0) return 1;
  const Curve guess = plain_guess();
  const equations::Equations& equations = question_.equations();
  question_.evaluate(equations.dynamics, 0.5, guess.at(guess.intervals() / 2));
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

Solution Attempt::first(double tolerance) {
  const auto& guessed = question_.two_ends().guessed;
  const bool by_user = std::any_of(guessed.begin(), guessed.end(), [](auto x) { return x != 0; });
  Solution best;
  best.outcome = Outcome::not_converged;
  const auto over = [&best] {
    return best.outcome == Outcome::done || best.outcome == Outcome::interrupted;
  };
  // Of failures one that came to a curve tells more than one that did not.
  const auto try_from = [&](Curve guess) {
    Solution solution = from(std::move(guess), tolerance);
    const bool told = best.outcome == Outcome::too_fine || best.outcome == Outcome::singular ||
                      best.condition > nearly_singular;
    const bool tells = solution.outcome == Outcome::done ||
                       (solution.outcome == Outcome::interrupted && !exhausted());
    if (!told || tells) best = std::move(solution);
  };
  for (const bool fine : {false, true}) {
    Curve guess;
    if (!over() && bound_guess(guess, fine)) try_from(std::move(guess));
  }
  if (!over() && by_user) try_from(plain_guess());
  // A few links at first; where these do not do, many; and perhaps there is a maximum.
  const int likely = sign_of_mass();
  if (!over() && likely == 0) try_from(guess_on_rows());
  const std::pair<int, bool> ways[] = {{likely, false}, {likely, true}, {-likely, false}};
  for (const auto& [sign, fine] : ways) {
    Curve guess;
    if (!over() && sign != 0 && minimised_guess(guess, sign, fine)) try_from(std::move(guess));
  }
  if (!over() && !by_user) try_from(plain_guess());
  return best;
}

}  // namespace zwang::extremal
