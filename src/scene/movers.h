// SPDX-License-Identifier: Apache-2.0
#pragma once
// Coordinates that are the place of something: of particles, or of the model as a point (x, y).

#include <string>
#include <vector>

#include "base/index.h"
#include "zwang/model.h"

namespace zwang::scene {

struct Mover {
  std::string name;
  std::vector<std::size_t> coordinates;  // two or three of them: x, y, z
  bool particle = true;                  // false: plain coordinates x, y, z
  bool along_time = false;               // one coordinate, over the independent variable
};

std::vector<Mover> movers_of(const Model& model);

/// Rows of constraints that bind nothing but one or two movers: what a picture can show of them.
struct Bound {
  Index row = 0;
  std::string name;                 // of the constraint
  std::vector<std::size_t> movers;  // one or two
};

std::vector<Bound> bound_rows(const Model& model, const std::vector<Mover>& movers);

}  // namespace zwang::scene
