// SPDX-License-Identifier: Apache-2.0
#pragma once
// What [parameters] says for live pages: how far a value may be moved. It changes no run, so a description does without it.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zwang::read {

struct Slider {
  std::string parameter;
  std::optional<std::pair<double, double>> range;  // in the SI
  std::string about;                               // a sentence
};

/// Of the text of a model that could be read: those that say something.
std::vector<Slider> read_sliders(std::string_view text);

}  // namespace zwang::read
