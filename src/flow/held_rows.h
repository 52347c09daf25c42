// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows on which a motion is kept by projection.

#include "instant/mode.h"

namespace zwang::motion {

/// Whether row `i` holds now: it acts, or controls meet it as exactly as a reaction would.
inline bool holds(const equations::Equations& equations, const instant::Mode& mode, std::size_t i) {
  const bool servo = equations.rows[i].kind == equations::Kind::servo;
  return mode.acts[i] || (servo && mode.switched[i]);
}

}  // namespace zwang::motion
