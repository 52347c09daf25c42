// SPDX-License-Identifier: Apache-2.0
#include "bvp/collocation/newton_step.h"

#include <algorithm>
#include <cmath>

namespace zwang::bvp {

namespace {

// Intervals between two questions whether to go on: often enough for a user who waits.
constexpr Index ask_every = 256;
// Numbers in the stages' factors that are kept for simplified steps, which meshes of many intervals
// rarely need: beyond, the factors are computed anew. More of them where a deferred step gains much.
constexpr Index most_factors = 1 << 12, most_deferred = 1 << 15;

bool goes_on(const NewtonOptions& options) noexcept {
  return !options.goes_on || options.goes_on(options.self);
}

/// With fewer rows in the stages' matrix, two stages more solved in full cost hardly more than two deferred
/// steps.
bool defers(const Bvp& bvp, Index stages) noexcept { return (stages + 2) * bvp.rates() >= 24; }

/// Columns of a row-major derivative, each times its scale, behind one another.
double* put(const std::vector<double>& from, Index rows, const std::vector<double>& scale,
            double* to) noexcept {
  const auto columns = static_cast<Index>(scale.size());
  for (Index j = 0; j < columns; ++j)
    for (Index i = 0; i < rows; ++i) *to++ = scale[j] * from[i * columns + j];
  return to;
}

}  // namespace

NewtonSystem::NewtonSystem(const Bvp& bvp)
    : bvp_(&bvp), condenser_(bvp), linear_{Linear(bvp), Linear(bvp)} {
  const Index rows = bvp.conditions();
  rung_.resize(bvp.size() * condenser_.rung_columns());
  B_.resize(rows);
  B0_.resize(rows * bvp.size());
  B1_ = B0_;
  Bp_.resize(rows * bvp.parameters);
  ends_.resize(rows * condenser_.rung_columns());
}

void NewtonSystem::reserve(Index stages, Index intervals, bool simplified) {
  condenser_.set_stages(stages);
  const Index rows = condenser_.stage_rows();
  defers_ = simplified && defers(*bvp_, stages) && intervals * rows * rows <= most_deferred;
  keeps_ = defers_ || (simplified && intervals * rows * rows <= most_factors);
  for (Linear& linear : linear_) {
    if (keeps_) {
      linear.LU.reserve(intervals * rows * rows);
      linear.order.reserve(2 * intervals * rows);
      if (defers_) linear.gz.reserve(intervals * rows * bvp_->size());
    } else {
      linear.LU.release();
      linear.order.release();
      linear.gz.release();
    }
    if (!keeps_ && &linear == &linear_[kept_])
      linear.U.release();
    else
      linear.U.reserve(intervals * rows * condenser_.columns());
  }
  residual_.resize(*bvp_, stages, intervals);
  f_.reserve(intervals * bvp_->size());
  for (Linear& linear : linear_)
    if (keeps_ || &linear == &linear_[fresh_]) linear.ladder.begin(intervals, keeps_);
}

StageFactors NewtonSystem::factors_of(Linear& linear, Index interval) const noexcept {
  const Index rows = condenser_.stage_rows();
  return {linear.LU.data() + interval * rows * rows, linear.order.data() + 2 * interval * rows};
}

Outcome NewtonSystem::step_from(const Curve& curve, const Scales& scales,
                                const NewtonOptions& options, Curve& step) noexcept {
  return solve(curve, nullptr, scales, options, step);
}

Outcome NewtonSystem::simplified_step(const Curve& matrix, const Curve& right, const Scales& scales,
                                      const NewtonOptions& options, Curve& step) noexcept {
  evaluations_ += right.stages * right.intervals();
  if (!goes_on(options)) return Outcome::interrupted;
  if (!fill_residual(*bvp_, right, residual_)) return Outcome::not_finite;
  if (!keeps_) return solve(matrix, &residual_, scales, options, step);
  solve_again(right, step);
  return Outcome::done;
}

/// What is kept, with the right sides of the residual.
void NewtonSystem::solve_again(const Curve& right, Curve& step) noexcept {
  Linear& linear = linear_[kept_];
  const Index d = bvp_->size(), rows = condenser_.stage_rows(), columns = condenser_.columns();
  for (Index i = 0; i < right.intervals(); ++i) {
    double *K = residual_.stages.data() + i * rows, *f = f_.data() + i * d;
    solve_stages(rows, factors_of(linear, i), K, condenser_.g.data());
    for (Index r = 0; r < rows; ++r) linear.U[(i * rows + r + 1) * columns - 1] = K[r];
    gather_rates(condenser_.table->end, condenser_.table->s, bvp_->n, bvp_->extra,
                 right.mesh[i + 1] - right.mesh[i], K, f);
    for (Index r = 0; r < d; ++r) f[r] = residual_.joints[i * d + r] - f[r];
  }
  for (Index r = 0; r < bvp_->conditions(); ++r) B_[r] = -residual_.ends[r];
  linear.ladder.solve_again(f_.data(), B_.data());
  read_step(linear, step);
}

Outcome NewtonSystem::solve(const Curve& curve, const Residual* residual, const Scales& scales,
                            const NewtonOptions& options, Curve& step) noexcept {
  if (!bvp_->set(bvp_->self, curve.p.data())) return Outcome::not_finite;
  Linear& linear = linear_[fresh_];
  const Index N = curve.intervals(), stride = condenser_.stage_rows() * condenser_.columns();
  linear.scales = scales;
  linear.ladder.begin(N, keeps_);
  for (Index i = 0; i < N; ++i) {
    if (i % ask_every == 0 && !goes_on(options)) return Outcome::interrupted;
    const Condensed condensed = condense(condenser_, curve, i, residual, scales,
                                         linear.U.data() + i * stride, rung_.data());
    evaluations_ += curve.stages;
    if (condensed != Condensed::good)
      return condensed == Condensed::singular ? Outcome::singular : Outcome::not_finite;
    if (keeps_) keep_factors(condenser_, factors_of(linear, i));
    if (defers_) {
      const Index count = condenser_.stage_rows() * bvp_->size();
      std::copy_n(condenser_.gz.data(), count, linear.gz.data() + i * count);
    }
    linear.ladder.add(rung_.data());
  }
  if (!fill_ends(curve, residual, scales)) return Outcome::not_finite;
  const bool closed = linear.ladder.close(ends_.data());
  condition_ = linear.ladder.condition();
  if (!closed) return Outcome::singular;
  read_step(linear, step);
  return Outcome::done;
}

/// (B0 B1 Bp −B), in scales.
bool NewtonSystem::fill_ends(const Curve& curve, const Residual* residual,
                             const Scales& scales) noexcept {
  const Index rows = bvp_->conditions();
  if (!bvp_->ends(bvp_->self, curve.at(0), curve.at(curve.intervals()), B_.data(), B0_.data(),
                  B1_.data(), Bp_.data()))
    return false;
  double* to = ends_.data();
  to = put(B0_, rows, scales.z, to);
  to = put(B1_, rows, scales.z, to);
  to = put(Bp_, rows, scales.p, to);
  for (Index i = 0; i < rows; ++i) *to++ = -(residual ? residual->ends : B_)[i];
  return std::all_of(ends_.begin(), ends_.end(), [](double x) { return std::isfinite(x); });
}

void NewtonSystem::read_step(const Linear& linear, Curve& step) const noexcept {
  const Index d = bvp_->size(), np = bvp_->parameters, rows = condenser_.stage_rows();
  const Scales& scales = linear.scales;
  const double *q = linear.ladder.p(), *u = linear.U.data();
  for (Index k = 0; k < np; ++k) step.p[k] = scales.p[k] * q[k];
  for (Index i = 0; i <= step.intervals(); ++i) {
    const double* y = linear.ladder.z(i);
    for (Index k = 0; k < d; ++k) step.at(i)[k] = scales.z[k] * y[k];
    if (i == step.intervals()) break;
    double* dK = step.rates_of(i);
    for (Index r = 0; r < rows; ++r, u += d + np + 1)
      dK[r] = (product(d, u, y) + product(np, u + d, q)) + u[d + np];  // [ENDS 8]
  }
}

// Deferred correction: with r = g − K what a curve misses at the points of a rule of more stages, the
// step δ satisfies δ'' = r + g_z δ. Of δ, the integral of r over an interval is as the richer rule has
// it, and only κ = g_z δ, which is smooth, is taken at the few points of the matrix that is kept:
//   δK = r + κ,   κ_k = g_z(c_k) (δz carried to c_k + ∫ r + ∫ κ).
// Ascher, Mattheij, Russell, Numerical Solution of Boundary Value Problems, section 5.5.

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
  const Gauss& few = *condenser_.table;
  const GaussWeights* const inner = weights_at_points(more.s, few.s);
  for (Index k = 0; k < few.s; ++k) {
    gather_rates(inner[k], more.s, n, bvp_->extra, h, r, e);
    for (Index c = 0; c < m; ++c, gz += d) K[k * m + c] = product(d, gz, e);  // [ENDS 13]
  }
  solve_stages(rows, factors_of(linear, i), K, scratch);
  for (Index c = 0; c < rows; ++c) linear.U[(i * rows + c + 1) * columns - 1] = K[c];
  double* f = f_.data() + i * d;
  gather_rates(few.end, few.s, n, bvp_->extra, h, K, f);
  gather_rates(more.end, more.s, n, bvp_->extra, h, r, e);
  for (Index c = 0; c < d; ++c) f[c] = residual_.joints[i * d + c] - (f[c] + e[c]);
}

Outcome NewtonSystem::deferred_step(const Curve& high, const NewtonOptions& options, Curve& low,
                                    Curve& step) noexcept {
  const Index m = bvp_->rates(), N = high.intervals();
  const Gauss &few = *condenser_.table, &more = gauss(high.stages);
  evaluations_ += high.stages * N;
  if (!goes_on(options)) return Outcome::interrupted;
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
        for (Index k = 0; k < few.s; ++k) to[c] += value[k] * kappa[k * m + c];  // [ENDS 13]
      }
    }
  }
  return Outcome::done;
}

}  // namespace zwang::bvp
