// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of constraints that bind nothing but one or two movers: what a picture can show of them.

#include <string>
#include <vector>

#include "base/index.h"
#include "scene/movers.h"

namespace zwang {

struct Bound {
  Index row = 0;
  std::string name;                 // of the constraint
  std::vector<std::size_t> movers;  // one or two
};

std::vector<Bound> bound_rows(const Model& model, const std::vector<Mover>& movers);

}  // namespace zwang
