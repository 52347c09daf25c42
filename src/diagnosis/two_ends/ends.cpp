// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/two_ends/ends.h"

#include <algorithm>
#include <set>

#include "diagnosis/start.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"

namespace zwang::diagnosis {

namespace {

constexpr std::size_t most_named = 6;  // what a person reads

const char* const end_names[] = {"`from`", "`to`"};

const End& end_of(const Model& model, int end) {
  const Extremal& asked = *model.description().extremal;
  return end == 0 ? asked.from : asked.to;
}

// "x^2 + y^2 = 1", where the row is one of the equations as written in the file.
std::string equation_of(const Model& model, const ConstraintRows& rows, std::size_t row) {
  for (const Constraint& constraint : model.description().constraints) {
    if (constraint.name.text != rows.name) continue;
    const bool plain = !constraint.for_each.given() && constraint.equations.size() == rows.count;
    return plain ? constraint.equations[row - rows.first].text : "";
  }
  return "";
}

// "'circle' (line 7): x^2 + y^2 = 1"
std::string constraint_words(const Model& model, std::size_t row) {
  for (const ConstraintRows& rows : model.constraints()) {
    if (row < rows.first || row >= rows.first + rows.count) continue;
    std::string text = "'" + rows.name + "'";
    if (rows.at.line > 0) text += " (line " + std::to_string(rows.at.line) + ")";
    const std::string equation = equation_of(model, rows, row);
    return text + (equation.empty() ? "" : ": " + equation);
  }
  return "a constraint";
}

// "x = 0.5", as the end gives it.
std::string value_words(const Model& model, int end, const std::string& name) {
  for (const auto& [given, value] : end_of(model, end).values) {
    if (given.text == name) return name + " = " + value.text;
  }
  return name;
}

std::string row_words(const Model& model, int end, const equations::EndRow& row) {
  const auto number = static_cast<std::size_t>(row.number);
  switch (row.kind) {
    case equations::EndKind::coordinate:
      return value_words(model, end, model.coordinates()[number]);
    case equations::EndKind::rate:
      return value_words(model, end, model.coordinates()[number] + "'") + " along the constraints";
    case equations::EndKind::surface:
      return "the surface " + end_of(model, end).on[number].text;
    case equations::EndKind::constraint:
    case equations::EndKind::velocity:
      return constraint_words(model, number);
  }
  return "";
}

std::string missed_at(const Model& model, const std::vector<extremal::Missed>& missed, int end) {
  const auto& rows = model.parts().extremal().equations.two_ends.rows[end];
  std::string text;
  std::size_t count = 0;
  for (const extremal::Missed& one : missed) {
    if (one.end != end) continue;
    if (++count > most_named) continue;
    text += count == 1 ? std::string("The end ") + end_names[end] + " does not satisfy " : ", ";
    text += row_words(model, end, rows[one.row]) + " (error " + short_number(one.by) + ")";
  }
  if (count > most_named) text += "; and " + std::to_string(count - most_named) + " more";
  return text.empty() ? text : text + ".";
}

std::set<std::string> given_at(const Model& model, int end) {
  const equations::TwoEnds& ends = model.parts().extremal().equations.two_ends;
  std::set<std::string> names;
  for (const equations::EndRow& row : ends.rows[end]) {
    if (row.kind == equations::EndKind::coordinate) {
      names.insert(model.coordinates()[row.number]);
    }
  }
  for (std::size_t i = 0; i < ends.periodic.size(); ++i) {
    if (ends.periodic[i]) names.insert(model.coordinates()[i]);
  }
  return names;
}

}  // namespace

std::string missed_words(const Model& model, const std::vector<extremal::Missed>& missed) {
  const std::string from = missed_at(model, missed, 0), to = missed_at(model, missed, 1);
  return from + (from.empty() || to.empty() ? "" : " ") + to;
}

std::vector<std::string> names_of_rows(const Model& model, const std::vector<Index>& rows) {
  std::vector<std::string> names;
  for (const Index row : rows) {
    const auto number = constraint_of(model, static_cast<std::size_t>(row));
    const std::string& name = model.constraints()[number].name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

std::string no_number_words(const Model& model, const std::vector<extremal::Missed>& missed) {
  std::string text;
  for (const extremal::Missed& one : missed) {
    const auto& rows = model.parts().extremal().equations.two_ends.rows[one.end];
    const equations::EndRow& row = rows[one.row];
    const std::string& name = model.coordinates()[row.number];
    const bool rate = row.kind == equations::EndKind::rate;
    text += (text.empty() ? "" : " ") + std::string("At the end ") + end_names[one.end] + ", " +
            value_words(model, one.end, rate ? name + "'" : name) + " is not a number.";
  }
  return text;
}

std::string free_words(const Model& model) {
  std::string text;
  for (const int end : {0, 1}) {
    const std::set<std::string> given = given_at(model, end);
    std::string names;
    std::size_t count = 0;
    for (const std::string& name : model.coordinates()) {
      if (given.contains(name) || ++count > most_named) continue;
      names += (names.empty() ? "" : ", ") + name;
    }
    if (count == 0) continue;
    if (count > most_named) names += " and " + std::to_string(count - most_named) + " more";
    text += (text.empty() ? "" : "; ") + names + " at " + end_names[end];
  }
  return text;
}

}  // namespace zwang::diagnosis
