// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ours, through the public headers; and what a Newton step costs on a mesh of so many intervals.

#include "extremal_task.h"

namespace bench {

/// One extremal and its samples, which is what the peer gives.
ExtremalRun zwang_extremal(const ExtremalTask& task, double tolerance, int rounds);

/// The same with its verdict: conjugate points, index by two methods.
ExtremalRun zwang_judged(const ExtremalTask& task, double tolerance, int rounds);

/// CPU seconds of one Newton iteration for a pendulum on a circle, in x and y.
double newton_seconds(long intervals);

}  // namespace bench
