// SPDX-License-Identifier: Apache-2.0
// Everything is expanded in Legendre's polynomials P_m(2u − 1), which stay between −1 and 1: powers
// of u would lose four digits at eight points. With Gauss's weights
//   ℓ_k = Σ_m (2m + 1) b_k P_m(2c_k − 1) P_m,
// because products of two of them up to degree 2s − 1 are summed exactly.

#include "bvp/gauss.h"

#include <cmath>
#include <numbers>

#include "base/contract.h"

namespace zwang::bvp {

namespace {

/// P_m(2u − 1) and its integrals from 0 to θ, once and twice, m < s.
template <class Real>
struct LegendreValues {
  Real value[most_stages + 2], once[most_stages + 1], twice[most_stages];
};

template <class Real>
LegendreValues<Real> legendre_at(Index s, Real theta) {
  LegendreValues<Real> P;
  const Real x = 2 * theta - 1;
  P.value[0] = 1;
  P.value[1] = x;
  for (Index m = 1; m <= s; ++m) {
    const Real k = static_cast<Real>(m);
    P.value[m + 1] = ((2 * k + 1) * x * P.value[m] - k * P.value[m - 1]) / (k + 1);  // [ENDS 3]
  }
  P.once[0] = theta;
  P.twice[0] = theta * theta / 2;
  for (Index m = 1; m <= s; ++m)  // (2m + 1) P_m = P'_{m+1} − P'_{m−1}, and 2 du for each x
    P.once[m] = (P.value[m + 1] - P.value[m - 1]) / static_cast<Real>(4 * m + 2);  // [ENDS 3]
  for (Index m = 1; m < s; ++m)
    P.twice[m] = (P.once[m + 1] - P.once[m - 1]) / static_cast<Real>(4 * m + 2);
  return P;
}

struct Node {
  long double c, b;
};

/// The zero j of P_s, counted from the left, by Newton's iteration from Tricomi's guess: six steps
/// of it are enough for any precision there is.
Node node(Index s, Index j) {
  const auto n = static_cast<long double>(s);
  long double x = -std::cos(std::numbers::pi_v<long double> *
                            (static_cast<long double>(j) + 0.75L) / (n + 0.5L));
  long double slope = 0;
  for (int step = 0; step < 7; ++step) {
    const auto P = legendre_at<long double>(s, (x + 1) / 2);
    slope = n * (P.value[s - 1] - x * P.value[s]) / (1 - x * x);
    if (step < 6) x -= P.value[s] / slope;
  }
  return {(x + 1) / 2, 1 / ((1 - x * x) * slope * slope)};  // [ENDS 4]
}

using Coefficients = long double[most_stages][most_stages];

template <class Real, class Matrix>
GaussWeights weights_of(Index s, const Matrix& l, Real theta) {
  GaussWeights w;
  w.theta = static_cast<double>(theta);
  const auto P = legendre_at<Real>(s, theta);
  for (Index k = 0; k < s; ++k) {
    Real value = 0, once = 0, twice = 0;
    for (Index m = 0; m < s; ++m) {
      value += l[k][m] * P.value[m];
      once += l[k][m] * P.once[m];
      twice += l[k][m] * P.twice[m];
    }
    w.value[k] = static_cast<double>(value);
    w.once[k] = static_cast<double>(once);
    w.twice[k] = static_cast<double>(twice);
  }
  return w;
}

/// The largest integrals of P_s, by Simpson's rule on a grid: three digits are plenty.
void measure_last(Gauss& g) {
  constexpr int grid = 200;
  constexpr double h = 1.0 / grid;
  double once = 0, twice = 0;
  for (int i = 0; i < grid; ++i) {
    const double theta = i * h, P0 = last_legendre(g, theta), P1 = last_legendre(g, theta + h / 2),
                 P2 = last_legendre(g, theta + h);
    twice += h * once + h * h * (P0 + 2 * P1) / 6;
    once += h * (P0 + 4 * P1 + P2) / 6;
    g.largest_once = std::fmax(g.largest_once, std::fabs(once));
    g.largest_twice = std::fmax(g.largest_twice, std::fabs(twice));
  }
}

Gauss make(Index s) {
  Gauss g;
  g.s = s;
  Node nodes[most_stages];
  Coefficients l;
  for (Index k = 0; k < s; ++k) {
    nodes[k] = node(s, k);
    g.c[k] = static_cast<double>(nodes[k].c);
    const auto P = legendre_at<long double>(s, nodes[k].c);
    for (Index m = 0; m < s; ++m) {
      l[k][m] = static_cast<long double>(2 * m + 1) * nodes[k].b * P.value[m];  // [ENDS 2]
      g.legendre[k][m] = static_cast<double>(l[k][m]);
    }
  }
  for (Index j = 0; j < s; ++j) g.stage[j] = weights_of<long double>(s, l, nodes[j].c);
  g.end = weights_of<long double>(s, l, 1);
  for (Index k = 0; k < s; ++k) {
    long double product = 1;
    for (Index i = 0; i < s; ++i)
      if (i != k) product *= nodes[k].c - nodes[i].c;
    g.factor[k] = static_cast<double>(1 / product);
  }
  measure_last(g);
  return g;
}

struct Tables {
  Gauss of[most_stages + 1];
  GaussWeights between[most_stages + 1][most_stages + 1][most_stages];
  Tables() {
    for (Index s = least_stages; s <= most_stages; ++s) of[s] = make(s);
    for (Index s = least_stages; s <= most_stages; ++s)
      for (Index points = least_stages; points <= most_stages; ++points)
        for (Index j = 0; j < points; ++j)
          between[s][points][j] = weights_of<double>(s, of[s].legendre, of[points].c[j]);
  }
};

const Tables& tables() noexcept {
  static const Tables made;
  return made;
}

}  // namespace

const Gauss& gauss(Index s) noexcept {
  expects(least_stages <= s && s <= most_stages);
  return tables().of[s];
}

const GaussWeights* weights_at_points(Index s, Index points) noexcept {
  expects(least_stages <= s && s <= most_stages);
  expects(least_stages <= points && points <= most_stages);
  return tables().between[s][points];
}

GaussWeights weights_at(const Gauss& g, double theta) noexcept {
  return weights_of<double>(g.s, g.legendre, theta);
}

void values_at(const Gauss& g, double theta, double* value) noexcept {
  double left = 1;
  for (Index k = 0; k < g.s; ++k) {
    value[k] = g.factor[k] * left;
    left *= theta - g.c[k];
  }
  double right = 1;
  for (Index k = g.s; k-- > 0;) {
    value[k] *= right;
    right *= theta - g.c[k];
  }
}

double last_legendre(const Gauss& g, double theta) noexcept {
  double P = 1;
  for (Index k = 0; k < g.s; ++k) P *= (theta - g.c[k]) / (1 - g.c[k]);
  return P;
}

}  // namespace zwang::bvp
