// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conditions that dependent rows hide, found by differentiating the rows once more.

#include <cstdint>
#include <vector>

#include "diagnosis/dependence.h"
#include "instant/hidden.h"

namespace zwang::diagnosis {

enum class Hiding : std::uint8_t {
  nothing,        // differentiated once more, the rows say nothing new
  row,            // they bind accelerations that no row binds
  contradiction,  // they ask for what the rows exclude
  refused,        // their coefficients contain rates: the condition is not linear
};

struct HiddenCondition {
  instant::DependentRows rows;  // that hide it
  Hiding hiding = Hiding::nothing;
  std::vector<double> A;  // n: wᵀA₁ at the state
  double b = 0;           // wᵀb₁
  double size = 0;        // of a contradiction: how far b is from what the rows say
};

/// One for each dependence that holds wherever all rows do although none of them can be left out.
std::vector<HiddenCondition> find_hidden(const Model& model, const State& state,
                                         const std::vector<unsigned char>& acts,
                                         const std::vector<RowDependence>& dependences);

/// For motion::HiddenRows: the sets of rows that hide a row at a state on the constraints. None for
/// models of more than 300 coordinates, where it is not looked for.
std::vector<instant::DependentRows> rows_that_hide(const Model& model, const State& state);

}  // namespace zwang::diagnosis
