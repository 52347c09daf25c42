// SPDX-License-Identifier: Apache-2.0
#include "laws/friction/branching.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "linalg/vector.h"

namespace zwang::least {

using Side = Choices::Side;
using Hold = Choices::Hold;

namespace {

constexpr double apart_motions = 1e-7;  // two motions that differ by less are one
constexpr double narrow = 0.05;         // rad: from there on Newton's method is asked
constexpr double narrowest = 0.002;     // rad: where it fails, down to this

}  // namespace

/// Of the motions, in the metric of the mass.
double Branching::distance(const double* r, const double* other) const {
  const Index n = island_.n;
  double square = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      square += (r[i] - other[i]) * island_.entry(i, j) * (r[j] - other[j]);
  return std::sqrt(std::fmax(square, 0.0));
}

void Branching::keep(const double* r) {
  for (const std::vector<double>& known : found_) {
    const double size = 1 + 1e-2 * linalg::largest(known);
    if (distance(known.data(), r) <= apart_motions * size) return;
  }
  found_.emplace_back(r, r + island_.n);
}

void Branching::look(double apart, Index most_nodes) {
  stack_.assign(1, nothing_chosen(island_));
  complete_ = true;
  Index left = most_nodes;
  while (!stack_.empty() && left-- > 0 && solver_.left() > 0) {
    const Choices choices = std::move(stack_.back());
    stack_.pop_back();
    visit(choices, apart);
  }
  complete_ = complete_ && stack_.empty();
  if (apart > 0) look_between();
}

/// In space answers with redundant shares lie on curves, of which sectors meet some points: others then
/// lie between those.
void Branching::look_between() {
  const bool in_space = std::any_of(island_.rubbing.begin(), island_.rubbing.end(),
                                    [](const IslandRubbing& x) { return x.rows > 1; });
  if (!in_space) return;
  for (std::size_t k = 1; k < std::min(found_.size(), std::size_t{4}) && !continuum_; ++k) {
    std::vector<double> middle = found_[k];
    for (std::size_t i = 0; i < middle.size(); ++i)
      middle[i] = 0.5 * (middle[i] + found_[k - 1][i]);
    if (!solver_.polish(middle.data())) continue;
    continuum_ = std::all_of(found_.begin(), found_.end(), [&](const std::vector<double>& known) {
      return distance(known.data(), solver_.r()) > 100 * apart_motions;
    });
  }
}

void Branching::visit(const Choices& choices, double apart) {
  ++nodes_;
  const bool all = least::complete(island_, choices);
  solver_.cuts_.clear();
  for (int round = 0; round < 60; ++round) {
    fill_rows(island_, choices, apart, solver_.cuts_, solver_.rows_);
    if (!solver_.find_point()) {
      complete_ = complete_ && solver_.left() > 0 && solver_.point_.proved();
      return;
    }
    if (!all || !solver_.add_cuts(choices)) break;
  }
  if (all) return leaf(choices);
  const std::vector<double> r(solver_.point_.x(), solver_.point_.x() + island_.n);
  branch(choices, r);
}

/// The widest of the sectors is halved; false where none is wider than that.
bool Branching::split_sector(const Choices& choices, double least) {
  std::size_t widest = 0;
  double width = least;
  bool any = false;
  for (std::size_t k = 0; k < choices.hold.size(); ++k) {
    if (choices.hold[k] != Hold::starts || island_.rubbing[k].rows == 1) continue;
    if (is_off(choices, island_.rubbing[k]) || choices.to[k] - choices.from[k] <= width) continue;
    width = choices.to[k] - choices.from[k];
    widest = k;
    any = true;
  }
  if (!any) return false;
  Choices half = choices;
  half.to[widest] = 0.5 * (choices.from[widest] + choices.to[widest]);
  stack_.push_back(half);
  half.from[widest] = half.to[widest];
  half.to[widest] = choices.to[widest];
  stack_.push_back(half);
  return true;
}

void Branching::leaf(const Choices& choices) {
  if (split_sector(choices, narrow)) return;
  const bool in_space =
      std::any_of(island_.rubbing.begin(), island_.rubbing.end(), [&](const IslandRubbing& x) {
        const auto k = static_cast<std::size_t>(&x - island_.rubbing.data());
        return x.rows > 1 && choices.hold[k] == Hold::starts && !is_off(choices, x);
      });
  std::vector<double> r(solver_.point_.x(), solver_.point_.x() + island_.n);
  if (in_space) {
    if (!solver_.polish(r.data())) {
      if (!split_sector(choices, narrowest)) complete_ = false;
      return;
    }
    return keep(solver_.r());
  }
  std::copy(r.begin(), r.end(), solver_.r_.begin());
  if (!solver_.verifies()) {
    complete_ = false;
    return;
  }
  keep(r.data());
  if (solver_.point_.rank() < island_.n) look_for_width(r);
}

/// Whether the motion can be another within the mode whose rows are at hand.
void Branching::look_for_width(const std::vector<double>& r) {
  const Index n = island_.n;
  const std::vector<double> free = solver_.point_.free_directions();
  const std::vector<double> zero(r.size(), 0.0);
  std::vector<double> from(r.size());
  for (std::size_t first = 0; first < free.size() && !continuum_; first += r.size()) {
    if (distance(free.data() + first, zero.data()) <= 1e-6) continue;
    for (const double sign : {1.0, -1.0}) {
      for (Index i = 0; i < n; ++i)
        from[i] = r[i] + sign * free[first + static_cast<std::size_t>(i)];
      solver_.point_.allow(std::numeric_limits<Index>::max());
      if (!solver_.point_.solve(solver_.rows_, from.data())) continue;
      if (distance(solver_.point_.x(), r.data()) > 10 * apart_motions) continuum_ = true;
    }
  }
}

/// On what violates its law most at the relaxation's point; what it is nearest to comes first.
void Branching::branch(const Choices& choices, const std::vector<double>& r) {
  std::vector<double> a(r.size());
  island_.accelerate(r.data(), a.data());
  double most = -1;
  std::size_t which = 0;
  bool normal = true;
  for (std::size_t j = 0; j < choices.side.size(); ++j) {
    if (choices.side[j] != Side::undecided) continue;
    // A sign is chosen before all else: without it the limit is not linear.
    const double off = island_.sided[j] ? std::fmin(r[j], a[j]) : 1e300;
    if (off > most) most = off, which = j;
  }
  for (std::size_t k = 0; k < choices.hold.size(); ++k) {
    const IslandRubbing& x = island_.rubbing[k];
    if (choices.hold[k] != Hold::undecided || is_off(choices, x)) continue;
    double due[3] = {};
    for (Index i = 0; i < x.rows; ++i) due[i] = r[x.first + i] - a[x.first + i];
    onto_disc(island_.limit(x, r.data()), x.rows, due);
    for (Index i = 0; i < x.rows; ++i) due[i] -= r[x.first + i];
    const double off = linalg::norm(due, x.rows);
    if (off > most) most = off, which = k, normal = false;
  }
  Choices next = choices;
  if (normal) {
    const bool closes = r[which] > a[which];
    const Side other = island_.sided[which] ? Side::open : Side::negative;
    for (const Side side : {closes ? other : Side::closed, closes ? Side::closed : other}) {
      next.side[which] = side;
      stack_.push_back(next);
    }
    return;
  }
  const IslandRubbing& x = island_.rubbing[which];
  next.hold[which] = Hold::starts;
  if (x.rows == 1) {
    const double toward = a[x.first] - r[x.first] > 0 ? 1 : -1;
    for (const double d : {-toward, toward}) {
      next.from[which] = d;
      stack_.push_back(next);
    }
  } else if (x.rows == 2) {
    for (int quarter = 0; quarter < 4; ++quarter) {
      next.from[which] = 0.5 * std::numbers::pi * quarter;
      next.to[which] = 0.5 * std::numbers::pi * (quarter + 1);
      stack_.push_back(next);
    }
  } else {
    complete_ = false;  // directions of three are not looked through
  }
  next = choices;
  next.hold[which] = Hold::sticks;
  stack_.push_back(next);
}

}  // namespace zwang::least
