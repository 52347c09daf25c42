// SPDX-License-Identifier: Apache-2.0
#include "scene/movers.h"

#include <algorithm>
#include <set>

#include "diagnosis/start.h"
#include "model/model_parts.h"

namespace zwang::scene {

namespace {

std::vector<Mover> particles_of(const Model& model) {
  std::set<std::string> names;
  for (const Particle& particle : model.description().particles) names.insert(particle.name.text);
  const std::vector<std::string>& coordinates = model.coordinates();
  std::vector<Mover> movers;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const std::size_t dot = coordinates[i].rfind('.');
    if (dot == std::string::npos) continue;
    const std::string name = coordinates[i].substr(0, dot);
    if (!names.contains(name.substr(0, name.find('[')))) continue;
    if (movers.empty() || movers.back().name != name) movers.push_back({name, {}});
    movers.back().coordinates.push_back(i);
  }
  return movers;
}

}  // namespace

std::vector<Mover> movers_of(const Model& model) {
  const Description& description = model.description();
  std::vector<Mover> movers = particles_of(model);
  const std::vector<std::string>& names = model.coordinates();
  if (!movers.empty() || !description.bodies.empty() || !description.draw.points.empty())
    return movers;
  Mover plain;
  plain.particle = false;
  for (const char* axis : {"x", "y", "z"}) {
    const auto at = std::find(names.begin(), names.end(), axis);
    if (at == names.end()) break;
    plain.coordinates.push_back(static_cast<std::size_t>(at - names.begin()));
    plain.name += (plain.name.empty() ? "" : ", ") + std::string(axis);
  }
  // Among others x, y may be anything; y over x is a curve.
  const bool whole = plain.coordinates.size() == names.size() ||
                     (plain.coordinates.size() == 2 && names.size() == 3);
  if (plain.coordinates.size() >= 2 && whole) return {plain};
  if (names.size() != 1 || description.time.text == "t") return {};
  return {{names[0], {0}, false, true}};
}

namespace {

bool is_drawn(const equations::Row& row) {
  return row.level == equations::Level::position && row.constraint != equations::no_constraint &&
         (row.kind == equations::Kind::equality || row.kind == equations::Kind::unilateral);
}

}  // namespace

std::vector<Bound> bound_rows(const Model& model, const std::vector<Mover>& movers) {
  const equations::Equations& equations = model.parts().equations();
  std::vector<Index> owner(equations.n, -1);
  for (std::size_t k = 0; k < movers.size(); ++k) {
    for (const std::size_t i : movers[k].coordinates) owner[i] = static_cast<Index>(k);
  }
  std::vector<Bound> bound;
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    if (!is_drawn(equations.rows[i])) continue;
    std::set<Index> touched;
    for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e) {
      const Index column = equations.A().column[e];
      touched.insert(owner[column]);
    }
    if (touched.empty() || touched.size() > 2 || *touched.begin() < 0) continue;
    bound.push_back({static_cast<Index>(i),
                     model.constraints()[diagnosis::constraint_of(model, i)].name,
                     {touched.begin(), touched.end()}});
  }
  return bound;
}

}  // namespace zwang::scene
