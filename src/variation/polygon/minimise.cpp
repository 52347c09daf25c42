// SPDX-License-Identifier: Apache-2.0
// From a guess to a minimum of the discrete action: every start that the guess suggests, the lowest
// that converged.

#include <algorithm>
#include <utility>

#include "variation/polygon/descent.h"
#include "variation/polygon/starts.h"

namespace zwang::variation {

namespace {

constexpr int most_bumps = 8;  // two to a direction

struct Best {
  bool any = false;
  DiscreteResult result;
  std::vector<double> x, mu;

  void take(const DiscreteResult& other, const std::vector<double>& nodes,
            const std::vector<double>& multipliers) {
    const bool better =
        !any ||
        (other.converged != result.converged ? other.converged : other.action < result.action);
    if (!better) return;
    any = true;
    result = other;
    x = nodes;
    mu = multipliers;
  }
};

bool fits(const Functional& f, const DiscreteGuess& guess) {
  return f.velocities == 0 && guess.intervals > 0 && guess.t1 > guess.t0 &&
         static_cast<Index>(guess.x.size()) == (guess.intervals + 1) * f.n &&
         static_cast<Index>(guess.targets.size()) == f.integrals;
}

/// Bumps to either side of a start that meet the integrals, lower actions first.
std::vector<std::vector<double>> sides(const Polygon& polygon, const std::vector<double>& start,
                                       Descent& descent, OntoRows& onto) {
  std::vector<std::pair<double, std::vector<double>>> found;
  for (int number = 0; number < most_bumps && (number % 2 == 1 || found.empty()); ++number) {
    std::vector<double> x = bump(polygon, start, 0.25, number);
    if (!onto.bring_all(x.data()) || !descent.meet_integrals(x)) continue;
    found.emplace_back(descent.action_at(x), std::move(x));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::vector<double>> all;
  for (auto& [action, x] : found) all.push_back(std::move(x));
  return all;
}

/// From one start; where its integrals cannot be met from there, from either side of it.
void descend(const Polygon& polygon, std::vector<double> x, const DiscreteGuess& guess,
             int most_iterations, bool roughly, Best& best) {
  Descent descent(polygon, guess.targets, reach(polygon, guess.x), roughly);
  const std::vector<double> start = x;
  if (descent.meet_integrals(x)) {
    best.take(descent.run(x, most_iterations), x, descent.mu());
    return;
  }
  OntoRows onto(polygon, roughly);
  for (std::vector<double>& side : sides(polygon, start, descent, onto)) {
    const DiscreteResult result = descent.run(side, most_iterations);
    best.take(result, side, descent.mu());
    // From the far side of a hill the way is long, and leads to the same valley.
    if (roughly && result.converged) most_iterations = std::min(most_iterations, result.iterations);
  }
}

}  // namespace

DiscreteResult minimise(const Functional& functional, DiscreteGuess& guess, int most_iterations,
                        bool roughly) {
  if (!fits(functional, guess)) return {};
  const Polygon polygon{&functional, guess.t0, guess.t1, guess.intervals, guess.ends};
  OntoRows onto(polygon, roughly);
  Best best;
  std::vector<std::vector<double>> all = starts(polygon, guess.x, onto);
  for (const std::vector<double>& start : all)
    descend(polygon, start, guess, most_iterations, roughly, best);
  if (!best.any) {
    if (!all.empty()) guess.x = std::move(all.front());  // on its rows, at least
    return {};
  }
  guess.x = std::move(best.x);
  guess.mu = std::move(best.mu);
  return best.result;
}

}  // namespace zwang::variation
