// SPDX-License-Identifier: Apache-2.0
#include "equations/time_map.h"

#include <algorithm>
#include <cmath>

#include "tape/interval.h"

namespace zwang::equations {

namespace {

constexpr double little = 0.5;      // of the largest that a formula gets: its change over a piece
constexpr double shortest = 1e-10;  // of the run: what is shorter is a jump
constexpr long most_evaluations = 20'000;  // of one formula
constexpr double pieces_in_step = 16;      // steps of high order see as much of a smooth formula

// A step over a formula with bends or jumps has one: what is zero up to a bend is zero at most stages of a step that
// begins before it, and a stage of no weight, which every method has, may be the only one that is not.
constexpr double pieces_at_bends = 1;

bool is_bent(const tape::Tape& tape) {
  using tape::Op;
  return std::any_of(tape.code.begin(), tape.code.end(), [](const tape::Instruction& x) {
    return x.op == Op::abs || x.op == Op::floor || x.op == Op::min || x.op == Op::max ||
           x.op == Op::less || x.op == Op::less_equal || x.op == Op::equal || x.op == Op::select;
  });
}

double size_of(const tape::Interval& x) { return std::max(std::abs(x.low), std::abs(x.high)); }

}  // namespace

/// One formula of the time.
class TimeMap::Bounds {
 public:
  Bounds(const Equations& equations, const tape::Tape& tape, std::span<const double> parameters)
      : tape_(tape), t_(equations.t_slot), inputs_(tape.inputs), values_(tape.code.size()) {
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      inputs_[equations.parameter_slots[k]] = {parameters[k], parameters[k]};
    }
  }

  tape::Interval over(double a, double b) {
    inputs_[t_] = {a, b};
    tape::Interval bounds;
    tape::evaluate(tape_, inputs_.data(), values_, &bounds);
    return bounds;
  }

 private:
  const tape::Tape& tape_;
  std::uint32_t t_;
  std::vector<tape::Interval> inputs_, values_;
};

TimeMap::TimeMap(const Equations& equations, std::span<const double> parameters, double t0,
                 double t1) {
  if (!(t1 > t0)) return;
  for (const tape::Tape& clock : equations.clocks) {
    Bounds bounds(equations, clock, parameters);
    double largest = size_of(bounds.over(t0, t1));
    std::vector<Piece> pieces;
    bool good = divide(bounds, t0, t1, largest, pieces);
    // Bounds of long pieces may be far too wide: then what the formula gets on short ones counts.
    double seen = 0;
    for (std::size_t k = 0; good && k < pieces.size(); ++k) {
      const double middle = pieces[k].begin + 0.5 * pieces[k].size;
      const tape::Interval there = bounds.over(middle, middle);
      ++evaluations_;
      if (std::isfinite(size_of(there))) seen = std::max(seen, size_of(there));
    }
    if (good && seen > 0 && seen < little * largest) {
      pieces.clear();
      good = divide(bounds, t0, t1, seen, pieces);
    }
    if (is_bent(clock)) {
      for (Piece& piece : pieces) piece.size *= pieces_at_bends / pieces_in_step;
    }
    if (good && !pieces.empty()) add(pieces);
    if (!good) ++left_out_;
  }
  const bool matters = std::any_of(pieces_.begin(), pieces_.end(), [&](const Piece& piece) {
    return pieces_in_step * piece.size < t1 - t0;
  });
  if (!matters) pieces_.clear();
}

// Into halves, until each changes little. False: there is no end of it.
bool TimeMap::divide(Bounds& bounds, double t0, double t1, double largest,
                     std::vector<Piece>& pieces) {
  std::vector<std::pair<double, double>> open = {{t0, t1}};
  const long last = evaluations_ + most_evaluations;
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    if (++evaluations_ > last) return false;
    const tape::Interval x = bounds.over(a, b);
    const bool smooth = x.high - x.low <= little * largest && std::isfinite(size_of(x));
    if (smooth || b - a <= shortest * (t1 - t0)) {
      pieces.push_back({a, b - a});
      continue;
    }
    const double middle = 0.5 * (a + b);
    open.emplace_back(middle, b);
    open.emplace_back(a, middle);
  }
  return true;
}

// The shorter of both, everywhere.
void TimeMap::add(const std::vector<Piece>& pieces) {
  if (pieces_.empty()) {
    pieces_ = pieces;
    return;
  }
  std::vector<Piece> both;
  std::size_t i = 0, j = 0;
  double begin = pieces_.front().begin;
  for (;;) {
    const Piece next{begin, std::min(pieces_[i].size, pieces[j].size)};
    if (both.empty() || both.back().size != next.size) both.push_back(next);
    const double after_i = i + 1 < pieces_.size() ? pieces_[i + 1].begin : INFINITY;
    const double after_j = j + 1 < pieces.size() ? pieces[j + 1].begin : INFINITY;
    begin = std::min(after_i, after_j);
    if (begin == INFINITY) break;
    if (after_i == begin) ++i;
    if (after_j == begin) ++j;
  }
  pieces_ = std::move(both);
}

double TimeMap::longest(double t, double dt) const noexcept {
  const auto above = std::upper_bound(pieces_.begin(), pieces_.end(), t,
                                      [](double x, const Piece& piece) { return x < piece.begin; });
  double h = dt;
  for (auto piece = above == pieces_.begin() ? above : above - 1;
       piece != pieces_.end() && piece->begin < t + h; ++piece) {
    const double most = pieces_in_step * piece->size;
    if (h > most) h = std::max(most, piece->begin - t);
  }
  return h;
}

}  // namespace zwang::equations
