// SPDX-License-Identifier: Apache-2.0
#pragma once
// How redundant rows share what they bear so that no contact pulls and none that sticks leaves its cone:
// a contact slips only where no share keeps it, not because the shortest one does not.

#include <vector>

#include "laws/friction/contact_problem.h"
#include "laws/friction/nearest_point.h"
#include "least/task.h"

namespace zwang::least {

class ConeShare {
 public:
  enum Row : unsigned char { out, free, pushes };

  /// lambda: in, multipliers with the right force Aᵀλ; out, others with the same, all inside their
  /// cones, and by a tenth of the limits where that can be. cones: rows that stick, by their coefficients
  /// of sticking; `normal` is a row. False, and lambda as it was, where no share is admissible.
  bool share(const Task& task, const unsigned char* rows, const std::vector<Rubbing>& cones,
             double* lambda);

 private:
  bool admissible(const std::vector<Rubbing>& cones, double factor);
  void add_cone(const Rubbing& cone, const double* e, double factor);

  NearestPoint point_;
  PointRows rows_;
  Index fixed_ = 0;                    // rows that say Aᵀδ = 0 and what pushes
  std::vector<Index> place_;           // of a row among the unknowns; −1: none
  std::vector<double> known_, from_;   // λ and −λ in units of the largest
  std::vector<unsigned char> pushes_;  // by unknown
  double unit_ = 1;
};

}  // namespace zwang::least
