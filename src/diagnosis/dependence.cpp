// SPDX-License-Identifier: Apache-2.0
// A row is redundant along the motion if it holds wherever the others do: it is left out, the state
// moves aside on the others, and its residual is looked at. That is more than dependence of
// gradients: bars of lengths 1, 1 and 2 between three points have dependent rows wherever all
// three hold, and yet none of them can be taken away.

#include "diagnosis/dependence.h"

#include <algorithm>
#include <cmath>

#include "model/model_parts.h"
#include "model/states.h"

namespace zwang::diagnosis {

namespace {

using Flags = std::vector<unsigned char>;

constexpr int trials = 3, most_tried = 30;
// Where a row holds, what is left is rounding of two projections; where not, it is of second order
// in a step aside of some percent.
constexpr double rounding = 1e-8;

// Rows may agree at one moment, or for a while; how long a while is, is the user's to say.
double tenth_of_run(const Model& model) {
  const auto& simulation = model.parts().source.motion().simulation;
  return simulation && simulation->duration > 0 ? simulation->duration / 10 : 1;
}

const Dependence* find(const RowsInstant& instant, std::size_t row) {
  for (const Dependence& dependence : instant.instant.redundant) {
    if (dependence.row == row && !dependence.rows.empty()) return &dependence;
  }
  return nullptr;
}

double row_size(const equations::Equations& equations, const double* A, std::size_t i) {
  double most = 0;
  for (Index k = equations.A().begin[i]; k < equations.A().begin[i + 1]; ++k) {
    most = std::max(most, std::abs(A[k]));
  }
  return most;
}

}  // namespace

std::vector<RowDependence> dependences_here(const RowsInstant& here) {
  std::vector<RowDependence> all;
  const std::vector<std::size_t>& vanished = here.instant.vanished;  // ascending
  for (const Dependence& dependence : here.instant.redundant) {
    // Of many in a large model it is not known what they follow from.
    if (std::binary_search(vanished.begin(), vanished.end(), dependence.row)) continue;
    all.push_back({dependence, Extent::unknown, 0});
  }
  return all;
}

Surroundings::Surroundings(const Model& model, const State& state, const Flags& acts)
    : model_(model),
      state_(state),
      acts_(acts),
      rows_(model.parts().equations()),
      while_(tenth_of_run(model)) {
  around_ = states_on(acts, 1);
  for (const State& beside : around_.states) beside_.push_back(solve_rows(model, beside, acts));
}

Surroundings::Beside Surroundings::states_on(const Flags& kept, int first_seed) {
  rows_.keep(kept);
  Beside beside;
  for (int k = 0; k < trials; ++k) {
    State state = state_;
    state.t += 0.02 * (k + 1) * while_;  // rows may agree at one moment only
    const auto seed = static_cast<std::uint64_t>(first_seed + k);
    const motion::Aside aside = rows_.step_aside(seed, state.t, state.q.data(), state.v.data());
    beside.alone = beside.alone && aside == motion::Aside::stayed;
    if (aside == motion::Aside::moved) beside.states.push_back(std::move(state));
  }
  return beside;
}

// Whether a row that is not among the kept ones holds at a state on these.
bool Surroundings::holds(std::size_t row, const State& state, const Flags& kept) {
  const equations::Equations& equations = rows_.equations();
  equations::Workspace& numbers = rows_.side().numbers();
  const equations::Level level = equations.rows[row].level;
  numbers.evaluate(equations::Stage::projection, state.t, state.q.data(), state.v.data());
  const double size = row_size(equations, numbers.A(), row);
  if (level == equations::Level::position) {
    return std::abs(numbers.residual()[row]) <= rounding * size * largest(state.q);
  }
  const double speed = std::max(largest(state.v), largest(state.q));
  if (level == equations::Level::velocity && equations.order == 2) {
    return std::abs(numbers.rate()[row]) <= rounding * size * speed;
  }
  Flags with = kept;
  with[row] = 1;
  const RowsInstant instant = solve_rows(model_, state, with);
  return instant.rank == solve_rows(model_, state, kept).rank &&
         instant.instant.status != Status::contradictory;
}

bool Surroundings::holds_at(std::size_t row, const Beside& beside, const Flags& kept) {
  if (beside.states.empty()) return beside.alone;
  return std::all_of(beside.states.begin(), beside.states.end(),
                     [&](const State& state) { return holds(row, state, kept); });
}

Extent Surroundings::extent_of_kept(std::size_t row) const {
  const bool stays = std::all_of(beside_.begin(), beside_.end(), [row](const RowsInstant& instant) {
    return find(instant, row) != nullptr;
  });
  return stays ? Extent::touch : Extent::pose;
}

// In this pose a row may seem to repeat others than it does along the motion.
void Surroundings::tell_beside(RowDependence& told) const {
  if (beside_.empty()) return;
  const Dependence* const first = find(beside_.front(), told.dependence.row);
  if (!first) return;
  told.dependence = *first;
  if (first->rows.size() != 1) return;
  const double multiple = first->coefficients[0];
  const bool same = std::all_of(beside_.begin(), beside_.end(), [&](const RowsInstant& instant) {
    const Dependence* const other = find(instant, first->row);
    return other && other->rows == first->rows &&
           std::abs(other->coefficients[0] - multiple) <= 1e-6 * std::abs(multiple);
  });
  if (same) told.multiple = multiple;
}

// By itself: the row is left out of those that are kept, and stays out if it is implied by them.
Extent Surroundings::extent_of(std::size_t row, Flags& kept) {
  kept[row] = 0;
  const Beside beside = states_on(kept, trials + 1);
  if (holds_at(row, beside, kept)) return Extent::motion;
  kept[row] = 1;
  return beside.states.empty() ? Extent::unknown : extent_of_kept(row);
}

// Whether some row that acts contains the time.
bool Surroundings::moves_with_time() const {
  const std::vector<equations::Row>& rows = model_.parts().equations().rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (acts_[i] && rows[i].of_time) return true;
  }
  return false;
}

