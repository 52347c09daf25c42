// SPDX-License-Identifier: Apache-2.0
#pragma once
// The end of a run where rates and forces grow without bound: what of its numbers is one.

#include <span>
#include <vector>

#include "flow/right_side.h"
#include "motion/run/run_result.h"
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

/// The end of a run. Where rates grow without bound it is asked twice, each time with other rates in their place: what depends on them
/// differs, and has no value; what does not is known, as the forces of a mechanism that stands beside. Any rates
/// do, and those that the run ended with would do worst: forces of 1e17 leave their rounding in all others.
std::vector<State> ends_of(const motion::RunResult& result, double start_t);
/// The same with all else that a run tells.
motion::RunResult with_end(motion::RunResult result, const State& end);

/// The number, or NaN where the two are not the same to what rounding leaves of such forces.
double common(double one, double other);
std::vector<double> common(std::span<const double> one, std::span<const double> other);

/// Takes out of a summary what has no value at the end: what differs from the other, energies and works.
void keep_common(const Summary& other, const std::vector<bool>& growing, Summary& summary);

/// What is known at the end, NaN where there is no value: the row of the last sample, and what peaks are told of.
struct KnownEnd {
  std::vector<double> row, peaks;
};

/// Takes the same out of the last samples, in memory or in their file; peaks in the growth become infinite. Throws record::FileError.
void take_out_unbounded(const KnownEnd& known, Trajectory::Parts& parts);

}  // namespace zwang
