// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/index.h"

namespace zwang::motion {

/// What is known of the rank along the motion: all that the next look depends on besides its
/// arguments.
struct RankMemory {
  Index rank = -1;       // where no pose is singular; −1: not yet known
  bool pending = false;  // the last step ended within reach of a singular pose, not yet told
  double speed = -1;     // of the rows, of late; −1: not yet known
  /// The least σ inside the steps that were searched, and when: how near the motion came to a
  /// singular pose, where it came near.
  double nearest = 1, nearest_at = 0;
  std::vector<double> unit;                // m: of each row, its length of late
  std::vector<unsigned char> independent;  // m: rows that do not follow from earlier ones

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("rank", 1, x.rank, x.pending, x.speed, x.nearest, x.nearest_at, x.unit, x.independent);
  }
};

}  // namespace zwang::motion
