// SPDX-License-Identifier: Apache-2.0
#include "formula/table/curve.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"

namespace zwang::formula {

namespace {

using Numbers = std::vector<double>;

// Solves the tridiagonal a x₋ + b x + c x₊ = r in place of r. Rows of slopes are diagonally dominant, so
// that no pivot is needed.
void solve_tridiagonal(const Numbers& a, Numbers b, const Numbers& c, Numbers& r) {
  for (std::size_t k = 1; k < r.size(); ++k) {
    const double factor = a[k] / b[k - 1];
    b[k] -= factor * c[k - 1];
    r[k] -= factor * r[k - 1];
  }
  for (std::size_t k = r.size(); k-- > 0;) {
    if (k + 1 < r.size()) r[k] -= c[k] * r[k + 1];
    r[k] /= b[k];
  }
}

/// Widths and mean slopes of the intervals.
struct Steps {
  Steps(std::span<const double> x, std::span<const double> y) {
    for (std::size_t k = 0; k + 1 < x.size(); ++k) {
      h.push_back(x[k + 1] - x[k]);
      slope.push_back((y[k + 1] - y[k]) / h.back());
    }
  }
  std::size_t count() const { return h.size(); }

  Numbers h, slope;
};

// The row of knot k between intervals l and r: continuity of the second derivative.
void write_row(const Steps& s, std::size_t l, std::size_t r, std::size_t k, Numbers& a, Numbers& b,
               Numbers& c, Numbers& right) {
  a[k] = s.h[r];
  b[k] = 2 * (s.h[l] + s.h[r]);
  c[k] = s.h[l];
  right[k] = 3 * (s.h[r] * s.slope[l] + s.h[l] * s.slope[r]);
}

// Slopes at the knots of the C² cubic whose third derivative does not jump at the second knot and at the
// last but one. With three knots one parabola, with two a line.
Numbers not_a_knot_slopes(const Steps& s) {
  const std::size_t n = s.count() + 1;
  if (n == 2) return {s.slope[0], s.slope[0]};
  if (n == 3) {
    const double bend = (s.slope[1] - s.slope[0]) / (s.h[0] + s.h[1]);
    return {s.slope[0] - bend * s.h[0], s.slope[0] + bend * s.h[0], s.slope[1] + bend * s.h[1]};
  }
  Numbers a(n), b(n), c(n), right(n);
  for (std::size_t k = 1; k + 1 < n; ++k) write_row(s, k - 1, k, k, a, b, c, right);
  const auto end = [](double h0, double h1, double slope0, double slope1) {
    const double sum = h0 + h1;
    return ((h0 + 2 * sum) * h1 * slope0 + h0 * h0 * slope1) / sum;
  };
  b[0] = s.h[1];
  c[0] = s.h[0] + s.h[1];
  right[0] = end(s.h[0], s.h[1], s.slope[0], s.slope[1]);
  a[n - 1] = s.h[n - 2] + s.h[n - 3];
  b[n - 1] = s.h[n - 3];
  right[n - 1] = end(s.h[n - 2], s.h[n - 3], s.slope[n - 2], s.slope[n - 3]);
  solve_tridiagonal(a, b, c, right);
  return right;
}

// The same across the ends: a cyclic system, by the formula of Sherman and Morrison.
Numbers periodic_slopes(const Steps& s) {
  const std::size_t n = s.count();  // knots that differ
  if (n == 1) return {0, 0};
  if (n == 2) {
    // Two unknowns, each the neighbour of the other on both sides.
    Numbers a(2), b(2), c(2), right(2);
    write_row(s, 1, 0, 0, a, b, c, right);
    write_row(s, 0, 1, 1, a, b, c, right);
    const double off = a[0] + c[0], off1 = a[1] + c[1], det = b[0] * b[1] - off * off1;
    const double first = (right[0] * b[1] - off * right[1]) / det;
    return {first, (b[0] * right[1] - off1 * right[0]) / det, first};
  }
  Numbers a(n), b(n), c(n), right(n);
  for (std::size_t k = 0; k < n; ++k) write_row(s, k == 0 ? n - 1 : k - 1, k, k, a, b, c, right);
  const double corner = a[0], other = c[n - 1], gamma = -b[0];
  Numbers u(n);
  u[0] = gamma;
  u[n - 1] = other;
  b[0] -= gamma;
  b[n - 1] -= corner * other / gamma;
  solve_tridiagonal(a, b, c, right);
  solve_tridiagonal(a, b, c, u);
  const double ratio = corner / gamma;
  const double factor = (right[0] + ratio * right[n - 1]) / (1 + u[0] + ratio * u[n - 1]);
  for (std::size_t k = 0; k < n; ++k) right[k] -= factor * u[k];
  right.push_back(right[0]);
  return right;
}

// At an end, from the parabola through three points, but never against the first interval.
double monotone_end(double h0, double h1, double slope0, double slope1) {
  const double d = ((2 * h0 + h1) * slope0 - h0 * slope1) / (h0 + h1);
  if (d * slope0 <= 0) return 0;
  return slope0 * slope1 <= 0 && std::abs(d) > 3 * std::abs(slope0) ? 3 * slope0 : d;
}

// The weighted harmonic mean of both sides, 0 where they differ in sign.
Numbers monotone_slopes(const Steps& s) {
  const std::size_t n = s.count() + 1;
  if (n == 2) return {s.slope[0], s.slope[0]};
  Numbers m(n);
  for (std::size_t k = 1; k + 1 < n; ++k) {
    if (s.slope[k - 1] * s.slope[k] <= 0) continue;
    const double w0 = 2 * s.h[k] + s.h[k - 1], w1 = s.h[k] + 2 * s.h[k - 1];
    m[k] = (w0 + w1) / (w0 / s.slope[k - 1] + w1 / s.slope[k]);
  }
  m[0] = monotone_end(s.h[0], s.h[1], s.slope[0], s.slope[1]);
  m[n - 1] = monotone_end(s.h[n - 2], s.h[n - 3], s.slope[n - 2], s.slope[n - 3]);
  return m;
}

}  // namespace

double Curve::at(double x, int derivative) const {
  const auto above = std::upper_bound(knots.begin() + 1, knots.end() - 1, x);
  const auto k = static_cast<std::size_t>(above - knots.begin()) - 1;
  const auto& [a, b, c, d] = pieces[k];
  const double u = x - knots[k];
  switch (derivative) {
    case 0:
      return a + u * (b + u * (c + u * d));
    case 1:
      return b + u * (2 * c + 3 * u * d);
    case 2:
      return 2 * c + 6 * u * d;
    default:
      return derivative == 3 ? 6 * d : 0;
  }
}

Curve curve_through(std::span<const double> knots, std::span<const double> values,
                    Interpolation kind) {
  expects(knots.size() >= 2 && knots.size() == values.size());
  const Steps s(knots, values);
  Curve curve{kind, {knots.begin(), knots.end()}, {}};
  Numbers m;
  if (kind == Interpolation::cubic) m = not_a_knot_slopes(s);
  if (kind == Interpolation::monotone) m = monotone_slopes(s);
  if (kind == Interpolation::periodic) m = periodic_slopes(s);
  for (std::size_t k = 0; k < s.count(); ++k) {
    if (m.empty()) {
      curve.pieces.push_back({values[k], s.slope[k], 0, 0});
      continue;
    }
    const double h = s.h[k], slope = s.slope[k];
    curve.pieces.push_back({values[k], m[k], (3 * slope - 2 * m[k] - m[k + 1]) / h,
                            (m[k] + m[k + 1] - 2 * slope) / (h * h)});
  }
  return curve;
}

}  // namespace zwang::formula
