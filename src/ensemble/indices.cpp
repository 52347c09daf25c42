// SPDX-License-Identifier: Apache-2.0
// First order: A. Saltelli and others, Variance based sensitivity analysis of model output (2010), table 2 (b), of
// numbers about their mean, which changes nothing but the error. Total: M. J. W. Jansen (1999), table 2 (f) there.

#include "ensemble/indices.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang::ensemble {

namespace {

/// Mean, and the standard error of it.
struct Mean {
  double sum = 0, squares = 0, count = 0;
  void add(double x) {
    sum += x;
    squares += x * x;
    count += 1;
  }
  double value() const { return sum / count; }
  double error() const {
    const double variance = (squares - sum * sum / count) / (count - 1);
    return std::sqrt(std::max(variance, 0.0) / count);
  }
};

}  // namespace

std::vector<SobolIndex> sobol_indices(std::span<const double> numbers, std::size_t count) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<SobolIndex> indices(count, SobolIndex{nan, nan, nan, nan});
  const std::size_t size = count + 2;
  std::vector<const double*> groups;  // A, B, then A with one number of B
  for (std::size_t begin = 0; begin + size <= numbers.size(); begin += size) {
    bool whole = true;
    for (std::size_t k = 0; k < size; ++k) whole = whole && std::isfinite(numbers[begin + k]);
    if (whole) groups.push_back(numbers.data() + begin);
  }
  if (groups.size() < 2) return indices;
  Mean all;
  for (const double* const group : groups) {
    all.add(group[0]);
    all.add(group[1]);
  }
  const double mean = all.value();
  double variance = 0;
  for (const double* const group : groups)
    variance += std::pow(group[0] - mean, 2) + std::pow(group[1] - mean, 2);
  variance /= all.count;
  if (!(variance > 0)) return indices;
  for (std::size_t i = 0; i < count; ++i) {
    Mean first, total;
    for (const double* const group : groups) {
      const double a = group[0] - mean, b = group[1] - mean, mixed = group[2 + i] - mean;
      first.add(b * (mixed - a));
      total.add((a - mixed) * (a - mixed) / 2);
    }
    indices[i] = {first.value() / variance, total.value() / variance, first.error() / variance,
                  total.error() / variance};
  }
  return indices;
}

}  // namespace zwang::ensemble
