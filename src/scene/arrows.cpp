// SPDX-License-Identifier: Apache-2.0
#include "scene/build.h"

#include <map>
#include <set>

namespace zwang::scene {

namespace {

constexpr std::size_t most_arrows = 2000;

/// A mover and one of its axes.
struct Along {
  std::size_t mover, axis;
};

std::map<std::string, Along> axes_of(const Model& model, const std::vector<Mover>& movers) {
  std::map<std::string, Along> along;
  for (std::size_t k = 0; k < movers.size(); ++k) {
    if (movers[k].along_time) continue;
    for (std::size_t axis = 0; axis < movers[k].coordinates.size(); ++axis)
      along[model.coordinates()[movers[k].coordinates[axis]]] = {k, axis};
  }
  return along;
}

}  // namespace

void add_particle_arrows(const Model& model, const std::vector<Mover>& movers,
                         const record::Columns& columns, Scene& scene) {
  const std::map<std::string, Along> along = axes_of(model, movers);
  std::map<std::pair<std::string, std::size_t>, std::size_t> arrows;
  for (Index c = 0; c < columns.count(); ++c) {
    const std::string& name = columns[c].name;
    const std::size_t close = name.find(").");
    if (!name.starts_with("force(") || close == std::string::npos) continue;
    const auto at = along.find(name.substr(close + 2));
    if (at == along.end() || scene.arrows.size() >= most_arrows) continue;
    const auto [mover, axis] = at->second;
    const std::string whose = name.substr(6, close - 6);
    const bool nonideal = columns[c].meaning.starts_with("non-ideal");
    const auto [number, first] = arrows.try_emplace({whose, mover}, scene.arrows.size());
    if (first)
      scene.arrows.push_back(
          {whose, nonideal ? "nonideal" : "constraint", {static_cast<Index>(mover), -1, {}}, {}});
    scene.arrows[number->second].vector[axis].column = c;
  }
}

void add_body_arrows(const std::vector<BodyArrow>& arrows, Scene& scene) {
  for (const BodyArrow& arrow : arrows) {
    if (static_cast<std::size_t>(arrow.body) >= scene.bodies.size()) continue;
    Arrow drawn{arrow.name, arrow.kind, {-1, arrow.body, arrow.at}, {}};
    for (std::size_t k = 0; k < 3; ++k) {
      drawn.vector[k].column = arrow.column + static_cast<Index>(k);
      const bool seen = k < static_cast<std::size_t>(scene.dimensions);
      if (seen && arrow.loose[k]) drawn.unique = false;
    }
    scene.arrows.push_back(std::move(drawn));
  }
}

void mark_not_unique(const Summary& summary, Scene& scene) {
  std::set<std::string> constraints;
  for (const ConstraintForce& force : summary.forces)
    if (!force.unique) constraints.insert(force.name);
  for (Arrow& arrow : scene.arrows) {
    const bool on_particle = arrow.at.point >= 0 && arrow.kind == "constraint";
    if (on_particle && constraints.contains(arrow.name)) arrow.unique = false;
  }
}

}  // namespace zwang::scene
