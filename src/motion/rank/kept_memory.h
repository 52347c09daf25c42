// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "base/index.h"

namespace zwang::motion {

/// What a run knows of the rank of its rows, and has chosen for the next step.
struct KeptMemory {
  std::vector<double> unit;                              // m: lengths of late, in the metric of M
  std::vector<double> size;                              // m: largest entries of late
  bool given_up = false;                                 // rows fight: they stand for themselves
  Index positions = -1, rates = -1, accelerations = -1;  // ranks; −1: not yet known
  std::vector<double> W_positions, W_rates, W_accelerations;  // empty: rows stand for themselves

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("kept rank", 1, x.unit, x.size, x.given_up, x.positions, x.rates, x.accelerations,
          x.W_positions, x.W_rates, x.W_accelerations);
  }
};

}  // namespace zwang::motion
