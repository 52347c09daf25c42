// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/words.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "diagnosis/off_constraints.h"

namespace zwang::diagnosis {

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
  if (rows.size() == all.count) return all.count == 1 ? whole : "all equations of " + whole;
  if (rows.size() == 1)
    return "equation " + std::to_string(rows[0] - all.first + 1) + " of " + whole;
  return std::to_string(rows.size()) + " of the " + std::to_string(all.count) + " equations of " +
         whole;
}

std::string others_of(const Model& model, std::size_t constraint,
                      std::vector<std::size_t> constraints) {
  const bool itself = std::erase(constraints, constraint) > 0;
  std::string text = names_of(model, constraints);
  if (!itself) return text;
  if (constraints.size() > 1) text += ",";
  return text + (constraints.empty() ? "its other equations" : " and its other equations");
}

std::string short_number(double x) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::general, 6);
  return std::string(text, end.ptr);
}

namespace {

constexpr std::size_t most_terms = 6;  // that a person reads

// Rows of no constraint hold contacts that stick.
std::string row_name(const Model& model, std::size_t row) {
  for (const ConstraintRows& c : model.constraints()) {
    if (row < c.first || row >= c.first + c.count) continue;
    if (c.count == 1) return "'" + c.name + "'";
    return "equation " + std::to_string(row - c.first + 1) + " of '" + c.name + "'";
  }
  return "a sticking contact";
}

std::string list_rows(const std::vector<std::string>& names) {
  const std::size_t more = names.size() > most_terms ? names.size() - most_terms + 1 : 0;
  std::string text = names[0];
  for (std::size_t k = 1; k < names.size() - more; ++k) {
    text += (k + 1 == names.size() ? " and " : ", ") + names[k];
  }
  return more > 0 ? text + " and " + std::to_string(more) + " more" : text;
}

std::string term(double coefficient, const std::string& name, bool first) {
  std::string text = coefficient < 0 ? (first ? "-" : " - ") : (first ? "" : " + ");
  const std::string size = short_number(std::abs(coefficient));
  return text + (size == "1" ? "" : size + " ") + name;
}

}  // namespace

std::string rank_words(const Model& model, double t, std::size_t from, std::size_t to,
                       std::span<const double> w) {
  std::string text = "At t = " + short_number(t) + ", the rank drops from " + std::to_string(from) +
                     " to " + std::to_string(to);
  std::vector<std::string> names;
  std::string sum;
  for (std::size_t i = 0; i < w.size(); ++i) {
    if (w[i] == 0) continue;
    names.push_back(row_name(model, i));
    sum += term(w[i], names.back(), sum.empty());
  }
  if (names.empty()) return text + ".";
  if (names.size() == 1) {
    text += ": the gradient of " + names[0] + " vanishes";
  } else {
    text += ": " + list_rows(names) + " are no longer independent";
    if (names.size() <= most_terms) text += " (" + sum + " = 0)";
  }
  if (from > to + 1) text += "; one of " + std::to_string(from - to) + " such combinations";
  return text + ".";
}

}  // namespace zwang::diagnosis
