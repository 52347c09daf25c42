// SPDX-License-Identifier: Apache-2.0
#pragma once
// A blow without what it does not reach: least::Impact on the rows that touch and the coordinates they move.

#include <memory>

#include "instant/parts/touched_task.h"
#include "laws/impact.h"

namespace zwang::motion {

class TouchedBlow {
 public:
  explicit TouchedBlow(const equations::Equations& equations);

  /// As Impact::solve, or Impact::strike. Of the rows of the task nothing is read: `numbers` has M and A.
  const least::ImpactAnswer& solve(const least::ImpactTask& whole, equations::Workspace& numbers,
                                   bool strikes);

 private:
  void gather(const least::ImpactTask& whole, equations::Workspace& numbers);
  void spread(const least::ImpactTask& whole, const least::ImpactAnswer& answer);
  double energy_of_rest(const double* v, equations::Workspace& numbers) const;

  const equations::Equations& equations_;
  instant::TouchedTask touched_;
  std::unique_ptr<least::Impact> impact_;  // of the sizes of the last blow
  least::ImpactTask task_;
  least::ImpactAnswer answer_;
  std::vector<double> v_, phi_t_, restitution_, W_, friction_, rates_;
  std::vector<unsigned char> law_, hit_;
  std::vector<Index> tangent_of_;
};

}  // namespace zwang::motion
