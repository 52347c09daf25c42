// SPDX-License-Identifier: Apache-2.0
#include "api/run/words/reach.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "diagnosis/acting_rows.h"
#include "diagnosis/conflict.h"
#include "diagnosis/dependence.h"
#include "diagnosis/off_constraints.h"
#include "diagnosis/start.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"

namespace zwang {

namespace {

std::vector<std::string> names_of(const Model& model, const std::vector<std::size_t>& rows) {
  std::vector<std::string> names;
  for (const std::size_t constraint : diagnosis::constraints_of(model, rows)) {
    names.push_back(model.constraints()[constraint].name);
  }
  return names;
}

// Smallest sets of rows that exclude each other, tried near the state where the run had to end. Rows without
// a name keep quaternions at length one.
std::vector<std::string> smallest_set(const Model& model, const State& tried) {
  const equations::Equations& equations = model.parts().equations();
  if (equations.n > diagnosis::most_around) return {};
  std::vector<std::size_t> named;
  for (const diagnosis::Conflict& conflict :
       diagnosis::find_conflicts(model, acting_rows(model, tried), tried, tried)) {
    for (const std::size_t row : conflict.rows) {
      if (equations.rows[row].constraint != equations::no_constraint) named.push_back(row);
    }
  }
  return names_of(model, named);
}

// "crank.angle = 1.696, rod.angle = 0": near enough to recognise it; empty for more than a person reads. The
// pose is approached as a root, and so it is known to fewer digits than the motion before.
std::string pose_words(const Model& model, const motion::RunResult& result) {
  constexpr std::size_t most = 8;
  const std::vector<std::string>& names = model.coordinates();
  if (names.size() > most) return {};
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool rounding = std::abs(result.q[i]) < 1e-4 * result.magnitudes.largest[i];
    char number[32];
    std::snprintf(number, sizeof number, "%.4g", rounding ? 0.0 : result.q[i]);
    text += (text.empty() ? "" : ", ") + names[i] + " = " + number;
  }
  return text;
}

std::string of_reach(const Model& model, const Summary& summary, const motion::RunResult& result,
                     const std::vector<std::string>& names) {
  const std::string pose = pose_words(model, result);
  std::string text = "The mechanism reaches the end of its motion at t = " +
                     diagnosis::short_number(summary.end.t) +
                     (pose.empty() ? "" : ", in the pose " + pose) + ".";
  if (names.size() == 1) {
    text +=
        " Beyond it " + diagnosis::list_names(names) + " cannot be met, and would have to open.";
  } else if (names.size() > 1) {
    text += " Beyond it " + diagnosis::list_names(names) +
            " exclude each other, and one of them would have to open.";
  }
  return text +
         " Its rates and forces grow without bound as this pose is approached, and have no values "
         "in "
         "it. Shorten the prescribed motion, change lengths, or end the run before it.";
}

}  // namespace

std::vector<std::string> parting_constraints(const Model& model, const motion::RunResult& result) {
  const State tried{result.tried_t, result.tried_q, result.tried_v};
  std::vector<std::string> names = smallest_set(model, tried);
  if (!names.empty()) return names;
  for (const diagnosis::OffConstraint& off : diagnosis::missed_constraints(model, tried)) {
    names.push_back(model.constraints()[off.constraint].name);
  }
  return names.empty() ? diagnosis::diagnose_start(model, tried).contradictory : names;
}

std::string parting_words(const Model& model, const Summary& summary,
                          const motion::RunResult& result) {
  const std::vector<std::string>& names = summary.parting;
  if (summary.unbounded) return of_reach(model, summary, result, names);
  std::string text =
      "Constraints that were met until t = " + diagnosis::short_number(summary.end.t) +
      " cannot be met after it";
  if (!names.empty()) {
    text += ": at t = " + diagnosis::short_number(result.tried_t) + " " +
            diagnosis::list_names(names) +
            (names.size() > 1 ? " exclude each other" : " has no solution");
  }
  return text + ". Take one out or correct it, or end the run before.";
}

}  // namespace zwang
