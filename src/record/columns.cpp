// SPDX-License-Identifier: Apache-2.0
#include "record/columns.h"

#include <algorithm>
#include <numeric>

#include "zwang/status.h"

namespace zwang::record {

Columns::Columns(std::vector<Column> columns)
    : columns_(std::move(columns)), by_name_(columns_.size()) {
  if (columns_.empty()) throw InputError("columns", "there are none");
  std::iota(by_name_.begin(), by_name_.end(), Index{0});
  const auto name = [this](Index i) -> const std::string& { return (*this)[i].name; };
  std::sort(by_name_.begin(), by_name_.end(), [&](Index a, Index b) { return name(a) < name(b); });
  if (name(by_name_.front()).empty()) throw InputError("columns", "a name is empty");
  const auto twin = std::adjacent_find(by_name_.begin(), by_name_.end(),
                                       [&](Index a, Index b) { return name(a) == name(b); });
  if (twin != by_name_.end())
    throw InputError("columns", "the name '" + name(*twin) + "' is used twice");
}

Index Columns::find(std::string_view name) const noexcept {
  const auto at =
      std::lower_bound(by_name_.begin(), by_name_.end(), name,
                       [this](Index i, std::string_view n) { return (*this)[i].name < n; });
  return at != by_name_.end() && (*this)[*at].name == name ? *at : -1;
}

}  // namespace zwang::record
