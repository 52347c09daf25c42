// SPDX-License-Identifier: Apache-2.0
#pragma once
// How often a run used what the papers say, so that its report names no equation that it did not.

#include <array>
#include <cstddef>

#include "zwang/instant.h"

namespace zwang::instant {

struct Uses {
  /// By what solved them in the end: where a kernel hands an instant on, the one that it was handed to.
  std::array<long, 7> instants{};  // by Method
  long in_full = 0;                // of these, solved with multipliers
  long contradictory = 0;          // instants where rows fight and least squares decide
  long nonideal = 0;               // instants where C was asked for
  long controlled = 0;             // instants whose controls servo rows determine
  long projections = 0;            // states brought back onto the constraints
  long blows = 0;

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("uses", 1, x.instants, x.in_full, x.contradictory, x.nonideal, x.controlled,
          x.projections, x.blows);
  }

  void note(const Instant& now) noexcept {
    ++instants[static_cast<std::size_t>(now.method)];
    if (now.status == Status::contradictory) ++contradictory;
  }
};

}  // namespace zwang::instant
