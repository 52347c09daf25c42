// SPDX-License-Identifier: Apache-2.0
#include "laws/friction/island_solver.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::least {

using Side = Choices::Side;
using Hold = Choices::Hold;

IslandSolver::IslandSolver(const Island& island, double work) : island_(island), left_(work) {
  const auto n = static_cast<std::size_t>(island.n);
  for (std::vector<double>* v : {&r_, &a_, &s_, &limit_slope_, &F_, &step_, &before_}) v->resize(n);
  order_.resize(n);
}

bool IslandSolver::verifies() {
  return linalg::all_finite(r_) && residuals_of(island_, r_.data(), a_.data()).worst() <=
                                       verified * std::fmax(1.0, 1e-3 * linalg::largest(r_));
}

/// The point of rows_, within the work that is left: each row that comes or goes turns a triangle.
bool IslandSolver::find_point() {
  if (!(left_ > 0)) return false;
  const double n = static_cast<double>(island_.n), each = 8 * n * n + 1;
  point_.allow(static_cast<Index>(std::fmin(left_ / each + 1, 1e15)));
  const bool found = point_.solve(rows_);
  left_ -= each * static_cast<double>(point_.changes() + island_.n);
  return found;
}

/// Tangents where the point lies outside round cones; false: it lies outside none.
bool IslandSolver::add_cuts(const Choices& choices) {
  const double* r = point_.x();
  bool any = false;
  for (std::size_t k = 0; k < island_.rubbing.size(); ++k) {
    const IslandRubbing& x = island_.rubbing[k];
    if (x.rows == 1 || choices.hold[k] != Hold::sticks || is_off(choices, x)) continue;
    const double size = linalg::norm(r + x.first, x.rows);
    if (size <= island_.limit(x, r) + 1e-12 * (1 + size)) continue;
    Cut cut{k, {0, 0, 0}};
    for (Index i = 0; i < x.rows; ++i) cut.e[i] = r[x.first + i] / size;
    cuts_.push_back(cut);
    any = true;
  }
  return any;
}

bool IslandSolver::hold(const Choices& choices) {
  for (std::size_t k = 0; k < choices.hold.size(); ++k)
    if (choices.hold[k] == Hold::starts && island_.rubbing[k].rows > 1) return false;
  cuts_.clear();
  for (int round = 0; round < 60; ++round) {
    fill_rows(island_, choices, 0, cuts_, rows_);
    if (!find_point()) return false;
    determined_ = point_.rank() == island_.n;
    if (!add_cuts(choices)) break;
  }
  std::copy_n(point_.x(), island_.n, r_.data());
  return verifies();
}

/// The choice that the point on the equalities violates most is changed; false where that needs a
/// direction in space, or none is violated.
bool IslandSolver::change_worst(Choices& choices) const {
  const double* r = point_.on_equalities();
  std::vector<double> a(static_cast<std::size_t>(island_.n));
  island_.accelerate(r, a.data());
  double most = verified;
  enum class Change { nothing, side, hold } change = Change::nothing;
  std::size_t which = 0;
  for (std::size_t j = 0; j < choices.side.size(); ++j) {
    const Side side = choices.side[j];
    const double off = side == Side::open ? -a[j] : side == Side::closed ? -r[j] : r[j];
    if (off > most) most = off, which = j, change = Change::side;
  }
  for (std::size_t k = 0; k < choices.hold.size(); ++k) {
    const IslandRubbing& x = island_.rubbing[k];
    if (x.slides || is_off(choices, x)) continue;
    const double f = linalg::norm(r + x.first, x.rows);
    const double off =
        choices.hold[k] == Hold::sticks ? f - island_.limit(x, r) : -choices.from[k] * a[x.first];
    if (off > most) most = off, which = k, change = Change::hold;
  }
  if (change == Change::side) {
    Side& side = choices.side[which];
    const bool sided = island_.sided[which];
    side = side != Side::closed ? Side::closed : sided ? Side::open : Side::negative;
  } else if (change == Change::hold) {
    const IslandRubbing& x = island_.rubbing[which];
    if (x.rows > 1) return false;
    Hold& hold = choices.hold[which];
    hold = hold == Hold::sticks ? Hold::starts : Hold::sticks;
    choices.from[which] = r[x.first] > 0 ? -1 : 1;  // a guess, which may be undone
    if (hold == Hold::sticks) choices.from[which] = 0;
  }
  return change != Change::nothing;
}

bool IslandSolver::pivot(Choices choices) {
  std::vector<Choices> visited;
  const std::size_t most = 20 + 4 * static_cast<std::size_t>(island_.n);
  while (visited.size() < most && left_ > 0) {
    if (hold(choices)) return true;
    if (point_.rank() < 0) return false;
    visited.push_back(choices);
    if (!change_worst(choices)) return false;
    if (std::find(visited.begin(), visited.end(), choices) != visited.end()) return false;
  }
  return false;
}

}  // namespace zwang::least
