// SPDX-License-Identifier: Apache-2.0
// Deferred correction: with r = g − K what a curve misses at the points of a rule of more stages, the
// step δ satisfies δ'' = r + g_z δ. Of δ, the integral of r over an interval is as the richer rule has
// it, and only κ = g_z δ, which is smooth, is taken at the few points of the matrix that is kept:
//   δK = r + κ,   κ_k = g_z(c_k) (δz carried to c_k + ∫ r + ∫ κ).
// Ascher, Mattheij, Russell, Numerical Solution of Boundary Value Problems, section 5.5.

#include <algorithm>

#include "bvp/collocation/newton_step.h"
#include "bvp/product.h"

namespace zwang::bvp {

namespace {

/// to (2n + extra) ← what rates at the points of a rule add to z up to a place in the interval.
void integrate(const GaussWeights& weights, Index s, Index n, Index m, double h, const double* r,
               double* to) noexcept {
  for (Index c = 0; c < m; ++c) {
    double once = 0, twice = 0;
    for (Index j = 0; j < s; ++j) {
      once += weights.once[j] * r[j * m + c];
      twice += weights.twice[j] * r[j * m + c];
    }
    if (c < n) to[c] = h * h * twice;
    to[n + c] = h * once;
  }
}

}  // namespace

bool NewtonSystem::reserve_deferred(Index stages, Index intervals) {
  if (!defers_) return false;
  residual_.resize(*bvp_, stages, intervals);
  return true;
}

/// κ without δz, into the last column of U; and the right side of the rung.
void NewtonSystem::condense_deferred(const Gauss& more, double h, Index i) noexcept {
  const Index n = bvp_->n, m = bvp_->rates(), d = bvp_->size();
  const Index rows = condenser_.stage_rows(), columns = condenser_.columns();
  Linear& linear = linear_[kept_];
  const double *r = residual_.stages.data() + i * more.s * m, *gz = linear.gz.data() + i * rows * d;
  double *K = condenser_.g.data(), *scratch = condenser_.gz.data(), *e = condenser_.z.data();
  const GaussWeights* const inner = weights_at_points(more.s, condenser_.table->s);
  for (Index k = 0; k < condenser_.table->s; ++k) {
    integrate(inner[k], more.s, n, m, h, r, e);
    for (Index c = 0; c < m; ++c, gz += d) K[k * m + c] = product(d, gz, e);
  }
  solve_stages(rows, factors_of(linear, i), K, scratch);
  for (Index c = 0; c < rows; ++c) linear.U[(i * rows + c + 1) * columns - 1] = K[c];
  double* f = f_.data() + i * d;
  gather_rates(*condenser_.table, n, bvp_->extra, h, K, f);
  gather_rates(more, n, bvp_->extra, h, r, e);
  for (Index c = 0; c < d; ++c) f[c] = residual_.joints[i * d + c] - (f[c] + e[c]);
}

Outcome NewtonSystem::deferred_step(const Curve& high, const NewtonOptions& options, Curve& low,
                                    Curve& step) noexcept {
  const Index m = bvp_->rates(), N = high.intervals();
  const Gauss &few = *condenser_.table, &more = gauss(high.stages);
  evaluations_ += high.stages * N;
  if (options.goes_on && !options.goes_on(options.self)) return Outcome::interrupted;
  if (!fill_residual(*bvp_, high, residual_)) return Outcome::not_finite;
  Linear& linear = linear_[kept_];
  for (Index i = 0; i < N; ++i) condense_deferred(more, high.mesh[i + 1] - high.mesh[i], i);
  for (Index r = 0; r < bvp_->conditions(); ++r) B_[r] = -residual_.ends[r];
  linear.ladder.solve_again(f_.data(), B_.data());
  read_step(linear, low);
  std::copy(low.z.begin(), low.z.end(), step.z.begin());
  std::copy(low.p.begin(), low.p.end(), step.p.begin());
  for (Index j = 0; j < more.s; ++j) {
    const double* const value = weights_at_points(few.s, more.s)[j].value;
    for (Index i = 0; i < N; ++i) {
      const double *kappa = low.rates_of(i), *r = residual_.stages.data() + (i * more.s + j) * m;
      double* to = step.rates_of(i) + j * m;
      for (Index c = 0; c < m; ++c) {
        to[c] = r[c];
        for (Index k = 0; k < few.s; ++k) to[c] += value[k] * kappa[k * m + c];
      }
    }
  }
  return Outcome::done;
}

}  // namespace zwang::bvp
