// SPDX-License-Identifier: Apache-2.0
#include "api/error/pair_events.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace zwang {

namespace {

using Key = std::pair<std::string, std::string>;
using Numbers = std::vector<std::size_t>;

std::map<Key, Numbers> by_name(const std::vector<RunEvent>& events) {
  std::map<Key, Numbers> named;
  for (std::size_t k = 0; k < events.size(); ++k)
    named[{events[k].what, events[k].name}].push_back(k);
  return named;
}

void note_unpaired(const RunEvent& event, PairedEvents& pairs) {
  if (pairs.unpaired && *pairs.unpaired <= event.state.t) return;
  pairs.unpaired = event.state.t;
  pairs.what = event.what;
  pairs.name = event.name;
}

}  // namespace

PairedEvents pair_events(const std::vector<RunEvent>& a, const std::vector<RunEvent>& b) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  PairedEvents pairs;
  pairs.other.assign(a.size(), nan);
  pairs.difference.assign(a.size(), nan);
  auto of_a = by_name(a), of_b = by_name(b);
  for (const auto& [key, numbers] : of_b) of_a[key];  // those that only the other has
  for (const auto& [key, numbers] : of_a) {
    const Numbers& others = of_b[key];
    const std::size_t both = std::min(numbers.size(), others.size());
    const auto apart = [&](std::size_t k) {
      return std::abs(a[numbers[k]].state.t - b[others[k]].state.t);
    };
    for (std::size_t k = 0; k < both; ++k) {
      double most = apart(k);
      if (k > 0) most = std::max(most, apart(k - 1));
      if (k + 1 < both) most = std::max(most, apart(k + 1));
      pairs.other[numbers[k]] = b[others[k]].state.t;
      pairs.difference[numbers[k]] = most;
    }
    if (numbers.size() > both) note_unpaired(a[numbers[both]], pairs);
    if (others.size() > both) note_unpaired(b[others[both]], pairs);
  }
  return pairs;
}

}  // namespace zwang
