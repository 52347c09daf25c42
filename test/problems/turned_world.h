// SPDX-License-Identifier: Apache-2.0
#pragma once
// A model of bodies in a world that is turned about its origin, ground, gravity and all: its
// coordinates are those of joints, and must not notice.

#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "support/random.h"
#include "zwang/zwang.h"

namespace zwang::test {

using Turn = std::array<double, 4>;  // a quaternion w, x, y, z of length one

inline Turn random_turn(Random& random) {
  Turn e;
  double square = 0;
  for (double& x : e) {
    x = random.normal();
    square += x * x;
  }
  for (double& x : e) x /= std::sqrt(square);
  return e;
}

inline std::array<std::array<double, 3>, 3> matrix_of(const Turn& e) {
  const auto [w, x, y, z] = e;
  return {{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
           {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
           {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

/// R v of a vector of formulas.
inline Components turned(const Components& v, const Turn& turn) {
  Components result;
  if (v.size() != 3) return v;  // not given
  for (const auto& row : matrix_of(turn)) {
    std::string sum;
    for (std::size_t j = 0; j < 3; ++j) {
      char number[40];
      std::snprintf(number, sizeof number, "%s(%.17g)*(", j ? " + " : "", row[j]);
      sum += number + v[j].text + ")";
    }
    result.emplace_back(sum);
  }
  return result;
}

inline bool is_ground(const std::string& point) {
  return point == "ground" || point.rfind("ground.", 0) == 0;
}

/// Bodies on the ground are turned by their joint frames, or, where these are turned already, hang on
/// a fixed body that is: a base in between must not be noticed either.
inline void turn_bodies(Description& model, const Turn& turn) {
  Rotation rotation;
  rotation.form = Rotation::Form::quaternion;
  for (const double x : turn) rotation.numbers.emplace_back(x);
  bool based = false;
  for (Body& body : model.bodies) {
    if (body.parent.text != "ground") continue;
    if (body.rotation.form == Rotation::Form::none) {
      body.rotation = rotation;
      body.at = turned(body.at, turn);
    } else {
      body.parent = "turned_base";
      based = true;
    }
  }
  if (!based) return;
  Body base;
  base.name = "turned_base";
  base.rotation = rotation;
  model.bodies.push_back(base);
}

/// The formulas of the model must not name the world's axes.
inline Description turned(Description model, const Turn& turn) {
  turn_bodies(model, turn);
  model.free.gravity = turned(model.free.gravity, turn);
  for (GroundPoint& point : model.ground) point.position = turned(point.position, turn);
  for (Constraint& constraint : model.constraints) {
    if (!constraint.closure) continue;
    Closure& closure = *constraint.closure;
    if (is_ground(closure.first.text)) closure.axis = turned(closure.axis, turn);
    if (is_ground(closure.second.text)) closure.axis2 = turned(closure.axis2, turn);
  }
  return model;
}

inline Description description_of(const std::string& model) {
  return load_model(ZWANG_TEST_DATA "/../../models/" + model + ".toml").description();
}

}  // namespace zwang::test
