// SPDX-License-Identifier: Apache-2.0
#pragma once
// What many numbers have in common. Sums go by number, so that the bits do not depend on who computed what.

#include <cstddef>
#include <span>
#include <vector>

namespace zwang::ensemble {

struct Statistics {
  std::size_t count = 0;           // of finite numbers
  double mean = 0, deviation = 0;  // deviation: of a sample, with count − 1; of one number NaN
  double least = 0, most = 0;
  std::size_t least_at = 0, most_at = 0;
};

Statistics statistics_of(std::span<const double> numbers);

/// The share p of sorted numbers lies below: between two of them by a straight line.
double quantile(std::span<const double> sorted, double p);

/// How many numbers fall into each of as many equal parts of what they span.
struct Histogram {
  double from = 0, to = 0;
  std::vector<std::size_t> counts;
};

/// Parts as wide as D. Freedman and P. Diaconis advise (1981), at most 100. Empty of no numbers.
Histogram histogram(std::span<const double> sorted);

/// Of the pairs of which both are finite; NaN where one does not vary.
double correlation(std::span<const double> x, std::span<const double> y);

}  // namespace zwang::ensemble
