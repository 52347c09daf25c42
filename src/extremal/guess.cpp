// SPDX-License-Identifier: Apache-2.0
#include "extremal/guess.h"

#include <algorithm>
#include <cmath>

namespace zwang::extremal {

namespace {

// The integrals along the curve, summed up by the trapezoidal rule.
void sum_integrals(Question& question, bvp::Curve& curve) {
  const Shape& shape = question.shape();
  if (shape.integrals == 0) return;
  std::vector<double> last(at(shape.integrals)), now(shape.integrals);
  for (Index k = 0; k <= curve.intervals(); ++k) {
    question.evaluate(equations::Stage::density, curve.mesh[k], curve.at(k));
    const double* const G = question.numbers().densities();
    std::copy_n(G, shape.integrals, now.data());
    for (Index j = 0; j < shape.integrals && k > 0; ++j) {
      const double h = question.span().length * (curve.mesh[k] - curve.mesh[k - 1]);
      curve.at(k)[shape.integral() + j] =
          curve.at(k - 1)[shape.integral() + j] + 0.5 * h * (last[j] + now[j]);
    }
    last = now;
  }
}

// ∂S/∂p of a free end vanishes along an extremal whose equations do not know the time: its size is
// that of what cancels, F and v·F_v.
void measure_quadratures(Question& question, bvp::Curve& curve) {
  const Shape& shape = question.shape();
  if (shape.quadratures.empty()) return;
  curve.terms.assign(shape.extra(), 0.0);
  const Index first = shape.quadrature() - 2 * shape.n;
  for (Index k = 0; k <= curve.intervals(); ++k) {
    question.evaluate(equations::Stage::density, curve.mesh[k], curve.at(k));
    for (std::size_t q = 0; q < shape.quadratures.size(); ++q) {
      double& most = curve.terms[at(first) + q];
      most = std::max(most, question.quadrature_size(curve.mesh[k], shape.quadratures[q]));
    }
  }
}

// Rates by τ that are given at the ends, 2n; NaN where none is.
std::vector<double> given_rates(Question& question) {
  const Index n = question.shape().n;
  std::vector<double> rates(2 * n, NAN), still(n);
  const equations::TwoEnds& two = question.two_ends();
  for (int end = 0; end < 2; ++end) {
    const double t = question.span().time(end);
    question.numbers().evaluate(of_end(equations::Stage::from, end), t,
                                question.end_points().data() + end * n, still.data());
    const double* const values = question.numbers()[of_end(equations::Array::from_values, end)];
    for (std::size_t k = 0; k < two.rows[end].size(); ++k) {
      const equations::EndRow& row = two.rows[end][k];
      if (row.kind != equations::EndKind::rate) continue;
      rates[end * n + row.number] = -values[k] * question.span().length;
    }
  }
  return rates;
}

// A straight line, bent where rates are given.
double cubic(double tau, double x0, double x1, double v0, double v1) {
  const double slope = x1 - x0;
  if (std::isnan(v0)) v0 = slope;
  if (std::isnan(v1)) v1 = slope;
  const double rest = 1 - tau;
  return x0 + slope * tau + tau * rest * ((v0 - slope) * rest - (v1 - slope) * tau);
}

}  // namespace

std::vector<double> guessed_points(Question& question, Index intervals) {
  const Index n = question.shape().n;
  const equations::TwoEnds& two = question.two_ends();
  const std::vector<double>& ends = question.end_points();
  std::vector<double> x((intervals + 1) * n);
  const std::vector<double> rates = given_rates(question);
  for (Index k = 0; k <= intervals; ++k) {
    const double tau = static_cast<double>(k) / static_cast<double>(intervals);
    question.numbers().evaluate(equations::Stage::guess, question.span().time(tau), ends.data(),
                                question.equations().v.data());
    for (Index i = 0; i < n; ++i) {
      const bool by_user = !two.guessed.empty() && two.guessed[i];
      x[k * n + i] = by_user ? question.numbers().guess()[i]
                             : cubic(tau, ends[i], ends[n + i], rates[i], rates[n + i]);
    }
  }
  return x;
}

bvp::Curve curve_through(Question& question, Index stages, const std::vector<double>& x,
                         const std::vector<double>& p) {
  const Shape& shape = question.shape();
  const Index n = shape.n, N = static_cast<Index>(x.size()) / n - 1;
  bvp::Curve curve = make_curve(question.bvp(), stages, N);
  curve.p = p;
  for (Index k = 0; k <= N; ++k) {
    const Index before = std::max(k - 1, Index{0}), after = std::min(k + 1, N);
    const double width = curve.mesh[after] - curve.mesh[before];
    for (Index i = 0; i < n; ++i) {
      curve.at(k)[i] = x[k * n + i];
      curve.at(k)[n + i] = (x[after * n + i] - x[before * n + i]) / width;
    }
  }
  // At the ends these are rates half a link away.
  for (Index i = n; i < 2 * n && N > 1; ++i) {
    curve.at(0)[i] = 2 * curve.at(0)[i] - curve.at(1)[i];
    curve.at(N)[i] = 2 * curve.at(N)[i] - curve.at(N - 1)[i];
  }
  question.set(p.data());
  sum_integrals(question, curve);
  measure_quadratures(question, curve);
  return curve;
}

}  // namespace zwang::extremal
