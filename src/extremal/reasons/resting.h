// SPDX-License-Identifier: Apache-2.0
#pragma once
// Curves that rest at both ends: kinks of long duration. Where nothing knows the time, such a curve may
// leave a little earlier or later and is as good, within rounding; the ends do not determine when.

#include "extremal/question/question.h"

namespace zwang::extremal {

/// The curve need not be a solution, only near one. Its p are set then.
bool may_leave_at_any_time(Question& question, const bvp::Curve& curve);

}  // namespace zwang::extremal
