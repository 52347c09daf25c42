// SPDX-License-Identifier: Apache-2.0
#pragma once
// [fit] as it is written. It asks a question and changes no motion, so a description does without it.

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "zwang/description.h"

namespace zwang::read {

struct FitTable {
  struct Unknown {
    Expression guess;
    Components bounds;
    Location at;
  };
  struct Experiment {
    Expression data;  // the name of a file
    std::vector<std::pair<Name, Expression>> set;
    Location at;
  };
  Components data;
  std::vector<Experiment> experiments;
  std::vector<std::pair<Name, Unknown>> unknowns;
  std::vector<std::pair<Name, Expression>> weights;
  Name loss;
  Expression tolerance;
  Location at;
};

/// Of the text of a model that could be read; nothing if it has none.
std::optional<FitTable> read_fit(std::string_view text);

}  // namespace zwang::read
