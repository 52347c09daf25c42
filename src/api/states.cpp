// SPDX-License-Identifier: Apache-2.0
#include "api/states.h"

#include <algorithm>
#include <cmath>

namespace zwang {

void check_state(const Model& model, const State& state) {
  const std::size_t n = model.coordinates().size();
  const auto check = [n](const std::vector<double>& x, const char* name) {
    if (x.size() == n) return;
    throw InputError(name, "has " + std::to_string(x.size()) + " entries where " +
                               std::to_string(n) + " are needed (one per coordinate)");
  };
  check(state.q, "state.q");
  check(state.v, "state.v");
}

double largest(const std::vector<double>& x) {
  double most = 0;
  for (const double value : x) most = std::max(most, std::abs(value));
  return most;
}

double largest_difference(const std::vector<double>& x, const std::vector<double>& y) {
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - y[i]));
  return most;
}

}  // namespace zwang
