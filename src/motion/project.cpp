// SPDX-License-Identifier: Apache-2.0
#include "motion/project.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang::motion {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr int most_iterations = 50, most_careful = 500;

double largest(const double* x, Index n) {
  double most = 0;
  for (Index i = 0; i < n; ++i) most = std::max(most, std::abs(x[i]));
  return most;
}

}  // namespace

/// Positions or rates: what is moved, by which residuals, in which rows.
struct Projector::Part {
  const std::vector<unsigned char>& takes_part;
  bool rate;
  double *x, *moved, *left;
};

Projector::Projector(RightSide& side)
    : side_(side),
      wanted_(std::max(side.equations().m, Index{1})),
      before_(std::max(side.equations().n, Index{1})) {
  const bool second = side.equations().order == 2;
  for (const equations::Row& row : side.equations().rows) {
    const bool kept = row.drift == equations::Drift::project;
    const bool position = kept && row.level == equations::Level::position;
    const bool rate = second && kept && row.level != equations::Level::acceleration;
    positions_.push_back(position);
    rates_.push_back(rate);
    any_position_ = any_position_ || position;
    any_rate_ = any_rate_ || rate;
  }
}

void Projector::evaluate(double t, const double* q, const double* v) noexcept {
  side_.numbers().evaluate(side_.equations().projection, t, q, v);
}

// The largest residual among the rows that take part, each divided by the size of its row: about
// the distance to it. A vanished row has no distance.
double Projector::measure(const double* residual,
                          const std::vector<unsigned char>& takes_part) noexcept {
  const equations::Pattern& A = side_.equations().A;
  const double* const values = side_.numbers().A();
  double most = 0;
  for (std::size_t i = 0; i < takes_part.size(); ++i) {
    if (!takes_part[i]) continue;
    const double size = largest(values + A.begin[i], A.begin[i + 1] - A.begin[i]);
    if (size > 0) most = std::max(most, std::abs(residual[i]) / size);
    if (std::isnan(residual[i])) return residual[i];
  }
  return most;
}

// Newton's method. It ends when the residual is rounding, or when changes no longer bring it down:
// then what is left is rounding of the residuals themselves, if it is small, or the least that
// fighting rows allow. The numbers at the state are there when it begins and when it ends.
bool Projector::move(const Part& part, double t, double* q, double* v, bool careful,
                     Projection& projection) noexcept {
  const Index n = side_.equations().n, m = side_.equations().m;
  const double* const residual = part.rate ? side_.numbers().rate() : side_.numbers().residual();
  double left = measure(residual, part.takes_part), least = left;
  for (int k = 0; k < (careful ? most_careful : most_iterations); ++k) {
    const double size = largest(part.x, n);
    *part.left = left;
    if (!(left > 16 * eps * size)) return left <= 16 * eps * size;  // a NaN is no success
    for (Index i = 0; i < m; ++i) {
      wanted_.data()[i] = part.takes_part[static_cast<std::size_t>(i)] ? -residual[i] : 0.0;
    }
    const double* const change =
        side_.kernel().least_change(side_.numbers(), wanted_.data(), part.takes_part.data());
    const double step = largest(change, n);
    if (!std::isfinite(step)) return false;
    std::copy(part.x, part.x + n, before_.data());
    double share = 1;
    for (int halving = 0;; ++halving, share *= 0.5) {
      for (Index i = 0; i < n; ++i) part.x[i] = before_.data()[i] + share * change[i];
      evaluate(t, q, v);
      left = measure(residual, part.takes_part);
      if (!careful || left < least || halving == 30) break;
    }
    *part.moved += share * step;
    *part.left = left;
    // Steps that are rounding, or that gain nothing: there is no nearer state.
    if (step <= 4 * eps * size || (k > 1 && !(left < 0.9 * least))) {
      projection.feasible = projection.feasible && left <= 1e-9 * size;
      return std::isfinite(left) && (left <= 1e-9 * size || step <= 1e-6 * size);
    }
    least = std::min(least, left);
  }
  return false;
}

Projection Projector::project(double t, double* q, double* v, bool careful) noexcept {
  Projection projection;
  if (!any_position_ && !any_rate_) return projection;
  evaluate(t, q, v);
  const Part position{positions_, false, q, &projection.moved, &projection.left.position};
  const Part rate{rates_, true, v, &projection.rate_moved, &projection.left.velocity};
  if (any_position_) projection.converged = move(position, t, q, v, careful, projection);
  if (any_rate_) {
    projection.converged = projection.converged && move(rate, t, q, v, careful, projection);
  }
  return projection;
}

Projection Projector::project(double t, double* q, double* v) noexcept {
  return project(t, q, v, false);
}

Projection Projector::assemble(double t, double* q, double* v) noexcept {
  return project(t, q, v, true);
}

Residuals Projector::residuals(double t, const double* q, const double* v) noexcept {
  if (side_.equations().m == 0) return {};
  evaluate(t, q, v);
  return {measure(side_.numbers().residual(), positions_), measure(side_.numbers().rate(), rates_)};
}

}  // namespace zwang::motion
