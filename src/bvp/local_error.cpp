// SPDX-License-Identifier: Apache-2.0
#include "bvp/local_error.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"
#include "bvp/gauss.h"

namespace zwang::bvp {

namespace {

class Estimate {
 public:
  Estimate(const Curve& curve, const Scales& scales)
      : curve_(curve), scales_(scales), g_(gauss(curve.stages)), m_(curve.n + curve.extra) {}

  /// In interval i, from the rate at the Gauss point j of interval `beside`.
  double error(Index i, Index beside, Index j) {
    const double h = width(i), there = curve_.mesh[beside] + g_.c[j] * width(beside);
    const double theta = (there - curve_.mesh[i]) / h;
    double value[most_stages];
    values_at(g_, theta, value);
    const double *K = curve_.rates_of(i), *known = curve_.rates_of(beside) + j * m_;
    const double P = last_legendre(g_, theta), once = std::fabs(h * g_.largest_once / P),
                 twice = std::fabs(h * h * g_.largest_twice / P);
    double error = 0;
    for (Index r = 0; r < m_; ++r) {
      double rate = 0;
      for (Index k = 0; k < g_.s; ++k) rate += value[k] * K[k * m_ + r];
      const double off = std::fabs(known[r] - rate);
      const double of_x = r < curve_.n ? twice * off / scales_.z[r] : 0;
      error = std::max({error, once * off / scales_.z[curve_.n + r], of_x});
    }
    return error;
  }

 private:
  double width(Index i) const { return curve_.mesh[i + 1] - curve_.mesh[i]; }

  const Curve& curve_;
  const Scales& scales_;
  const Gauss& g_;
  Index m_;
};

}  // namespace

std::vector<double> local_errors(const Curve& curve, const Scales& scales) {
  const Index N = curve.intervals();
  expects(N >= 2);
  Estimate estimate(curve, scales);
  std::vector<double> errors(static_cast<std::size_t>(N));
  for (Index i = 0; i < N; ++i) {
    if (i > 0) errors[i] = estimate.error(i, i - 1, curve.stages - 1);
    if (i + 1 < N) errors[i] = std::fmax(errors[i], estimate.error(i, i + 1, 0));
  }
  return errors;
}

}  // namespace zwang::bvp
