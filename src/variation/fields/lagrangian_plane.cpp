// SPDX-License-Identifier: Apache-2.0
#include "variation/fields/lagrangian_plane.h"

#include <algorithm>

#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::variation {

LagrangianPlane::LagrangianPlane(const JacobiPlan& plan, const FieldScales& scales)
    : plan_(plan),
      scales_(scales),
      n_(plan.functional->n),
      lambdas_(plan.lambdas),
      integrals_(plan.integrals),
      length_(plan.bvp->size() + plan.bvp->parameters),
      span_(plan.t1 - plan.t0),
      at_(plan),
      rows_(n_),
      x_(n_),
      row_(n_),
      dp_(n_) {
  kept_.reserve(n_);
}

bool LagrangianPlane::take(double tau, const double* z) noexcept {
  const bool numbers = at_.take(plan_, tau, z);
  std::copy_n(z, n_, x_.data());
  // A functional may share its numbers with the equations.
  if (!plan_.bvp->set(plan_.bvp->self, plan_.curve->p.data()) || !numbers) return false;
  const auto add = [&](const std::vector<double>& rows, Index k) {
    for (Index i = 0; i < n_; ++i) row_[i] = rows[k * n_ + i] * scales_.x[i];
    // A curve is off the rows by its error: redundant rows look independent by that much.
    return rows_.add(row_.data(), linalg::stepping_tolerance());
  };
  rows_.clear();
  kept_.clear();
  for (Index k = 0; k < plan_.functional->rows; ++k)
    if (add(at_.A, k)) kept_.push_back(k);
  rank_ = rows_.rank();
  for (Index j = 0; j < lambdas_; ++j)
    if (!add(at_.f_v, j)) return false;
  rows_.complete();
  return true;
}

void LagrangianPlane::position(const double* column, double* w) const noexcept {
  for (Index k = rank_; k < n_; ++k) {
    const double* z_k = rows_.basis(k);
    double sum = 0;
    for (Index i = 0; i < n_; ++i) sum += z_k[i] * (column[i] / scales_.x[i]);
    w[k - rank_] = sum;  // [ENDS 32]
  }
  const double* dI = column + 2 * n_ + lambdas_;
  for (Index k = 0; k < integrals_; ++k) w[n_ - rank_ + k] = dI[k] / scales_.integral[k];
}

void LagrangianPlane::momentum(const double* column, double* p) const noexcept {
  const double *dx = column, *dv = column + n_, *dlambda = column + 2 * n_;
  const double* dmu = column + plan_.bvp->size();
  for (Index i = 0; i < n_; ++i) {
    double sum = 0;
    for (Index j = 0; j < n_; ++j)
      sum += at_.F_vv[i * n_ + j] * (dv[j] / span_) + at_.F_xv[j * n_ + i] * dx[j];  // [ENDS 32]
    for (Index j = 0; j < lambdas_; ++j) sum += at_.f_v[j * n_ + i] * dlambda[j];
    for (Index k = 0; k < integrals_; ++k) sum += at_.G_v[k * n_ + i] * dmu[k];
    dp_[i] = sum * scales_.x[i];
  }
  for (Index k = rank_; k < n_; ++k) {
    const double* z_k = rows_.basis(k);
    double sum = 0;
    for (Index i = 0; i < n_; ++i) sum += z_k[i] * dp_[i];
    p[k - rank_] = sum;  // [ENDS 32]
  }
  for (Index k = 0; k < integrals_; ++k) p[n_ - rank_ + k] = -dmu[k] * scales_.integral[k];
}

void LagrangianPlane::vertical(double* columns) const noexcept {
  std::fill_n(columns, size() * length_, 0.0);
  double* column = columns;
  // δx = 0 leaves A δv = 0 and f_v δv = 0 of the rows.
  for (Index k = rank_ + lambdas_; k < n_; ++k, column += length_)
    for (Index i = 0; i < n_; ++i) column[n_ + i] = rows_.basis(k)[i] * scales_.x[i];
  for (Index j = 0; j < lambdas_; ++j, column += length_) column[2 * n_ + j] = scales_.lambda[j];
  for (Index k = 0; k < integrals_; ++k, column += length_)
    column[plan_.bvp->size() + k] = scales_.mu[k];
}

// ∂φ̇/∂x = φ_xx v + φ_xt of a row of the position level, the latter by differences: rows that do not
// know the time have none.  [ENDS 33]
bool LagrangianPlane::slope_of_row(Index k, double* slope) {
  const Functional& of = *plan_.functional;
  const auto rows = at(of.rows), n = at(n_);
  std::vector<double> unit(rows), phi(rows), A(rows * n), bend(n * n);
  unit[k] = 1;
  if (!of.curvature(of.self, at_.t, x_.data(), unit.data(), bend.data())) return false;
  for (Index i = 0; i < n_; ++i) slope[i] = linalg::dot(bend.data() + i * n_, at_.v.data(), n_);
  const double step = 1e-5 * span_;
  for (const double side : {1.0, -1.0}) {
    if (!of.position_rows(of.self, at_.t + side * step, x_.data(), phi.data(), A.data()))
      return false;
    for (Index i = 0; i < n_; ++i) slope[i] += side * A[k * n_ + i] / (2 * step);
  }
  return true;
}

bool LagrangianPlane::horizontal(double* columns) {
  const Index rows = rows_.rank(), free = n_ - rank_;
  std::vector<double> slopes(rows * n_), demand(rows), dv(n_);
  for (std::size_t k = 0; k < kept_.size(); ++k)
    if (!slope_of_row(kept_[k], slopes.data() + static_cast<Index>(k) * n_)) return false;
  std::copy(at_.f_x.begin(), at_.f_x.end(), slopes.begin() + rank_ * n_);
  std::fill_n(columns, free * length_, 0.0);
  for (Index c = 0; c < free; ++c, columns += length_) {
    for (Index i = 0; i < n_; ++i) columns[i] = rows_.basis(rank_ + c)[i] * scales_.x[i];
    // Rates that keep the rows: A δv = −∂φ̇/∂x δx, f_v δv = −f_x δx.
    for (Index k = 0; k < rows; ++k) demand[k] = -linalg::dot(slopes.data() + k * n_, columns, n_);
    rows_.shortest(demand.data(), dv.data());  // [ENDS 33]
    for (Index i = 0; i < n_; ++i) columns[n_ + i] = span_ * dv[i] * scales_.x[i];
  }
  return true;
}

}  // namespace zwang::variation
