// SPDX-License-Identifier: Apache-2.0
#include "motion/rank/rank_watch.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "instant/state.h"
#include "linalg/rank.h"

namespace zwang::motion {

namespace {

// Beyond this the singular values of a pose cost more than steps do.
constexpr Index most_coordinates = 300, most_rows = 100;

Index at_least_one(Index size) { return std::max(size, Index{1}); }

}  // namespace

RankWatch::RankWatch(const equations::Equations& equations, equations::Workspace& numbers,
                     double tolerance)
    : equations_(equations),
      numbers_(numbers),
      reach_(std::max(linalg::stepping_tolerance(), 10 * tolerance)),
      release_(10 * reach_),
      watches_(equations.m > 0 && equations.n <= most_coordinates && equations.m <= most_rows),
      n_(watches_ ? equations.n : 0),
      m_(watches_ ? equations.m : 0),
      spectrum_(equations, n_, m_),
      circuit_(n_, m_),
      y_(at_least_one(instant::StateLayout{n_}.size())),
      w_(at_least_one(m_)),
      active_(at(m_)),
      dependent_(active_.size()) {
  memory_.unit.resize(active_.size());
  memory_.independent.resize(active_.size());
  for (End* end : {&begin_, &end_}) {
    end->D = AlignedArray(at_least_one(m_ * n_));
    end->size = AlignedArray(at_least_one(m_));
  }
  for (Sample* sample : {&seen_.before, &seen_.previous, &seen_.now, &seen_.probe}) {
    sample->u = AlignedArray(at_least_one(m_));
    sample->z = AlignedArray(at_least_one(n_));
  }
  for (std::size_t i = 0; i < active_.size(); ++i) {
    active_[i] = equations.rows[i].kind == equations::Kind::equality;
  }
  forget();
}

void RankWatch::set_active(const unsigned char* active) noexcept {
  std::copy_n(active, m_, active_.data());
  forget();
}

void RankWatch::forget() noexcept {
  known_ = memory_.pending = false;
  memory_.rank = -1;
  memory_.speed = -1;
  std::fill_n(memory_.unit.data(), m_, 0.0);
  memory_.independent = active_;  // of one size: nothing is allocated
}

bool RankWatch::look(double t0, double t1, const Interpolant& at, RankFall& found,
                     bool last) noexcept {
  if (!watches_) return false;
  if (!known_ || begin_.t != t0) take_end(t0, at, begin_);
  take_end(t1, at, end_);
  end_.change = begin_.good && end_.good ? spectrum_.change_to(begin_.D.data()) : 0;
  known_ = false;
  if (!begin_.good || !end_.good) return false;  // the run will say so
  set_units();
  if (memory_.rank < 0) memory_.rank = begin_.rank;
  const bool armed = !raise_rank();
  if (memory_.rank > 0 && may_hide()) {
    note_independent();
    double t = 0;
    if (search(at, armed, last, t)) {
      tell(t, at, found);
      memory_.pending = false;
      return true;
    }
  }
  std::swap(begin_, end_);
  known_ = true;
  return false;
}

bool RankWatch::evaluate(double t, const Interpolant& at) noexcept {
  at.state(at.self, t, y_.data());
  const instant::StateLayout layout{n_};
  numbers_.evaluate(equations_.projection, t, y_.data() + layout.q(), y_.data() + layout.v());
  return spectrum_.weigh(numbers_, active_.data());
}

void RankWatch::take_end(double t, const Interpolant& at, End& end) noexcept {
  end.t = t;
  end.good = evaluate(t, at);
  if (!end.good) return;
  std::copy_n(spectrum_.D(), m_ * n_, end.D.data());
  std::copy_n(spectrum_.lengths(), m_, end.size.data());
  end.rank = spectrum_.find_rank();
  end.least = spectrum_.least();
}

/// A row that vanishes would keep length 1 in units of itself, so its unit is its length of late: the
/// unit of a row that only becomes short follows it, by up to ten times in each step.
void RankWatch::set_units() noexcept {
  for (Index i = 0; i < m_; ++i) {
    const double size = std::max(begin_.size.data()[i], end_.size.data()[i]);
    memory_.unit[i] = std::max(size, 0.1 * memory_.unit[i]);
  }
}

Index RankWatch::count(const End& end) noexcept {
  spectrum_.decompose(end.D.data(), memory_.unit.data());
  Index rank = 0;
  while (rank < spectrum_.count() && spectrum_.value(rank) > release_) ++rank;
  return rank;
}

/// After a fall the lower rank is the rank, so that a motion which stays there tells nothing more,
/// until a step ends where more rows are clearly independent again. True: this step began without
/// them.
bool RankWatch::raise_rank() noexcept {
  if (begin_.rank > memory_.rank) memory_.rank = std::max(memory_.rank, count(begin_));
  if (end_.rank <= memory_.rank) return false;
  const Index rank = count(end_);
  if (rank <= memory_.rank) return false;
  memory_.rank = rank;
  return true;
}

/// Not above σ: the rows that the rank rule selects have no more, and shortening one of them to what
/// it is in units of itself of late takes no larger share than its own.
double RankWatch::lower_bound(const End& end) const noexcept {
  if (end.rank < memory_.rank) return 0;
  double shortest = 1;
  for (Index i = 0; i < m_; ++i) {
    if (memory_.unit[i] > 0) shortest = std::min(shortest, end.size.data()[i] / memory_.unit[i]);
  }
  return shortest * end.least;
}

/// Whether σ could have been zero on the way: where the rows changed by as much as themselves. The
/// way is longer than the crow flies: twice as long covers three fifths of a turn; and where rows
/// turn back, it is what they went before. Of a first step that is not known.
bool RankWatch::may_hide() noexcept {
  const double dt = end_.t - begin_.t;
  const double way = 2 * std::max(end_.change, memory_.speed * dt);
  const bool first = memory_.speed < 0;
  memory_.speed = std::max(end_.change / dt, 0.5 * memory_.speed);
  return first || memory_.pending || lower_bound(end_) <= reach_ || way >= 1;
}

/// Which rows are independent, in the order of the file, in the better end of the step; a step within
/// reach of a pose leaves it to those before.
void RankWatch::note_independent() noexcept {
  const double at_begin = lower_bound(begin_), at_end = lower_bound(end_);
  if (std::max(at_begin, at_end) <= release_) return;
  const End& clear = at_begin > at_end ? begin_ : end_;
  circuit_.find(clear.D.data(), memory_.unit.data(), active_.data(), reach_);
  std::copy_n(circuit_.independent(), m_, memory_.independent.data());
}

/// Names the rows: of those that were independent, the first that follows from earlier ones. That row
/// is also the one to leave out: it is the last of the combination, so what stands first in the file
/// stays.
void RankWatch::tell(double t, const Interpolant& at, RankFall& found) noexcept {
  evaluate(t, at);
  // Rounding may have left a little more of the row than σ.
  for (double tolerance = release_; tolerance < 1; tolerance *= 10) {
    circuit_.find(spectrum_.D(), memory_.unit.data(), memory_.independent.data(), tolerance);
    if (circuit_.first() >= 0) break;
  }
  circuit_.combination(memory_.unit.data(), w_.data());
  for (std::size_t i = 0; i < dependent_.size(); ++i) {
    dependent_[i] = memory_.independent[i] && !circuit_.independent()[i];
  }
  spectrum_.decompose(spectrum_.D(), memory_.unit.data());
  found.t = t;
  found.nearness = spectrum_.value(memory_.rank - 1);
  found.rank_before = memory_.rank;
  while (memory_.rank > 0 && spectrum_.value(memory_.rank - 1) <= reach_) --memory_.rank;
  found.rank_at = memory_.rank;
  found.drop = circuit_.first();
  found.w = {w_.data(), static_cast<std::size_t>(m_)};
  found.dependent = dependent_;
}

void RankWatch::restore(const RankMemory& memory) noexcept {
  memory_ = memory;  // of one size: nothing is allocated
  known_ = false;
}

}  // namespace zwang::motion
