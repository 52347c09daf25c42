// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows to columns, with the heads that a page needs.

#include <vector>

#include "record/row_source.h"
#include "report/heads.h"

namespace zwang::studio {

struct Columns {
  std::vector<double> numbers;  // one column after the other
  std::size_t samples = 0;
  std::vector<record::Column> columns;
  std::vector<report::Head> heads;  // of these columns
};

/// With the energy balance behind, where there is an energy.
Columns read_columns(record::RowSource& rows);

}  // namespace zwang::studio
