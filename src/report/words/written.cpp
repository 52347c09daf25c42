// SPDX-License-Identifier: Apache-2.0
#include "report/words/written.h"

#include "base/words/policies.h"
#include "formula/write/as_written.h"
#include "formula/write/latex_name.h"
#include "report/html.h"
#include "report/mathml.h"

namespace zwang::report {

std::string joined(const Components& components) {
  if (components.size() == 1) return components.front().text;
  std::string text;
  for (const Expression& one : components) text += (text.empty() ? "[" : ", ") + one.text;
  return text + "]";
}

void Formulas::begin() {
  if (!heading_.empty()) section_.subheading(heading_);
  heading_.clear();
}

// What cannot be set is shown as it is: too long, or no formula.
std::string Formulas::in_line(const std::string& formula) const {
  const auto latex = formula::latex_as_written(formula, {independent_});
  if (!latex) return "<code>" + html_text(formula) + "</code>";
  return "<math>" + mathml(*latex) + "</math>";
}

std::string Formulas::set(const std::string& formula) const {
  return formula::latex_as_written(formula, {independent_}).value_or("\\text{" + formula + "}");
}

void Formulas::equation(const std::string& left, const std::string& formula,
                        const std::string& note, const Expression& for_each) {
  const auto right = formula::latex_as_written(formula, {independent_});
  if (right) return latex(left.empty() ? *right : set(left) + " = " + *right, note, for_each);
  sentence(note + (note.empty() ? "" : ": ") + html_name(left) + " " + in_line(formula));
}

void Formulas::latex(const std::string& latex, const std::string& note,
                     const Expression& for_each) {
  begin();
  std::string whole = latex;
  if (for_each.given()) {
    const auto places = formula::latex_of_places(for_each.text, {independent_});
    if (places) whole += " \\quad \\text{for } " + *places;
  }
  section_.add("<div class=\"equation\"><math display=\"block\">" + mathml(whole) + "</math>");
  if (!note.empty()) section_.add("<span class=\"note\">" + note + "</span>");
  section_.add("</div>\n");
}

void Formulas::sentence(const std::string& html) {
  begin();
  section_.paragraph(html);
}

namespace {

// More of one kind than anyone reads: the rest is in the model's text.
constexpr std::size_t most = 200;

std::string symbol(const char* letter, const std::string& of) {
  return of.empty() ? std::string(letter)
                    : std::string(letter) + "_{" + formula::latex_name(of, 0, "") + "}";
}

void add_definitions(const Description& d, Formulas& formulas) {
  formulas.heading("Definitions");
  for (std::size_t k = 0; k < std::min(d.definitions.size(), most); ++k)
    formulas.equation(d.definitions[k].name.text, d.definitions[k].formula.text, "");
}

std::string matrix(const std::vector<Components>& rows, const Formulas& formulas) {
  std::string latex;
  if (rows.size() == 1) {
    for (const Expression& x : rows.front())
      latex += (latex.empty() ? "" : ",\\,") + formulas.set(x.text);
    return "\\operatorname{diag}\\left(" + latex + "\\right)";
  }
  for (const Components& row : rows) {
    if (!latex.empty()) latex += " \\\\ ";
    for (std::size_t j = 0; j < row.size(); ++j)
      latex += (j == 0 ? "" : " & ") + formulas.set(row[j].text);
  }
  return "\\begin{bmatrix} " + latex + " \\end{bmatrix}";
}

void add_free(const Description& d, Formulas& formulas) {
  const FreeMotion& free = d.free;
  formulas.heading("Free motion");
  const auto one = [&](const char* letter, const Expression& x, const char* note) {
    if (x.given()) formulas.latex(std::string(letter) + " = " + formulas.set(x.text), note);
  };
  one("L", free.lagrangian, "Lagrangian");
  one("T", free.kinetic, "kinetic energy");
  one("V", free.potential, "potential energy");
  if (!free.mass.empty()) formulas.latex("M = " + matrix(free.mass, formulas), "mass matrix");
  const auto list = [&](const char* letter, const Components& x, const char* note) {
    if (!x.empty()) formulas.latex(std::string(letter) + " = " + formulas.set(joined(x)), note);
  };
  list("Q", free.force, "applied force");
  list("a", free.acceleration, free.order == 1 ? "free rate" : "free acceleration");
  list("\\mathrm{gravity}", free.gravity, "");
  for (std::size_t k = 0; k < std::min(d.particles.size(), most); ++k) {
    const Particle& p = d.particles[k];
    const Expression members =
        p.count.given() ? Expression("i in 1.." + p.count.text) : Expression();
    const std::string name = p.name.text + (p.count.given() ? "[i]" : "");
    formulas.latex(symbol("m", name) + " = " + formulas.set(p.mass.text), "mass", members);
    if (!p.force.empty())
      formulas.latex(symbol("F", name) + " = " + formulas.set(joined(p.force)), "applied force",
                     members);
  }
}

void add_spring(const Spring& spring, const Expression& for_each, Formulas& formulas) {
  const auto with = [&](const char* words, const Expression& x) {
    return x.text == "0" ? "" : std::string(words) + formulas.in_line(x.text);
  };
  std::string words = "A spring between " + formulas.in_line(spring.from.text) + " and " +
                      formulas.in_line(spring.to.text) + " of stiffness " +
                      formulas.in_line(spring.stiffness.text) +
                      with(", free length ", spring.length) + with(", damping ", spring.damping);
  if (for_each.given()) words += ", for " + html_name(for_each.text);
  formulas.sentence(words + ".");
}

void add_forces(const Description& d, Formulas& formulas) {
  formulas.heading("Forces");
  for (std::size_t k = 0; k < std::min(d.forces.size(), most); ++k) {
    const Force& f = d.forces[k];
    const std::string where = f.body_frame ? ", along the axes of the body" : "";
    if (f.spring) add_spring(*f.spring, f.for_each, formulas);
    if (f.potential.given())
      formulas.latex("V = " + formulas.set(f.potential.text), "potential", f.for_each);
    if (!f.force.empty())
      formulas.latex(formulas.set(joined(f.force)), "on " + html_name(f.on.text) + where,
                     f.for_each);
    if (!f.torque.empty())
      formulas.latex(formulas.set(joined(f.torque)), "torque on " + html_name(f.on.text) + where,
                     f.for_each);
  }
}

void add_constraints(const Description& d, Formulas& formulas) {
  formulas.heading("Constraints");
  for (std::size_t k = 0; k < std::min(d.constraints.size(), most); ++k) {
    const Constraint& c = d.constraints[k];
    std::string note = html_name(c.name.text);
    for (std::size_t u = 0; u < c.servo.size(); ++u)
      note += (u == 0 ? ", met by " : ", ") + html_name(c.servo[u].text);
    if (c.restitution.given()) note += ", restitution " + formulas.in_line(c.restitution.text);
    if (c.restitution_law != RestitutionLaw::stronge)
      note += " (" + std::string(words::restitutions.of(c.restitution_law)) + ")";
    if (c.friction.given()) note += ", friction " + formulas.in_line(c.friction.text);
    for (const Expression& equation : c.equations)
      formulas.equation("", equation.text, note, c.for_each);
    if (c.closure) formulas.sentence(note + ": " + closure_html(*c.closure, formulas));
  }
}

void add_nonideal(const Description& d, Formulas& formulas) {
  formulas.heading("Forces that constraints exert besides");
  for (std::size_t k = 0; k < std::min(d.nonideal.size(), most); ++k) {
    const Nonideal& c = d.nonideal[k];
    if (!c.force.empty())
      formulas.latex(formulas.set(joined(c.force)), "on " + html_name(c.on.text), c.for_each);
    if (!c.friction) continue;
    std::string of;
    for (const Name& name : c.friction->constraints)
      of += (of.empty() ? "" : " and ") + html_name(name.text);
    std::string words = "Friction at " + of + " with the coefficient " +
                        formulas.in_line(c.friction->coefficient.text);
    if (c.friction->static_coefficient.given())
      words += ", of sticking " + formulas.in_line(c.friction->static_coefficient.text);
    if (!c.friction->velocity.empty())
      words += "; the surface moves with " + formulas.in_line(joined(c.friction->velocity));
    if (c.friction->sliding.given())
      words += "; it slides with the speed " + formulas.in_line(c.friction->sliding.text);
    formulas.sentence(words + ".");
  }
}

void add_watched(const Description& d, Formulas& formulas) {
  formulas.heading("Observed");
  for (std::size_t k = 0; k < std::min(d.observe.size(), most); ++k)
    formulas.equation(d.observe[k].name.text, d.observe[k].formula.text, "", d.observe[k].for_each);
  formulas.heading("Events, where these vanish");
  for (std::size_t k = 0; k < std::min(d.events.size(), most); ++k)
    formulas.equation("", d.events[k].when.text, html_name(d.events[k].name.text));
}

}  // namespace

void add_written(const Description& description, Formulas& formulas) {
  add_definitions(description, formulas);
  add_bodies(description, formulas);
  add_free(description, formulas);
  add_forces(description, formulas);
  add_constraints(description, formulas);
  add_nonideal(description, formulas);
  add_ends(description, formulas);
  add_watched(description, formulas);
}

}  // namespace zwang::report
