// SPDX-License-Identifier: Apache-2.0
#pragma once
// A whole step of equations without rows as one tape: the formulas of M and Q, the factors of M and the method,
// operation by operation as a lone run does them (least/method/explicit.cpp, ode/explicit/rk4.cpp), so that
// every lane has a lone run's bits.

#include <cstdint>
#include <vector>

#include "equations/equations.h"
#include "tape/tape.h"

namespace zwang::motion {

/// What a lane reads and writes, in this order; what it does not write stays as it is.
struct LaneLayout {
  Index n = 0;
  Index q() const { return 0; }
  Index v() const { return n; }
  Index a() const { return 2 * n; }  // ẍ at the state
  /// Not below most_doubt, or no number: the lane must be run alone.
  Index doubt() const { return 3 * n; }
  Index written() const { return 3 * n + 1; }
  Index t() const { return written(); }
  Index dt() const { return written() + 1; }
  Index until() const { return written() + 2; }
  Index others() const { return written() + 3; }  // parameters and what follows from them
};

/// A diagonal entry of M over its pivot, from where on a lone run looks more closely.
inline constexpr double most_doubt = 9e7;

struct LaneTapes {
  tape::Tape first;                  // ẍ and doubt at the state
  tape::Tape step;                   // all that is written
  std::vector<std::uint32_t> slots;  // inputs of the equations, from LaneLayout::others() on
};

/// Whether lanes take these equations.
bool suits_lanes(const equations::Equations& equations);

/// `dynamics`: of the one block of that stage.
LaneTapes write_rk4(const equations::Equations& equations, const tape::Tape& dynamics);

}  // namespace zwang::motion
