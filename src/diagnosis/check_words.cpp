// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/check_words.h"

#include "diagnosis/off_constraints.h"

namespace zwang {

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

std::string names_of(const Model& model, const std::vector<std::size_t>& constraints) {
  std::vector<std::string> names;
  for (const std::size_t k : constraints) names.push_back(model.constraints()[k].name);
  return list_names(names);
}

std::string rows_of(const Model& model, std::size_t constraint, const RowNumbers& rows) {
  const ConstraintRows& all = model.constraints()[constraint];
  const std::string whole = "the constraint '" + all.name + "'";
  if (rows.size() == all.count) return all.count == 1 ? whole : "all rows of " + whole;
  if (rows.size() == 1) return "row " + std::to_string(rows[0] - all.first + 1) + " of " + whole;
  return std::to_string(rows.size()) + " of the " + std::to_string(all.count) + " rows of " + whole;
}

std::string others_of(const Model& model, std::size_t constraint,
                      std::vector<std::size_t> constraints) {
  const bool itself = std::erase(constraints, constraint) > 0;
  std::string text = names_of(model, constraints);
  if (!itself) return text;
  if (constraints.size() > 1) text += ",";
  return text + (constraints.empty() ? "its other rows" : " and its other rows");
}

}  // namespace zwang
