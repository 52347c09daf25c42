// SPDX-License-Identifier: Apache-2.0
#include "api/column_of.h"

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "zwang/status.h"

namespace zwang {

Index column_of(const record::Columns& columns, std::string_view name) {
  const Index column = columns.find(name);
  if (column >= 0) return column;
  std::vector<std::string> names;
  for (const record::Column& one : columns) names.push_back(one.name);
  const std::string_view near = nearest(name, names);
  throw InputError("column",
                   "there is none called '" + std::string(name) + "'" +
                       (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?"));
}

void check_sample(std::size_t number, std::size_t samples) {
  if (number < samples) return;
  throw InputError("number", "is " + std::to_string(number) + "; there are " +
                                 std::to_string(samples) + " samples, numbered from 0");
}

}  // namespace zwang
