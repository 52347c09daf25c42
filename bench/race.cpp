// SPDX-License-Identifier: Apache-2.0
// Within a round every contestant has a short turn, so a slow moment of the machine hits all of
// them; the least time over the rounds is kept. A turn is a whole number of walks through the
// pool, so that every contestant's mean is over the same systems.

#include "race.h"

#include <algorithm>
#include <cmath>

#include "reference.h"
#include "stopwatch.h"

namespace bench {
namespace {

std::size_t pool_size(Size size) {
  if (size.n <= 6) return 64;
  if (size.n <= 12) return 32;
  if (size.n <= 100) return 8;
  return 2;
}

/// µs that `walks` walks through the pool take, after an untimed one that brings code, data and
/// branches back into the caches.
double turn(Contestant& contestant, std::size_t systems, std::size_t walks) {
  for (std::size_t s = 0; s < systems; ++s) contestant.solve(s);
  const double start = thread_microseconds();
  for (std::size_t walk = 0; walk < walks; ++walk) {
    for (std::size_t s = 0; s < systems; ++s) contestant.solve(s);
  }
  return thread_microseconds() - start;
}

double largest_difference(Contestant& contestant, const std::vector<Answer>& answers) {
  double largest = 0;
  for (std::size_t s = 0; s < answers.size(); ++s) {
    largest = std::max(largest, contestant.difference(s, answers[s]));
  }
  return largest;
}

Field field_of(const Pool& pool) {
  Field field;
  enter_zwang(field, pool);
  enter_eigen_orthogonal(field, pool);
  enter_lapack(field, pool);
  enter_printed(field, pool);
  enter_eigen_schur(field, pool);
  enter_eigen_fixed(field, pool);
  enter_eigen_kkt(field, pool);
  return field;
}

/// A contestant that was found right, and how many walks its turn is.
struct Runner {
  Contestant* contestant;
  Timing* timing;
  std::size_t walks;
};

}  // namespace

Pace full_pace() { return {}; }

Pace quick_pace() { return {.batch = 200, .budget = 3e5, .least_rounds = 3, .most_rounds = 40}; }

std::size_t rounds_within(const Pace& pace, double round) {
  const double rounds = std::min(pace.budget / round, static_cast<double>(pace.most_rounds));
  return std::max(static_cast<std::size_t>(rounds), pace.least_rounds);
}

const Timing* Outcome::best(const std::string& name) const {
  const Timing* best = nullptr;
  for (const Timing& t : timings) {
    if (t.name == name && t.right() && (!best || t.microseconds < best->microseconds)) best = &t;
  }
  return best;
}

const Timing* Outcome::best(Kind kind) const {
  const Timing* best = nullptr;
  for (const Timing& t : timings) {
    if (t.kind == kind && t.right() && (!best || t.microseconds < best->microseconds)) best = &t;
  }
  return best;
}

Outcome race(Size size, const Pace& pace) {
  const Pool pool = random_pool(size, pool_size(size));
  const std::vector<Answer> answers = references(pool);
  const Field field = field_of(pool);

  // Everybody's answers first; they also warm the caches for the estimate of the turn's length.
  Outcome outcome{size, std::vector<Timing>(field.size())};
  std::vector<Runner> runners;
  double round = 0;
  for (std::size_t i = 0; i < field.size(); ++i) {
    Timing& timing = outcome.timings[i];
    timing = {field[i].name, field[i].form, field[i].kind, 0,
              largest_difference(*field[i].contestant, answers)};
    if (!timing.right()) continue;
    const double walk = turn(*field[i].contestant, pool.size(), 1);
    const double walks = std::max(std::ceil(pace.batch / std::max(walk, 0.1)), 1.0);
    runners.push_back({field[i].contestant.get(), &timing, static_cast<std::size_t>(walks)});
    round += walks * walk;
  }

  for (std::size_t k = rounds_within(pace, round); k-- > 0;) {
    for (const Runner& runner : runners) {
      const double calls = static_cast<double>(runner.walks * pool.size());
      const double time = turn(*runner.contestant, pool.size(), runner.walks) / calls;
      double& least = runner.timing->microseconds;
      least = least == 0 ? time : std::min(least, time);
    }
  }
  return outcome;
}

}  // namespace bench
