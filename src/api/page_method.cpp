// SPDX-License-Identifier: Apache-2.0
// How it was computed, and by whose equations: only papers that this run used.

#include <algorithm>

#include "api/model_parts.h"
#include "api/page_parts.h"
#include "api/page_section.h"
#include "report/html.h"

namespace zwang {

namespace {

using report::html_text;

struct Paper {
  const char *key, *words;
};

constexpr Paper papers[] = {
    {"UK92",
     "F. E. Udwadia, R. E. Kalaba: A new perspective on constrained motion. Proceedings of the "
     "Royal Society of London A 439 (1992)"},
    {"FKNU05",
     "Y. Y. Fan, R. E. Kalaba, H. H. Natsuyama, F. E. Udwadia: Reflections on the Gauss principle "
     "of least constraint. Journal of Optimization Theory and Applications 127 (2005)"},
    {"XUMK94",
     "R. Xu, F. Udwadia, J. Moore, R. Kalaba: Lagrange's problem without Lagrange multipliers: I. "
     "The holonomic case (1994)"},
    {"KNUX99",
     "R. Kalaba, H. Natsuyama, S. Ueno, R. Xu: The Bellman-Gauss principle for constrained motion "
     "(1999)"},
    {"SOLIDS", "Gauss' principle: a page on the motion of n solids"},
};

/// What was used of one paper.
struct Use {
  std::string key, equations, what;
};

bool has_functional(const Description& d) {
  return d.free.lagrangian.given() || d.free.kinetic.given() || d.free.potential.given() ||
         (d.extremal && d.extremal->integrand.given());
}

std::vector<Use> uses_of(const Model& model, const std::string& kernel) {
  const Description& d = model.description();
  const equations::Equations& equations = model.parts().equations();
  std::vector<Use> uses;
  uses.push_back({"UK92", "2, 4", "free motion and its balance with the constraint forces"});
  if (equations.m > 0) {
    uses.push_back({"UK92", "5a–5c′, 6", "the explicit equation of motion and Gauss's function"});
    const bool written =
        std::any_of(equations.rows.begin(), equations.rows.end(),
                    [](const auto& row) { return row.level == equations::Level::position; });
    if (written) uses.push_back({"XUMK94", "22, 23", "positions bound by formulas: A and b"});
    uses.push_back({"FKNU05", "2, 3, 6", "the misfit e and the shortest answer to it"});
    uses.push_back({"XUMK94", "13, 19", "multipliers: the constraint force is Aᵀλ"});
  }
  if (!d.nonideal.empty()) {
    uses.push_back({"FKNU05", "17–21, 34", "constraints that do work: the force F<sup>C</sup>"});
  }
  if (d.free.acceleration.size() > 0) {
    uses.push_back({"FKNU05", "36–43", "an underdetermined system"});
  }
  if (has_functional(d)) {
    uses.push_back({"XUMK94", "16, 17 (erratum 1)", "M and Q from a Lagrangian or an integrand"});
  }
  if (kernel == "bellman") uses.push_back({"KNUX99", "3–7, 21–33", "the β–R recursion"});
  if (!d.bodies.empty()) uses.push_back({"SOLIDS", "1–8", "rigid solids: H and h from J, M, n, w"});
  return uses;
}

void add_papers(const std::vector<Use>& uses, PageSection& section) {
  section.subheading("The papers, and their equations that this run used");
  section.begin_table({"paper", "equations", "for"}, {false, false, false});
  for (const Use& use : uses) section.row({use.key, use.equations, use.what});
  section.end_table();
  section.add("<ul class=\"papers\">\n");
  for (const Paper& paper : papers) {
    const bool used =
        std::any_of(uses.begin(), uses.end(), [&](const Use& use) { return use.key == paper.key; });
    if (used)
      section.add("<li><b>" + std::string(paper.key) + "</b> " + html_text(paper.words) +
                  "</li>\n");
  }
  section.add("</ul>\n");
}

const char* const principle =
    "Among all accelerations that the constraints A q̈ = b allow, the motion takes the one that "
    "makes Gauss's function (q̈ − a)ᵀM(q̈ − a) least, a being the free acceleration.";

}  // namespace

std::string method_section(const Model& model, const Summary& s) {
  PageSection section("method", "Method");
  section.paragraph(principle);
  section.paragraph("Each instant is solved by the kernel <b>" + html_text(s.kernel) +
                    "</b>; time goes on by <b>" + html_text(s.method) + "</b>. " +
                    html_text(s.why_method));
  section.paragraph(html_text(s.method_reference));
  add_papers(uses_of(model, s.kernel), section);
  return std::move(section).finish();
}

std::string method_section(const Model& model, const ExtremalSummary& s) {
  PageSection section("method", "Method");
  section.paragraph(principle);
  section.paragraph("The two ends are joined by <b>" + html_text(s.method) +
                    "</b>; each instant between them is solved by the kernel <b>" +
                    html_text(s.kernel) + "</b>.");
  std::vector<Use> uses = uses_of(model, s.kernel);
  uses.push_back({"XUMK94", "1–3, 24", "Lagrange's problem between two ends, without multipliers"});
  const bool checked =
      std::any_of(s.extremals.begin(), s.extremals.end(),
                  [](const ExtremalCurve& c) { return c.cross_check.has_value(); });
  if (checked) uses.push_back({"XUMK94", "4–8", "the same with multipliers, as a check"});
  add_papers(uses, section);
  return std::move(section).finish();
}

}  // namespace zwang
