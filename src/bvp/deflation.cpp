// SPDX-License-Identifier: Apache-2.0
#include "bvp/deflation.h"

#include <algorithm>
#include <cmath>

namespace zwang::bvp {

namespace {

constexpr double rest = 1e-8;
// Of x, which differs from v by the unit of τ alone: rates below are rounding, of a curve that rests.
constexpr double least_share = 1e-6;

// Sizes of x and of v, so that neither drowns the other.
struct Sizes {
  double x = 0, v = 0;
};

Sizes sizes(const Curve& curve) {
  Sizes size;
  for (Index k = 0; k <= curve.intervals(); ++k) {
    for (Index i = 0; i < curve.n; ++i) {
      size.x = std::max(size.x, std::abs(curve.at(k)[i]));
      size.v = std::max(size.v, std::abs(curve.at(k)[curve.n + i]));
    }
  }
  size.x = std::max(size.x, least_share * size.v);
  size.v = std::max(size.v, least_share * size.x);
  return {size.x > 0 ? size.x : rest / 2, size.v > 0 ? size.v : rest / 2};
}

// Mean of ⟨a − b, c⟩ over the points of a's mesh, scaled; c = null: a − b.
double product(const Curve& a, const Curve& b, const Curve* c, const Sizes& size) {
  std::vector<double> z(b.size());
  double sum = 0;
  for (Index k = 0; k <= a.intervals(); ++k) {
    evaluate(b, a.mesh[k], z.data());
    for (Index i = 0; i < 2 * a.n; ++i) {
      const double scale = i < a.n ? size.x : size.v, d = (a.at(k)[i] - z[i]) / scale;
      sum += d * (c ? c->at(k)[i] / scale : d);
    }
  }
  return sum / static_cast<double>(a.intervals() + 1);
}

}  // namespace

double distance(const Curve& a, const Curve& b) {
  // Of two curves that rest at zero, what is left is rounding.
  const Sizes one = sizes(a), other = sizes(b);
  if (std::max({one.x, one.v, other.x, other.v}) < rest) return 0;
  return std::sqrt(product(a, b, nullptr, sizes(a)));
}

double Deflation::factor(const Curve& from, const Curve& step) const noexcept {
  const Sizes size = sizes(from);
  double slope = 0;  // m'·step / m
  for (const Curve* known : known_) {
    const double square = product(from, *known, nullptr, size);
    if (!(square > 0)) return 1;
    const double along = product(from, *known, &step, size);
    slope += -2 * along / (square * square) / (1 / square + 1);
  }
  const double factor = 1 / (1 - slope);  // [ENDS 12]
  return std::isfinite(factor) ? std::clamp(factor, -10.0, 10.0) : 1.0;
}

}  // namespace zwang::bvp
