// SPDX-License-Identifier: Apache-2.0
#include "scene/movers.h"

#include <algorithm>
#include <set>

namespace zwang {

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

}  // namespace zwang
