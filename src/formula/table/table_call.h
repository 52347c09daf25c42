// SPDX-License-Identifier: Apache-2.0
#pragma once
// table("motor.csv", x): formulas name files, which they do not read. Whoever can says what is meant.

#include <functional>
#include <memory>
#include <string_view>

#include "base/diagnostic.h"
#include "formula/parse/complaints.h"
#include "formula/table/lookup.h"

namespace zwang::formula {

/// Such a call as written; places are in the text of the formula.
struct TableCall {
  std::string_view file, column;  // no column: the second of the file
  std::string_view argument;      // what is looked up, as written
  Place file_place, column_place;
  Interpolation kind = Interpolation::cubic;
  Beyond beyond = Beyond::error;
};

/// The curve of a call; null and a complaint if there is none.
using TableMeaning = std::function<std::shared_ptr<const Curve>(const TableCall&, Complaints&)>;

}  // namespace zwang::formula
