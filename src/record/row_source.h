// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the rows of a record come from, so that files are written from memory and from disk alike
// and a record need not fit in memory.

#include <span>
#include <vector>

#include "record/heading.h"

namespace zwang::record {

class RowSource {
 public:
  virtual ~RowSource() = default;
  virtual const Heading& heading() const noexcept = 0;

  /// The next rows, one after another, at least one; or nothing at the end. They stay until the
  /// next call.
  virtual std::span<const double> next() = 0;
};

/// Rows of a record without its last columns.
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
