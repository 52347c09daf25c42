// SPDX-License-Identifier: Apache-2.0
#pragma once
// Models whose clock tests own.

#include <string>

#include "api/texts.h"
#include "support/four_bar_text.h"
#include "zwang/simulation.h"

namespace zwang::test {

/// Dropped from 1 m with a sideways speed; half of the speed is left at each impact.
inline const std::string ball_text = R"toml(
[[particles]]
name = "ball"
mass = 2
position = [0, 1]
velocity = [0.3, 0]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "floor"
equation = "ball.y >= 0"
restitution = 0.5
[simulate]
duration = 2
)toml";

/// A block on a rough floor that a spring pulls along: it sticks and slips.
inline const std::string block_text = R"toml(
[parameters]
mu = 0.4
[[particles]]
name = "block"
mass = 3
position = [0, 0]
force = ["20*(1.5*t - block.x)", 0]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "floor"
equation = "block.y >= 0"
friction = "mu"
[simulate]
duration = 3
)toml";

/// A pendulum whose speed is halved at the bottom.
inline const std::string braked_text = R"toml(
[coordinates]
a = { start = 1.2 }
[free]
lagrangian = "a'^2/2 + 9.81*cos(a)"
[[events]]
name = "bottom"
when = "a"
action = { set = { "a'" = "0.5*a'" } }
[simulate]
duration = 4
)toml";

inline std::string four_bar_text() {
  const FourBarText bars{{"1", "1", "[0.01, 0.1, 0.1]", "angle = 1.2, rate = 2"},
                         {"3", "2", "[0.01, 1, 1]", "angle = -0.8"},
                         {"2.5", "1.5", "[0.01, 0.8, 0.8]", "angle = 1.9"},
                         "3"};
  return "[free]\ngravity = [0, -9.81, 0]\n" + bars.text() + hinge_of_ends +
         "[simulate]\nduration = 2\n";
}

/// An arm that hangs by a hinge, 0.5 m from its center of mass.
inline std::string arm_text(const std::string& more = "") {
  return R"toml(
[free]
gravity = [0, -9.81, 0]
[[bodies]]
name = "arm"
joint = "hinge"
mass = 2
inertia = [0.1, 0.2, 0.3]
center = [0.5, 0, 0]
start = { angle = -1.2 }
[[bodies]]
name = "tip"
parent = "arm"
joint = "ball"
at = [1, 0, 0]
mass = 0.7
inertia = [0.05, 0.04, 0.06]
center = [0.2, 0.1, 0]
)toml" + more +
         "\n[simulate]\nduration = 2\n";
}

inline Model model_of(const std::string& text) { return read_model(text, "test"); }

}  // namespace zwang::test
