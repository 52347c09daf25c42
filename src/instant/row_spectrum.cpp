// SPDX-License-Identifier: Apache-2.0
#include "instant/row_spectrum.h"

#include <algorithm>
#include <cmath>

#include "least/rows.h"
#include "least/scale.h"
#include "least/weigh.h"
#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::instant {

namespace {

// A vector with every direction in it, the same on every machine.
double start_entry(Index k) {
  return (k % 2 ? -1 : 1) * (1 + static_cast<double>(k * 7 % 11) / 11);
}

}  // namespace

RowSpectrum::RowSpectrum(const equations::Equations& equations, Index n, Index m)
    : n_(n),
      m_(m),
      rows_(n > 0 ? DenseTask(equations) : DenseTask()),
      ws_(n_, m_, Options{}),
      zero_(std::max(n_ + m_, Index{1})),
      tau_(std::max(n_, Index{1})),
      D_(std::max(m_ * n_, Index{1})),
      length_(std::max(m_, Index{1})),
      x_(std::max(m_, Index{1})),
      h_(std::max(n_, Index{1})),
      B_(std::max(m_ * n_, Index{1})),
      U_(std::max(m_ * m_, Index{1})),
      value_(std::max(m_, Index{1})) {
  acting_.reserve(static_cast<std::size_t>(m_));
  order_.reserve(static_cast<std::size_t>(m_));
}

bool RowSpectrum::weigh(equations::Workspace& numbers, const unsigned char* active) noexcept {
  acting_.clear();
  for (Index i = 0; i < m_; ++i) {
    if (active[i]) acting_.push_back(i);
  }
  least::Task now = rows_.of(numbers, active);
  now.Q = now.b = zero_.data();  // only the rows are of interest
  now.W = nullptr;
  if (least::weigh(now, ws_) == 0) scale_instead(now);
  bool finite = true;
  for (Index i = 0; i < m_; ++i) {
    double* d = D_.data() + i * n_;
    for (Index j = 0; j < n_; ++j) d[j] = ws_.rows.row(j)[i];  // [FKNU05 2]
    length_.data()[i] = linalg::norm(d, n_);
    finite &= std::isfinite(length_.data()[i]);
  }
  if (!finite) ws_.clear();  // a NaN may have reached the padding
  return finite;
}

void RowSpectrum::scale_instead(const least::Task& task) noexcept {
  double* tau = tau_.data();
  least::scale_coordinates(task, tau);
  for (Index j = 0; j < n_; ++j) {
    double* lanes = ws_.rows.row(j);
    std::fill_n(lanes, ws_.rows.view.ldx, 0.0);
    for (Index i = 0; i < m_; ++i) lanes[i] = task.A[i * n_ + j] * tau[j];
  }
}

/// The pivoted QR; ws_.rows.rank then counts all that is not rounding.
bool RowSpectrum::factor() noexcept {
  least::Task rows;
  rows.n = n_;
  rows.m = m_;
  rows.A = rows_.A();
  rows.b = zero_.data();
  return least::factor_rows(rows, ws_);
}

Index RowSpectrum::find_rank() noexcept {
  least_ = 0;
  if (!factor()) return ws_.rows.rank = 0;
  ws_.rows.rank -= ws_.rows.near_singular();
  // σ₁ ≥ 1, for every row has length 1.
  if (ws_.rows.rank > 0) least_ = 1 / ws_.rows.condition();
  return ws_.rows.rank;
}

// The selected rows are R11ᵀQᵀ, so D⁺X has the norm of R11⁻ᵀX.
double RowSpectrum::change_to(const double* other) noexcept {
  double *x = x_.data(), *h = h_.data(), rho = 0;
  const auto row = [this](Index k) { return ws_.rows.view.order[k] * n_; };
  for (Index k = 0; k < ws_.rows.rank; ++k) x[k] = start_entry(k);
  for (int round = 0; round < 6; ++round) {
    const double norm = linalg::norm(x, ws_.rows.rank);
    if (norm == 0) return 0;
    for (Index k = 0; k < ws_.rows.rank; ++k) x[k] /= norm;
    ws_.rows.solve_upper(x);
    std::fill_n(h, n_, 0.0);
    for (Index k = 0; k < ws_.rows.rank; ++k) {
      const double *a = D_.data() + row(k), *b = other + row(k);
      for (Index j = 0; j < n_; ++j) h[j] += (b[j] - a[j]) * x[k];
    }
    rho = linalg::norm(h, n_);
    for (Index k = 0; k < ws_.rows.rank; ++k) {
      const double *a = D_.data() + row(k), *b = other + row(k);
      x[k] = linalg::dot(b, h, n_) - linalg::dot(a, h, n_);
    }
    ws_.rows.solve_lower(x);
  }
  return rho;
}

double RowSpectrum::smallest(Index r, const double* unit, double* u, double* z) noexcept {
  if (factor() && ws_.rows.rank == r) return by_inverse_iteration(unit, u, z);
  decompose(D_.data(), unit);
  left(r - 1, u);
  std::copy_n(B_.data() + order_[static_cast<std::size_t>(r - 1)] * n_, n_, z);
  return value(r - 1);
}

