// SPDX-License-Identifier: Apache-2.0
#pragma once
// From the numbers of a sample to those that a record shows.

#include <vector>

#include "compile/loaded/shown_rates.h"
#include "motion/sampler.h"
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

}  // namespace zwang
