// SPDX-License-Identifier: Apache-2.0
// The equations of motion: as the model says them, in matrices, and written out where the program can;
// the model's text, and how to repeat the run.

#include "derive/derive.h"
#include "model/model_parts.h"
#include "record/identity.h"
#include "report/equations_html.h"
#include "report/html.h"
#include "report/words/parts.h"
#include "report/words/section.h"
#include "report/words/written.h"
#include "zwang/version.h"

namespace zwang::report {

namespace {

// Larger systems are written out by `zwang derive`; a page would only become long.
constexpr std::size_t most_coordinates = 120, most_bodies = 3, longest_page = 60000;
// LaTeX of more than a screen or two is folded away.
constexpr std::size_t long_page = 4000;

std::string derived(const Model& model) {
  if (model.coordinates().size() > most_coordinates || model.bodies().size() > most_bodies)
    return {};
  compile::Scope scope(model.parts().source.scope(), model.description());
  const deriving::Derivation derivation = deriving::derive(scope, deriving::Language::latex);
  // Some models have no explicit form.
  const bool shown = derivation.diagnostics.empty() && derivation.page.size() <= longest_page;
  return shown ? derivation.page : std::string();
}

std::string times(std::size_t rows, std::size_t columns) {
  return std::to_string(rows) + " × " + std::to_string(columns);
}

// What the letters are, and how large.
void add_sizes(const Model& model, Section& section) {
  const equations::Equations& e = model.parts().equations();
  const auto n = static_cast<std::size_t>(e.n), m = static_cast<std::size_t>(e.m);
  const std::size_t blocks = e.mass_blocks.size(), norms = model.parts().shown.quaternions();
  section.begin_table({"", "size", "meaning"}, {false, false, false});
  section.row({"q", std::to_string(n), "coordinates: " + html_names(model.coordinates())});
  section.row({"M", times(n, n),
               blocks == n   ? "mass matrix, diagonal"
               : blocks == 1 ? "mass matrix"
                             : "mass matrix, of " + std::to_string(blocks) + " blocks"});
  section.row({"Q", std::to_string(n), "applied forces"});
  if (m > 0) {
    std::string rows = "constraint equations:";
    constexpr std::size_t most = 30;
    for (std::size_t k = 0; k < std::min(most, model.constraints().size()); ++k) {
      const ConstraintRows& c = model.constraints()[k];
      rows += (k == 0 ? " " : ", ") + html_name(c.name) +
              (c.count == 1 ? "" : " (" + std::to_string(c.count) + ")");
    }
    if (model.constraints().size() > most) rows += ", …";
    std::size_t users = norms;
    for (const ConstraintRows& c : model.constraints()) users += c.count;
    if (users < m)
      rows += (rows.ends_with(':') ? " " : ", ") + std::to_string(m - users) +
              " for sticking friction and contacts";
    if (norms > 0)
      rows += (rows.ends_with(':') ? " " : ", ") + std::to_string(norms) +
              (norms == 1 ? " that keeps a quaternion" : " that keep quaternions") + " at length 1";
    section.row({"A, b", times(m, n) + ", " + std::to_string(m), rows});
    section.row({"λ", std::to_string(m), "multipliers; Aᵀλ is the constraint force"});
  }
  if (e.has(equations::Stage::nonideal))
    section.row({"C", std::to_string(n), "non-ideal forces, such as friction"});
  section.end_table();
}

void add_matrices(const Model& model, Formulas& formulas, Section& section) {
  const equations::Equations& e = model.parts().equations();
  const std::string second = e.order == 1 ? "\\dot q" : "\\ddot q";
  formulas.heading("In matrix form");
  const std::string C = e.has(equations::Stage::nonideal) ? " + C" : "";
  if (e.m > 0) {
    formulas.latex("M " + second + " = Q + A^{T} \\lambda" + C);
    formulas.latex("A " + second + " = b");
  } else {
    formulas.latex("M " + second + " = Q" + C);
  }
  add_sizes(model, section);
  if (model.controls().empty()) return;
  std::string served;
  for (const Constraint& c : model.description().constraints)
    if (!c.servo.empty()) served += (served.empty() ? "" : ", ") + html_name(c.name.text);
  section.paragraph(
      "Q contains the controls " + html_names(model.controls()) +
      ", which are solved for at every instant so that these equations hold as well as possible: " +
      served + ". Their multipliers are 0.");
}

std::string derived_section(const std::string& latex, bool bound) {
  Section section;
  section.subheading("Written out");
  section.paragraph(
      std::string("Derived automatically from the model") +
      (bound ? "; each constraint is differentiated until accelerations appear in it." : "."));
  const bool folded = latex.size() > long_page;
  if (folded) section.add("<details><summary>Show the long equations</summary>\n");
  section.add(equations_html(latex));
  if (folded) section.add("</details>\n");
  return std::move(section).text();
}

}  // namespace

std::string derived_html(const Model& model) {
  const std::string latex = derived(model);
  return latex.empty() ? latex : derived_section(latex, model.parts().equations().m > 0);
}

std::string equations_section(const Model& model, bool later) {
  Section section("equations", "Equations of motion");
  Formulas formulas(model.description(), section);
  add_written(model.description(), formulas);
  add_matrices(model, formulas, section);
  section.add(later ? std::string(derived_mark) : derived_html(model));
  return std::move(section).finish();
}

std::string model_section(const Model& model) {
  const Description& description = model.description();
  if (description.text.empty()) return {};
  Section section("model", "Model");
  section.paragraph(html_name(description.source));
  section.add("<pre dir=\"ltr\"><code>" + html_text(description.text) + "</code></pre>\n");
  return std::move(section).finish();
}

std::string reproduce_section(const Model& model, const std::string& method,
                              const std::string& command) {
  Section section("reproduce", "Reproduce");
  section.begin_facts();
  section.fact("program", "zwang " + html_text(version()));
  section.fact("fingerprint of the model", record::hex_text(model.parts().fingerprint));
  section.fact("choices", html_text(method));
  for (const auto& [name, value] : model.settings())
    section.fact("set " + html_name(name), table_number(value));
  section.end_table();
  const std::string words = command.empty() ? "zwang run " + model.description().source : command;
  section.add("<pre dir=\"ltr\"><code>" + html_text(words) + "</code></pre>\n");
  return std::move(section).finish();
}

}  // namespace zwang::report
