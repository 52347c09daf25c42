// SPDX-License-Identifier: Apache-2.0
#include "ensemble/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang::ensemble {

Statistics statistics_of(std::span<const double> numbers) {
  Statistics result;
  double sum = 0;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const double x = numbers[k];
    if (!std::isfinite(x)) continue;
    if (result.count == 0 || x < result.least) {
      result.least = x;
      result.least_at = k;
    }
    if (result.count == 0 || x > result.most) {
      result.most = x;
      result.most_at = k;
    }
    ++result.count;
    sum += x;
  }
  if (result.count == 0) return result;
  result.mean = sum / static_cast<double>(result.count);
  double squares = 0, rest = 0;
  for (const double x : numbers) {
    if (!std::isfinite(x)) continue;
    squares += (x - result.mean) * (x - result.mean);
    rest += x - result.mean;
  }
  // What rounding left in the mean is taken out (Chan, Golub, LeVeque 1983).
  squares -= rest * rest / static_cast<double>(result.count);
  result.deviation = result.count > 1 ? std::sqrt(squares / static_cast<double>(result.count - 1))
                                      : std::numeric_limits<double>::quiet_NaN();
  return result;
}

double quantile(std::span<const double> sorted, double p) {
  if (sorted.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double at = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

Histogram histogram(std::span<const double> sorted) {
  Histogram result;
  if (sorted.empty()) return result;
  result.from = sorted.front();
  result.to = sorted.back();
  const double middle = quantile(sorted, 0.75) - quantile(sorted, 0.25);
  const double width = 2 * middle / std::cbrt(static_cast<double>(sorted.size()));
  const double span = result.to - result.from;
  const double most = std::min(100.0, std::ceil(std::sqrt(static_cast<double>(sorted.size()))) * 4);
  const double parts = span > 0 && width > 0 ? std::ceil(span / width) : 1;
  result.counts.assign(static_cast<std::size_t>(std::clamp(parts, 1.0, most)), 0);
  const auto count = static_cast<double>(result.counts.size());
  for (const double x : sorted) {
    const double at = span > 0 ? (x - result.from) / span * count : 0;
    ++result.counts[static_cast<std::size_t>(std::clamp(at, 0.0, count - 1))];
  }
  return result;
}

double correlation(std::span<const double> x, std::span<const double> y) {
  double n = 0, mx = 0, my = 0;
  const auto both = [&](std::size_t k) { return std::isfinite(x[k]) && std::isfinite(y[k]); };
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!both(k)) continue;
    n += 1;
    mx += x[k];
    my += y[k];
  }
  mx /= n;
  my /= n;
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!both(k)) continue;
    xx += (x[k] - mx) * (x[k] - mx);
    yy += (y[k] - my) * (y[k] - my);
    xy += (x[k] - mx) * (y[k] - my);
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace zwang::ensemble
