// SPDX-License-Identifier: Apache-2.0
#pragma once
// A place that a reader takes hold of: a particle, or a place fixed in a body. Where it is at a state, and how it
// moves with the coordinates.

#include <array>
#include <string>
#include <vector>

#include "flow/project.h"
#include "zwang/model.h"

namespace zwang::scene {

class Grip {
 public:
  /// `on`: a body, and `at` in its frame; or a particle, or "x, y" where plain coordinates are a place. The
  /// model must stay. Throws InputError.
  Grip(const Model& model, const std::string& on, const std::array<double, 3>& at);

  bool on_body() const { return body_ >= 0; }

  std::array<double, 3> place(const State& state);
  std::array<double, 3> velocity(const State& state);
  /// By the rate of each coordinate: 3·n, row-major.
  std::vector<double> jacobian(const State& state);
  /// From the center of mass of the body to the place, in the axes of the world. Of a particle zero.
  std::array<double, 3> arm(const State& state);

  /// Onto the constraints, the least way in the metric of M; false: there is no such state nearby.
  bool settle(State& state);

 private:
  void evaluate(const State& state);

  const equations::Equations& equations_;
  motion::RightSide side_;
  motion::Projector projector_;
  std::ptrdiff_t body_ = -1;
  std::array<double, 3> at_;
  std::vector<std::size_t> coordinates_;  // of a particle: two or three
};

}  // namespace zwang::scene
