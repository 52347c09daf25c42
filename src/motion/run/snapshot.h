// SPDX-License-Identifier: Apache-2.0
#pragma once
// All that a run needs to go on as if it had never stopped, to the bit: the values that its parts keep
// from step to step. A checkpoint is written from the lists of their fields; a change to such a list
// raises its version.

#include <vector>

#include "flow/steppers/step_memory.h"
#include "flow/tolerances.h"
#include "hybrid/event_state.h"
#include "hybrid/happening.h"
#include "instant/mode.h"
#include "motion/rank/kept_memory.h"
#include "motion/rank/pivot_watch.h"
#include "motion/rank/rank_memory.h"
#include "motion/run/growth_watch.h"
#include "motion/run/stiffness.h"
#include "motion/run/tally.h"

namespace zwang::motion {

/// Equal steps are counted, for their sum would gather rounding.
struct EvenSteps {
  double since = 0;
  long count = 0;

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("even steps", 1, x.since, x.count);
  }
};

struct Snapshot {
  double t = 0, dt = 0;  // dt: of the next step
  std::vector<double> y;
  std::size_t samples = 0;  // that were given out
  Tally tally;
  Magnitudes magnitudes;
  EvenSteps even;
  PivotWatch pivots;
  RankMemory rank;
  KeptMemory kept;
  instant::Mode mode;
  EventMemory events;
  std::vector<Happening> happenings;
  StepMemory step;
  StiffnessWatch stiffness;
  GrowthWatch growth;
  std::vector<double> loss;     // SampleLoss
  std::vector<double> listens;  // of the listener

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("snapshot", 4, x.t, x.dt, x.y, x.samples, x.tally, x.magnitudes, x.even, x.pivots, x.rank,
          x.kept, x.mode, x.events, x.happenings, x.step, x.stiffness, x.growth, x.loss, x.listens);
  }
};

/// Whether all its lists are as long as those of a run of these equations.
bool fits(const Snapshot& snapshot, const equations::Equations& equations);

}  // namespace zwang::motion
