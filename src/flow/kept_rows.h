// SPDX-License-Identifier: Apache-2.0
#pragma once
// The constraints with some of their rows left out: where a state can go when only the others
// hold. For questions that are asked before a motion begins: it allocates.

#include <cstdint>
#include <vector>

#include "flow/project.h"

namespace zwang::motion {

/// How a step aside ended: at another state, at the same one, which stands alone, or nowhere.
enum class Aside : std::uint8_t { moved, stayed, lost };

class KeptRows {
 public:
  explicit KeptRows(const equations::Equations& equations);

  /// m flags; all rows until then. Whatever is done against drift in a run, these hold.
  void keep(const std::vector<unsigned char>& rows) noexcept;

  Projection assemble(double t, double* q, double* v) noexcept;

  /// Moves the state aside, along what the kept rows leave free, and back onto them. Numbers are
  /// drawn from the seed. The state stays as it was unless it moved.
  Aside step_aside(std::uint64_t seed, double t, double* q, double* v);

  RightSide& side() { return side_; }
  const equations::Equations& equations() const { return side_.equations(); }

 private:
  Aside try_aside(std::uint64_t seed, double share, double t, double* q, double* v);

  RightSide side_;
  Projector projector_;
};

/// A state beside the given one, constraints not looked at.
void draw_aside(std::uint64_t seed, double share, Index n, double* q, double* v);

}  // namespace zwang::motion
