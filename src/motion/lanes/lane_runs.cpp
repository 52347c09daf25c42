// SPDX-License-Identifier: Apache-2.0
#include "motion/lanes/lane_runs.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace zwang::motion {

namespace {

constexpr long steps_between_questions = 4096;

Index scratch_of(const equations::Equations& equations, const tape::Program& first,
                 const tape::Program& step) {
  Index most = std::max({first.scratch(), step.scratch(), Index{1}});
  for (const equations::Prologue& one : equations.of(equations::Stage::dynamics).prologues)
    most = std::max(most, one.program.scratch());
  return most;
}

}  // namespace

LaneRuns::LaneRuns(const equations::Equations& equations, const tape::Tape& dynamics)
    : LaneRuns(equations, write_rk4(equations, dynamics)) {}

LaneRuns::LaneRuns(const equations::Equations& equations, LaneTapes tapes)
    : equations_(equations),
      layout_{equations.n},
      slots_(std::move(tapes.slots)),
      first_(tapes.first, {.lanes = lanes}),
      step_(tapes.step, {.lanes = lanes}),
      inputs_(equations.inputs),
      now_(lanes * first_.inputs()),
      next_(lanes * first_.inputs()),
      scratch_(scratch_of(equations, first_, step_)) {}

// What follows from parameters is computed as Workspace::set_parameters does it.
void LaneRuns::set(Index lane, std::span<const double> parameters, std::span<const double> q,
                   std::span<const double> v) noexcept {
  double* const inputs = inputs_.data();
  for (std::size_t k = 0; k < parameters.size(); ++k)
    inputs[equations_.parameter_slots[k]] = parameters[k];
  for (const equations::Prologue& one : equations_.of(equations::Stage::dynamics).prologues)
    one.program.run(inputs, inputs + one.begin, scratch_.data());
  const auto put = [&](Index k, double x) {
    std::fill_n(now_.data() + k * lanes + lane, lanes - lane, x);
  };
  for (Index i = 0; i < layout_.n; ++i) {
    put(layout_.q() + i, q[at(i)]);
    put(layout_.v() + i, v[at(i)]);
  }
  for (std::size_t k = 0; k < slots_.size(); ++k)
    put(layout_.others() + static_cast<Index>(k), inputs[slots_[k]]);
}

void LaneRuns::fill(Index k, double x) noexcept {
  std::fill_n(now_.data() + k * lanes, lanes, x);
  std::fill_n(next_.data() + k * lanes, lanes, x);
}

// The lengths and the ends of steps are those of the loop of a run (Loop::next_dt, time_after).
bool LaneRuns::run(const LanePlan& plan, const std::function<bool()>& goes_on) {
  const Index others = layout_.others() * lanes;
  std::copy(now_.data() + others, now_.data() + now_.size(), next_.data() + others);
  double t = plan.t;
  fill(layout_.t(), t);
  first_.run(now_.data(), next_.data(), scratch_.data());
  std::swap(now_, next_);
  double length = 0;
  for (steps_ = 0; t < plan.t_end; ++steps_) {
    if (steps_ % steps_between_questions == 0 && goes_on && !goes_on()) return false;
    const double left = plan.t_end - t;
    const double dt = plan.step >= left * (1 - 1e-12) ? left : plan.step;
    const double until = dt == left ? plan.t_end : plan.t + static_cast<double>(steps_ + 1) * dt;
    if (dt != length) fill(layout_.dt(), length = dt);
    fill(layout_.t(), t);
    fill(layout_.until(), until);
    step_.run(now_.data(), next_.data(), scratch_.data());
    std::swap(now_, next_);
    t = until;
  }
  return true;
}

bool LaneRuns::is_done(Index lane) const noexcept {
  if (!(number(layout_.doubt(), lane) < most_doubt)) return false;
  for (Index k = 0; k < layout_.a(); ++k)
    if (!std::isfinite(number(k, lane))) return false;
  return true;
}

}  // namespace zwang::motion
