// SPDX-License-Identifier: Apache-2.0
#pragma once
// A formula set as a textbook would set it, but as it was written: nothing is computed, no name is
// replaced by what it stands for, no term moves. (print.h sets what the reader made of it.)

#include <optional>
#include <string>
#include <string_view>

namespace zwang::formula {

/// How rates are marked: ẋ where the independent variable is the time, x′ where it is another.
struct Notation {
  std::string_view independent = "t";
};

/// LaTeX of a formula or an equation; with `integral(…)` too. Nothing where it is no formula, or so
/// long or so deep that no one would read it.
std::optional<std::string> latex_as_written(std::string_view formula, const Notation& notation);

/// "i in 1..N, j in i+1..N": i = 1, …, N, j = i + 1, …, N.
std::optional<std::string> latex_of_places(std::string_view for_each, const Notation& notation);

}  // namespace zwang::formula
