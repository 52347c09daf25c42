// SPDX-License-Identifier: Apache-2.0
// Everything is read off the left null space of the rows: combinations w with wᵀA = 0. Rows are
// equilibrated (ŵ_i = w_i s_i), each combination scaled to largest entry 1.
//
// A combination is a *circuit* if no row of it can be left out. Bringing the null space into
// echelon form from the last row on makes circuits in which the latest row is the redundant one,
// expressed by rows before it: what a reader expects. A contradiction is a circuit whose wᵀb is
// not 0. The one with fewest rows is found by trying every circuit where they are few enough to
// be tried; circuits through p − 1 chosen zeros are all circuits, p the number of combinations.

#include "least/diagnose.h"

#include <algorithm>
#include <cmath>

#include "least/rows.h"
#include "linalg/rank.h"

namespace zwang::least {

namespace {

using Combination = std::vector<double>;  // m numbers, equilibrated, in the user's row order

struct NullSpace {
  std::vector<Combination> basis;
  std::vector<double> s;  // lengths of the rows; 0 where vanished
  double tolerance;       // an entry at most this, relative to the largest, is rounding
};

void normalise(Combination& w, double tolerance) {
  double largest = 0;
  for (double x : w) largest = std::max(largest, std::fabs(x));
  if (largest == 0) return;
  for (double& x : w) {
    x /= largest;
    if (std::fabs(x) <= tolerance) x = 0;
  }
}

/// Leaves out directions that are near-singular: numbers of a state that is off the constraints by
/// rounding, or by a tolerance, hide dependence by that much. Returns what was left out.
double cut_near_singular(Workspace& ws, std::size_t count) {
  if (count == 0) return 0;
  ws.rows.rank -= static_cast<Index>(count);
  const double left_out = ws.rows.pivot(ws.rows.rank);
  ws.rows.least_pivot = ws.rows.rank > 0 ? ws.rows.pivot(ws.rows.rank - 1) : 1;
  ws.rows.find_dependence();
  return left_out;
}

NullSpace null_space(const Task& task, const Workspace& ws, double left_out) {
  const linalg::RowQr& qr = ws.rows.view;
  const auto m = static_cast<std::size_t>(task.m);
  const double rounding = linalg::coefficient_tolerance(task.m, task.n, ws.rows.least_pivot);
  const double blurred = std::min(10 * left_out / ws.rows.least_pivot, 1e-4);
  NullSpace null{{}, std::vector<double>(m, 0), std::max(rounding, blurred)};
  for (Index j = 0; j < task.m; ++j)
    null.s[static_cast<std::size_t>(qr.order[j])] =
        qr.scale[j] > 0 ? 1 / std::sqrt(qr.scale[j]) : 0;
  for (Index j = ws.rows.rank; j < task.m; ++j) {
    if (qr.scale[j] == 0) continue;  // vanished rows are said apart
    Combination w(m, 0);
    const double* x = ws.rows.dependence.data() + (j - ws.rows.rank) * qr.ldx;
    for (Index k = 0; k < ws.rows.rank; ++k) {
      const auto row = static_cast<std::size_t>(qr.order[k]);
      w[row] = -x[k] * null.s[row] * std::sqrt(qr.scale[j]);
    }
    w[static_cast<std::size_t>(qr.order[j])] = 1;
    normalise(w, null.tolerance);
    null.basis.push_back(std::move(w));
  }
  return null;
}

/// Removes entry `row` from w with the help of `pivot`.
void eliminate(Combination& w, const Combination& pivot, std::size_t row, double tolerance) {
  if (w[row] == 0) return;
  const double t = w[row] / pivot[row];
  for (std::size_t i = 0; i < w.size(); ++i) w[i] -= t * pivot[i];
  w[row] = 0;
  normalise(w, tolerance);
}

/// Echelon form from the last row on; pivots[k] is the row that combination k makes redundant.
std::vector<std::size_t> reduce_from_last(NullSpace& null) {
  std::vector<std::size_t> pivots;
  const std::size_t m = null.s.size();
  for (std::size_t row = m; row-- > 0 && pivots.size() < null.basis.size();) {
    const std::size_t next = pivots.size();
    std::size_t best = next;
    for (std::size_t k = next; k < null.basis.size(); ++k)
      if (std::fabs(null.basis[k][row]) > std::fabs(null.basis[best][row])) best = k;
    // A pivot of rounding size would blow up its combination; such a row is left to others.
    if (std::fabs(null.basis[best][row]) <= std::max(1e-7, null.tolerance)) continue;
    std::swap(null.basis[next], null.basis[best]);
    for (std::size_t k = 0; k < null.basis.size(); ++k)
      if (k != next) eliminate(null.basis[k], null.basis[next], row, null.tolerance);
    pivots.push_back(row);
  }
  return pivots;
}

std::size_t support(const Combination& w) {
  return static_cast<std::size_t>(
      std::count_if(w.begin(), w.end(), [](double x) { return x != 0; }));
}

/// Tells which combinations contradict b, and by how much.
struct Judge {
  const Task& task;
  const std::vector<double>& s;
  double allowed;

