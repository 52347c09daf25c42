// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shots from the start of a curve, in all directions that its rows leave: how far each ends from where
// it should.

#include <cmath>

#include "extremal/attempt.h"

namespace zwang::extremal {

/// How far from its start a curve goes.
double extent_of(const bvp::Curve& curve);

/// Where a shot ends, and how that answers to its directions, n numbers each.
struct Landing {
  bool good = false;
  bool spent = false;  // not good, because it takes too long to tell
  std::vector<double> x, J;
};

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
  /// The curve of a shot, as good as it can be; without an interval where it is lost.
  bvp::Curve fly(const std::vector<double>& direction, double tolerance);
  /// With J, or (`reach`) without it.
  Landing land(const std::vector<double>& direction, double tolerance) {
    return end_of(direction, tolerance, true);
  }
  Landing reach(const std::vector<double>& direction, double tolerance) {
    return end_of(direction, tolerance, false);
  }
  bool goes_on() const { return attempt_.goes_on(); }

 private:
  Landing end_of(const std::vector<double>& direction, double tolerance, bool fields);
  std::vector<double> start_of(const std::vector<double>& direction) const;
  bool is_lost(const double* z) noexcept;
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