bool Surroundings::meets(const Flags& kept, State& state) {
  rows_.keep(kept);
  const motion::Projection there = rows_.assemble(state.t, state.q.data(), state.v.data());
  return there.converged && there.feasible;
}

// Rows may agree for a while. The independent ones are followed in time, by steps so short that they stay
// on their branch; where another does not hold, and all together cannot be met from there, they part.
void Surroundings::look_later(std::vector<RowDependence>& all) {
  Flags others = acts_;
  for (const RowDependence& told : all) others[told.dependence.row] = 0;
  State state = state_;
  bool parted = false;
  for (int k = 0; !parted && k < 56; ++k) {
    state.t += (k < 20 ? 0.02 : k < 40 ? 0.05 : 0.1) * while_;
    if (!meets(others, state)) return;
    for (RowDependence& told : all) {
      if (told.extent == Extent::pose || holds(told.dependence.row, state, others)) continue;
      State with = state;
      if (meets(acts_, with)) return;  // elsewhere they agree
      told.extent = Extent::parts;
      told.parts_at = state.t;
      parted = true;
    }
  }
}

std::vector<RowDependence> Surroundings::dependences(const RowsInstant& here) {
  std::vector<RowDependence> all = dependences_here(here);
  // What the independent rows imply is seen at once.
  Flags kept = acts_;
  for (const RowDependence& told : all) kept[told.dependence.row] = 0;
  const Beside beside = states_on(kept, trials + 1);
  for (RowDependence& told : all) {
    if (holds_at(told.dependence.row, beside, kept)) told.extent = Extent::motion;
  }
  // The others one by one. Later rows repeat earlier ones; each that is implied stays out when the
  // next is tried.
  for (const RowDependence& told : all) {
    if (told.extent != Extent::motion) kept[told.dependence.row] = 1;
  }
  int tried = 0;
  for (auto told = all.rbegin(); told != all.rend() && tried < most_tried; ++told) {
    if (told->extent == Extent::motion) continue;
    told->extent = extent_of(told->dependence.row, kept);
    ++tried;
  }
  if (!all.empty() && moves_with_time()) look_later(all);
  for (RowDependence& told : all) {
    if (told.extent == Extent::motion) tell_beside(told);
  }
  return all;
}

}  // namespace zwang::diagnosis
