// SPDX-License-Identifier: Apache-2.0
// A two-ended question in formulas.

#include "report/html.h"
#include "report/words/written.h"

namespace zwang {

namespace {

void add_end(const char* where, const std::string& time, const End& end, PageFormulas& formulas) {
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

void add_ends(const Description& description, PageFormulas& formulas) {
  if (!description.extremal) return;
  const Extremal& e = *description.extremal;
  formulas.heading("From end to end");
  if (e.integrand.given())
    formulas.latex(formulas.set("integral(" + e.integrand.text + ")"), "is to be stationary");
  for (const Expression& integral : e.subject)
    formulas.latex(formulas.set(integral.text), "is given");
  add_end("At the first end", description.time.text, e.from, formulas);
  add_end("At the second end", description.time.text, e.to, formulas);
  std::string found, periodic;
  for (const auto& [name, guess] : e.unknowns)
    found += (found.empty() ? "" : ", ") + formulas.in_line(name.text);
  if (!found.empty()) formulas.sentence("To be found besides the curve: " + found + ".");
  for (const Name& name : e.periodic)
    periodic += (periodic.empty() ? "" : ", ") + formulas.in_line(name.text);
  if (!periodic.empty()) formulas.sentence("Ends as it began: " + periodic + ".");
}

}  // namespace zwang
