// SPDX-License-Identifier: Apache-2.0
#pragma once
// Newton's iteration for nodes of shots.

#include "bvp/collocation/collocation.h"
#include "bvp/shooting/matching.h"

namespace zwang::bvp {

struct Match {
  Outcome outcome = Outcome::done;
  bool outgrown = false;  // stopped on the way, with nodes that the scales no longer fit
  long iterations = 0;    // linear systems with their own matrix
};

/// Moves the nodes until the last step is at most `enough`, in scales. options.factor is not asked.
Match match(Matching& matching, const NewtonOptions& options, double enough, Nodes& nodes);

}  // namespace zwang::bvp
