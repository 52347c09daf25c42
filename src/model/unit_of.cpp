// SPDX-License-Identifier: Apache-2.0
// What a number of a model is measured in.

#include "model/model_parts.h"
#include "zwang/units.h"

namespace zwang {

std::string unit_of(const Model& model, std::string_view name) {
  const compile::Quantities& quantities = model.parts().source.quantities();
  if (!quantities.given) return {};
  const bool known = quantities.names.find(name) != quantities.names.end();
  if (known || name.starts_with("reaction(") || name.starts_with("drive("))
    return quantities.of(name).unit();
  if (name.starts_with("multiplier(")) return quantities.unit_of_column(name, "multiplier");
  if (name.find('(') != std::string_view::npos) {
    // The size of a force along several generalised coordinates has no unit of its own.
    const Description& description = model.description();
    const bool whole = name.find(").") == std::string_view::npos;
    if (whole && description.particles.empty() && description.bodies.empty()) return {};
    return quantities.unit_of_column(whole ? "joint()" : name, "force of");
  }
  return quantities.of(name).unit();
}

ShownUnitOf shown_unit_of(const Model& model, std::string_view name) {
  return shown_in(model, unit_of(model, name));
}

ShownUnitOf shown_in(const Model& model, const std::string& unit) {
  const units::ShownAs shown = model.parts().source.quantities().shown_as(unit);
  return {shown.unit, shown.factor};
}

}  // namespace zwang
