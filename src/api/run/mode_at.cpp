// SPDX-License-Identifier: Apache-2.0
#include "api/run/mode_at.h"

#include "motion/events/hybrid.h"

namespace zwang {

void set_mode_at(motion::RightSide& side, const State& state) {
  if (!instant::has_events(side.equations())) return;
  motion::Projector projector(side);
  const motion::RunOptions options;
  std::vector<motion::Happening> happenings;
  motion::Hybrid hybrid(side, projector, options, 1, happenings);
  std::vector<double> y = state.q;
  y.insert(y.end(), state.v.begin(), state.v.end());
  y.resize(side.layout().size());
  hybrid.begin(state.t, y.data());
}

}  // namespace zwang
