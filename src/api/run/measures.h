// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a run tells of its own work at each sample: how far the sample is from the constraints, and the
// length of the step it lies in. Its record keeps that behind the columns that are shown, for the page.

#include <span>

#include "motion/project.h"
#include "record/columns.h"
#include "zwang/model.h"

namespace zwang {

class RunMeasures {
 public:
  /// `rows`: of the constraints; without any there is no distance to tell of.
  RunMeasures(const Model& model, const record::Columns& shown, Index rows);

  /// The shown ones, then those of the measures.
  const record::Columns& columns() const { return columns_; }

  void note(double dt, const motion::Residuals& left) noexcept;
  /// The shown numbers with the measures behind; they stay until the next call.
  std::span<const double> add_to(std::span<const double> shown) noexcept;

 private:
  record::Columns columns_;
  bool residuals_;
  double dt_ = 0;
  motion::Residuals left_;
  std::vector<double> row_;
};

}  // namespace zwang
