// SPDX-License-Identifier: Apache-2.0
#include "report/words/formulas.h"

#include "formula/write/as_written.h"
#include "formula/write/latex_name.h"
#include "report/html.h"
#include "report/mathml.h"

namespace zwang {

std::string joined(const Components& components) {
  if (components.size() == 1) return components.front().text;
  std::string text;
  for (const Expression& one : components) text += (text.empty() ? "[" : ", ") + one.text;
  return text + "]";
}

void PageFormulas::begin() {
  if (!heading_.empty()) section_.subheading(heading_);
  heading_.clear();
}

// What cannot be set is shown as it is: too long, or no formula.
std::string PageFormulas::in_line(const std::string& formula) const {
  const auto latex = formula::latex_as_written(formula, {independent_});
  if (!latex) return "<code>" + report::html_text(formula) + "</code>";
  return "<math>" + report::mathml(*latex) + "</math>";
}

std::string PageFormulas::set(const std::string& formula) const {
  return formula::latex_as_written(formula, {independent_}).value_or("\\text{" + formula + "}");
}

void PageFormulas::equation(const std::string& left, const std::string& formula,
                            const std::string& note, const Expression& for_each) {
  const auto right = formula::latex_as_written(formula, {independent_});
  if (right) return latex(left.empty() ? *right : set(left) + " = " + *right, note, for_each);
  sentence(note + (note.empty() ? "" : ": ") + report::html_name(left) + " " + in_line(formula));
}

void PageFormulas::latex(const std::string& latex, const std::string& note,
                         const Expression& for_each) {
  begin();
  std::string whole = latex;
  if (for_each.given()) {
    const auto places = formula::latex_of_places(for_each.text, {independent_});
    if (places) whole += " \\quad \\text{for } " + *places;
  }
  section_.add("<div class=\"equation\"><math display=\"block\">" + report::mathml(whole) +
               "</math>");
  if (!note.empty()) section_.add("<span class=\"note\">" + note + "</span>");
  section_.add("</div>\n");
}

void PageFormulas::sentence(const std::string& html) {
  begin();
  section_.paragraph(html);
}

}  // namespace zwang
