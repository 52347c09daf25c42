// SPDX-License-Identifier: Apache-2.0
#include "extremal/newton_step.h"

#include <algorithm>
#include <cmath>

namespace zwang::extremal {

namespace {

constexpr Index kAsk = 256;  // intervals between two questions whether to go on

std::vector<double> room(Index count) {
  return std::vector<double>(static_cast<std::size_t>(count));
}

bool goes_on(const NewtonOptions& options) noexcept {
  return !options.goes_on || options.goes_on(options.self);
}

/// Columns of a row-major derivative, each times its scale, behind one another.
double* put(const std::vector<double>& from, Index rows, const std::vector<double>& scale,
            double* to) noexcept {
  const auto columns = static_cast<Index>(scale.size());
  for (Index j = 0; j < columns; ++j)
    for (Index i = 0; i < rows; ++i) *to++ = scale[j] * from[i * columns + j];
  return to;
}

}  // namespace

NewtonSystem::NewtonSystem(const Bvp& bvp, Index stages)
    : bvp_(&bvp), condenser_(bvp, gauss(stages)), ladder_(bvp.size(), bvp.parameters) {
  const Index rows = bvp.conditions();
  rung_ = room(bvp.size() * condenser_.rung_columns());
  B_ = room(rows);
  B0_ = B1_ = room(rows * bvp.size());
  Bp_ = room(rows * bvp.parameters);
  ends_ = room(rows * condenser_.rung_columns());
}

void NewtonSystem::reserve(Index intervals) {
  const Index stages = condenser_.table->s;
  const auto U =
      static_cast<std::size_t>(intervals * condenser_.stage_rows() * condenser_.columns());
  if (U_.size() < U) U_.resize(U);
  residual_.resize(*bvp_, stages, intervals);
  ladder_.begin(intervals);
}

Outcome NewtonSystem::step_from(const Curve& curve, const Scales& scales,
                                const NewtonOptions& options, Curve& step) noexcept {
  return solve(curve, nullptr, scales, options, step);
}

Outcome NewtonSystem::simplified_step(const Curve& matrix, const Curve& right, const Scales& scales,
                                      const NewtonOptions& options, Curve& step) noexcept {
  evaluations_ += right.stages * right.intervals();
  if (!fill_residual(*bvp_, right, residual_)) return Outcome::not_finite;
  return solve(matrix, &residual_, scales, options, step);
}

Outcome NewtonSystem::solve(const Curve& curve, const Residual* residual, const Scales& scales,
                            const NewtonOptions& options, Curve& step) noexcept {
  if (!bvp_->set(bvp_->self, curve.p.data())) return Outcome::not_finite;
  const Index N = curve.intervals(), stride = condenser_.stage_rows() * condenser_.columns();
  ladder_.begin(N);
  for (Index i = 0; i < N; ++i) {
    if (i % kAsk == 0 && !goes_on(options)) return Outcome::interrupted;
    const Condensed condensed =
        condense(condenser_, curve, i, residual, scales, U_.data() + i * stride, rung_.data());
    evaluations_ += curve.stages;
    if (condensed != Condensed::good)
      return condensed == Condensed::singular ? Outcome::singular : Outcome::not_finite;
    ladder_.add(rung_.data());
  }
  if (!fill_ends(curve, residual, scales)) return Outcome::not_finite;
  if (!ladder_.close(ends_.data())) return Outcome::singular;
  read_step(curve, scales, step);
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

void NewtonSystem::read_step(const Curve& curve, const Scales& scales, Curve& step) const noexcept {
  const Index d = bvp_->size(), np = bvp_->parameters, rows = condenser_.stage_rows();
  const double* q = ladder_.p();
  for (Index k = 0; k < np; ++k) step.p[k] = scales.p[k] * q[k];
  for (Index i = 0; i <= curve.intervals(); ++i) {
    const double* y = ladder_.z(i);
    for (Index k = 0; k < d; ++k) step.at(i)[k] = scales.z[k] * y[k];
    if (i == curve.intervals()) break;
    const double* U = U_.data() + i * rows * condenser_.columns();
    double* dK = step.rates_of(i);
    std::copy_n(U + (d + np) * rows, rows, dK);
    for (Index k = 0; k < d + np; ++k) {
      const double by = k < d ? y[k] : q[k - d];
      for (Index r = 0; r < rows; ++r) dK[r] += U[k * rows + r] * by;
    }
  }
}

}  // namespace zwang::extremal
