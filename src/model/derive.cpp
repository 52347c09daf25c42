// SPDX-License-Identifier: Apache-2.0
#include "model/derive.h"

#include <algorithm>

#include "model/compile_code.h"
#include "model/compile_parts.h"
#include "model/derive_families.h"
#include "model/derive_page.h"
#include "model/derive_remarks.h"
#include "model/derive_small.h"

namespace zwang::model {

using formula::Node;

namespace {

void write_page(Scope& scope, const Assembly& assembly, const Names& names,
                const std::vector<equations::Row>& rows, Page& page) {
  const Description& description = scope.description();
  page.title(description.title.empty() ? description.source : description.title);
  std::vector<Node> q = all_coordinates(scope);
  const std::size_t n = q.size();
  write_remarks(description, rows, page);
  if (n > most_written_out || rows.size() > most_written_out) {
    return write_families(scope, assembly, names, page);
  }
  std::string list, latex_list;
  for (const Node x : q) {
    list += (list.empty() ? "" : ", ") + page.name(x);
    latex_list += (latex_list.empty() ? "$" : ", $") + page.name(x) + "$";
  }
  page.section("Coordinates");
  page.sentence(list, latex_list);
  write_small(scope, names,
              write_out(scope, assembly, std::move(q), static_cast<Index>(rows.size())), page);
}

}  // namespace

Derivation derive(const Description& description, Language language) {
  Scope scope(description, {});
  Assembly assembly(scope);
  assembly.set_coordinates(all_coordinates(scope));
  if (all_coordinates(scope).empty() && scope.ok()) {
    scope.complain(code::nothing_moves, Expression(), "nothing moves in this model",
                   "write [coordinates], [[particles]] or [[bodies]]");
  }
  if (!scope.solids().empty()) {
    scope.complain(code::bodies, scope.solids().front().body->name,
                   "the equations of bodies are recursions, and are not written out",
                   "zwang instant --full shows their numbers");
  }
  add_free_motion(scope, assembly);
  add_particles(scope, assembly);
  add_forces(scope, assembly);
  Names names;
  std::vector<equations::Row> rows;
  std::vector<double> weights;
  add_rows(scope, assembly, names, rows, weights);
  Derivation result;
  if (scope.ok()) {
    Page page(scope.symbols(), language);
    write_page(scope, assembly, names, rows, page);
    result.page = page.finish();
  }
  result.diagnostics = scope.take_diagnostics();
  std::stable_sort(
      result.diagnostics.begin(), result.diagnostics.end(),
      [](const Diagnostic& x, const Diagnostic& y) { return x.place.begin < y.place.begin; });
  return result;
}

}  // namespace zwang::model
