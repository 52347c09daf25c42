// SPDX-License-Identifier: Apache-2.0
#pragma once
// [sweep] as it is written. It asks for many runs and changes none, so a description does without it.

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "zwang/description.h"

namespace zwang::read {

/// One of its four.
struct SweepSpread {
  Components uniform, normal, values, even;
  Location at;
};

struct SweepTable {
  Expression runs, seed;
  Name scheme, keep;
  Expression list;  // the name of a file
  std::vector<std::pair<Name, SweepSpread>> vary;
  std::vector<std::pair<Name, Expression>> watch;
  Location at;
};

/// Of the text of a model that could be read; nothing if it has none.
std::optional<SweepTable> read_sweep(std::string_view text);

}  // namespace zwang::read
