// SPDX-License-Identifier: Apache-2.0
#include "extremal/search.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bvp/deflation.h"
#include "bvp/shooting/shooting.h"
#include "extremal/continuation.h"
#include "extremal/guess.h"
#include "extremal/scan/scan.h"

namespace zwang::extremal {

namespace {

constexpr double rough = 1e-4;         // tolerance of shots
constexpr double same = 1e-5;          // curves nearer than this are one
constexpr double same_by_scan = 1e-8;  // a scan tells pairs at a fold apart
constexpr double fine = 1e-9;          // tolerance of shots that arrive: it grows on the way
constexpr int rounds = 4;              // the speed is doubled in each
constexpr double first_rays = 1.25,
                 longer_rays = 1.3;      // geodesics: times the first; from ring to ring
constexpr int most_waves = 6;            // half ones
constexpr int most_in_vain = 120;        // shots in space, one after the other
constexpr std::size_t most_tries = 240;  // first curves per round

bool is_new(const bvp::Curve& curve, const std::vector<bvp::Solution>& known, double apart = same) {
  return std::none_of(known.begin(), known.end(), [&](const bvp::Solution& solution) {
    return distance(solution.curve, curve) < apart;
  });
}

// Of the start, by τ.
double speed_of(const bvp::Curve& curve) {
  double sum = 0;
  for (Index i = 0; i < curve.n; ++i) {
    sum += curve.at(0)[curve.n + i] * curve.at(0)[curve.n + i];
  }
  return std::sqrt(sum);
}

// Shots faster than this would lead to more action than the `most` slowest that are known.
double speed_limit(const std::vector<bvp::Solution>& known, Index most) {
  std::vector<double> speeds;
  for (const bvp::Solution& solution : known) speeds.push_back(speed_of(solution.curve));
  std::sort(speeds.begin(), speeds.end());
  return 1.2 * speeds[std::min(most, static_cast<Index>(speeds.size())) - 1];
}

enum class Way { plain, pushed, by_ends };

// Solved roughly first: most tries lead to what is known.
bool take(Attempt& attempt, bvp::Curve guess, Way way, std::vector<bvp::Solution>& known) {
  std::vector<const bvp::Curve*> curves;
  for (const bvp::Solution& solution : known) curves.push_back(&solution.curve);
  bvp::Solution roughly;
  if (way == Way::pushed) {
    roughly = attempt.from(std::move(guess), rough, curves);
  } else if (way == Way::plain) {
    roughly = attempt.from(std::move(guess), rough);
  } else {
    Continued continued = continue_in_ends(attempt, std::move(guess));
    if (continued.reached < 1 || !is_new(continued.solution.curve, known, 30 * rough)) return false;
    roughly = attempt.from(std::move(continued.solution.curve), rough);
  }
  if (roughly.outcome != bvp::Outcome::done || !is_new(roughly.curve, known)) return false;
  bvp::Solution solution = attempt.from(std::move(roughly.curve));
  if (solution.outcome != bvp::Outcome::done || !is_new(solution.curve, known)) return false;
  known.push_back(std::move(solution));
  attempt.count(static_cast<Index>(known.size()));
  return true;
}

/// The guess with j half waves on it, to either side, and the multipliers that fit it best: what binds
/// an integral often comes in such a row.
bvp::Curve with_waves(Attempt& attempt, int j, double height) {
  Question& question = attempt.question();
  const Index n = question.shape().n, links = 8 * j;
  std::vector<double> x = guessed_points(question, links);
  for (Index k = 0; k <= links; ++k) {
    const double tau = static_cast<double>(k) / static_cast<double>(links);
    for (Index i = 0; i < n; ++i) x[k * n + i] += height * std::sin(std::numbers::pi * j * tau);
  }
  bvp::Curve curve = curve_through(question, bvp::default_stages, x, question.first_p());
  guess_multipliers(question, curve);
  return curve;
}

void search_waves(Attempt& attempt, Index most, std::vector<bvp::Solution>& known) {
  const double height = extent_of(known.front().curve);
  for (int j = 1; j <= most_waves; ++j) {
    for (const double side : {1.0, -1.0}) {
      if (static_cast<Index>(known.size()) >= most || !attempt.goes_on()) return;
      take(attempt, with_waves(attempt, j, side * height), Way::plain, known);
    }
  }
}

// Where one direction is free, shots all along it pass near every extremal.
bvp::Solution first_in_line(Attempt& attempt) {
  bvp::Solution solution;
  solution.outcome = bvp::Outcome::not_converged;
  const Shape& shape = attempt.question().shape();
  if (shape.lambdas + shape.integrals > 0) return solution;
  const bvp::Curve guess = attempt.guess_on_rows();
  Shooter shooter(attempt, guess);
  if (shooter.freedom() != 1) return solution;
  const double extent = extent_of(guess);
  const double R = std::max(2 * speed_of(guess), 2 * std::numbers::pi * extent);
  for (Shooter::Shot& shot : best_in_line(shooter, R, extent)) {
    if (!attempt.goes_on()) break;
    bvp::Solution roughly = attempt.from(std::move(shot.curve), rough);
    if (roughly.outcome == bvp::Outcome::done) solution = attempt.from(std::move(roughly.curve));
    if (solution.outcome == bvp::Outcome::done) break;
  }
  return solution;
}

// From a shot that arrives: it is one, or rounding and growth let it miss.
bool take_aimed(Attempt& attempt, Shooter& shooter, const Aimed& aimed, Scan& scan,
                std::vector<bvp::Solution>& known) {
  bvp::Curve guess = shooter.fly(aimed.direction, fine);
  bvp::Solution solution;
  solution.outcome = bvp::Outcome::not_converged;
  if (guess.intervals() > 0) solution = attempt.from_near(std::move(guess), 0);
  if (solution.outcome != bvp::Outcome::done) {
    ++scan.unresolved;
    return false;
  }
  if (!is_new(solution.curve, known, same_by_scan)) return false;
  known.push_back(std::move(solution));
  attempt.count(static_cast<Index>(known.size()));
  return true;
}

// All speeds of one direction are one curve: F is a square of the rates, and knows no time.
bool is_straight(Question& question, const bvp::Curve& curve) {
  if (!question.two_ends().variational) return false;
  question.set(curve.p.data());
  const equations::Equations& equations = question.equations();
  std::vector<double> z(curve.size());
  for (const double tau : {0.13, 0.5, 0.91}) {
    evaluate(curve, tau, z.data());
    question.evaluate(equations::Stage::density, tau, z.data());
    const double once = *question.numbers().integrand();
    if (question.numbers().densities()[question.two_ends().integrals + 1] != 0) return false;
    for (Index i = 0; i < curve.n; ++i) z[curve.n + i] *= 2;
    question.evaluate(equations::Stage::density, tau, z.data());
    if (!(std::abs(*question.numbers().integrand() - 4 * once) <= 1e-12 * std::abs(once)))
      return false;
    std::fill_n(z.begin() + curve.n, curve.n, 0.0);
    question.evaluate(equations::Stage::projection, tau, z.data());
    for (Index i = 0; i < equations.m; ++i) {
      if (question.numbers().rate()[i] != 0) return false;
    }
  }
  return true;
}

bool can_scan(Question& question, const Shooter& shooter, const Target& target) {
  const Shape& shape = question.shape();
  return question.end_rows().all_fixed() && shape.extra() == 0 && shape.parameters() == 0 &&
         (shooter.freedom() == 1 || shooter.freedom() == 2) &&
         target.freedom() == shooter.freedom();
}

// Slow ones first; twice as fast in every round.
void scan_rates(Attempt& attempt, Shooter& shooter, const Target& target, double R, double extent,
                Index most, Scan& scan, std::vector<bvp::Solution>& known) {
  Question& question = attempt.question();
  const bool in_line = shooter.freedom() == 1;
  const bool straight = !in_line && is_straight(question, known.front().curve);
  scan.freedom = shooter.freedom();
  double slowest = 0, growth = 2;
  const double wide = 2 * R, widest = R * (1 << (rounds - 1));
  if (straight) {  // neighbours may part the faster the farther they go: no farther than need be
    R = std::min(R, first_rays * speed_of(known.front().curve));
    growth = longer_rays;
  }
  for (int round = 0; round == 0 || R <= widest; ++round, slowest = R, R *= growth) {
    std::vector<Aimed> aimed;
    if (in_line) {
      aimed = scan_line(shooter, target, round == 0 ? -R : slowest, R, extent, scan);
      std::vector<Aimed> back;
      if (round > 0) back = scan_line(shooter, target, -R, -slowest, extent, scan);
      aimed.insert(aimed.end(), back.begin(), back.end());
    } else if (straight) {
      aimed = scan_rays(shooter, target, slowest, R, extent, scan);
    } else {
      aimed = scan_disk(shooter, target, slowest, R, extent, scan);
    }
    const auto speed = [](const Aimed& x) {
      return x.direction.size() == 1 ? std::abs(x.direction[0])
                                     : std::hypot(x.direction[0], x.direction[1]);
    };
    std::stable_sort(aimed.begin(), aimed.end(),
                     [&](const Aimed& a, const Aimed& b) { return speed(a) < speed(b); });
    bool found = false;
    for (const Aimed& one : aimed) {
      if (!attempt.goes_on()) return;
      found = take_aimed(attempt, shooter, one, scan, known) || found;
    }
    if (!attempt.goes_on()) return;
    scan.done = true;
    scan.fastest = R / std::abs(question.span().length);
    // Beyond what a ring of rays could not resolve there is nothing to be had.
    const bool in_vain = R >= wide || (straight && scan.unresolved > 0);
    if (static_cast<Index>(known.size()) >= most || (!found && in_vain)) return;
  }
}

}  // namespace

bvp::Solution search_first(Attempt& attempt) {
  Question& question = attempt.question();
  const Shape& shape = question.shape();
  const bvp::Curve guess = attempt.plain_guess();
  for (const double lambda : {0.0, 1.0, -1.0, 4.0, -4.0}) {
    if (!attempt.goes_on()) break;
    std::vector<double> z(guess.at(0), guess.at(0) + guess.size());
    for (Index k = 0; k < shape.lambdas; ++k) z[shape.lambda() + k] += lambda;
    std::fill(z.begin() + shape.integral(), z.end(), 0.0);
    bvp::Curve shot;
    question.set(guess.p.data());
    if (follow(question.bvp(), rough, z.data(), guess.p, shot) == bvp::Outcome::done) {
      Continued continued = continue_in_ends(attempt, std::move(shot));
      if (continued.reached >= 1) return attempt.from(std::move(continued.solution.curve));
    }
    if (shape.lambdas == 0) break;
  }
  return first_in_line(attempt);
}

void search(Attempt& attempt, Index most, std::vector<bvp::Solution>& known, Scan& scan) {
  const auto enough = [&] { return static_cast<Index>(known.size()) >= most; };
  const Shape& shape = attempt.question().shape();
  // Pushed away from what is known, from the same first curve, as long as that gives something.
  for (int k = 0; k < 3 && !enough() && attempt.goes_on(); ++k) {
    if (!take(attempt, attempt.plain_guess(), Way::pushed, known)) break;
  }
  for (const int sign : {1, -1}) {
    bvp::Curve guess;
    if (!enough() && attempt.goes_on() && attempt.minimised_guess(guess, sign, true)) {
      take(attempt, std::move(guess), Way::plain, known);
    }
  }
  if (shape.integrals > 0 && !known.empty()) search_waves(attempt, most, known);
  if (known.empty() || shape.lambdas > 0) return;
  Shooter shooter(attempt, known.front().curve);
  const double extent = extent_of(known.front().curve);
  double R = std::max(2 * speed_of(known.front().curve), 2 * std::numbers::pi * extent);
  unsigned next = 0;
  const Target target(attempt.question(), known.front().curve);
  if (can_scan(attempt.question(), shooter, target)) {
    return scan_rates(attempt, shooter, target, R, extent, most, scan, known);
  }
  const bool in_line = shooter.freedom() == 1 && shape.integrals == 0;
  // A round is finished before its extremals are counted: slower ones may come after faster ones.
  for (int round = 0; round < rounds && !enough(); ++round, R *= 2) {
    std::vector<Shooter::Shot> shots =
        in_line ? best_in_line(shooter, R, extent)
                : best_in_space(shooter, round == 0 ? 0 : 0.5 * R, R, next);
    if (shots.size() > most_tries) shots.resize(most_tries);
    bool found = false;
    int in_vain = 0;
    for (Shooter::Shot& shot : shots) {
      if (!attempt.goes_on()) return;
      if (!in_line && in_vain > most_in_vain) break;
      if (!in_line && enough() && speed_of(shot.curve) > speed_limit(known, most)) return;
      const Way way = in_line ? Way::plain : Way::by_ends;
      const bool taken = take(attempt, std::move(shot.curve), way, known);
      found = found || taken;
      in_vain = taken ? 0 : in_vain + 1;
    }
    if (!found && round > 0) return;
  }
}

}  // namespace zwang::extremal
