// SPDX-License-Identifier: Apache-2.0
#pragma once
// Arguments of functions that change where their argument does: tanh(u), exp(u), 1/u, |u|. Along a motion
// or a curve such an argument may pass what matters between two points that are looked at: a layer.

#include <cstdint>

namespace zwang::equations {

struct Argument {
  enum class Scale : std::uint8_t {
    plain,  // tanh, atan, exp, sinh, cosh: what matters is as wide as 1, at a zero or an extremum
    ratio,  // what is divided by, sqrt, log, powers: u, 2u, 4u, …; at an extremum of log |u|
    edge,   // |u|, u > 0 and their kin: only its sign matters
  };
  Scale scale = Scale::plain;
  bool of_time = false;  // and of nothing else that moves
};

}  // namespace zwang::equations
