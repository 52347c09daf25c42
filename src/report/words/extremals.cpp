// SPDX-License-Identifier: Apache-2.0
// The extremals and their verdicts.

#include "report/html.h"
#include "report/words/parts.h"
#include "report/words/section.h"
#include "report/words/written.h"

namespace zwang::report {

namespace {

constexpr std::size_t most_extremals = 100, most_coordinates = 20;

std::string known(const std::optional<long>& count) {
  return count ? std::to_string(*count) : "not known";
}

std::string numbers(const std::vector<double>& values) {
  std::string html;
  for (const double x : values) html += (html.empty() ? "" : ", ") + table_number(x);
  return html.empty() ? "none" : html;
}

void add_curve(const Model& model, const ExtremalCurve& curve, bool bound, Section& section) {
  section.begin_table({"", "rate at the start", "rate at the end"}, {false, true, true});
  for (std::size_t i = 0; i < std::min(curve.start.v.size(), most_coordinates); ++i) {
    const auto rate = [&](const State& state, const State ExtremalError::*of) {
      return curve.error ? table_number(state.v[i], ((*curve.error).*of).v[i])
                         : table_number(state.v[i]);
    };
    section.row({html_name(model.coordinates()[i] + "'"), rate(curve.start, &ExtremalError::start),
                 rate(curve.end, &ExtremalError::end)});
  }
  section.end_table();
  section.begin_facts();
  for (std::size_t k = 0; k < curve.unknowns.size(); ++k) {
    const auto& [name, value] = curve.unknowns[k];
    section.fact(html_name(name),
                 curve.error ? table_number(value, curve.error->unknowns[k]) : table_number(value),
                 true);
  }
  for (std::size_t k = 0; k < curve.multipliers.size(); ++k) {
    const double value = curve.multipliers[k];
    section.fact(
        "multiplier of integral " + std::to_string(k + 1),
        curve.error ? table_number(value, curve.error->multipliers[k]) : table_number(value));
  }
  section.fact("conjugate or focal points at", numbers(curve.conjugate_times));
  if (!curve.legendre.empty()) section.fact("Legendre's condition", html_text(curve.legendre));
  section.fact("estimated error", table_number(curve.error_estimate));
  if (bound) {
    section.fact("constraint error (position), max", table_number(curve.max_position_residual));
    section.fact("constraint error (velocity), max", table_number(curve.max_velocity_residual));
  }
  if (curve.cross_check)
    section.fact("difference from the solution with multipliers", table_number(*curve.cross_check));
  section.end_table();
}

}  // namespace

std::string extremals_section(const Extremals& extremals) {
  const ExtremalSummary& s = extremals.summary();
  if (s.extremals.empty()) return {};
  Section section("extremals", "Extremals");
  section.begin_table({"number", "action", "verdict", "index"}, {false, true, false, true});
  for (std::size_t k = 0; k < std::min(s.extremals.size(), most_extremals); ++k) {
    const ExtremalCurve& curve = s.extremals[k];
    const std::string action = !curve.action ? "–"
                               : curve.error ? table_number(*curve.action, curve.error->action)
                                             : table_number(*curve.action);
    section.row({std::to_string(k + 1), action, html_text(curve.verdict), known(curve.index)});
  }
  section.end_table();
  section.paragraph(
      "The index counts the independent small changes of the curve that decrease the action: 0 "
      "is a minimum among neighbours, more is a saddle.");
  for (std::size_t k = 0; k < std::min(s.extremals.size(), most_extremals); ++k) {
    section.subheading("Extremal " + std::to_string(k + 1));
    add_curve(extremals.model(), s.extremals[k], s.rows > 0, section);
  }
  return std::move(section).finish();
}

namespace {

void add_end(const char* where, const std::string& time, const End& end, Formulas& formulas) {
  std::string words = std::string(where) + ": ";
  std::string comma;
  const auto also = [&](const std::string& html) {
    words += comma + html;
    comma = ", ";
  };
  if (end.t.given()) also(formulas.in_line(time + " = " + end.t.text));
  for (const auto& [name, value] : end.values)
    also(formulas.in_line(name.text + " = " + value.text));
  for (const Expression& surface : end.on) also(formulas.in_line(surface.text));
  if (!comma.empty()) formulas.sentence(words + ".");
}

}  // namespace

void add_ends(const Description& description, Formulas& formulas) {
  if (!description.extremal) return;
  const Extremal& e = *description.extremal;
  formulas.heading("Boundary-value problem");
  if (e.integrand.given())
    formulas.latex(formulas.set("integral(" + e.integrand.text + ")"), "is stationary");
  for (const Expression& integral : e.subject)
    formulas.latex(formulas.set(integral.text), "is prescribed");
  add_end("At the start", description.time.text, e.from, formulas);
  add_end("At the end", description.time.text, e.to, formulas);
  std::string found, periodic;
  for (const auto& [name, guess] : e.unknowns)
    found += (found.empty() ? "" : ", ") + formulas.in_line(name.text);
  if (!found.empty()) formulas.sentence("Also unknown: " + found + ".");
  for (const Name& name : e.periodic)
    periodic += (periodic.empty() ? "" : ", ") + formulas.in_line(name.text);
  if (!periodic.empty()) formulas.sentence("Periodic: " + periodic + ".");
}

}  // namespace zwang::report
