// SPDX-License-Identifier: Apache-2.0
#include "variation/fields/legendre.h"

#include <cmath>

#include "bvp/curve.h"
#include "linalg/gram_schmidt.h"
#include "linalg/rank.h"
#include "linalg/symmetric.h"
#include "variation/fields/jacobi_plan.h"

namespace zwang::variation {

namespace {

/// ZᵀF_vvZ at one point, in coordinates in which F_vv has entries of size 1.
class FreeForm {
 public:
  FreeForm(const JacobiPlan& plan, const FieldScales& scales)
      : plan_(plan),
        scales_(scales),
        n_(plan.functional->n),
        at_(plan),
        rows_(n_),
        row_(n_),
        H_(n_ * n_),
        FZ_(n_),
        order_(n_),
        pair_(n_) {}

  bool take(double tau, const double* z) {
    if (!at_.take(plan_, tau, z)) return false;
    rows_.clear();
    add(at_.A, plan_.functional->rows);
    add(at_.f_v, plan_.functional->velocities);
    rows_.complete();
    const Index free = rows_.free();
    for (Index b = 0; b < free; ++b) {
      const double* z_b = rows_.free_basis(b);
      for (Index i = 0; i < n_; ++i) {
        double sum = 0;
        for (Index j = 0; j < n_; ++j) sum += at_.F_vv[i * n_ + j] * scales_.x[j] * z_b[j];
        FZ_[i] = sum * scales_.x[i];
      }
      for (Index a = 0; a < free; ++a) {
        double sum = 0;
        for (Index i = 0; i < n_; ++i) sum += rows_.free_basis(a)[i] * FZ_[i];
        H_[b * n_ + a] = sum;  // [ENDS 34]
      }
    }
    inertia = linalg::factor_symmetric(
        {free, H_.data(), n_, order_.data(), pair_.data(), linalg::mass_tolerance(n_), 1.0});
    return true;
  }

  Index free() const { return rows_.free(); }
  linalg::SymmetricInertia inertia;

 private:
  void add(const std::vector<double>& rows, Index count) {
    for (Index k = 0; k < count; ++k) {
      for (Index i = 0; i < n_; ++i) row_[i] = rows[k * n_ + i] * scales_.x[i];
      rows_.add(row_.data(), linalg::stepping_tolerance());
    }
  }

  const JacobiPlan& plan_;
  const FieldScales& scales_;
  Index n_;
  PlannedPoint at_;
  linalg::RowSpace rows_;
  std::vector<double> row_, H_, FZ_;
  std::vector<Index> order_;
  std::vector<unsigned char> pair_;
};

}  // namespace

Legendre legendre(const JacobiPlan& plan) {
  Legendre result;
  FieldScales scales;
  const bvp::Curve& curve = *plan.curve;
  result.where = plan.t0;
  const auto look = [&](FreeForm& form, double tau, const double* z) {
    if (!form.take(tau, z)) return false;
    const bool was_definite = result.positive || result.negative;
    if (form.inertia.positive < form.free()) result.positive = false;
    if (form.inertia.negative < form.free()) result.negative = false;
    if (form.inertia.zero > 0) result.singular = true;
    if (was_definite && !result.positive && !result.negative)
      result.where = plan.t0 + tau * (plan.t1 - plan.t0);
    return true;
  };
  bool numbers = measure(plan, scales);
  if (numbers) {
    FreeForm form(plan, scales);
    const bvp::Gauss& g = bvp::gauss(curve.stages);
    std::vector<double> z(curve.size());
    for (Index i = 0; numbers && i <= curve.intervals(); ++i) {
      numbers = look(form, curve.mesh[i], curve.at(i));
      for (Index j = 0; numbers && i < curve.intervals() && j < g.s; ++j) {
        const double h = curve.mesh[i + 1] - curve.mesh[i];
        value_within(curve, i, weights_at(g, g.c[j]), z.data());
        numbers = look(form, curve.mesh[i] + g.c[j] * h, z.data());
      }
    }
  }
  if (!numbers) result.positive = result.negative = false;
  plan.bvp->set(plan.bvp->self, curve.p.data());
  return result;
}

}  // namespace zwang::variation
