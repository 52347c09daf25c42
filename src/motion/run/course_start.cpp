// SPDX-License-Identifier: Apache-2.0
// Where a run begins: on the constraints, at rest where that is asked for, or at a snapshot.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "flow/held_rows.h"
#include "flow/kept_rows.h"
#include "linalg/vector.h"
#include "motion/run/course.h"

namespace zwang::motion {

namespace {

/// The largest of positions or of rates, each divided by the size of its row.
struct Residue {
  double whole = 0;
  double outside = 0;  // of the range of A: no small change of the state can take it away
};

Residue residue_of(RightSide& side, bool rate, double t, const double* q, const double* v) {
  const equations::Equations& equations = side.equations();
  equations::Workspace& numbers = side.numbers();
  Residue most;
  numbers.evaluate(equations::Stage::projection, t, q, v);
  const double* const residual = rate ? numbers.rate() : numbers.residual();
  std::vector<double> wanted(equations.rows.size());
  std::vector<unsigned char> takes_part(equations.rows.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const equations::Row& row = equations.rows[i];
    takes_part[i] = holds(equations, side.mode(), i) && row.drift == equations::Drift::project &&
                    (rate ? equations.order == 2 && row.level != equations::Level::acceleration
                          : row.level == equations::Level::position);
    if (takes_part[i]) wanted[i] = -residual[i];
  }
  const double* const delta =  // [UK92 5c']
      side.kernel().least_change(numbers, wanted.data(), takes_part.data());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!takes_part[i]) continue;
    double left = -wanted[i], size = 0;
    for (Index k = equations.A().begin[i]; k < equations.A().begin[i + 1]; ++k) {
      const double a = numbers.A()[k];
      // What the least change leaves is the part outside of the range of A. [XUMK94 31]
      left += a * delta[equations.A().column[k]];
      size = std::max(size, std::abs(a));
    }
    if (!(size > 0)) size = 1;
    most.whole = std::max(most.whole, std::abs(wanted[i]) / size);
    most.outside = std::max(most.outside, std::abs(left) / size);
  }
  return most;
}

// At a state that misses the rows by as little as can be. True where they are as dependent in states
// around it: a frame with one bar too many and too long, which is so wherever it goes, and has a
// motion in the sense of least squares. False where they are dependent in this pose alone: a
// linkage that would have to be longer than it is. Positions and rates have no common unit.
bool contradicts_everywhere(RightSide& side, double t, const double* q, const double* v) {
  constexpr int states = 4;
  constexpr double share = 0.05;  // of the coordinates
  const Index n = side.equations().n;
  const std::size_t here = side.instant(t, q, v).rank;
  std::size_t rows = 0;
  for (const unsigned char acts : side.mode().acts) rows += acts;
  if (here == rows) return false;
  // Rows may be redundant everywhere and yet not fight: a loop in space whose links are too short.
  constexpr double much = 0.1, beyond_rounding = 1e-9;
  Residue at[2];
  for (const bool rate : {false, true}) {
    const double size = linalg::largest(rate ? v : q, n);
    at[rate] = residue_of(side, rate, t, q, v);
    if (!(at[rate].whole > beyond_rounding * size)) at[rate] = {};
    const bool fights = at[rate].outside > much * at[rate].whole;
    if (!fights) at[rate].whole = 0;
  }
  if (at[0].whole == 0 && at[1].whole == 0) return false;
  for (std::uint64_t seed = 1; seed <= states; ++seed) {
    std::vector<double> other(q, q + n), rates(v, v + n);
    draw_aside(seed, share, n, other.data(), rates.data());
    if (side.instant(t, other.data(), rates.data()).rank != here) return false;
    for (const bool rate : {false, true}) {
      if (at[rate].whole == 0) continue;
      const Residue there = residue_of(side, rate, t, other.data(), rates.data());
      if (!(there.outside > much * at[rate].whole)) return false;
    }
  }
  return true;
}

/// What is left of a rate, or of a coordinate, that the rows took away is rounding, which no step could meet
/// a tolerance of: x ← 0 where it was that at first, or is nothing beside what it was, and no row sees it.
void clear_rounding(RightSide& side, const std::vector<double>& before, bool rates, double* x) {
  constexpr double few =
      1024 * std::numeric_limits<double>::epsilon();  // rows may be ill-conditioned
  const equations::Equations& equations = side.equations();
  const equations::Pattern& A = equations.A();
  const double* const values = side.numbers().A();
  std::vector<unsigned char> rounding(before.size()), touched(before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    rounding[i] = x[i] != 0 && (before[i] == 0 || std::abs(x[i]) <= few * std::abs(before[i]));
  }
  for (std::size_t row = 0; row < equations.rows.size(); ++row) {
    const equations::Level level = equations.rows[row].level;
    const bool counts =
        rates ? level != equations::Level::acceleration : level == equations::Level::position;
    if (!counts || !holds(equations, side.mode(), row)) continue;
    double size = 0;
    for (Index k = A.begin[row]; k < A.begin[row + 1]; ++k) {
      const auto j = at(A.column[at(k)]);
      size += std::abs(values[k]) * std::max(std::abs(before[j]), std::abs(x[j]));
    }
    for (Index k = A.begin[row]; k < A.begin[row + 1]; ++k) {
      const auto j = at(A.column[at(k)]);
      touched[j] |= values[k] != 0;
      if (std::abs(values[k] * x[j]) > few * size) rounding[j] = 0;
    }
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (rounding[i] && touched[i]) x[i] = 0;
  }
}

}  // namespace

