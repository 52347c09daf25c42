// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a run counts and judges as it goes.

#include <vector>

#include "base/kinds.h"
#include "flow/project.h"
#include "instant/uses.h"

namespace zwang::motion {

struct Books {
  double start = 0, end = 0, applied = 0, constraints = 0, nonideal = 0;
  double jumps = 0;  // what events gave: impacts, and rates that were set
  double worst = 0;  // largest |drift| after a step
  /// What steps lost or gained that no book tells, and what their tolerances explain: of the last one,
  /// and of all (energy_audit.h).
  double unaccounted = 0, slope = 0, explained = 0;
  double drift() const { return end - start - applied - constraints - nonideal - jumps; }

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("books", 2, x.start, x.end, x.applied, x.constraints, x.nonideal, x.jumps, x.worst,
          x.unaccounted, x.slope, x.explained);
  }
};

struct RankChange {
  double t = 0;
  std::size_t from = 0, to = 0;
  std::vector<double> combination;  // of rows (m), zero there; empty: not known

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("rank change", 1, x.t, x.from, x.to, x.combination);
  }
};

/// A method, and since when it ran.
struct MethodSince {
  double t = 0;
  Stepper stepper = Stepper::dopri853;

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("method since", 1, x.t, x.stepper);
  }
};

struct Tally {
  long steps = 0, rejected = 0, evaluations = 0;
  Residuals worst;
  Books energy;
  std::size_t rank = 0, least_rank = 0, most_rank = 0;
  std::size_t near_singular = 0;  // steps that end near a singular state
  std::size_t rank_changes = 0;
  std::vector<RankChange> changes;   // the first of them, at most 1000
  bool stiff = false;                // stability, not accuracy, kept the steps of dopri short
  std::vector<MethodSince> methods;  // one after the other
  instant::Uses uses;

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("tally", 2, x.steps, x.rejected, x.evaluations, x.worst, x.energy, x.rank, x.least_rank,
          x.most_rank, x.near_singular, x.rank_changes, x.changes, x.stiff, x.methods, x.uses);
  }
};

}  // namespace zwang::motion
