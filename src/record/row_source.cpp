// SPDX-License-Identifier: Apache-2.0
#include "record/row_source.h"

#include <algorithm>

namespace zwang::record {

LeadingColumns::LeadingColumns(RowSource& rows, Index count)
    : rows_(rows),
      heading_{rows.heading().identity,
               Columns({rows.heading().columns.begin(), rows.heading().columns.begin() + count})} {}

std::span<const double> LeadingColumns::next() {
  const auto width = static_cast<std::size_t>(rows_.heading().columns.count());
  const auto kept = static_cast<std::size_t>(heading_.columns.count());
  const std::span<const double> rows = rows_.next();
  block_.resize(rows.size() / width * kept);
  double* to = block_.data();
  for (std::size_t at = 0; at < rows.size(); at += width) {
    to = std::copy_n(rows.data() + at, kept, to);
  }
  return block_;
}

}  // namespace zwang::record
