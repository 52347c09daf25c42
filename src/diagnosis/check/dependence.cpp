// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <map>

#include "diagnosis/check/findings.h"
#include "diagnosis/start.h"
#include "diagnosis/words.h"

namespace zwang::diagnosis {

namespace {

// Dependent rows of one constraint are told together.
struct Repeated {
  RowNumbers rows, repeats;  // rows that depend; rows that they repeat
  double multiple = 0;       // of the one row, if there is one
  double parts_at = 0;       // when they cannot hold together any more
};

bool fights(const Instant& instant, std::size_t row) {
  return std::any_of(instant.contradictory.begin(), instant.contradictory.end(),
                     [row](const Contradiction& set) {
                       return std::find(set.rows.begin(), set.rows.end(), row) != set.rows.end();
                     });
}

bool is_family(const Model& model, std::size_t constraint) {
  const std::vector<Constraint>& written = model.description().constraints;
  return constraint < written.size() && written[constraint].for_each.given();
}

// "", or " (2 times 'rod')", where that is all there is to say.
std::string multiple_of(const Model& model, const Repeated& repeated) {
  if (repeated.rows.size() != 1 || repeated.repeats.size() != 1) return "";
  if (repeated.multiple == 0 || std::abs(repeated.multiple - 1) <= 1e-6) return "";
  const std::size_t other = constraint_of(model, repeated.repeats[0]);
  const ConstraintRows& rows = model.constraints()[other];
  const std::string row =
      rows.count == 1 ? ""
                      : "equation " + std::to_string(repeated.repeats[0] - rows.first + 1) + " of ";
  return " (" + short_number(repeated.multiple) + " times " + row + "'" + rows.name + "')";
}

// Of a family which member; of many rows the constraints.
std::string repeated_of(const Model& model, std::size_t constraint, const Repeated& repeated) {
  const std::vector<std::size_t> others = constraints_of(model, repeated.repeats);
  if (others.empty()) return "other equations";
  if (repeated.rows.size() == 1 && repeated.repeats.size() == 1 && others[0] != constraint) {
    const ConstraintRows& rows = model.constraints()[others[0]];
    const std::size_t number = repeated.repeats[0] - rows.first + 1;
    if (is_family(model, others[0]))
      return "equation " + std::to_string(number) + " of '" + rows.name + "'";
  }
  return others_of(model, constraint, others);
}

std::string text_of(const Model& model, std::size_t constraint, const Repeated& repeated,
                    Extent extent) {
  const std::string which = capital(rows_of(model, constraint, repeated.rows));
  const std::string compared = repeated_of(model, constraint, repeated);
  const bool plural = repeated.rows.size() > 1;

  switch (extent) {
    case Extent::pose:
      return which + (plural ? " depend on " : " depends on ") + compared +
             ", but only in this pose: elsewhere these equations are independent.";
    case Extent::touch:
      return which + (plural ? " touch " : " touches ") + compared +
             " tangentially: the equations are dependent wherever all of them hold, and yet none "
             "can be left out.";
    case Extent::parts:
      return which + (plural ? " agree with " : " agrees with ") + compared +
             " now and not later: at t = " + short_number(repeated.parts_at) +
             " they cannot hold together.";
    default:
      return which + (plural ? " are" : " is") + " redundant: " + (plural ? "they" : "it") +
             (plural ? " follow from " : " follows from ") + compared +
             multiple_of(model, repeated) + ".";
  }
}

const char* hint_of(Extent extent) {
  switch (extent) {
    case Extent::pose:
      return "Motions may branch here; start beside this pose to choose one.";
    case Extent::touch:
      return "The system has fewer degrees of freedom than its equations show, and its motion "
             "cannot be computed from them; write what they amount to, as x = 0 for x^2 = 0.";
    case Extent::parts:
      return "Take one out or correct it; a run ends where they part.";
    default:
      return "The motion is the same without it; only how the load is shared is undetermined.";
  }
}

}  // namespace

void check_dependence(const Model& model, const RowsInstant& here,
                      const std::vector<RowDependence>& dependences,
                      std::vector<Finding>& findings) {
  std::map<std::pair<std::size_t, Extent>, Repeated> groups;
  for (const RowDependence& told : dependences) {
    const Dependence& dependence = told.dependence;
    if (fights(here.instant, dependence.row)) continue;  // told as contradictory
    if (told.extent == Extent::hidden) continue;
    const Extent extent = told.extent == Extent::unknown ? Extent::motion : told.extent;
    Repeated& repeated = groups[{constraint_of(model, dependence.row), extent}];
    repeated.rows.push_back(dependence.row);
    repeated.repeats.insert(repeated.repeats.end(), dependence.rows.begin(), dependence.rows.end());
    repeated.multiple = told.multiple;
    repeated.parts_at = told.parts_at;
  }
  for (const auto& [key, repeated] : groups) {
    const auto& [constraint, extent] = key;
    std::vector<std::size_t> about = constraints_of(model, repeated.repeats);
    about.insert(about.begin(), constraint);
    const bool harmless = extent == Extent::motion;
    findings.push_back(
        finding_about(model, harmless ? "redundant" : "dependent", harmless ? "note" : "warning",
                      about, text_of(model, constraint, repeated, extent), hint_of(extent)));
  }
}

void check_contradictory(const Model& model, const Instant& instant,
                         std::vector<Finding>& findings) {
  for (const Contradiction& set : instant.contradictory) {
    const std::vector<std::size_t> about = constraints_of(model, set.rows);
    const std::string names = names_of(model, about);
    std::string text = "The constraints " + names + " contradict each other";
    if (about.size() == 1) text = "Equations of the constraint " + names + " contradict each other";
    if (set.rows.size() == 1) text = "The constraint " + names + " cannot be satisfied";
    findings.push_back(finding_about(
        model, "contradictory", "error", about,
        text + ": the best acceleration violates " + (set.rows.size() == 1 ? "it" : "them") +
            " by " + short_number(set.size) + ".",
        set.rows.size() == 1 ? "Correct or remove it."
                             : "Correct or remove one; weights say which matters more."));
  }
}

}  // namespace zwang::diagnosis
