// SPDX-License-Identifier: Apache-2.0
#include "laws/reduced_rows.h"

#include <algorithm>
#include <cmath>

#include "least/rows.h"
#include "least/weigh.h"
#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::least {

ReducedRows::ReducedRows(Index n, Index m)
    : n_(n),
      m_(m),
      ws_(n, m, Options{}),
      order_(at(m)),
      A_(at(m * n)),
      b_(at(m)),
      W_(at(m)),
      rows_(at(m * n)),
      demand_(at(m)),
      length_(at(m)),
      free_(at(n)),
      lambda_(at(m)) {}

static bool finite(const double* x, Index count) {
  double sum = 0;  // 0·x is 0 for every number, and for nothing else
  for (Index i = 0; i < count; ++i) sum += 0 * x[i];
  return sum == 0;
}

static bool finite(const Task& task) {
  bool all = finite(task.Q, task.n) && (!task.C || finite(task.C, task.n));
  for_each_block(
      task, [&all](Index, Index size, const double* M) { all = all && finite(M, size * size); });
  return all;
}

/// Equality rows first, then unilateral ones, each in their order.
void ReducedRows::sort_rows(const Task& task, const unsigned char* kind) noexcept {
  Index count = 0;
  for (const RowKind wanted : {equality_row, unilateral_row}) {
    for (Index j = 0; j < task.m; ++j) {
      if (kind[j] != wanted) continue;
      order_[at(count)] = j;
      std::copy_n(task.A + j * n_, n_, A_.data() + count * n_);
      b_[at(count)] = task.b[j];
      W_[at(count)] = task.W ? task.W[j] : 1;
      ++count;
    }
    (wanted == equality_row ? equality_ : unilateral_) = count;
  }
  unilateral_ -= equality_;
  sorted_ = task;
  sorted_.m = count;
  sorted_.A = A_.data();
  sorted_.b = b_.data();
  sorted_.W = W_.data();
  held_ = sorted_;
  held_.m = equality_;
}

/// ws_.rows.z of the equality rows; true where they fight. Near-singular directions count as redundant
/// while stepping.
bool ReducedRows::meet_equalities(RankTolerance tolerance) noexcept {
  const bool stepping = tolerance == RankTolerance::stepping;
  if (stepping) ws_.rows.rank -= ws_.rows.near_singular();
  const linalg::RowQr& qr = ws_.rows.view;
  for (Index j = ws_.rows.rank; j < equality_; ++j) {
    double rest = b_[at(qr.order[j])];
    for (Index k = 0; k < ws_.rows.rank; ++k) rest -= ws_.rows.row(k)[j] * ws_.rows.z.data()[k];
    ws_.rows.demand.data()[j] = rest;
  }
  Options options;
  options.tolerance = tolerance;
  return ws_.rows.meet(held_.b, held_.W, linalg::norm(ws_.g.data(), n_),
                       row_tolerance(sorted_, options));
}

void ReducedRows::fill_reduced(double tolerance) noexcept {
  const Index r = ws_.rows.rank, d = n_ - r;
  const double* z = ws_.rows.z.data();
  for (Index i = 0; i < unilateral_; ++i) {
    const Index lane = equality_ + i;
    double *n_i = rows_.data() + i * n_, whole = 0, kept = 0, h = b_[at(lane)];
    for (Index k = 0; k < n_; ++k) {
      const double entry = ws_.rows.row(k)[lane];
      whole += entry * entry;
      if (k < r) h -= entry * z[k];
      if (k >= r) kept += entry * entry, n_i[k - r] = entry;
    }
    const double length = whole > 0 ? std::sqrt(whole) : 1;
    length_[at(i)] = length;
    demand_[at(i)] = h / length;
    // A row that the equality rows decide leaves rounding in the place of n.
    const bool decided = !(std::sqrt(kept) > tolerance * length);
    for (Index k = 0; k < d; ++k) n_i[k] = decided ? 0 : n_i[k] / length;
  }
  double free2 = 0;
  for (Index k = 0; k < n_; ++k) {
    const double y = ws_.rows.row(k)[sorted_.m] + ws_.rows.row(k)[sorted_.m + 1];
    if (k >= r) free_[at(k - r)] = y;
    free2 += y * y;
  }
  size_ = std::sqrt(free2) + linalg::norm(z, r);
}

