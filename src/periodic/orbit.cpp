// SPDX-License-Identifier: Apache-2.0
#include "periodic/orbit.h"

#include <algorithm>
#include <cmath>

#include "linalg/spectrum.h"
#include "linalg/vector.h"
#include "periodic/newton.h"

namespace zwang::periodic {

namespace {

constexpr int most_rounds = 60;
constexpr double returned = 1e-12;  // in sizes; beyond, the motion itself is not known
constexpr double good_enough = 1e-8;

bool sensible(const Place& place, double period) {
  return place.period > 0.1 * period && place.period < 10 * period && linalg::all_finite(place.x);
}

}  // namespace

Orbit find_orbit(const Question& question, Place guess) {
  Orbit orbit;
  Round round;
  ++orbit.rounds;
  if (!question.follow(guess, round)) return orbit;
  Linearised linear = linearise(question, guess, round, false);
  ShortestStep step;
  // Where orbits belong to families, directions along them are weak near an orbit, about as weak as what is left
  // of the return, and a step must not follow them; where there are none, it may.
  bool bold = false, stalls = false;
  while (orbit.rounds < most_rounds && linear.left > returned && !stalls) {
    step = shortest_step(linear, bold ? 0 : std::min(0.3, 2 * linear.left));
    bool moves = false;
    // The whole step, else a part of it.
    for (double share = 1; share > (bold ? 1e-3 : 0.1) && orbit.rounds < most_rounds;
         share *= 0.5) {
      std::vector<double> u = step.u;
      for (double& x : u) x *= share;
      const Place there = moved(question, linear, guess, round, u);
      if (!sensible(there, guess.period)) continue;
      Round next;
      ++orbit.rounds;
      if (!question.follow(there, next)) continue;
      const Linearised after = linearise(question, there, next, false);
      if (!(after.left < (1 - 0.1 * share) * linear.left)) {
        if (linear.left < good_enough) break;  // it is the error of the motion that is left
        continue;
      }
      guess = there;
      round = std::move(next);
      linear = after;
      moves = true;
      break;
    }
    stalls = !moves && bold;
    bold = !moves;
  }
  orbit.place = guess;
  orbit.place.x = round.start;
  if (question.period_is_given) orbit.place.period = round.period;
  orbit.residual = linear.left;
  orbit.found = linear.left < good_enough;
  orbit.freedom = linear.d;
  orbit.multipliers = linalg::eigenvalues(linear.d, linear.reduced);
  std::sort(orbit.multipliers.begin(), orbit.multipliers.end(), [](auto a, auto b) {
    return std::abs(a) != std::abs(b) ? std::abs(a) > std::abs(b) : a.imag() > b.imag();
  });
  step = shortest_step(linear);
  orbit.family = step.null;
  return orbit;
}

}  // namespace zwang::periodic
