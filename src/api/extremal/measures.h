// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is recorded with each sample of an extremal behind its columns: how far the curve is from the
// constraints, and from the equation of motion.

#include <span>
#include <utility>
#include <vector>

#include "api/extremal/sampler.h"
#include "record/columns.h"
#include "zwang/model.h"

namespace zwang {

class ExtremalMeasures {
 public:
  /// Behind the columns that are shown, for equations with so many rows.
  ExtremalMeasures(const Model& model, std::vector<record::Column> columns, Index rows);

  /// All of them, for whoever asks first.
  record::Columns take_columns() { return std::move(columns_); }
  /// The sample that was filled last, with its measures; lives until the next call.
  std::span<const double> add_to(std::span<const double> shown, ExtremalSampler& sampler);

 private:
  bool residuals_;
  record::Columns columns_;
  std::vector<double> row_;
};

}  // namespace zwang
