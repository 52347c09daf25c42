// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the rows of a record come from, so that files are written from memory and from disk alike
// and a record need not fit in memory.

#include <span>

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

}  // namespace zwang::record
