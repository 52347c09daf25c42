// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tape on intervals: where its values may lie while its inputs range over theirs. Bounds are as good as
// rounding to nearest leaves them: enough to see where a formula changes, not to prove it.

#include <vector>

#include "tape/tape.h"

namespace zwang::tape {

struct Interval {
  double low = 0, high = 0;
};

/// `values` is scratch, as long as the code; `outputs` as many as the tape has.
void evaluate(const Tape& tape, const Interval* inputs, std::vector<Interval>& values,
              Interval* outputs) noexcept;

}  // namespace zwang::tape