  double demand(const Combination& w) const {
    double sum = 0;
    for (std::size_t i = 0; i < w.size(); ++i)
      if (w[i] != 0) sum += w[i] * task.b[i] / s[i];
    return sum;
  }
  bool contradicts(const Combination& w) const {
    double size = 0;
    for (double x : w) size += std::fabs(x);
    return std::fabs(demand(w)) > allowed * size;
  }
  Contradiction describe(const Combination& w) const {
    Contradiction c;
    double norm2 = 0;
    for (std::size_t i = 0; i < w.size(); ++i) {
      if (w[i] == 0) continue;
      c.rows.push_back(i);
      c.combination.push_back(w[i] / s[i]);
      norm2 += w[i] / s[i] * w[i] / s[i] / (task.W ? task.W[i] : 1);
    }
    c.size = std::fabs(demand(w)) / std::sqrt(norm2);
    return c;
  }
};

/// Improves `best` to the contradictory circuit of fewest rows among those of `left` that are 0 in as
/// many rows from `first` on as leave only one. Every choice of rows begins with the choices before it.
void try_circuits(const std::vector<Combination>& left, std::size_t first, const Judge& judge,
                  double tolerance, Combination& best) {
  if (left.size() == 1) {
    if (support(left[0]) < support(best) && judge.contradicts(left[0])) best = left[0];
    return;
  }
  const std::size_t m = best.size(), zeros = left.size() - 1;
  for (std::size_t row = first; row + zeros <= m && support(best) > 2; ++row) {
    std::size_t most = 0;
    for (std::size_t k = 1; k < left.size(); ++k)
      if (std::fabs(left[k][row]) > std::fabs(left[most][row])) most = k;
    if (left[most][row] == 0) continue;  // already 0: another choice finds these circuits
    std::vector<Combination> rest = left;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(most));
    for (Combination& w : rest) eliminate(w, left[most], row, tolerance);
    try_circuits(rest, row + 1, judge, tolerance, best);
  }
}

/// All circuits, if there are few enough to try.
void try_all_circuits(const NullSpace& null, const Judge& judge, Combination& best) {
  const std::size_t m = null.s.size(), zeros = null.basis.size() - 1;
  double ways = 1;
  for (std::size_t k = 0; k < zeros; ++k)
    ways *= static_cast<double>(m - k) / static_cast<double>(k + 1);
  if (zeros > 0 && ways <= 20000) try_circuits(null.basis, 0, judge, null.tolerance, best);
}

void add_redundant(const NullSpace& null, const std::vector<std::size_t>& pivots, Instant& out) {
  for (std::size_t row : out.vanished) out.redundant.push_back({row, {}, {}});
  for (std::size_t k = 0; k < pivots.size(); ++k) {
    const Combination& w = null.basis[k];
    Dependence d;
    d.row = pivots[k];
    for (std::size_t i = 0; i < w.size(); ++i) {
      if (w[i] == 0 || i == d.row) continue;
      d.rows.push_back(i);
      d.coefficients.push_back(-w[i] / null.s[i] * null.s[d.row] / w[d.row]);
    }
    out.redundant.push_back(std::move(d));
  }
  std::sort(out.redundant.begin(), out.redundant.end(),
            [](const Dependence& x, const Dependence& y) { return x.row < y.row; });
}

}  // namespace

void diagnose(const Task& task, const Options& options, Workspace& ws, Instant& out) {
  const double left_out = cut_near_singular(ws, out.near_singular);
  if (ws.rows.rank == task.m) return;
  NullSpace null = null_space(task, ws, left_out);
  const std::vector<std::size_t> pivots = reduce_from_last(null);
  add_redundant(null, pivots, out);
  if (out.status != Status::contradictory) return;

  double size = 0;
  for (Index j = 0; j < task.m; ++j) {
    const double s = null.s[static_cast<std::size_t>(j)];
    if (s > 0) size = std::max(size, std::fabs(task.b[j]) / s);
  }
  const Judge judge{task, null.s, row_tolerance(task, options) * size};
  for (std::size_t row : out.vanished)
    if (task.b[row] != 0)
      out.contradictory.push_back(
          {{row}, {1}, std::fabs(task.b[row]) * (task.W ? std::sqrt(task.W[row]) : 1)});
  std::vector<Combination> found;
  for (const Combination& w : null.basis)
    if (judge.contradicts(w)) found.push_back(w);
  if (!found.empty()) {
    const auto fewer = [](const Combination& x, const Combination& y) {
      return support(x) < support(y);
    };
    std::stable_sort(found.begin(), found.end(), fewer);
    Combination best = found.front();
    try_all_circuits(null, judge, best);
    if (support(best) < support(found.front())) found.insert(found.begin(), best);
  }
  for (const Combination& w : found) out.contradictory.push_back(judge.describe(w));
  std::stable_sort(
      out.contradictory.begin(), out.contradictory.end(),
      [](const Contradiction& x, const Contradiction& y) { return x.rows.size() < y.rows.size(); });
}

}  // namespace zwang::least
