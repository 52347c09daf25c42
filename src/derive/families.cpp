// SPDX-License-Identifier: Apache-2.0
#include "derive/families.h"

#include <map>

#include "assemble/parts.h"
#include "derive/simple.h"

namespace zwang::deriving {

using formula::Node;

namespace {

std::string whole(double x) { return std::to_string(static_cast<long>(x)); }

// "i in 1..20", or the first and the last place of several indices.
std::string places_of(const compile::Group& group) {
  if (!group.ranges || group.ranges->places.empty()) return {};
  const auto& [names, places] = *group.ranges;
  if (names.size() == 1) {
    return names[0] + " in " + whole(places.front()[0]) + ".." + whole(places.back()[0]);
  }
  std::string list, first, last;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string comma = k == 0 ? "" : ", ";
    list += comma + names[k];
    first += comma + whole(places.front()[k]);
    last += comma + whole(places.back()[k]);
  }
  return std::to_string(places.size()) + " places " + list + " = " + first + " to " + last;
}

class FamilyWriter {
 public:
  FamilyWriter(compile::Scope& scope, const compile::Assembly& assembly,
               const compile::Names& names, Page& page)
      : scope_(scope),
        assembly_(assembly),
        names_(names),
        page_(page),
        simplifier_(scope.symbols()) {}

  void write() {
    page_.section("Coordinates");
    page_.sentence(std::to_string(all_coordinates(scope_).size()) +
                   " coordinates. Where several lines contribute to one entry, they are added.");
    page_.section("Mass matrix");
    write_sums(compile::Array::M, "M");
    page_.section("Applied force");
    write_sums(compile::Array::Q, "Q");
    page_.section("Constraints");
    for (const auto& group : assembly_.groups()) write_rows(*group);
  }

 private:
  Node input(std::uint32_t slot) { return scope_.graph().input(slot); }
  void write_sums(compile::Array array, std::string_view letter);
  void write_rows(const compile::Group& group);
  std::string name_of(Index row, bool lone, Index step) const;

  compile::Scope& scope_;
  const compile::Assembly& assembly_;
  const compile::Names& names_;
  Page& page_;
  Simplifier simplifier_;
};

void FamilyWriter::write_sums(compile::Array array, std::string_view letter) {
  for (const auto& group : assembly_.groups()) {
    for_each_output(*group, [&](const compile::Output& output) {
      if (output.array != array || scope_.graph().is_constant(output.node, 0)) return;
      std::vector<Node> indices;
      if (output.row_slot != compile::no_slot) indices.push_back(input(output.row_slot));
      indices.push_back(input(output.column_slot));
      page_.addend(page_.entry(letter, indices), simplifier_.simple(output.node),
                   places_of(*group));
    });
  }
}

void FamilyWriter::write_rows(const compile::Group& group) {
  formula::Graph& g = scope_.graph();
  struct Sides {
    Node left, right;
    Index step;
  };
  std::map<Index, Sides> rows;
  for_each_output(group, [&](const compile::Output& output) {
    if (output.array != compile::Array::A && output.array != compile::Array::b) return;
    const Node zero = g.constant(0);
    Sides& row = rows.try_emplace(output.first, Sides{zero, zero, output.step}).first->second;
    const Node entry = simplifier_.simple(output.node);
    if (output.array == compile::Array::b) {
      row.right = entry;
      return;
    }
    Node moved = scope_.symbols().rate(input(output.column_slot));
    if (scope_.description().free.order != 1) moved = scope_.symbols().rate(moved);
    row.left = g.add(row.left, g.multiply(entry, moved));
  });
  for (const auto& [first, row] : rows) {
    const std::string places = places_of(group), name = name_of(first, places.empty(), row.step);
    page_.equation(row.left, row.right, places.empty() ? name : name + ", " + places);
  }
}

// rod, or rod,2 for the second of the rows that it has at each place.
std::string FamilyWriter::name_of(Index row, bool lone, Index step) const {
  for (const compile::NamedRows& constraint : names_.constraints) {
    if (row < constraint.first || row >= constraint.first + constraint.count) continue;
    const std::string number = std::to_string(row - constraint.first + 1);
    return (lone ? constraint.count : step) == 1 ? constraint.name : constraint.name + "," + number;
  }
  return {};
}

}  // namespace

void write_families(compile::Scope& scope, const compile::Assembly& assembly,
                    const compile::Names& names, Page& page) {
  FamilyWriter(scope, assembly, names, page).write();
}

}  // namespace zwang::deriving
