// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a run is asked to do.

#include <cstdint>
#include <optional>
#include <vector>

#include "base/kinds.h"

namespace zwang::motion {

enum class StartRule : std::uint8_t { project, strict, equilibrium };
enum class RankRule : std::uint8_t { keep, stop, drop };
enum class ImpactRule : std::uint8_t { sequence, simultaneous };

/// Where a run begins if not where the equations say.
struct StartState {
  double t = 0;
  std::vector<double> q, v;
};

struct RunOptions {
  Stepper stepper = Stepper::dopri853;
  bool may_switch =
      false;  // to another method on the way, where the motion becomes stiff or ceases to
  std::optional<StartState> from;
  double t_end = 0;
  double tolerance = 1e-9;    // relative
  double absolute = 0;        // 0: 1e-3·tolerance times the largest magnitude so far
  double step = 0;            // of the methods with a fixed step
  std::vector<double> times;  // of samples, ascending, from start to end
  bool every_step = false;    // samples after every step instead
  StartRule start = StartRule::project;
  RankRule rank_change = RankRule::keep;
  ImpactRule impact = ImpactRule::sequence;
};

}  // namespace zwang::motion
