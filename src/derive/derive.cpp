// SPDX-License-Identifier: Apache-2.0
#include "derive/derive.h"

#include <algorithm>

#include "assemble/bodies/body_forces.h"
#include "assemble/bodies/solid_lagrangian.h"
#include "assemble/parts.h"
#include "derive/families.h"
#include "derive/page.h"
#include "derive/remarks.h"
#include "derive/small.h"
#include "scope/code.h"

namespace zwang::deriving {

using formula::Node;

namespace {

void write_page(compile::Scope& scope, const compile::Assembly& assembly,
                const compile::Names& names, const std::vector<equations::Row>& rows, Page& page) {
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

// A small tree is formulas over the coordinates of its joints. What a quaternion weighs along itself is
// no part of any equation that one would want to read.
void write_out_bodies(compile::Scope& scope) {
  for (const compile::Solid& solid : scope.solids()) {
    if (!bodies::has_quaternion(solid.joint)) continue;
    scope.complain(compile::code::bodies, solid.body->name,
                   "cannot derive equations for models with ball or free joints ('" + solid.name() +
                       "' has a " + solid.body->joint.text + " joint)",
                   "zwang instant --full prints the matrices as numbers");
    return;
  }
  if (scope.solids().empty()) return;
  write_out_small_tree(scope, Expression("", scope.solids().front().body->name.at),
                       most_written_out);
}

}  // namespace

Derivation derive(compile::Scope& scope, Language language) {
  compile::Assembly assembly(scope);
  assembly.set_coordinates(all_coordinates(scope));
  if (all_coordinates(scope).empty() && scope.ok()) {
    scope.complain(compile::code::nothing_moves, Expression(), "nothing moves in this model",
                   "add [coordinates], [[particles]] or [[bodies]]");
  }
  write_out_bodies(scope);
  add_free_motion(scope, assembly);
  add_particles(scope, assembly);
  if (scope.writes_out_bodies()) add_lagrangian(scope, assembly, solid_lagrangian(scope));
  add_forces(scope, assembly);
  if (scope.writes_out_bodies()) add_damping(scope, assembly);
  compile::Names names;
  std::vector<equations::Row> rows;
  std::vector<double> weights;
  add_rows(scope, assembly, names, rows, weights);
  Derivation result;
  if (scope.ok()) {
    Page page(scope.symbols(), language);
    write_page(scope, assembly, names, rows, page);
    result.page = page.finish();
  }
  result.diagnostics = scope.diagnostics();
  std::stable_sort(
      result.diagnostics.begin(), result.diagnostics.end(),
      [](const Diagnostic& x, const Diagnostic& y) { return x.place.begin < y.place.begin; });
  return result;
}

Derivation derive(const Description& description, Language language) {
  compile::Scope scope(description, {});
  return derive(scope, language);
}

}  // namespace zwang::deriving
