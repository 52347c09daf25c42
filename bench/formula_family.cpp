// SPDX-License-Identifier: Apache-2.0
// Both sides read the same state (q, v), particle by particle. Each writes what its user wants: we
// [entry][place], the hand-written loop row by row.

#include "formula_family.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "base/aligned.h"
#include "formula/derive/motion.h"
#include "formula/lower.h"
#include "formula_hand.h"
#include "formula_race.h"
#include "random.h"
#include "stopwatch.h"
#include "support/expression.h"
#include "tape/places.h"

namespace bench {
namespace {

using zwang::AlignedArray;
using zwang::Index;

constexpr std::size_t inputs = 12;  // positions of two particles, then their rates
constexpr std::size_t outputs = 7;  // six entries of A, then b

/// (p − q)² = const as one row of A q̈ = b.
zwang::tape::Tape distance_tape() {
  using namespace zwang;
  formula::Graph graph;
  formula::Moving moving;
  for (std::uint32_t slot = 0; slot < inputs; ++slot)
    (slot < 6 ? moving.q : moving.v).push_back(graph.input(slot));
  test::Expr phi = test::constant(graph, -0.04);
  for (std::uint32_t k = 0; k < 3; ++k)
    phi = phi + square(test::input(graph, k) - test::input(graph, k + 3));
  const formula::Row row = formula::row(graph, phi.node, moving);
  std::vector<formula::Node> nodes;
  for (const formula::Partial& entry : row.A) nodes.push_back(entry.value);
  nodes.push_back(row.b);
  return formula::lower(graph, nodes, {.inputs = inputs, .settled = {}}).body;
}

/// [input][place]: where in (q, v) the inputs of each place stand.
std::vector<std::uint32_t> neighbours(std::size_t count) {
  std::vector<std::uint32_t> table;
  for (std::size_t input = 0; input < inputs; ++input) {
    const std::size_t first = input < 6 ? input : 3 * (count + 1) + input - 6;
    for (std::size_t place = 0; place < count; ++place)
      table.push_back(static_cast<std::uint32_t>(first + 3 * place));
  }
  return table;
}

class Family {
 public:
  explicit Family(std::size_t count)
      : count_(count),
        places_(inputs, static_cast<Index>(count), neighbours(count)),
        program_(distance_tape(), {.lanes = 8, .output_stride = places_.padded()}),
        state_(static_cast<Index>(6 * (count + 1))),
        entries_(static_cast<Index>(outputs) * places_.padded()),
        scratch_(zwang::tape::places_scratch(program_)),
        rows_(static_cast<Index>(outputs * count)) {
    Random random(2);
    for (Index i = 0; i < state_.size(); ++i) state_.data()[i] = random.signed_unit();
  }

  void run() { run_places(program_, places_, state_.data(), entries_.data(), scratch_.data()); }
  void run_by_hand(const Hand& hand) { hand.distances(count_, state_.data(), rows_.data()); }

  /// Between the last runs of both.
  double difference() const {
    double apart = 0, scale = 0;
    for (std::size_t place = 0; place < count_; ++place) {
      for (std::size_t k = 0; k < outputs; ++k) {
        const double by_hand = rows_.data()[outputs * place + k];
        const double ours = entries_.data()[k * static_cast<std::size_t>(places_.padded()) + place];
        apart = std::max(apart, std::abs(ours - by_hand));
        scale = std::max(scale, std::abs(by_hand));
      }
    }
    return apart / scale;
  }

 private:
  std::size_t count_;
  zwang::tape::Places places_;
  zwang::tape::Program program_;
  AlignedArray state_, entries_, scratch_, rows_;
};

/// ns per place after an untimed start; keeps the least. The clock is read twice, however short a
/// call: it takes as long as a hundred places.
template <class Run>
void turn(double& least, std::size_t count, std::size_t calls, Run run) {
  run();
  const double start = thread_microseconds();
  for (std::size_t k = 0; k < calls; ++k) run();
  const double time = (thread_microseconds() - start) * 1e3 / static_cast<double>(calls * count);
  least = least == 0 ? time : std::min(least, time);
}

FamilyOutcome race_family(std::size_t count, const Pace& pace) {
  Family family(count);
  FamilyOutcome outcome{.places = count};
  family.run();
  family.run_by_hand(hand_contracted);
  outcome.difference = family.difference();
  const bool right = outcome.difference <= formula_difference_limit;
  const auto calls = 1 + static_cast<std::size_t>(pace.batch * 500) / count;  // at 2 ns per place
  for (std::size_t k = pace.most_rounds; k-- > 0;) {
    if (right) turn(outcome.nanoseconds, count, calls, [&] { family.run(); });
    for (const Hand* hand : {&hand_contracted, &hand_fast_math})
      turn(outcome.by_hand, count, calls, [&] { family.run_by_hand(*hand); });
  }
  return outcome;
}

}  // namespace

std::vector<FamilyOutcome> race_families(const Pace& pace) {
  std::fprintf(stderr, "racing families ...\n");
  return {race_family(1000, pace), race_family(30000, pace)};
}

}  // namespace bench
