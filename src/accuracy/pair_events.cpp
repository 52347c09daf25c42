// SPDX-License-Identifier: Apache-2.0
#include "accuracy/pair_events.h"

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

// The number of the event of a list, ascending in time, that is nearest to a time.
std::size_t nearest_to(double t, const std::vector<RunEvent>& events, const Numbers& numbers) {
  const auto later =
      std::lower_bound(numbers.begin(), numbers.end(), t,
                       [&](std::size_t k, double time) { return events[k].state.t < time; });
  if (later == numbers.begin()) return numbers.front();
  if (later == numbers.end()) return numbers.back();
  const double before = t - events[*(later - 1)].state.t, after = events[*later].state.t - t;
  return after < before ? *later : *(later - 1);
}

// Of two lists that differ in length, those that are nearest to each other, both ways.
void pair_nearest(const std::vector<RunEvent>& a, const Numbers& of_a,
                  const std::vector<RunEvent>& b, const Numbers& of_b,
                  std::vector<std::size_t>& first, std::vector<std::size_t>& second) {
  if (of_a.empty() || of_b.empty()) return;
  for (const std::size_t k : of_a) {
    const std::size_t other = nearest_to(a[k].state.t, b, of_b);
    if (nearest_to(b[other].state.t, a, of_a) != k) continue;
    first.push_back(k);
    second.push_back(other);
  }
}

void note_rest(const std::vector<RunEvent>& events, const Numbers& all,
               const std::vector<std::size_t>& paired, PairedEvents& pairs) {
  for (const std::size_t k : all)
    if (!std::binary_search(paired.begin(), paired.end(), k)) {
      note_unpaired(events[k], pairs);
      return;
    }
}

// Events of one kind and name.
void pair_named(const std::vector<RunEvent>& a, const Numbers& of_a, const std::vector<RunEvent>& b,
                const Numbers& of_b, PairedEvents& pairs) {
  std::vector<std::size_t> first, second;
  if (of_a.size() == of_b.size()) {
    first = of_a;
    second = of_b;
  } else {
    pair_nearest(a, of_a, b, of_b, first, second);
    note_rest(a, of_a, first, pairs);
    note_rest(b, of_b, second, pairs);
  }
  const auto apart = [&](std::size_t k) {
    return std::abs(a[first[k]].state.t - b[second[k]].state.t);
  };
  for (std::size_t k = 0; k < first.size(); ++k) {
    double most = apart(k);
    if (k > 0) most = std::max(most, apart(k - 1));
    if (k + 1 < first.size()) most = std::max(most, apart(k + 1));
    pairs.other[first[k]] = b[second[k]].state.t;
    pairs.difference[first[k]] = most;
  }
}

}  // namespace

PairedEvents pair_events(const std::vector<RunEvent>& a, const std::vector<RunEvent>& b) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  PairedEvents pairs;
  pairs.other.assign(a.size(), nan);
  pairs.difference.assign(a.size(), nan);
  auto of_a = by_name(a), of_b = by_name(b);
  for (const auto& [key, numbers] : of_b) of_a[key];  // those that only the other has
  for (const auto& [key, numbers] : of_a) pair_named(a, numbers, b, of_b[key], pairs);
  return pairs;
}

}  // namespace zwang
