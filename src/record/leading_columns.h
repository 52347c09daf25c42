// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of a record without its last columns.

#include <vector>

#include "record/row_source.h"

namespace zwang::record {

class LeadingColumns : public RowSource {
 public:
  /// Keeps the first `count` columns, at least one.
  LeadingColumns(RowSource& rows, Index count);
  const Heading& heading() const noexcept override { return heading_; }
  std::span<const double> next() override;

 private:
  RowSource& rows_;
  Heading heading_;
  std::vector<double> block_;
};

}  // namespace zwang::record
