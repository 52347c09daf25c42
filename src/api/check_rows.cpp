// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>

#include "api/check_findings.h"
#include "api/diagnose_start.h"
#include "api/off_constraints.h"
#include "api/short_number.h"

namespace zwang {

namespace {

std::string name_of(const Model& model, std::size_t constraint) {
  return "'" + model.constraints()[constraint].name + "'";
}

std::vector<std::string> names_of(const Model& model, const std::vector<std::size_t>& numbers) {
  std::vector<std::string> names;
  for (const std::size_t k : numbers) names.push_back(model.constraints()[k].name);
  return names;
}

// "the constraint 'rod'", "row 2 of the constraint 'loop'", "3 of the 5 rows of …"
std::string rows_of(const Model& model, std::size_t constraint,
                    const std::vector<std::size_t>& rows) {
  const ConstraintRows& all = model.constraints()[constraint];
  const std::string whole = "the constraint " + name_of(model, constraint);
  if (rows.size() == all.count) return all.count == 1 ? whole : "all rows of " + whole;
  if (rows.size() == 1) return "row " + std::to_string(rows[0] - all.first + 1) + " of " + whole;
  return std::to_string(rows.size()) + " of the " + std::to_string(all.count) + " rows of " + whole;
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

// "'rod' says.", "its other rows say.", "'rod', 'loop' and its other rows say."
std::string say(const Model& model, std::size_t constraint, std::vector<std::size_t> others) {
  const bool itself = std::erase(others, constraint) > 0;
  std::string text = list_names(names_of(model, others));
  if (itself) text += others.empty() ? "its other rows" : " with its other rows";
  return text + (others.size() == 1 && !itself ? " says." : " say.");
}

// Dependent rows of one constraint are told together.
struct Repeated {
  std::vector<std::size_t> rows, repeats;  // rows that depend; rows that they repeat
};

bool fights(const Instant& instant, std::size_t row) {
  return std::any_of(instant.contradictory.begin(), instant.contradictory.end(),
                     [row](const Contradiction& set) {
                       return std::find(set.rows.begin(), set.rows.end(), row) != set.rows.end();
                     });
}

void add_redundant(const Model& model, const Instant& instant, std::vector<Finding>& findings) {
  std::map<std::size_t, Repeated> by_constraint;
  for (const Dependence& dependence : instant.redundant) {
    // Told as vanished or as contradictory.
    if (dependence.rows.empty() || fights(instant, dependence.row)) continue;
    Repeated& repeated = by_constraint[constraint_of(model, dependence.row)];
    repeated.rows.push_back(dependence.row);
    repeated.repeats.insert(repeated.repeats.end(), dependence.rows.begin(), dependence.rows.end());
  }
  for (const auto& [constraint, repeated] : by_constraint) {
    const std::vector<std::size_t> others = constraints_of(model, repeated.repeats);
    const bool plural = repeated.rows.size() > 1;
    const std::string text = capital(rows_of(model, constraint, repeated.rows)) +
                             (plural ? " repeat what " : " repeats what ") +
                             say(model, constraint, others);
    std::vector<std::size_t> about = others;
    about.insert(about.begin(), constraint);
    findings.push_back(finding_about(
        model, "redundant", "note", about, text,
        "The motion is the same without it; only the share of the forces is not determined."));
  }
}

void add_vanished(const Model& model, const Instant& instant, std::vector<Finding>& findings) {
  std::map<std::size_t, std::vector<std::size_t>> by_constraint;
  for (const std::size_t row : instant.vanished) {
    by_constraint[constraint_of(model, row)].push_back(row);
  }
  for (const auto& [constraint, rows] : by_constraint) {
    const std::string verb = rows.size() > 1 ? " bind" : " binds";
    findings.push_back(
        finding_about(model, "vanished", "warning", {constraint},
                      capital(rows_of(model, constraint, rows)) + verb +
                          " nothing at the start: its coefficients are all zero there.",
                      "A square such as x^2 = 0 does this; write x = 0."));
  }
}

void add_contradictory(const Model& model, const Instant& instant, std::vector<Finding>& findings) {
  for (const Contradiction& set : instant.contradictory) {
    const std::vector<std::size_t> about = constraints_of(model, set.rows);
    const std::string names = list_names(names_of(model, about));
    const std::string text = about.size() == 1
                                 ? "Rows of the constraint " + names + " contradict each other"
                                 : "The constraints " + names + " contradict each other";
    findings.push_back(finding_about(
        model, "contradictory", "error", about,
        text + ": accelerations cannot satisfy them, by " + short_number(set.size) + ".",
        "Take one out or correct it; weights say which matters more."));
  }
}

void add_undetermined(const Model& model, const Instant& instant, std::vector<Finding>& findings) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < instant.unique.size(); ++i) {
    if (!instant.unique[i]) rows.push_back(i);
  }
  if (rows.empty()) return;
  const std::vector<std::size_t> about = constraints_of(model, rows);
  findings.push_back(finding_about(
      model, "undetermined", "note", about,
      "The forces of " + list_names(names_of(model, about)) +
          " are not unique: they share the load in more than one way.",
      "Results show the share with the least sum of squares; the sum of the forces is unique."));
}

// The coordinates along which nothing is decided.
std::string null_names(const Model& model, const std::vector<double>& direction) {
  double most = 0;
  for (const double x : direction) most = std::max(most, std::abs(x));
  std::vector<std::string> names;
  for (std::size_t i = 0; i < direction.size(); ++i) {
    if (std::abs(direction[i]) > 1e-6 * most) names.push_back(model.coordinates()[i]);
  }
  return list_names(names);
}

}  // namespace

void check_rows(const Model& model, const Instant& instant, std::vector<Finding>& findings) {
  add_redundant(model, instant, findings);
  add_vanished(model, instant, findings);
  add_contradictory(model, instant, findings);
  add_undetermined(model, instant, findings);
  if (instant.near_singular > 0) {
    findings.push_back(finding_about(model, "near-singular", "warning", {},
                                     "The constraints are nearly dependent at the start.",
                                     "Near such a pose forces are large and motions may branch."));
  }
}

void check_answer(const Model& model, const Instant& instant, std::vector<Finding>& findings) {
  switch (instant.status) {
    case Status::ok:
    case Status::contradictory:
      return;
    case Status::degenerate:
      findings.push_back(finding_about(model, "massless", "error", {},
                                       "Nothing decides the acceleration along " +
                                           null_names(model, instant.null_direction) +
                                           ": neither a mass nor a constraint.",
                                       std::string(remedy(instant.status))));
      return;
    default:
      findings.push_back(finding_about(model, "no-answer", "error", {},
                                       std::string(sentence(instant.status)),
                                       std::string(remedy(instant.status))));
  }
}

}  // namespace zwang
