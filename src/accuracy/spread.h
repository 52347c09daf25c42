// SPDX-License-Identifier: Apache-2.0
#pragma once
// What two solutions say of the error of the first: numbers only.

#include <optional>
#include <vector>

#include "accuracy/looks.h"

namespace zwang {

/// How numbers are compared.
struct Yardstick {
  static constexpr int coordinate = -1, rate = -2;  // two of the kinds
  std::vector<int> kinds;      // of each column: those of a kind have sizes of one order
  std::vector<char> is_state;  // of each column: a coordinate or a rate
  double floor = 0;            // ± is never less than this share of a size
  std::vector<char>
      skipped;  // looks, by number, where one solution has jumped and the other not yet
};

struct Spread {
  std::vector<double> size;      // of each column along the run
  std::vector<double> error;     // of each column at the end; NaN where no digits are left
  std::vector<double> distance;  // at each look: the largest of a state, as a share of its size
  std::optional<double> lost;    // when no digits were left
  double growth = 0;  // of the distance until then, if it was exponential: per unit of time
};

Spread compare(const Looks& looks, const Yardstick& yardstick);

/// When the distance has come to be of the size of what is compared, and stays there; for numbers ascending in t.
std::optional<std::size_t> find_loss(const std::vector<double>& distance);

/// The slope of the logarithm of a distance up to a look, 0 where it did not grow exponentially.
double growth_until(const std::vector<double>& t, const std::vector<double>& distance,
                    std::size_t until);

}  // namespace zwang
