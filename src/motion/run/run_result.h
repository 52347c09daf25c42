// SPDX-License-Identifier: Apache-2.0
#pragma once
// Who hears of a run as it goes, and how it ended.

#include <cstdint>
#include <vector>

#include "motion/rest/equilibrium.h"
#include "motion/run/sample_loss.h"
#include "motion/run/snapshot.h"
#include "motion/run/step_view.h"
#include "zwang/status.h"

namespace zwang::motion {

/// Who receives what a run produces. None may allocate or throw where the number half must not.
struct Listener {
  void* self = nullptr;
  void (*sample)(void* self, double t, const double* y) noexcept = nullptr;
  /// Asked after every step; false ends the run with a snapshot.
  bool (*goes_on)(void* self, double t, const Tally& tally) noexcept = nullptr;
  /// Asked after a step that a run can be resumed from; true: a snapshot is handed over.
  bool (*wants_snapshot)(void* self) noexcept = nullptr;
  void (*snapshot)(void* self, const Snapshot& snapshot) noexcept = nullptr;
  /// Told before each sample: the length of the step in which it lies (of the first one at the start;
  /// 0 if there was none), and how far it is from the constraints.
  void (*measures)(void* self, double dt, const Residuals& left) noexcept = nullptr;
  /// Told of each step that was taken, behind the samples in it; and of the end, as a step of no length.
  void (*step)(void* self, const StepView& step) noexcept = nullptr;
  /// What it keeps from step to step, for a snapshot and from one.
  void (*save)(void* self, std::vector<double>& memory) = nullptr;
  void (*restore)(void* self, const std::vector<double>& memory) = nullptr;
};

enum class Ending : std::uint8_t {
  done,
  interrupted,
  step_too_small,
  not_finite,
  not_converged,     // the stages of a step with a fixed length
  not_projected,     // a step could not be brought back onto the constraints
  no_instant,        // an instant has no answer: Tally and status say which
  rank_changed,      // and the user asked to stop there
  start_is_off,      // start = "strict", and the start violates the constraints
  start_impossible,  // no state near the start satisfies the constraints
  no_equilibrium,    // start = "equilibrium", and none was found near the start
  stopped_by_event,  // as the model asks
  endless_events,    // at one time
  energy,            // far more of it came or went than the tolerances of the steps explain
  contradiction,     // rows that were met cannot be met any longer: `tried` is off them
  refused            // the method does not take such equations: why_not() of choose.h says why
};

struct RunResult {
  Ending ending = Ending::done;
  Status status = Status::ok;  // of the instant that went bad
  double t = 0;
  std::vector<double> q, v;              // where it ended
  std::vector<double> start_q, start_v;  // after the projection
  Projection start_moved;
  bool contradictory =
      false;  // no state satisfies all rows: it moves in the sense of least squares
  bool unbounded =
      false;  // with `contradiction`: rates and forces grow without bound towards the end
  std::vector<bool> growing;  // the coordinates of the mechanisms where they do
  bool chatters = false;      // forces jump to and fro, and hold it on the surface they jump across
  Equilibrium equilibrium;    // where the start is one
  Tally tally;
  Magnitudes magnitudes;  // of all of it
  std::vector<Happening> happenings;
  SampleLoss::Worst lost;   // between samples
  long happened = 0;        // how many, also those beyond what is kept
  bool hands_over = false;  // to the last of the tally's methods, from `last` on
  /// Where rows cannot be met that were met before: as near to them as a state can be.
  double tried_t = 0;
  std::vector<double> tried_q, tried_v;
  Snapshot last;  // of a run that was interrupted: where it can be resumed
};

}  // namespace zwang::motion
