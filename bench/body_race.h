// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rigid bodies: accelerations of nine systems, everybody's answers compared before a time counts;
// ours as trees grow; and the four-bar in motion.

#include <string>
#include <vector>

#include "body_child.h"
#include "motion_race.h"

namespace bench {

/// Relative to the largest acceleration of the system, over all states.
inline constexpr double body_difference_limit = 1e-9;

struct BodyForm {
  std::string name;
  Motion motion = Motion::moving;
  double microseconds = 0;  // per system
  double difference = 0;    // from ours at the same states
};

enum class BodyKind {
  ours,
  exact,  // the accelerations must be ours
  soft    // constraints that give way: only where there is none
};

struct BodyContestant {
  std::string name, flags, command;
  BodyKind kind = BodyKind::exact;
  std::vector<BodyForm> forms;

  bool installed() const { return !command.empty(); }
  const BodyForm* find(const std::string& form) const;
  /// The fastest form; NaN if it does not take part.
  double microseconds() const;
  double microseconds(const std::string& form) const;
};

/// Everybody, ours first: as shipped, -O2, native, and as shipped without AVX-512.
std::vector<BodyContestant> body_field();

struct BodyOutcome {
  BodySystem system;
  std::vector<BodyContestant> contestants;

  const BodyContestant& find(const std::string& name) const;
  /// MuJoCo if it loads the system, else the fastest; null: no peer is there.
  const BodyContestant* mark() const;
};

/// Ours alone.
struct BodyGrowth {
  std::string shape;
  int bodies = 0;
  BodyContestant ours;
};

/// A contestant's runs of the four-bar. Their constraint drift is 0: what counts is the energy;
/// the gaps stand beside them.
struct BodyMotionCurve {
  MotionCurve curve;
  std::vector<double> gaps;  // of each run, the largest, m
};

struct BodyPace {
  int rounds = 5;
  int turns = 20;
};

struct BodyResults {
  std::vector<BodyOutcome> outcomes;
  std::vector<BodyGrowth> growth;
  std::vector<BodyMotionCurve> motions;

  /// All exact peers have our accelerations, and the four-bar moved.
  bool right() const;
};

BodyResults race_bodies(const BodyPace& pace);
std::vector<BodyMotionCurve> race_body_motion(const BodyPace& pace);

struct BodyVerdict {
  std::string target, subject;
  double asked = 0, measured = 0;  // NaN: nothing to compare
  bool at_least = true;            // or at most

  bool met() const { return at_least ? measured >= asked : measured <= asked; }
};

std::vector<BodyVerdict> verdicts(const BodyResults& results);
void print_results(const BodyResults& results);

/// Adds the results to the object in `path`, as formula_results.h does; false if it cannot.
bool add_json(const std::string& path, const BodyResults& results);

}  // namespace bench
