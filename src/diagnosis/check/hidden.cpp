// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "diagnosis/check/findings.h"
#include "diagnosis/hidden.h"
#include "diagnosis/start.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"

namespace zwang::diagnosis {

namespace {

// "x2'' + 0.5 x3'' = 1", largest coefficient 1; empty where it has too many terms to be read.
std::string row_text(const Model& model, const HiddenCondition& condition) {
  double most = 0;
  for (const double x : condition.A) most = std::max(most, std::abs(x));
  if (most == 0) return "";
  const auto first = std::find_if(condition.A.begin(), condition.A.end(),
                                  [most](double x) { return std::abs(x) > 1e-9 * most; });
  if (*first < 0) most = -most;
  std::string text;
  std::size_t terms = 0;
  for (std::size_t j = 0; j < condition.A.size(); ++j) {
    const double factor = condition.A[j] / most;
    if (std::abs(factor) <= 1e-9) continue;
    ++terms;
    text += text.empty() ? (factor < 0 ? "-" : "") : factor < 0 ? " - " : " + ";
    if (std::abs(std::abs(factor) - 1) > 1e-9) text += short_number(std::abs(factor)) + "*";
    text += model.coordinates()[j] + "''";
  }
  const double right = std::abs(condition.b) <= 1e-12 * std::abs(most) ? 0 : condition.b / most;
  return terms > 4 ? "" : text + " = " + short_number(right);
}

std::vector<std::size_t> about_of(const Model& model, const HiddenCondition& condition) {
  RowNumbers rows;
  for (const Index row : condition.rows) rows.push_back(static_cast<std::size_t>(row));
  return constraints_of(model, rows);
}

Finding found(const Model& model, const HiddenCondition& condition) {
  const std::vector<std::size_t> about = about_of(model, condition);
  const std::string names = names_of(model, about);
  const bool one = about.size() == 1;
  if (condition.hiding == Hiding::contradiction) {
    return finding_about(model, "contradictory", "error", about,
                         (one ? "The equations of " : "") + names +
                             " contradict each other once they are differentiated: they imply a "
                             "condition that accelerations cannot satisfy (error " +
                             short_number(condition.size) + ").",
                         "Correct or remove one.");
  }
  if (condition.hiding == Hiding::refused) {
    return finding_about(
        model, "hidden", "warning", about,
        (one ? "The equations of " : "") + names + (one ? "" : " together") +
            (model.parts().equations().solids
                 ? " imply a hidden condition that is not enforced, because points of bodies are "
                   "not differentiated once more."
                 : " imply a hidden condition that is not linear in accelerations, because "
                   "their coefficients contain rates; it is not enforced."),
        "Write the condition itself as a constraint.");
  }
  const std::string row = row_text(model, condition);
  return finding_about(
      model, "hidden", "warning", about,
      (one ? "The equations of " : "") + names + (one ? "" : " together") +
          " imply a hidden condition, which removes one more degree of freedom" +
          (row.empty() ? "."
                       : ": differentiated once more, they require at the start " + row + "."),
      "The condition is added; write it as a constraint to give it a name.");
}

}  // namespace

void check_hidden(const Model& model, const State& state, const std::vector<unsigned char>& acts,
                  std::vector<RowDependence>& dependences, std::vector<Finding>& findings) {
  for (const HiddenCondition& condition : find_hidden(model, state, acts, dependences)) {
    if (condition.hiding == Hiding::nothing) continue;
    findings.push_back(found(model, condition));
    for (RowDependence& told : dependences) {
      const bool same = told.dependence.row == static_cast<std::size_t>(condition.rows[0]);
      if (same) told.extent = Extent::hidden;
    }
  }
}

}  // namespace zwang::diagnosis
