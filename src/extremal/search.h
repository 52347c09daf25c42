// SPDX-License-Identifier: Apache-2.0
#pragma once
// Further extremals between the same ends: from shots in all directions and with growing speed, of
// which those that come near the end are good first curves; from Newton's iteration that known ones
// push away; and, where integrals are given, from waves on the guess.

#include <cmath>

#include "extremal/attempt.h"

namespace zwang::extremal {

/// A first one, where the usual first curves lead nowhere: from shots with the guess's own rates and
/// multipliers of several sizes, whose ends then come nearer and nearer to where they should be; and
/// in the end, of one degree of freedom, from shots of every speed.
bvp::Solution search_first(Attempt& attempt);

/// Adds to `known` until there are `most`, or nothing new comes. All are solved to the plan's
/// tolerance. Complete only for one degree of freedom and moderate speeds.
void search(Attempt& attempt, Index most, std::vector<bvp::Solution>& known);

// Shots from the start of a curve, in all directions that its rows leave: how far each ends from where
// it should.

/// How far from its start a curve goes.
double extent_of(const bvp::Curve& curve);

class Shooter {
 public:
  /// From where the curve begins, with its constants.
  Shooter(Attempt& attempt, const bvp::Curve& first);

  Index freedom() const { return static_cast<Index>(tangents_.size()) / n_; }

  /// How far a shot ends from where it should: of all conditions.
  struct Shot {
    std::vector<double> direction;
    double miss = INFINITY;
    bvp::Curve curve;
  };

  /// With multipliers of integrals so many times those of the first curve.
  Shot shoot(std::vector<double> direction, double stronger = 1);
  bool goes_on() const { return attempt_.goes_on(); }

 private:
  bvp::Bvp guarded() noexcept;
  void find_tangents();

  Attempt& attempt_;
  Question& question_;
  bvp::Bvp bvp_;
  Index n_;
  std::vector<double> z0_, p_;
  double extent_;
  long evaluations_ = 0;
  std::vector<double> B_, tangents_, drift_;
};

/// From −R to R, closer where the end of a shot moves far from one shot to the next; of these the
/// ones that miss less than their neighbours, slow ones first.
std::vector<Shooter::Shot> best_in_line(Shooter& shooter, double R, double extent);

/// Directions all round, with growing speed up to R; slow ones first. `next`: numbers them.
std::vector<Shooter::Shot> best_in_space(Shooter& shooter, double slowest, double R,
                                         unsigned& next);

}  // namespace zwang::extremal
