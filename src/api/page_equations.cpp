// SPDX-License-Identifier: Apache-2.0
// The equations of motion, the model's text, and how to repeat the run.

#include "api/model_parts.h"
#include "api/page_parts.h"
#include "api/page_section.h"
#include "record/identity.h"
#include "report/equations_html.h"
#include "report/html.h"
#include "report/mathml.h"
#include "zwang/version.h"

namespace zwang {

namespace {

using report::html_text;

// Larger systems are written out by `zwang derive`; a page would only become long.
constexpr std::size_t most_coordinates = 120, most_bodies = 3, longest_page = 60000;

std::string derived(const Model& model) {
  if (model.coordinates().size() > most_coordinates || model.bodies().size() > most_bodies)
    return {};
  try {
    std::string latex = derive(model.description(), true);
    return latex.size() > longest_page ? std::string() : latex;
  } catch (const ModelError&) {  // some models have no explicit form
    return {};
  }
}

void add_formula(std::string_view latex, PageSection& section) {
  section.add("<div class=\"equation\"><math display=\"block\">" + report::mathml(latex) +
              "</math></div>\n");
}

void add_general(const Model& model, PageSection& section) {
  section.paragraph("The system is solved by numbers at every instant, in the form");
  if (model.parts().equations().m > 0) {
    add_formula("M \\ddot q = Q+A^{T} \\lambda", section);
    add_formula("A \\ddot q = b", section);
  } else {
    add_formula("M \\ddot q = Q", section);
  }
  bool any = false;
  for (const Constraint& constraint : model.description().constraints) {
    for (const Expression& equation : constraint.equations) {
      if (!any) section.add("<h3>Constraints as written</h3>\n<ul>\n");
      any = true;
      section.add("<li>" + report::html_name(constraint.name.text) + ": <code>" +
                  html_text(equation.text) + "</code>" +
                  (constraint.for_each.given()
                       ? " for <code>" + html_text(constraint.for_each.text) + "</code>"
                       : "") +
                  "</li>\n");
    }
  }
  if (any) section.add("</ul>\n");
}

}  // namespace

std::string equations_section(const Model& model) {
  PageSection section("equations", "Equations of motion");
  const std::string latex = derived(model);
  if (latex.empty()) {
    add_general(model, section);
  } else {
    section.add(report::equations_html(latex));
  }
  return std::move(section).finish();
}

std::string model_section(const Model& model) {
  const Description& description = model.description();
  if (description.text.empty()) return {};
  PageSection section("model", "Model");
  section.paragraph(report::html_name(description.source));
  section.add("<pre dir=\"ltr\"><code>" + html_text(description.text) + "</code></pre>\n");
  return std::move(section).finish();
}

std::string reproduce_section(const Model& model, const std::string& method,
                              const std::string& command) {
  PageSection section("reproduce", "To reproduce");
  section.begin_facts();
  section.fact("program", "zwang " + html_text(version()));
  section.fact("fingerprint of the model", record::hex_text(model.parts().fingerprint));
  section.fact("choices", html_text(method));
  for (const auto& [name, value] : model.settings())
    section.fact("set " + report::html_name(name), table_number(value));
  section.end_table();
  const std::string words = command.empty() ? "zwang run " + model.description().source : command;
  section.add("<pre dir=\"ltr\"><code>" + html_text(words) + "</code></pre>\n");
  return std::move(section).finish();
}

}  // namespace zwang
