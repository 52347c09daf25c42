// SPDX-License-Identifier: Apache-2.0
#include "assemble/bodies/tree.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace zwang::compile {

namespace {

enum class State : unsigned char { unseen, waiting, placed, circling };

}  // namespace

TreeOrder order_bodies(const std::vector<Body>& bodies) {
  TreeOrder order;
  std::unordered_map<std::string_view, std::size_t> number;
  for (std::size_t k = 0; k < bodies.size(); ++k) number.emplace(bodies[k].name.text, k);
  order.parent.assign(bodies.size(), -1);
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    if (bodies[k].parent.text == "ground") continue;
    const auto at = number.find(bodies[k].parent.text);
    if (at == number.end()) {
      order.orphans.push_back(k);
    } else {
      order.parent[k] = static_cast<Index>(at->second);
    }
  }
  std::vector<State> state(bodies.size(), State::unseen);
  std::vector<std::size_t> path;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    // Down to the first ancestor that is placed, then back up.
    path.clear();
    Index at = static_cast<Index>(k);
    while (at >= 0 && state[static_cast<std::size_t>(at)] == State::unseen) {
      state[static_cast<std::size_t>(at)] = State::waiting;
      path.push_back(static_cast<std::size_t>(at));
      at = order.parent[static_cast<std::size_t>(at)];
    }
    if (at >= 0 && state[static_cast<std::size_t>(at)] == State::waiting) {
      const auto first = std::find(path.begin(), path.end(), static_cast<std::size_t>(at));
      order.circles.emplace_back(first, path.end());
    }
    const bool lost = at >= 0 && state[static_cast<std::size_t>(at)] != State::placed;
    for (std::size_t i = path.size(); i-- > 0;) {
      state[path[i]] = lost ? State::circling : State::placed;
      if (!lost) order.sequence.push_back(path[i]);
    }
  }
  return order;
}

}  // namespace zwang::compile
