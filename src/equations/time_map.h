// SPDX-License-Identifier: Apache-2.0
#pragma once
// How finely the time of a run has to be looked at, from what its formulas say of t alone: a pulse of a
// thousandth of a second in a hundred is seen by no error estimate that does not look there.

#include <span>
#include <vector>

#include "equations/equations.h"

namespace zwang::equations {

class TimeMap {
 public:
  /// From t0 to t1, where parameters are as given. Formulas that bounds say too little of are left out.
  TimeMap(const Equations& equations, std::span<const double> parameters, double t0, double t1);

  bool empty() const { return pieces_.empty(); }
  /// The longest step from t, at most dt, that passes over nothing.
  double longest(double t, double dt) const noexcept;
  long evaluations() const { return evaluations_; }  // of bounds
  long left_out() const { return left_out_; }        // formulas

 private:
  /// From `begin` to the next: how far formulas change little.
  struct Piece {
    double begin, size;
  };
  class Bounds;

  bool divide(Bounds& bounds, double t0, double t1, double largest, std::vector<Piece>& pieces);
  void add(const std::vector<Piece>& pieces);

  std::vector<Piece> pieces_;
  long evaluations_ = 0, left_out_ = 0;
};

}  // namespace zwang::equations
