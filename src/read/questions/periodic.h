// SPDX-License-Identifier: Apache-2.0
#pragma once
// [periodic] as it is written. It asks a question and changes no motion, so a description does without it.

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "zwang/description.h"

namespace zwang::read {

struct PeriodicTable {
  Expression period;  // a number
  Expression guess;   // or about this
  std::vector<std::pair<Name, Components>> over;
  Expression tolerance;
  Location at;
};

/// Of the text of a model that could be read; nothing if it has none.
std::optional<PeriodicTable> read_periodic(std::string_view text);

}  // namespace zwang::read
