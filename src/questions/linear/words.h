// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the spectrum means, in words.

#include "linear/spectrum.h"
#include "zwang/linear.h"

namespace zwang {

/// Sets stability, growth and text from kind, modes, zeros and names.
void judge(LinearModel& model);

}  // namespace zwang
