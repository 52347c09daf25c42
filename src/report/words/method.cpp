// SPDX-License-Identifier: Apache-2.0
// How it was computed, and by whose equations: only what was used.

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "instant/uses.h"
#include "model/model_parts.h"
#include "report/html.h"
#include "report/words/parts.h"
#include "report/words/section.h"
#include "zwang/model.h"

namespace zwang::report {

namespace {

// "12,345 instants"; the word in the plural.
std::string counted(long count, const std::string& things) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  if (count != 1) return digits + " " + things;
  return digits + " " + (things == "bodies" ? "body" : things.substr(0, things.size() - 1));
}

/// What was used of one paper.
struct PaperUse {
  std::string key, equations, what, how_often;  // HTML
};

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
    {"SOLIDS",
     "Gauss' principle: a page on the motion of n solids, its displays counted from the top"},
};

long solved_by(const instant::Uses& uses, std::initializer_list<Method> methods) {
  long sum = 0;
  for (const Method method : methods) sum += uses.instants[static_cast<std::size_t>(method)];
  return sum;
}

long own_rows(const equations::Equations& equations) {
  return std::count_if(equations.rows.begin(), equations.rows.end(),
                       [](const auto& row) { return row.kind != equations::Kind::norm; });
}

/// Collects those that were used at all.
class Uses {
 public:
  void add(long count, const char* things, const char* key, const char* equations,
           const char* what) {
    if (count > 0) list_.push_back({key, equations, what, counted(count, things)});
  }
  std::vector<PaperUse> take() { return std::move(list_); }

 private:
  std::vector<PaperUse> list_;
};

// The text half: how formulas became M, Q, A, b.
void add_compiled(const Model& model, Uses& list) {
  const Description& d = model.description();
  const equations::Equations& equations = model.parts().equations();
  const bool functional = d.free.lagrangian.given() || d.free.kinetic.given() ||
                          d.free.potential.given() || (d.extremal && d.extremal->integrand.given());
  if (functional) {
    list.add(equations.n, "coordinates", "XUMK94", "16, 17 (erratum 1)",
             "M and Q from a Lagrangian or an integrand");
  }
  const auto count = [&](equations::Level level) {
    return std::count_if(equations.rows.begin(), equations.rows.end(),
                         [level](const equations::Row& row) {
                           return row.level == level && row.kind != equations::Kind::norm &&
                                  row.kind != equations::Kind::stick;
                         });
  };
  list.add(count(equations::Level::position), "equations", "XUMK94", "22, 23 (erratum 3)",
           "A and b from constraints on positions, differentiated twice");
  list.add(count(equations::Level::velocity), "equations", "FKNU05", "36, 37",
           "A and b from constraints on rates, differentiated once");
  list.add(static_cast<long>(model.bodies().size()), "bodies", "SOLIDS", "3–5, 8 (erratum 13)",
           "M and Q of rigid bodies from their joints");
}

// The number half: what the instants took.
void add_solved(const Model& model, const instant::Uses& uses, Uses& list) {
  const equations::Equations& equations = model.parts().equations();
  // Rows that keep a quaternion of length 1 are none where the bodies are solved by recursion.
  const bool recursion = solved_by(uses, {Method::bodies}) > 0;
  const bool bound = recursion ? own_rows(equations) > 0 : equations.m > 0;
  const long direct = solved_by(uses, {Method::explicit_, Method::bodies});
  const long bellman = solved_by(uses, {Method::bellman});
  const long weighed = solved_by(uses, {Method::proximal, Method::sparse});
  list.add(direct + bellman + weighed, "instants", "UK92", "2, 4",
           "the free acceleration, and M q̈ = Q + Q<sub>c</sub>");
  if (bound) {
    list.add(direct, "instants", "UK92", "5a–5c′, 6",
             "the explicit equation of motion, its constraint force, Gauss's function");
    list.add(direct + weighed, "instants", "FKNU05", "2, 3, 6",
             "the misfit of the constraints, and the smallest change that removes it");
  }
  list.add(bellman, "instants", "KNUX99", "3–7, 11, 13, 21–33",
           "the smallest change, by dynamic programming over the coordinates");
  list.add(solved_by(uses, {Method::nullspace}), "instants", "XUMK94", "19, 21 (erratum 7)",
           "M ẍ = Q + Q<sup>c</sup> where M has no Cholesky factor, within the null space of A");
  if (bound)
    list.add(uses.in_full, "instants", "XUMK94", "13", "multipliers: the constraint force is Aᵀλ");
  list.add(uses.contradictory, "instants", "XUMK94", "31, 44",
           "contradictory constraints, solved in the least-squares sense");
  list.add(uses.nonideal, "instants", "FKNU05", "16–21",
           "constraints that do work: the force F<sup>C</sup>");
  list.add(std::min(uses.nonideal, uses.in_full), "instants", "FKNU05", "35",
           "the audit that its virtual work is that of C");
  if (!model.description().free.acceleration.empty()) {
    list.add(solved_by(uses, {Method::explicit_, Method::bellman}), "instants", "FKNU05", "38–42",
             "a system with fewer relations than unknowns");
  }
}

// Of the equations of a model, and of the instants that were solved with them.
std::vector<PaperUse> papers_used(const Model& model, const instant::Uses& uses) {
  Uses list;
  add_compiled(model, list);
  add_solved(model, uses, list);
  return list.take();
}

