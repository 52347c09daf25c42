// SPDX-License-Identifier: Apache-2.0
#pragma once
// Applied forces that a picture can show as arrows, as formulas of where they act and what they
// are: on particles, on bodies and points of them, of springs. A force along a joint's coordinate
// acts nowhere in space, a potential says no force: both have no arrow.

#include <string>
#include <vector>

#include "zwang/description.h"

namespace zwang {

struct DrawnForce {
  std::string name;     // for people: "force on bob"
  std::string on;       // what the place is called: "crank.tip", "bob"
  Expression at, push;  // vector formulas
  bool body_frame = false;
  Expression for_each;
  bool spring = false;  // one of its two ends
};

std::vector<DrawnForce> drawn_forces(const Description& description);

}  // namespace zwang
