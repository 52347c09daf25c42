// SPDX-License-Identifier: Apache-2.0
#include "api/diagnose_start.h"

#include <algorithm>

#include "api/acting_rows.h"
#include "api/model_parts.h"

namespace zwang {

namespace {

// Operations of a dense solution that a run may spend on its diagnosis: about a second.
constexpr double most_operations = 1e9;

std::vector<std::string> names_of(const Model& model, const std::vector<std::size_t>& rows) {
  std::vector<std::string> names;
  for (const std::size_t k : constraints_of(model, rows)) {
    names.push_back(model.constraints()[k].name);
  }
  return names;
}

}  // namespace

std::size_t constraint_of(const Model& model, std::size_t row) {
  return model.parts().equations().rows[row].constraint;
}

std::vector<std::size_t> constraints_of(const Model& model, const std::vector<std::size_t>& rows) {
  std::vector<std::size_t> numbers;
  for (const std::size_t row : rows) {
    const std::size_t number = constraint_of(model, row);
    if (number != equations::no_constraint) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

StartDiagnosis diagnose_start(const Model& model, const State& state) {
  const equations::Equations& equations = model.parts().equations();
  const auto m = static_cast<double>(equations.m), n = static_cast<double>(equations.n);
  StartDiagnosis diagnosis;
  diagnosis.looked = m * m * n <= most_operations;
  if (!diagnosis.looked) return diagnosis;
  const RowsInstant here = solve_rows(model, state, acting_rows(model, state));
  const Instant& instant = here.instant;
  diagnosis.freedom = here.freedom;
  diagnosis.rank = here.rank;
  std::vector<std::size_t> redundant, fighting, undetermined;
  for (const Dependence& dependence : instant.redundant) redundant.push_back(dependence.row);
  redundant.insert(redundant.end(), instant.vanished.begin(), instant.vanished.end());
  for (const Contradiction& set : instant.contradictory) {
    fighting.insert(fighting.end(), set.rows.begin(), set.rows.end());
  }
  for (std::size_t i = 0; i < instant.unique.size(); ++i) {
    if (!instant.unique[i]) undetermined.push_back(i);
  }
  diagnosis.redundant = names_of(model, redundant);
  diagnosis.contradictory = names_of(model, fighting);
  diagnosis.undetermined = names_of(model, undetermined);
  return diagnosis;
}

}  // namespace zwang
