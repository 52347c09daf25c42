// SPDX-License-Identifier: Apache-2.0
#include "formula_race.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>

#include "formula/lower.h"
#include "formula_contestant.h"
#include "random.h"
#include "stopwatch.h"

namespace bench {
namespace {

/// Where M, Q, A and b end in the outputs. Each is compared on its own scale: the masses of a
/// small mechanism would vanish beside its forces.
std::array<std::size_t, 4> block_ends(const zwang::test::Mechanism& mechanism) {
  std::array<std::size_t, 4> ends{mechanism.M.size(), mechanism.Q.size(), mechanism.A.size(),
                                  mechanism.b.size()};
  for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
  return ends;
}

double difference(const FormulaContestant& contestant, std::size_t lane,
                  const std::vector<double>& expected, const std::array<std::size_t, 4>& ends) {
  double largest = 0;
  std::size_t k = 0;
  for (const std::size_t end : ends) {
    double scale = 0, apart = 0;
    for (; k < end; ++k) {
      const double d = std::abs(contestant.output(k, lane) - expected[k]);
      apart = std::isfinite(d) ? std::max(apart, d) : std::numeric_limits<double>::infinity();
      scale = std::max(scale, std::abs(expected[k]));
    }
    if (apart > 0) largest = std::max(largest, apart / scale);
  }
  return largest;
}

/// How far an entrant's outputs at all states are from those of the plain hand-written form.
double largest_difference(const FormulaEntrant& entrant, const FormulaModel& model,
                          const States& states) {
  const std::array<std::size_t, 4> ends = block_ends(model.mechanism);
  std::vector<double> expected(ends.back());
  double largest = 0;
  for (std::size_t s = 0; s < entrant.groups() * entrant.lanes; ++s) {
    (hand_contracted.*model.hand)(states[s % state_count].data(), expected.data());
    if (s % entrant.lanes == 0) entrant.contestant->evaluate(s / entrant.lanes);
    largest = std::max(largest, difference(*entrant.contestant, s % entrant.lanes, expected, ends));
  }
  return largest;
}

/// ns per state, over whole walks through the states, after an untimed one.
double turn(const FormulaEntrant& entrant, std::size_t walks) {
  const std::size_t groups = entrant.groups();
  for (std::size_t g = 0; g < groups; ++g) entrant.contestant->evaluate(g);
  const double start = thread_microseconds();
  for (std::size_t walk = 0; walk < walks; ++walk) {
    for (std::size_t g = 0; g < groups; ++g) entrant.contestant->evaluate(g);
  }
  return (thread_microseconds() - start) * 1e3 /
         static_cast<double>(walks * groups * entrant.lanes);
}

FormulaOutcome race_model(const FormulaModel& model, const Pace& pace) {
  const States states = random_states(static_cast<std::size_t>(model.mechanism.n()));
  const std::vector<zwang::formula::Node> outputs = model.mechanism.outputs();
  const zwang::formula::Lowered lowered = zwang::formula::lower(
      model.mechanism.graph, outputs, {.inputs = model.mechanism.graph.slots(), .settled = {}});
  FormulaField field;
  enter_hand(field, model, states);
  enter_programs(field, lowered.body, states);

  FormulaOutcome outcome{model.name, model.asked, lowered.body.code.size(), outputs.size(), {}};
  std::vector<std::size_t> walks;
  double round = 0;
  for (const FormulaEntrant& entrant : field) {
    const double apart = largest_difference(entrant, model, states);
    outcome.timings.push_back({entrant.name, entrant.form, entrant.lanes, 0, apart});
    const double walk =
        turn(entrant, 100) * 1e-3 * static_cast<double>(entrant.groups() * entrant.lanes);
    walks.push_back(static_cast<std::size_t>(std::ceil(pace.batch / std::max(walk, 0.01))));
    round += static_cast<double>(walks.back()) * walk;
  }
  for (std::size_t k = rounds_within(pace, round); k-- > 0;) {
    for (std::size_t i = 0; i < field.size(); ++i) {
      if (!outcome.timings[i].right()) continue;
      const double time = turn(field[i], walks[i]);
      double& least = outcome.timings[i].nanoseconds;
      least = least == 0 ? time : std::min(least, time);
    }
  }
  return outcome;
}

}  // namespace

States random_states(std::size_t coordinates) {
  Random random(1);
  States states(state_count, std::vector<double>(2 * coordinates));
  for (std::vector<double>& state : states) {
    for (std::size_t i = 0; i < state.size(); ++i)
      state[i] = (i < coordinates ? std::numbers::pi : 1.0) * random.signed_unit();
  }
  return states;
}

const FormulaTiming* FormulaOutcome::best(const std::string& name, std::size_t lanes,
                                          const std::string& form) const {
  const FormulaTiming* best = nullptr;
  for (const FormulaTiming& t : timings) {
    if (t.name != name || t.lanes != lanes || !t.right()) continue;
    if (!form.empty() && t.form != form) continue;
    if (!best || t.nanoseconds < best->nanoseconds) best = &t;
  }
  return best;
}

std::vector<FormulaOutcome> race_formulas(const Pace& pace) {
  std::vector<FormulaOutcome> outcomes;
  for (const FormulaModel& model : formula_models()) {
    std::fprintf(stderr, "racing %s ...\n", model.name.c_str());
    outcomes.push_back(race_model(model, pace));
  }
  return outcomes;
}

}  // namespace bench
