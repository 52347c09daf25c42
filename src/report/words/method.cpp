// SPDX-License-Identifier: Apache-2.0
// How it was computed, and by whose equations: only what was used.

#include <algorithm>
#include <numeric>

#include "report/html.h"
#include "report/words/papers.h"
#include "report/words/parts.h"
#include "report/words/section.h"

namespace zwang {

namespace {

using report::html_text;

const char* const principle =
    "Among all accelerations that the constraints A q̈ = b allow, the motion takes the one that "
    "makes Gauss's function (q̈ − a)ᵀM(q̈ − a) least; a is the acceleration that the system would "
    "have without them.";

const char* how(Method method) {
  switch (method) {
    case Method::bellman:
      return "dynamic programming over the coordinates";
    case Method::nullspace:
      return "motions within the null space of A, for a mass matrix that is not definite";
    case Method::proximal:
      return "damped iteration on the multipliers";
    case Method::sparse:
      return "the explicit equation on sparse rows";
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
void add_besides(const instant::Uses& uses, PageSection& section) {
  std::string items;
  const auto item = [&items](long count, const char* things, const char* what) {
    if (count > 0) items += "<li>" + counted(count, things) + " " + what + "</li>\n";
  };
  item(uses.projections, "states",
       "brought back onto the constraints by the least change, in the metric of M");
  item(uses.blows, "impacts", "solved for the rates after them");
  item(uses.controlled, "instants", "with controls found so that servo constraints hold");
  if (items.empty()) return;
  section.subheading("Besides");
  section.add("<ul>\n" + items + "</ul>\n");
}

}  // namespace

std::string method_section(const Model& model, const Summary& s, const instant::Uses& uses) {
  PageSection section("method", "Method");
  section.paragraph(principle);
  section.paragraph(kernels_html(uses) + " Time goes on by <b>" + html_text(s.method) +
                    "</b>: " + html_text(s.method_reference) + ". " + html_text(s.why_method));
  add_papers(papers_used(model, uses), section);
  add_besides(uses, section);
  return std::move(section).finish();
}

std::string method_section(const Model& model, const ExtremalSummary& s,
                           const instant::Uses& uses) {
  PageSection section("method", "Method");
  const bool functional =
      model.description().extremal && model.description().extremal->integrand.given();
  section.paragraph(
      std::string(principle) +
      (functional ? " An extremal is such a motion, with M and Q of its integrand." : ""));
  section.paragraph("The two ends are joined by <b>" + html_text(s.method) + "</b> in " +
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

}  // namespace zwang
