// SPDX-License-Identifier: Apache-2.0
#pragma once
// From the numbers of a sample to those that a record shows.

#include <span>
#include <vector>

#include "flow/project.h"
#include "flow/sampler.h"
#include "model/shown_rates.h"
#include "record/columns.h"
#include "zwang/model.h"

namespace zwang {

class ShownRow {
 public:
  ShownRow(const Model& model, const motion::SampleLayout& layout);

  const record::Columns& columns() const { return columns_; }
  std::size_t width() const { return width_; }
  /// The row to be recorded, made of a sample; without quaternions that is the sample itself.
  std::span<const double> show(const std::vector<double>& sample) noexcept;

 private:
  const Model model_;
  motion::SampleLayout layout_;
  record::Columns columns_;
  std::size_t width_ = 0;
  std::vector<double> shown_;
};

/// What a run tells of its own work at each sample: how far the sample is from the constraints, and the
/// length of the step it lies in. Its record keeps that behind the columns that are shown, for the page.
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
