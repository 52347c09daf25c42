// SPDX-License-Identifier: Apache-2.0
#include "motion/run/snapshot.h"

#include <algorithm>

#include "hybrid/watch.h"
#include "instant/state.h"
#include "motion/run/sample_loss.h"

namespace zwang::motion {

namespace {

/// What a run has no use for is empty.
template <class List>
bool is_empty_or(const List& list, std::size_t size) {
  return list.empty() || list.size() == size;
}

bool fits(const instant::Mode& mode, const equations::Equations& equations) {
  const std::size_t rows = equations.rows.size(), sliding = equations.sliding.size();
  return mode.acts.size() == rows && mode.switched.size() == rows && mode.slip.size() == sliding &&
         mode.direction.size() == 3 * sliding && mode.speed.size() == sliding &&
         mode.least.size() == sliding && is_empty_or(mode.side, equations.switches.size());
}

bool fits(const Magnitudes& magnitudes, std::size_t size) {
  const auto fits = [=](const Noise& noise) {
    return noise.state.size() == size && noise.rate.size() == size;
  };
  return magnitudes.largest.size() == size / 2 * 3 && fits(magnitudes.noise) &&
         fits(magnitudes.noise_before);
}

bool fits(const EventMemory& memory, const equations::Equations& equations) {
  if (!instant::has_events(equations) && memory.slack.empty()) return true;
  const std::size_t watched = most_watched(equations), most = std::max(watched, std::size_t{1});
  const Marks& marks = memory.marks;
  const auto is_row = [&](const Contact& contact) {
    return contact.row >= 0 && contact.row < equations.m;
  };
  const std::size_t n = at(equations.n);
  const Sizes& sizes = memory.state.sizes;
  return sizes.ways.size() == n && sizes.paces.size() == n && sizes.roots.size() == n &&
         memory.state.departures.size() == equations.rows.size() + equations.switches.size() &&
         memory.slack.size() == watched && marks.start.size() == most &&
         marks.expected.size() == most && marks.fresh.size() == most &&
         marks.insists.size() == most &&
         std::all_of(memory.state.contacts.begin(), memory.state.contacts.end(), is_row);
}

bool fits(const KeptMemory& memory, std::size_t m) {
  const auto is_choice = [&](Index rank, const std::vector<double>& W) {
    return rank <= static_cast<Index>(m) && (W.empty() || (rank > 0 && W.size() <= at(rank) * m));
  };
  return is_empty_or(memory.unit, m) && is_empty_or(memory.size, m) &&
         is_choice(memory.positions, memory.W_positions) &&
         is_choice(memory.rates, memory.W_rates) &&
         is_choice(memory.accelerations, memory.W_accelerations);
}

}  // namespace

bool fits(const Snapshot& snapshot, const equations::Equations& equations) {
  const std::size_t n = at(equations.n), m = equations.rows.size();
  const auto is_state = [=](const Happening& x) {
    return x.q.size() == n && x.v.size() == n && is_empty_or(x.v_before, n);
  };
  const auto is_change = [=](const RankChange& x) { return is_empty_or(x.combination, m); };
  const std::size_t size = at(instant::StateLayout{equations.n}.size());
  const GrowthWatch& growth = snapshot.growth;
  return snapshot.y.size() == size && growth.usual.size() == n && growth.largest.size() == n &&
         growth.steepest.size() == n && snapshot.loss.size() == SampleLoss::saved(equations.n) &&
         fits(snapshot.magnitudes, 2 * n) && fits(snapshot.mode, equations) &&
         fits(snapshot.events, equations) && is_empty_or(snapshot.rank.unit, m) &&
         is_empty_or(snapshot.rank.independent, m) && snapshot.rank.rank <= equations.m &&
         fits(snapshot.kept, m) && is_empty_or(snapshot.step.carry, size) &&
         !snapshot.tally.methods.empty() &&
         std::all_of(snapshot.happenings.begin(), snapshot.happenings.end(), is_state) &&
         std::all_of(snapshot.tally.changes.begin(), snapshot.tally.changes.end(), is_change);
}

}  // namespace zwang::motion
