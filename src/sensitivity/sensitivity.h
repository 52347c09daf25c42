// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the end of a motion answers to parameters and to its start: a pass over the motion with the
// variational equation beside it, by Dormand and Prince's method of order 8, with its own steps.

#include <vector>

#include "flow/right_side.h"
#include "motion/run/run_result.h"
#include "sensitivity/saltation.h"

namespace zwang::motion {

struct SensitivityPlan {
  double t = 0, t_end = 0;
  std::vector<double> q, v;  // where the motion begins, on the constraints
  /// Columns (s_q, s_v), 2n numbers each, of the start as it was before its projection: first
  /// those of all parameters of the equations' slopes, then others.
  std::vector<double> S;
  double tolerance = 1e-9;    // relative, of the motion and of each column
  double absolute = 0;        // of the motion, as in RunOptions
  Magnitudes sizes;           // that the motion has, as its run has shown; may be empty
  std::vector<double> times;  // of samples, ascending, none before t
  /// Where events or contacts act: the equations a little off, for each parameter, and what a run knows of
  /// impacts. Not used where nothing acts.
  std::vector<NearEquations> near;
  RunOptions events;
  void* self = nullptr;
  /// Told of each sample: y as StateLayout has it, and S, both on the constraints. A sample at the time of an
  /// event is that before it.
  void (*sample)(void* self, std::size_t number, double t, const double* y,
                 const double* S) noexcept = nullptr;
  /// Asked after every step; false ends the pass.
  bool (*goes_on)(void* self, double t, long steps) noexcept = nullptr;
};

struct SensitivityResult {
  Ending ending = Ending::done;
  Status status = Status::ok;  // of the instant that went bad
  Parting parting =
      Parting::none;  // why neighbouring motions part, where the pass ended at an event
  double t = 0;
  std::vector<double> q, v, S;  // where it ended
  /// Columns of parameters whose change no neighbouring motion survives: dependent rows would no
  /// longer fit together. They are left zero.
  std::vector<unsigned char> torn;
  bool contradictory = false;  // rows contradict each other at the start
  long steps = 0, rejected = 0, events = 0;
};

/// Beyond, columns of full matrices cost more than anyone would wait for.
inline constexpr Index most_sensitive_coordinates = 300;

/// What sensitivities do not go through, or do not know.
enum class NoSensitivity : std::uint8_t {
  none,
  contacts,
  friction,  // that sticks and slips
  nonideal_forces,
  servo_constraints,
  acting_events,         // that change or end the motion
  too_many_coordinates,  // more than most_sensitive_coordinates
};

/// Why these equations cannot have sensitivities; none: they can.
NoSensitivity why_no_sensitivity(const equations::Equations& equations);
/// The same where the plan has what events need: they, and contacts without friction, are no reason then.
NoSensitivity why_no_sensitivity_through_events(const equations::Equations& equations);

/// The equations of the side must have their tangent, and slopes for the parameters of the plan.
SensitivityResult follow_sensitivity(RightSide& side, const SensitivityPlan& plan);

}  // namespace zwang::motion
