// SPDX-License-Identifier: Apache-2.0
#pragma once
// The end of a run where rates and forces grow without bound: what of its numbers is one.

#include <vector>

#include "motion/right_side.h"
#include "report/words/trajectory_parts.h"

namespace zwang {

/// The end of such a run: from here on numbers are not to be trusted, and peaks belong to the growth.
struct EndOfReach {
  explicit EndOfReach(const Summary& summary);
  bool is_end(double t) const { return unbounded && t > end_from; }
  bool grows(double t) const { return unbounded && t > growth_from; }

  bool unbounded = false;
  double end_from = 0, growth_from = 0;
};

/// Values of observables, and of the formulas that numbers of the run are made of, at a pose: NaN where they depend on rates, accelerations or forces.
std::vector<double> values_at_pose(motion::RightSide& side, const State& state);

/// Takes out of a finished run what has no meaning at its end: rates, forces, energies, works, and what formulas make
/// of them become NaN in the summary and in the last samples; peaks in the growth become infinite.
void take_out_unbounded(motion::RightSide& side, Trajectory::Parts& parts);

}  // namespace zwang
