// SPDX-License-Identifier: Apache-2.0
#include "reduce/chebyshev.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace zwang::motion::chebyshev {

namespace {

constexpr int fine = 4 * most;  // points among which an extreme is looked for first

// cos(πk/64), k = 0 … 127
const std::array<double, 2 * fine>& cosines() noexcept {
  static const std::array<double, 2 * fine> table = [] {
    std::array<double, 2 * fine> cosine{};
    for (int k = 0; k < 2 * fine; ++k) cosine[k] = std::cos(std::numbers::pi * k / fine);
    cosine[fine / 2] = cosine[3 * fine / 2] = 0;
    return cosine;
  }();
  return table;
}

double cosine(int k) noexcept { return cosines()[k % (2 * fine)]; }

using Weights = std::array<std::array<double, most + 1>, 3>;

// Of Clenshaw and Curtis: ∫ T_j = 2/(1 − j²) for even j.
const Weights& weights() noexcept {
  static const Weights table = [] {
    Weights all{};
    for (int level = 0; level < 3; ++level) {
      const int N = 4 << level;
      for (int k = 0; k <= N; ++k) {
        double sum = 0;
        for (int j = 0; j <= N; j += 2) {
          const double half = j == 0 || j == N ? 0.5 : 1;
          sum += half * 2 / (1.0 - j * j) * cosine(j * k * (fine / N));
        }
        all[level][k] = sum * 2 / N * (k == 0 || k == N ? 0.5 : 1);
      }
    }
    return all;
  }();
  return table;
}

const double* weights(int degree) noexcept {
  return weights()[degree == 4 ? 0 : degree == 8 ? 1 : 2].data();
}

}  // namespace

double point(int k) noexcept { return -cosine(k * (fine / most)); }

// x_k = −cos(πk/N) = cos(π(N − k)/N)
void coefficients(int degree, const double* values, long stride, double* c) noexcept {
  const int N = degree, skip = most / N;
  for (int j = 0; j <= N; ++j) {
    double sum = 0;
    for (int k = 0; k <= N; ++k) {
      const double half = k == 0 || k == N ? 0.5 : 1;
      sum += half * values[stride * (k * skip)] * cosine(j * (N - k) * (fine / N));
    }
    c[j] = sum * (j == 0 || j == N ? 1.0 : 2.0) / N;
  }
}

// Clenshaw's recurrence.
double value(int degree, const double* c, double x) noexcept {
  double b1 = 0, b2 = 0;
  for (int j = degree; j > 0; --j) {
    const double b = 2 * x * b1 - b2 + c[j];
    b2 = b1;
    b1 = b;
  }
  return x * b1 - b2 + c[0];
}

// Where the function is smooth, coefficients fall by a large factor from one to the next, and the last tell.
// At a kink they fall like 1/j², some are small by chance, and what follows adds up to degree times the last.
double doubt(int degree, const double* c) noexcept {
  const auto pair = [&](int j) { return std::max(std::abs(c[j]), std::abs(c[j - 1])); };
  const double last = pair(degree), before = pair(degree - 2);
  const double earlier = degree > 4 ? pair(degree - 4) : 0;
  const bool smooth = last <= 0.05 * before && (degree == 4 || before <= 0.5 * earlier);
  return smooth ? 3 * last : 1.5 * degree * std::max({last, before, earlier});
}

Extreme extreme(int degree, const double* c, double sign) noexcept {
  int at = 0;
  double largest = 0;
  for (int k = 0; k <= fine; ++k) {
    double sum = 0;
    for (int j = 0; j <= degree; ++j) sum += c[j] * cosine(j * (fine - k));
    if (k == 0 || sign * sum > largest) {
      largest = sign * sum;
      at = k;
    }
  }
  Extreme best{-cosine(at), sign * largest};
  // Between the neighbours, by golden sections in the angle, in which the polynomial is smooth to the ends.
  double low = std::max(at - 1, 0), high = std::min(at + 1, fine);
  const auto x_at = [](double k) { return -std::cos(std::numbers::pi * k / fine); };
  const double golden = 0.5 * (3 - std::sqrt(5.0));
  double p = low + golden * (high - low), q = high - golden * (high - low);
  double fp = sign * value(degree, c, x_at(p)), fq = sign * value(degree, c, x_at(q));
  for (int round = 0; round < 40; ++round) {
    if (fp >= fq) {
      high = q;
      q = p;
      fq = fp;
      p = low + golden * (high - low);
      fp = sign * value(degree, c, x_at(p));
    } else {
      low = p;
      p = q;
      fp = fq;
      q = high - golden * (high - low);
      fq = sign * value(degree, c, x_at(q));
    }
  }
  const double x = x_at(fp >= fq ? p : q), top = std::max(fp, fq);
  if (top > largest) best = {x, sign * top};
  return best;
}

double integral(int degree, const double* values, long stride) noexcept {
  const double* const w = weights(degree);
  double sum = 0;
  for (int k = 0; k <= degree; ++k) sum += w[k] * values[stride * (k * (most / degree))];
  return sum;
}

double square_integral(int degree, const double* values, long stride) noexcept {
  const double* const w = weights(degree);
  double sum = 0;
  for (int k = 0; k <= degree; ++k) {
    const double f = values[stride * (k * (most / degree))];
    sum += w[k] * f * f;
  }
  return sum;
}

}  // namespace zwang::motion::chebyshev
