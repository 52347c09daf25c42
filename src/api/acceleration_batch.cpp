// SPDX-License-Identifier: Apache-2.0
#include "api/acceleration_batch.h"

#include <algorithm>
#include <cmath>

namespace zwang {

namespace {

constexpr std::size_t lanes = 8;

}  // namespace

AccelerationBatch::AccelerationBatch(motion::RightSide* side) : side_(side) {
  if (!side_) return;
  const equations::Equations& equations = side_->equations();
  if (instant::TreeBatch::takes(equations)) {
    trees_ = std::make_unique<instant::TreeBatch>(equations);
    eight_ = AlignedArray(static_cast<Index>(lanes) * equations.n);
  } else if (instant::SmallBatch::takes(equations)) {
    small_ = std::make_unique<instant::SmallBatch>(equations);
  }
}

// State s, its numbers side by side.
void AccelerationBatch::read(const StateBatch& states, std::size_t s) {
  t_ = states.t.size() == 1 ? states.t[0] : states.t[s];
  const std::size_t n = states.q.size() / states.count;
  q_.resize(n);
  v_.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    q_[k] = states.q[k * states.count + s];
    v_[k] = states.v[k * states.count + s];
  }
}

void AccelerationBatch::take_alone(std::size_t s, const StateBatch& states, std::span<double> a,
                                   std::span<Status> status, const Alone& alone) {
  read(states, s);
  a_.resize(q_.size());
  status[s] = alone(t_, q_.data(), v_.data(), a_.data());
  for (std::size_t k = 0; k < a_.size(); ++k) a[k * states.count + s] = a_[k];
}

std::size_t AccelerationBatch::solve_trees(std::size_t first, const StateBatch& states,
                                           std::span<double> a, std::span<Status> status,
                                           const Alone& alone) {
  const std::size_t count = std::min(lanes, states.count - first);
  for (std::size_t s = 0; s < lanes; ++s) {
    if (s < count) {
      read(states, first + s);
      side_->numbers().evaluate(equations::Stage::dynamics, t_, q_.data(), v_.data(),
                                equations::Sums::left_out);
    }
    trees_->put(static_cast<Index>(s), side_->numbers());  // the last one fills the lanes
  }
  bool solved[lanes];
  trees_->solve(eight_.data(), solved);
  std::size_t refused = 0;
  for (std::size_t s = 0; s < count; ++s) {
    bool finite = true;
    for (std::size_t k = 0; k < q_.size(); ++k) {
      const double x = eight_.data()[lanes * k + s];
      a[k * states.count + first + s] = x;
      finite = finite && std::isfinite(x);
    }
    status[first + s] = Status::ok;
    if (solved[s] && finite) continue;
    ++refused;
    take_alone(first + s, states, a, status, alone);
  }
  return refused;
}

std::size_t AccelerationBatch::solve_small(std::size_t first, const StateBatch& states,
                                           std::span<double> a, std::span<Status> status) {
  const std::size_t count = std::min(instant::SmallBatch::room, states.count - first);
  small_->begin(count);
  for (std::size_t s = 0; s < count; ++s) {
    read(states, first + s);
    side_->numbers().evaluate(equations::Stage::dynamics, t_, q_.data(), v_.data());
    small_->put(s, side_->numbers());
  }
  const std::size_t alone = small_->solve();
  for (std::size_t s = 0; s < count; ++s) {
    for (std::size_t k = 0; k < q_.size(); ++k)
      a[k * states.count + first + s] = small_->acceleration(s, k);
    status[first + s] = small_->status(s);
  }
  return alone;
}

std::size_t AccelerationBatch::solve(const StateBatch& states, std::span<double> acceleration,
                                     std::span<Status> status, const Alone& alone) {
  std::size_t one_by_one = 0;
  if (trees_) {
    for (std::size_t s = 0; s < states.count; s += lanes)
      one_by_one += solve_trees(s, states, acceleration, status, alone);
  } else if (small_) {
    for (std::size_t s = 0; s < states.count; s += instant::SmallBatch::room)
      one_by_one += solve_small(s, states, acceleration, status);
  } else {
    for (std::size_t s = 0; s < states.count; ++s)
      take_alone(s, states, acceleration, status, alone);
    one_by_one = states.count;
  }
  return one_by_one;
}

}  // namespace zwang