// Their table, and the titles of the papers in it.
void add_papers(const std::vector<PaperUse>& uses, Section& section) {
  section.subheading("Equations used (references)");
  section.begin_table({"paper", "equations", "purpose", "uses"}, {false, false, false, true});
  for (const PaperUse& use : uses) section.row({use.key, use.equations, use.what, use.how_often});
  section.end_table();
  section.add("<ul class=\"papers\">\n");
  for (const Paper& paper : papers) {
    const bool used = std::any_of(uses.begin(), uses.end(),
                                  [&](const PaperUse& use) { return use.key == paper.key; });
    if (used)
      section.add("<li><b>" + std::string(paper.key) + "</b> " + html_text(paper.words) +
                  "</li>\n");
  }
  section.add("</ul>\n");
}

const char* const principle =
    "Among all accelerations that the constraints A q̈ = b allow, the motion takes the one that "
    "minimizes Gauss's function (q̈ − a)ᵀM(q̈ − a); a is the acceleration that the system would "
    "have without them.";

const char* how(Method method) {
  switch (method) {
    case Method::bellman:
      return "dynamic programming over the coordinates";
    case Method::nullspace:
      return "motion in the null space of A, for a mass matrix that is not definite";
    case Method::proximal:
      return "damped iteration on the multipliers";
    case Method::sparse:
      return "the explicit equation with sparse matrices";
    case Method::bodies:
      return "recursion over the tree of bodies";
    default:
      return "the explicit equation, by Cholesky and pivoted QR";
  }
}

std::string kernel_html(std::size_t method) {
  const auto kernel = static_cast<Method>(method);
  return "<b>" + std::string(name(kernel)) + "</b> (" + how(kernel) + ")";
}

/// "5,000 by the kernel …, 12 by …"; whatever was asked for.
std::string kernels_html(const instant::Uses& uses) {
  const std::vector<long> counts(uses.instants.begin(), uses.instants.end());
  const long all = std::accumulate(counts.begin(), counts.end(), 0L);
  if (all == 0) return "No instant was solved.";
  std::string html = counted(all, "instants") + (all == 1 ? " was" : " were") + " solved";
  const bool one = std::count_if(counts.begin(), counts.end(), [](long k) { return k > 0; }) == 1;
  std::string comma = " ";
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (counts[k] == 0) continue;
    html += comma + (one ? "" : counted(counts[k], "instants") + " ") + "by the kernel " +
            kernel_html(k);
    comma = ", ";
  }
  return html + ".";
}

// What no paper of the table speaks of.
void add_besides(const instant::Uses& uses, Section& section) {
  std::string items;
  const auto item = [&items](long count, const char* things, const char* what) {
    if (count > 0) items += "<li>" + counted(count, things) + " " + what + "</li>\n";
  };
  item(uses.projections, "states",
       "projected onto the constraints by the smallest change, in the metric of M");
  item(uses.blows, "impacts", "solved for the rates after impact");
  item(uses.controlled, "instants", "with controls computed from the servo constraints");
  if (items.empty()) return;
  section.subheading("Also");
  section.add("<ul>\n" + items + "</ul>\n");
}

}  // namespace

std::string method_section(const Model& model, const Summary& s, const instant::Uses& uses) {
  Section section("method", "Method");
  section.paragraph(principle);
  section.paragraph(kernels_html(uses) + " Time integration: <b>" + html_text(s.method) + "</b> (" +
                    html_text(s.why_method) + "). " + html_text(s.method_reference) + ".");
  add_papers(papers_used(model, uses), section);
  add_besides(uses, section);
  return std::move(section).finish();
}

std::string method_section(const Model& model, const ExtremalSummary& s,
                           const instant::Uses& uses) {
  Section section("method", "Method");
  const bool functional =
      model.description().extremal && model.description().extremal->integrand.given();
  section.paragraph(
      std::string(principle) +
      (functional ? " An extremal is such a motion, with M and Q of its integrand." : ""));
  section.paragraph("The two ends are connected by <b>" + html_text(s.method) + "</b> in " +
                    counted(s.evaluations, "evaluations") +
                    " of the equation of motion. For the samples, " + kernels_html(uses));
  std::vector<PaperUse> used = papers_used(model, uses);
  const auto count = [&s](auto holds) {
    return std::count_if(s.extremals.begin(), s.extremals.end(), holds);
  };
  if (count([](const ExtremalCurve& c) { return c.action.has_value(); }) > 0) {
    const bool direct =
        s.rows > 0 && uses.instants[static_cast<std::size_t>(Method::explicit_)] > 0;
    used.push_back({"XUMK94", direct ? "1–3, 24" : "1–3",
                    direct ? "Lagrange's problem between two ends, by the explicit equation"
                           : "Lagrange's problem between two ends",
                    counted(s.evaluations, "evaluations")});
  }
  const auto checked = count([](const ExtremalCurve& c) { return c.cross_check.has_value(); });
  if (checked > 0)
    used.push_back(
        {"XUMK94", "4–8", "the same with multipliers, as a check", counted(checked, "extremals")});
  add_papers(used, section);
  return std::move(section).finish();
}

}  // namespace zwang::report