/// Near a singular pose, where digits count, one round would do; far from it a rough answer does. Where rows follow from
/// others at any pose, R11 has not all of them: the same, u ← (T Tᵀ)⁺u, among the combinations that are not zero.
double RowSpectrum::by_inverse_iteration(const double* unit, double* u, double* z) noexcept {
  double* x = x_.data();
  const bool redundant = ws_.rows.rank < count();
  const Index size = redundant ? m_ : ws_.rows.rank;
  const auto row = [this](Index k) { return ws_.rows.view.order[k]; };
  for (Index k = 0; k < size; ++k) x[k] = start_entry(row(k));
  if (redundant) {
    double* const weight = value_.data();  // which no decomposition is in
    for (Index i = 0; i < m_; ++i) weight[i] = unit[i] > 0 ? 1 / (unit[i] * unit[i]) : 0;
    const linalg::TallQr T = ws_.rows.tall(weight);
    for (int round = 0; round < 8; ++round) {
      linalg::least_squares(T, x, h_.data());
      linalg::shortest(T, h_.data(), x);
      const double norm = linalg::norm(x, size);
      for (Index k = 0; k < size; ++k) x[k] /= norm;
    }
  } else {
    for (int round = 0; round < 8; ++round) {
      for (Index k = 0; k < size; ++k) x[k] *= unit[row(k)];
      ws_.rows.solve_lower(x);
      const double norm = linalg::norm(x, size);
      for (Index k = 0; k < size; ++k) x[k] /= norm;
      ws_.rows.solve_upper(x);
      for (Index k = 0; k < size; ++k) x[k] *= unit[row(k)];
    }
  }
  const double norm = linalg::norm(x, size);
  std::fill_n(u, m_, 0.0);
  std::fill_n(z, n_, 0.0);
  for (Index k = 0; k < size; ++k) {
    const Index i = row(k);
    u[i] = x[k] / norm;
    const double share = unit[i] > 0 ? u[i] / unit[i] : 0;
    for (Index j = 0; j < n_; ++j) z[j] += D_.data()[i * n_ + j] * share;
  }
  return linalg::norm(z, n_);
}

void RowSpectrum::decompose(const double* D, const double* unit) noexcept {
  const Index p = count();
  std::fill_n(U_.data(), p * p, 0.0);
  for (Index k = 0; k < p; ++k) {
    const Index i = acting_[static_cast<std::size_t>(k)];
    for (Index j = 0; j < n_; ++j) {
      B_.data()[k * n_ + j] = unit[i] > 0 ? D[i * n_ + j] / unit[i] : 0;
    }
    U_.data()[k * p + k] = 1;
  }
  constexpr int most_sweeps = 40;  // ten are many
  bool turned = true;
  for (int sweep = 0; turned && sweep < most_sweeps; ++sweep) {
    turned = false;
    for (Index i = 0; i < p; ++i)
      for (Index j = i + 1; j < p; ++j) turned |= rotate(i, j);
  }
  sort_values();
}

/// Turns rows i and j of B, and of Uᵀ, until they are orthogonal. False: they were.
bool RowSpectrum::rotate(Index i, Index j) noexcept {
  const Index p = count();
  double *x = B_.data() + i * n_, *y = B_.data() + j * n_;
  double xx = 0, yy = 0, xy = 0;  // in one loop: a sum waits for itself alone
  for (Index k = 0; k < n_; ++k) {
    xx += x[k] * x[k];
    yy += y[k] * y[k];
    xy += x[k] * y[k];
  }
  // Rounding of the sums; and of rows, which have length 1 at first: one shorter than eps has no
  // direction.
  const double tolerance = static_cast<double>(n_ + 4) * linalg::kEps;
  if (!(std::abs(xy) > tolerance * std::sqrt(xx * yy))) return false;
  if (std::min(xx, yy) < linalg::kEps * linalg::kEps) return false;
  const double zeta = (yy - xx) / (2 * xy);
  const double t = (zeta < 0 ? -1 : 1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
  const double c = 1 / std::sqrt(1 + t * t), s = c * t;
  const auto turn = [c, s](double* a, double* b, Index size) {
    for (Index k = 0; k < size; ++k) {
      const double a_k = a[k];
      a[k] = c * a_k - s * b[k];
      b[k] = s * a_k + c * b[k];
    }
  };
  turn(x, y, n_);
  turn(U_.data() + i * p, U_.data() + j * p, p);
  return true;
}

void RowSpectrum::sort_values() noexcept {
  order_.resize(acting_.size());  // within its capacity
  for (Index k = 0; k < count(); ++k) {
    order_[static_cast<std::size_t>(k)] = k;
    value_.data()[k] = linalg::norm(B_.data() + k * n_, n_);
  }
  std::sort(order_.begin(), order_.end(), [this](Index a, Index b) {
    const double x = value_.data()[a], y = value_.data()[b];
    return x > y || (x == y && a < b);
  });
}

double RowSpectrum::value(Index k) const {
  return value_.data()[order_[static_cast<std::size_t>(k)]];
}

void RowSpectrum::left(Index k, double* u) const noexcept {
  std::fill_n(u, m_, 0.0);
  const double* row = U_.data() + order_[static_cast<std::size_t>(k)] * count();
  for (std::size_t j = 0; j < acting_.size(); ++j) u[acting_[j]] = row[j];
}

}  // namespace zwang::instant
