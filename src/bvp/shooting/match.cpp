// SPDX-License-Identifier: Apache-2.0
// Steps are shortened until the step that the same matrix gives from where they end is smaller, a
// measure that does not depend on how conditions are scaled or combined. P. Deuflhard, Newton
// Methods for Nonlinear Problems, section 3.3.

#include "bvp/shooting/match.h"

#include <algorithm>
#include <cmath>

namespace zwang::bvp {

namespace {

// Of a step: what needs shorter ones would need thousands of them.
constexpr double shortest_part = 1e-4;
constexpr double largest_size =
    4;  // of nodes in scales: beyond, errors are measured by too short a rod
// Full steps this small that stop to shrink are the shots' own errors.
constexpr double noise = 1e3;  // × enough

Outcome outcome_of(Matching::End end) {
  return end == Matching::End::done       ? Outcome::done
         : end == Matching::End::singular ? Outcome::singular
                                          : Outcome::not_finite;
}

/// How long a step should be: without curvature `rest` would be (1 − λ) step.
double shorter(double lambda, const NodeStep& step, const NodeStep& rest) {
  double sum = 0;
  for (std::size_t k = 0; k < step.z.size(); ++k) {
    const double bend = rest.z[k] - (1 - lambda) * step.z[k];
    sum += bend * bend;
  }
  const double bent = std::sqrt(sum / static_cast<double>(step.z.size()));
  return std::clamp(lambda * lambda * step.mean() / (2 * bent), lambda / 10, lambda / 2);
}

struct Iteration {
  Matching& matching;
  const NewtonOptions& options;
  double enough;
  NodeStep step, rest;
  double lambda = 1;
  bool at_noise = false;

  bool stopped() const { return options.goes_on && !options.goes_on(options.self); }

  /// As much of the step as makes the next one smaller.
  Outcome advance(Nodes& nodes) {
    for (; lambda >= shortest_part;) {
      if (stopped()) return Outcome::interrupted;
      Nodes trial = matching.moved(nodes, lambda, step);
      const bool good = matching.correction(trial, 0, rest) == Matching::End::done;
      at_noise = good && lambda == 1 && step.largest() <= noise * enough &&
                 rest.largest() > 0.25 * step.largest();
      if (good && (!options.damped || at_noise || rest.mean() <= (1 - lambda / 4) * step.mean())) {
        lambda = std::fmin(1, 2 * lambda);
        nodes = std::move(trial);
        return Outcome::done;
      }
      lambda = good ? shorter(lambda, step, rest) : lambda / 2;
    }
    return Outcome::not_converged;
  }
};

}  // namespace

Match match(Matching& matching, const NewtonOptions& options, double enough, Nodes& nodes) {
  Iteration iteration{matching, options, enough, {}, {}};
  Match result;
  const auto end = [&](Outcome outcome) {
    result.outcome = outcome;
    return result;
  };
  while (result.iterations < options.most_iterations) {
    if (iteration.stopped()) return end(Outcome::interrupted);
    ++result.iterations;
    const Outcome outcome = outcome_of(matching.step_from(nodes, iteration.step));
    if (outcome != Outcome::done) return end(outcome);
    if (iteration.step.largest() <= enough) {
      nodes = matching.moved(nodes, 1, iteration.step);
      return end(Outcome::done);
    }
    const Outcome advanced = iteration.advance(nodes);
    if (advanced != Outcome::done || iteration.at_noise) return end(advanced);
    result.outgrown = matching.size_of(nodes) > largest_size;
    if (result.outgrown) return result;
  }
  return end(Outcome::not_converged);
}

}  // namespace zwang::bvp
