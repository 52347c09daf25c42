// SPDX-License-Identifier: Apache-2.0
#include "dimensions/check.h"

#include <algorithm>

#include "base/number.h"
#include "dimensions/walk.h"
#include "units/unit.h"

namespace zwang::compile {

namespace {

// Whether a file may have a number with a unit: most have none, and are done with.
bool may_have_units(const Description& description) {
  if (!description.units.empty() || description.text.empty()) return true;
  const std::string_view text = description.text;
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (!is_digit(text[at]) || is_digit(text[at + 1]) || text[at + 1] == '.') continue;
    if (units::find_unit(text.substr(at + 1, 20)).length > 0) return true;
  }
  const auto has_unit = [](const Coordinate& x) { return !x.unit.text.empty(); };
  return std::any_of(description.coordinates.begin(), description.coordinates.end(), has_unit);
}

bool says_units(const Description& description) {
  const auto has_unit = [](const Coordinate& x) { return !x.unit.text.empty(); };
  return !description.units.empty() ||
         std::any_of(description.coordinates.begin(), description.coordinates.end(), has_unit);
}

int level_of(const Names& names, const std::vector<equations::Row>& rows,
             const std::string& constraint) {
  for (const NamedRows& named : names.constraints) {
    const auto first = static_cast<std::size_t>(named.first);
    if (named.name != constraint && !named.name.starts_with(constraint + "[")) continue;
    if (named.count == 0 || first >= rows.size()) continue;
    return static_cast<int>(rows[first].level);
  }
  return 0;
}

Quantity settled(const OpenDimensions& unknowns, const Measure& x) {
  const auto dimension = unknowns.dimension(x);
  const bool torque = x.angle == -1 && dimension && *dimension == units::energy;
  return {dimension, x.angle == 1 || torque};
}

Quantities quantities_of(DimensionWalk& walk) {
  const MeasureNames& names = walk.names();
  Quantities all;
  all.given = true;
  all.time = settled(walk.unknowns(), names.time);
  all.energy = settled(walk.unknowns(), names.energy);
  for (const auto& [name, known] : names.names)
    all.names.emplace(name, settled(walk.unknowns(), known.measure));
  for (const auto& [name, measure] : names.multipliers)
    all.multipliers.emplace(name, settled(walk.unknowns(), measure));
  for (const auto& [name, measure] : names.reactions)
    all.names.emplace("reaction(" + name + ")", settled(walk.unknowns(), measure));
  std::vector<std::pair<std::string, std::string>> choices;
  for (const ShownUnit& one : walk.description().units)
    choices.emplace_back(one.quantity.text, one.unit.text);
  all.shown = units::shown_units(choices);
  return all;
}

}  // namespace

DimensionCheck check_dimensions(const Description& description, const Names& names,
                                const std::vector<equations::Row>& rows,
                                const Overrides& overrides) {
  if (!may_have_units(description)) return {};
  DimensionWalk walk(description, overrides);
  walk_moving(walk);
  walk_laws(walk);
  for (const Constraint& constraint : description.constraints)
    walk_constraint(walk, constraint, level_of(names, rows, constraint.name.text));
  walk_nonideal(walk);
  walk_questions(walk);
  if (!walk.has_unit() && !says_units(description)) return {};
  DimensionCheck check{quantities_of(walk), walk.take_diagnostics()};
  std::stable_sort(
      check.diagnostics.begin(), check.diagnostics.end(),
      [](const Diagnostic& x, const Diagnostic& y) { return x.place.begin < y.place.begin; });
  return check;
}

}  // namespace zwang::compile
