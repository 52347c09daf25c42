// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of a model at a state on its constraints, in the names of the user.

#include <string>
#include <vector>

#include "zwang/model.h"

namespace zwang::diagnosis {

/// Constraints by name, each once, in the order of the model.
struct StartDiagnosis {
  std::size_t freedom = 0, rank = 0;
  std::vector<std::string> redundant, contradictory, undetermined;
  bool looked = true;  // false: the model is too large to look for dependent rows in passing
};

/// The number of the constraint that a row of A belongs to.
std::size_t constraint_of(const Model& model, std::size_t row);

/// The constraints of some rows, ascending, each once.
std::vector<std::size_t> constraints_of(const Model& model, const std::vector<std::size_t>& rows);

/// Freedom and rank are left 0 where it did not look.
StartDiagnosis diagnose_start(const Model& model, const State& state);

}  // namespace zwang::diagnosis