// Brings the start onto the constraints, and to rest where that is asked for.
bool Course::assemble() {
  const equations::Equations& equations = side.equations();
  const std::vector<double>& start_q = options.from ? options.from->q : equations.q;
  const std::vector<double>& start_v = options.from ? options.from->v : equations.v;
  t = t_start = options.from ? options.from->t : equations.t;
  double *const q = y.data() + at.q(), *const v = y.data() + at.v();
  // Another method may take over in the middle, with contacts closed that are open here.
  side.mode() = instant::first_mode(equations);
  projector.follow_mode();
  std::copy(start_q.begin(), start_q.end(), q);
  std::copy(start_v.begin(), start_v.end(), v);
  result.start_moved = projector.assemble(t, q, v);
  result.contradictory = result.start_moved.converged && !result.start_moved.feasible &&
                         options.start == StartRule::project &&
                         contradicts_everywhere(side, t, q, v);
  // The way to the least squares is slow where rows fight; rates follow positions.
  for (int k = 0; result.contradictory && k < 10; ++k) {
    const Projection more = projector.project(t, q, v);
    result.start_moved.left = more.left;
    if (more.moved <= 1e-14 * linalg::largest(q, at.n)) break;
  }
  if (equations.order == 2) {
    side.numbers().evaluate(equations::Stage::projection, t, q, v);
    clear_rounding(side, start_q, false, q);
    clear_rounding(side, start_v, true, v);
  }
  const bool possible =
      result.start_moved.converged && (result.start_moved.feasible || result.contradictory);
  if (possible && options.start == StartRule::equilibrium) {
    result.equilibrium = find_equilibrium(side, projector, t, q, v);
  }
  result.t = t;
  result.start_q.assign(q, q + at.n);
  result.start_v.assign(v, v + at.n);
  result.q = result.start_q;
  result.v = result.start_v;
  if (!possible) {
    result.ending = Ending::start_impossible;
  } else if (options.start == StartRule::strict && is_off()) {
    result.ending = Ending::start_is_off;
  } else if (options.start == StartRule::equilibrium && !result.equilibrium.found) {
    result.ending = Ending::no_equilibrium;
  }
  return result.ending == Ending::done;
}

// Data are given to so many digits; beyond them a start is taken for wrong.
bool Course::is_off() const {
  const double size = linalg::largest(result.start_q), rate = linalg::largest(result.start_v);
  return result.start_moved.moved > 1e-9 * size || result.start_moved.rate_moved > 1e-9 * rate;
}

bool Course::begin(const std::function<bool()>& decide_mode) {
  if (!assemble()) return false;
  if (decide_mode && !decide_mode()) return false;
  result.start_q.assign(y.data() + at.q(), y.data() + at.q() + at.n);
  result.start_v.assign(y.data() + at.v(), y.data() + at.v() + at.n);
  kept.begin(t, y.data() + at.q(), y.data() + at.v(), result.contradictory);
  bool good = rate_at(t, y.data(), f0.data());
  if (good && kept.fights(acceleration())) {
    kept.give_up();
    good = rate_at(t, y.data(), f0.data());
  }
  if (!good) {
    result.status = side.status();
    result.ending = Ending::no_instant;
    return false;
  }
  tally.rank = tally.least_rank = tally.most_rank = side.rank();
  tally.energy.start = energy(t, y.data());
  tolerances.see(y.data(), f0.data());
  growth_.begin(y.data() + at.v(), at.n);
  note_state(result.start_moved.left);
  starts_ = true;
  return true;
}

// The start is found again, for the result tells of it; it depends on the options alone.
bool Course::go_on_from(const Snapshot& snapshot) {
  if (!assemble()) return false;
  t = snapshot.t;
  std::copy(snapshot.y.begin(), snapshot.y.end(), y.data());
  tolerances.restore(snapshot.magnitudes);
  kept.restore(snapshot.kept, result.contradictory);
  samples_ = snapshot.samples;
  loss_.restore(snapshot.loss);
  growth_ = snapshot.growth;
  if (listener.restore && !snapshot.listens.empty()) {
    listener.restore(listener.self, snapshot.listens);
    fresh_ = snapshot.listens.back() != 0;
  }
  next_ = options.every_step ? 0 : snapshot.samples;
  starts_ = snapshot.tally.steps == 0;
  const bool good = rate_at(t, y.data(), f0.data());
  if (!good) {
    result.status = side.status();
    result.ending = Ending::no_instant;
  }
  tally = snapshot.tally;
  side.set_evaluations(snapshot.tally.evaluations);
  side.uses() = snapshot.tally.uses;
  result.last = snapshot;
  return good;
}

}  // namespace zwang::motion