Status ReducedRows::reduce(const Task& task, const unsigned char* kind,
                           RankTolerance tolerance) noexcept {
  sort_rows(task, kind);
  if (!finite(sorted_) || !finite(A_.data(), sorted_.m * n_) || !finite(b_.data(), sorted_.m))
    return Status::not_finite_input;
  std::fill_n(ws_.rows.X.data(), ws_.rows.X.size(), 0.0);  // lanes of an earlier, longer list
  std::fill_n(ws_.rows.demand.data(), ws_.rows.demand.size(), 0.0);
  if (weigh(sorted_, ws_) != 1) {
    ws_.clear();
    ws_.rows.rank = 0;
    return Status::mass_not_definite;
  }
  ws_.m = ws_.rows.view.lanes = equality_;
  const bool in_range = factor_rows(held_, ws_);
  const bool fights = in_range && meet_equalities(tolerance);
  Options options;
  options.tolerance = tolerance;
  if (in_range) fill_reduced(row_tolerance(sorted_, options));
  if (!in_range || !std::isfinite(size_) || !finite(length_.data(), unilateral_)) {
    ws_.clear();
    ws_.rows.rank = 0;
    return Status::overflow;
  }
  return fights ? Status::contradictory : Status::ok;
}

void ReducedRows::expand(const double* w, double* x) noexcept {
  double* u = ws_.u.data();
  std::copy_n(ws_.rows.z.data(), ws_.rows.rank, u);
  std::copy_n(w, freedom(), u + ws_.rows.rank);
  linalg::kernels().apply_reflectors(ws_.rows.view, ws_.rows.rank, &u, 1);
  unweigh(sorted_, ws_, &u, 1);
  std::copy_n(u, n_, x);
}

void ReducedRows::multipliers(const double* reduced, double* lambda) noexcept {
  for (Index k = 0; k < ws_.rows.rank; ++k) {
    const double* lanes = ws_.rows.row(k);
    double y = ws_.rows.z.data()[k] - (lanes[sorted_.m] + lanes[sorted_.m + 1]);
    for (Index i = 0; i < unilateral_; ++i) y -= reduced[i] / length_[at(i)] * lanes[equality_ + i];
    ws_.rows.z_y.data()[k] = y;
  }
  ws_.rows.share(lambda_.data());
  std::fill_n(lambda, m_, 0.0);
  for (Index j = 0; j < equality_; ++j) lambda[equality(j)] = lambda_[at(j)];
  for (Index i = 0; i < unilateral_; ++i) lambda[row_of(i)] = reduced[i] / length_[at(i)];
}

void ReducedRows::mark_involved(const double* reduced, unsigned char* marks) noexcept {
  for (Index k = 0; k < ws_.rows.rank; ++k) {
    double y = 0;
    for (Index i = 0; i < unilateral_; ++i)
      y += reduced[i] / length_[at(i)] * ws_.rows.row(k)[equality_ + i];
    ws_.rows.z_y.data()[k] = y;
  }
  ws_.rows.share(lambda_.data());
  const linalg::RowQr& qr = ws_.rows.view;
  const auto share = [&](Index k) {  // of lane k, in units of its length
    const double scale = qr.scale[k];
    return scale > 0 ? std::fabs(lambda_[at(qr.order[k])]) / std::sqrt(scale) : 0;
  };
  double largest = 0;
  for (Index i = 0; i < unilateral_; ++i) largest = std::fmax(largest, std::fabs(reduced[i]));
  const double noise = linalg::coefficient_tolerance(sorted_.m, n_, ws_.rows.least_pivot);
  for (Index k = 0; k < equality_; ++k)
    if (share(k) > noise * largest) marks[order_[at(qr.order[k])]] = 1;
}

}  // namespace zwang::least
