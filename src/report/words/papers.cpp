// SPDX-License-Identifier: Apache-2.0
#include "report/words/papers.h"

#include <algorithm>

#include "compile/loaded/model_parts.h"
#include "report/html.h"

namespace zwang {

namespace {

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
  list.add(count(equations::Level::position), "rows", "XUMK94", "22, 23 (erratum 3)",
           "A and b from constraints on positions, differentiated twice");
  list.add(count(equations::Level::velocity), "rows", "FKNU05", "36, 37",
           "A and b from constraints on rates, differentiated once");
  list.add(static_cast<long>(model.bodies().size()), "bodies", "SOLIDS", "3–5, 8 (erratum 13)",
           "M and Q of rigid solids from their joints");
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
             "what the rows miss, and the shortest change that gives it to them");
  }
  list.add(bellman, "instants", "KNUX99", "3–7, 11, 13, 21–33",
           "the least change by dynamic programming over the coordinates");
  list.add(solved_by(uses, {Method::nullspace}), "instants", "XUMK94", "19, 21 (erratum 7)",
           "M ẍ = Q + Q<sup>c</sup> where M has no Cholesky factor, within the null space of A");
  if (bound)
    list.add(uses.in_full, "instants", "XUMK94", "13", "multipliers: the constraint force is Aᵀλ");
  list.add(uses.contradictory, "instants", "XUMK94", "31, 44",
           "rows that contradict each other, met in the sense of least squares");
  list.add(uses.nonideal, "instants", "FKNU05", "16–21",
           "constraints that do work: the force F<sup>C</sup>");
  list.add(std::min(uses.nonideal, uses.in_full), "instants", "FKNU05", "35",
           "the audit that its virtual work is that of C");
  if (!model.description().free.acceleration.empty()) {
    list.add(solved_by(uses, {Method::explicit_, Method::bellman}), "instants", "FKNU05", "38–42",
             "a system with fewer relations than unknowns");
  }
}

}  // namespace

std::string counted(long count, const std::string& things) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  if (count != 1) return digits + " " + things;
  return digits + " " + (things == "bodies" ? "body" : things.substr(0, things.size() - 1));
}

std::vector<PaperUse> papers_used(const Model& model, const instant::Uses& uses) {
  Uses list;
  add_compiled(model, list);
  add_solved(model, uses, list);
  return list.take();
}

void add_papers(const std::vector<PaperUse>& uses, PageSection& section) {
  section.subheading("The papers, and their equations that were used here");
  section.begin_table({"paper", "equations", "for", "how often"}, {false, false, false, true});
  for (const PaperUse& use : uses) section.row({use.key, use.equations, use.what, use.how_often});
  section.end_table();
  section.add("<ul class=\"papers\">\n");
  for (const Paper& paper : papers) {
    const bool used = std::any_of(uses.begin(), uses.end(),
                                  [&](const PaperUse& use) { return use.key == paper.key; });
    if (used)
      section.add("<li><b>" + std::string(paper.key) + "</b> " + report::html_text(paper.words) +
                  "</li>\n");
  }
  section.add("</ul>\n");
}

}  // namespace zwang
