// SPDX-License-Identifier: Apache-2.0
#include "record/columns.h"

#include <algorithm>
#include <numeric>

#include "zwang/status.h"

namespace zwang::record {

Columns::Columns(std::vector<Column> columns) {
  if (columns.empty()) throw InputError("columns", "there are none");
  std::vector<Index> by_name(columns.size());
  std::iota(by_name.begin(), by_name.end(), Index{0});
  const auto name = [&](Index i) -> const std::string& { return columns[i].name; };
  std::sort(by_name.begin(), by_name.end(), [&](Index a, Index b) { return name(a) < name(b); });
  if (name(by_name.front()).empty()) throw InputError("columns", "a name is empty");
  const auto twin = std::adjacent_find(by_name.begin(), by_name.end(),
                                       [&](Index a, Index b) { return name(a) == name(b); });
  if (twin != by_name.end())
    throw InputError("columns", "the name '" + name(*twin) + "' is used twice");
  inner_ = std::make_shared<const Inner>(Inner{std::move(columns), std::move(by_name)});
}

Index Columns::find(std::string_view name) const noexcept {
  const std::vector<Index>& by_name = inner_->by_name;
  const auto at =
      std::lower_bound(by_name.begin(), by_name.end(), name,
                       [this](Index i, std::string_view n) { return (*this)[i].name < n; });
  return at != by_name.end() && (*this)[*at].name == name ? *at : -1;
}

}  // namespace zwang::record
