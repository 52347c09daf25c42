// SPDX-License-Identifier: Apache-2.0
#pragma once
// The dimensions of all formulas of a model that has units. A model without any is not looked into: its
// numbers are in whatever consistent units its writer had in mind.

#include <vector>

#include "base/diagnostic.h"
#include "dimensions/quantities.h"
#include "equations/row.h"
#include "scope/names.h"

namespace zwang::compile {

struct DimensionCheck {
  Quantities quantities;
  std::vector<Diagnostic> diagnostics;  // in the order of the file
};

/// Of a model that is right otherwise; `rows` are its rows, and `names` theirs.
DimensionCheck check_dimensions(const Description& description, const Names& names,
                                const std::vector<equations::Row>& rows,
                                const Overrides& overrides);

}  // namespace zwang::compile
