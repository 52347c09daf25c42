// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is watched along a motion, and what happens when it comes to pass.

#include <cstdint>
#include <vector>

#include "base/index.h"

namespace zwang::equations {

/// What the events ask for.
struct Event {
  enum class Direction : std::uint8_t { any, rising, falling };
  struct Target {
    Index coordinate;
    bool rate;
  };
  struct Switch {
    std::uint32_t constraint;
    bool on;
  };
  struct Blow {
    std::uint32_t constraint;
    double restitution;
  };
  Direction direction = Direction::any;
  bool stop = false;
  bool needs_instant = false;  // reads accelerations, reactions or controls
  Index first_set = 0;         // its targets' values among Layout::sets
  std::vector<Target> set;
  std::vector<Switch> switches;
  std::vector<Blow> impact;
};

}  // namespace zwang::equations
