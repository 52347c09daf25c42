// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small models, as a user writes them.

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "zwang/run.h"

namespace zwang::test {

/// Released level, at rest. The energy is 0; positions are elliptic functions of the time.
inline const std::string pendulum_text = R"(title = "Pendulum"
[parameters]
m = 1.0
l = 1.0
g = 9.81

[[particles]]
name     = "bob"
mass     = "m"
position = ["l", 0]

[free]
gravity = [0, "-g"]

[[constraints]]
name     = "rod"
equation = "bob.x^2 + bob.y^2 = l^2"

[[observe]]
name    = "height"
formula = "bob.y"

[simulate]
duration = 2
output   = 41
)";

/// The same in code.
inline Description pendulum_in_code() {
  Description pendulum;
  pendulum.parameters = {{"m", 1.0}, {"l", 1.0}, {"g", 9.81}};
  Particle bob;
  bob.name = "bob";
  bob.mass = "m";
  bob.position = {"l", 0};
  pendulum.particles = {bob};
  pendulum.free.gravity = {0, "-g"};
  Constraint rod;
  rod.name = "rod";
  rod.equations = {"bob.x^2 + bob.y^2 = l^2"};
  pendulum.constraints = {rod};
  pendulum.observe = {{"height", "bob.y", {}}};
  pendulum.simulate.emplace();
  pendulum.simulate->duration = 2;
  pendulum.simulate->output = 41;
  return pendulum;
}

/// A bob on two rods of one length that say the same: redundant, and the forces are shared.
inline const std::string two_rods_text = R"([[particles]]
name = "bob"
mass = 2
position = [1, 0]
force = [0, -10]

[[constraints]]
name = "first"
equation = "bob.x^2 + bob.y^2 = 1"

[[constraints]]
name = "second"
equation = "hypot(bob.x, bob.y) = 1"

[simulate]
duration = 1
)";

/// x falls to half its rate because y must go along: x = exp(−t/2). Rates only.
inline const std::string first_order_text = R"([coordinates]
x = 1
y = 0

[free]
acceleration = ["-x", 0]
order = 1

[[constraints]]
name = "whole"
equation = "x + y = 1"

[simulate]
duration = 1
)";

inline std::vector<std::uint64_t> bits(const std::vector<double>& x) {
  std::vector<std::uint64_t> result;
  for (const double value : x) result.push_back(std::bit_cast<std::uint64_t>(value));
  return result;
}

/// Every number of every sample.
inline std::vector<std::uint64_t> bits(const Trajectory& trajectory) {
  std::vector<std::uint64_t> result;
  for (const std::string& name : trajectory.columns()) {
    const auto column = bits(trajectory.column(name));
    result.insert(result.end(), column.begin(), column.end());
  }
  return result;
}

/// The summary as JSON without what the clock says.
inline std::string timeless(const Trajectory& trajectory) {
  std::string json = to_json(trajectory);
  const std::size_t begin = json.find("\"seconds\""), end = json.find('\n', begin);
  return json.erase(begin, end - begin);
}

}  // namespace zwang::test
