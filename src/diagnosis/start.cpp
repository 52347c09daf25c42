// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/start.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "diagnosis/acting_rows.h"
#include "diagnosis/sticking.h"
#include "model/model_parts.h"

namespace zwang::diagnosis {

namespace {

// Operations of a dense solution that a run may spend on its diagnosis: about a second.
constexpr double most_operations = 1e9;
constexpr std::size_t few_rows = 8;

std::vector<std::string> names_of(const Model& model, const std::vector<std::size_t>& rows) {
  std::vector<std::string> names;
  for (const std::size_t k : constraints_of(model, rows)) {
    names.push_back(model.constraints()[k].name);
  }
  return names;
}

// Whether no rule of rank could say otherwise: M is even, or nothing at all, and of every row at least
// a thousandth stands on those before it. Both are far from what rules cut, and soon looked at.
bool clearly_independent(const ChosenRows& chosen) {
  constexpr double clear = 1e-3, even = 1e4;  // of a row's length; largest over smallest of M
  const std::size_t n = chosen.Q.size(), m = chosen.rows.size();
  const auto [least, most] = std::minmax_element(chosen.M.begin(), chosen.M.end());
  const bool nothing = n == 0 || (*least == 0 && *most == 0);
  if (!nothing && (chosen.blocks.size() != n || !(*least > 0 && *most <= even * *least))) {
    return false;
  }
  std::vector<double> basis = chosen.A;
  for (std::size_t k = 0; k < m; ++k) {
    double* const row = basis.data() + k * n;
    const double all = std::sqrt(std::inner_product(row, row + n, row, 0.0));
    for (std::size_t i = 0; i < 2 * k; ++i) {  // twice: of once, rounding is left
      const double* const other = basis.data() + i % k * n;
      const double part = std::inner_product(row, row + n, other, 0.0);
      for (std::size_t j = 0; j < n; ++j) row[j] -= part * other[j];
    }
    const double rest = std::sqrt(std::inner_product(row, row + n, row, 0.0));
    if (!(rest >= clear * all && rest > 0 && std::isfinite(all))) return false;
    for (std::size_t j = 0; j < n; ++j) row[j] /= rest;
  }
  return true;
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

namespace {

StartDiagnosis tell(const Model& model, const RowsInstant& here) {
  StartDiagnosis diagnosis;
  diagnosis.looked = true;
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

// What binds, and what sticks with it.
std::vector<unsigned char> holding_rows(const Model& model, const State& state) {
  std::vector<unsigned char> acts = acting_rows(model, state);
  for (const std::size_t k : sticking_at(model, state)) {
    const equations::Sliding& contact = model.parts().equations().sliding[k];
    std::fill_n(acts.begin() + contact.first_row, contact.rows, 1);
  }
  return acts;
}

}  // namespace

StartDiagnosis diagnose_start(const Model& model, const State& state) {
  const equations::Equations& equations = model.parts().equations();
  const auto m = static_cast<double>(equations.m), n = static_cast<double>(equations.n);
  StartDiagnosis diagnosis;
  const bool large = instant::is_large(equations);
  diagnosis.looked = large || m * m * n <= most_operations;
  if (!diagnosis.looked) return diagnosis;
  if (large) return tell(model, solve_rows(model, state, acting_rows(model, state)));
  const ChosenRows chosen = choose_rows(model, state, holding_rows(model, state));
  const std::size_t rows = chosen.rows.size();
  if (rows <= few_rows && clearly_independent(chosen)) {
    diagnosis.freedom = chosen.Q.size() - rows;
    diagnosis.rank = rows - chosen.norms;
    return diagnosis;
  }
  return tell(model, solve_rows(chosen));
}

}  // namespace zwang::diagnosis
