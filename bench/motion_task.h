// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the motion race asks: a chain of point masses hanging from its first rod, or the IFToMM
// four-bar with two loops, in coordinates of the points (x, y of each), and what an answer is
// judged by.

#include <string>
#include <vector>

namespace bench {

struct MotionTask {
  int links = 1;          // of the chain; the four-bar has its own five rods
  bool four_bar = false;  // IFToMM A02 with N = 2
  double duration = 10;   // s

  std::string name() const;
};

struct MotionResult {
  double seconds = 0;           // CPU of the run alone, after set-up; NaN if the run failed
  double energy_drift = 0;      // max over output times of |E − E0|, in units of m g L
  double constraint_drift = 0;  // max over output times and rods of | |d|/L − 1 |
  double position_error = 0;    // max norm at the end, in L; NaN where there is no reference
  long steps = 0;

  bool ran() const { return seconds > 0; }
};

using MotionContestant = MotionResult (*)(const MotionTask&, double tolerance);

/// A rod of length 1 from a point, or from a place on the ground, to a point.
struct Rod {
  int from = -1;  // −1: the ground
  int to = 0;
  double anchor_x = 0, anchor_y = 0;  // where on the ground
};

/// Points in the plane, bound by rods. M couples neighbours: a uniform rod between two moving
/// points has m/6 [2 1; 1 2] on each axis.
struct PointSystem {
  std::vector<double> mass;      // M(i, i), the same on both axes
  std::vector<double> coupling;  // M(i, i+1); one less
  std::vector<double> weight;    // the force on y_i is −g weight_i
  std::vector<Rod> rods;
  std::vector<double> q, v;  // at the start: x0 y0 x1 y1 …

  int points() const { return static_cast<int>(mass.size()); }
};

inline constexpr double gravity = 9.81;
inline constexpr int output_count = 20;  // samples after the start, at equal intervals

PointSystem point_system(const MotionTask& task);

double energy(const PointSystem& system, const double* q, const double* v);

/// max over the rods of | |d|/L − 1 |
double constraint_drift(const PointSystem& system, const double* q);

/// The acceleration and the multipliers at the start, M q̈ + Aᵀλ = Q, for solvers that want
/// consistent rates.
void start_accelerations(const PointSystem& system, std::vector<double>& qdd,
                         std::vector<double>& lambda);

/// States at the output times, one after the other: q, v.
struct MotionSamples {
  explicit MotionSamples(const PointSystem& of)
      : n(of.q.size()), states(output_count * 2 * of.q.size()) {}
  double* q(int k) { return states.data() + static_cast<std::size_t>(k) * 2 * n; }
  double* v(int k) { return q(k) + n; }

  std::size_t n;
  std::vector<double> states;
};

inline double output_time(const MotionTask& task, int k) {
  return task.duration * (k + 1) / output_count;
}

/// Judges the states, the same way for everybody.
MotionResult assess(const MotionTask& task, MotionSamples& samples, double seconds, long steps);

/// A run that did not reach the end.
MotionResult failed_run();

}  // namespace bench
