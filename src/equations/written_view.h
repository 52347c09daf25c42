// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is known of the written system, over (q, X), while the reduced one is laid out.

#include "equations/solids/solids.h"

namespace zwang::equations {

/// Whether a joint moves what a frame of this kind sees; what has no place only turns.
constexpr bool moves(bodies::Joint joint, FrameKind kind) {
  if (joint == bodies::Joint::fixed) return false;
  return kind == FrameKind::point || joint != bodies::Joint::slider;
}

struct WrittenView {
  const Solids& solids;
  Index n;  // of true coordinates

  Index frame_of(Index coordinate) const { return (coordinate - n) / 3; }

  /// Calls visit(joint, first coordinate, count) from the body down to the ground.
  template <class Visit>
  void for_each_joint(Index body, Visit visit) const {
    for (; body != bodies::ground; body = solids.tree.bodies[at(body)].parent) {
      const bodies::Body& b = solids.tree.bodies[at(body)];
      visit(b.joint, solids.first + b.q, coordinates(b.joint));
    }
  }

  /// The coordinates that move a coordinate of the written system: itself, or those on its path.
  template <class Visit>
  void for_each_source(Index coordinate, Visit visit) const {
    if (coordinate < n) return visit(coordinate);
    const Frame& frame = solids.frames[at(frame_of(coordinate))];
    for_each_joint(frame.body, [&](bodies::Joint joint, Index first, Index count) {
      for (Index k = 0; k < count && moves(joint, frame.kind); ++k) visit(first + k);
    });
  }
};

}  // namespace zwang::equations
