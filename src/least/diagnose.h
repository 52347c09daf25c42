// SPDX-License-Identifier: Apache-2.0
#pragma once
// What can be said about rows that depend on each other: which repeat which, and which smallest
// sets cannot hold together. Allocates; asked for by options.diagnose only.

#include "least/task.h"
#include "least/workspace.h"

namespace zwang::least {

/// Fills out.redundant and out.contradictory. Needs the rows factored and their dependence found.
/// Directions that are near-singular (RankTolerance::stepping) count as dependent here.
void diagnose(const Task& task, const Options& options, Workspace& ws, Instant& out);

}  // namespace zwang::least
