// SPDX-License-Identifier: Apache-2.0
#include "scene/forces.h"

#include <algorithm>
#include <map>
#include <optional>

namespace zwang {

namespace {

template <class Things>
auto find_named(const Things& things, const std::string& name) {
  const auto at = std::find_if(things.begin(), things.end(),
                               [&](const auto& thing) { return thing.name.text == name; });
  return at == things.end() ? nullptr : &*at;
}

std::string before(const std::string& text, char mark) { return text.substr(0, text.find(mark)); }

// One formula is a vector already.
std::string vector_text(const Components& components) {
  if (components.size() == 1) return components[0].text;
  std::string text;
  for (const Expression& component : components)
    text += (text.empty() ? "[" : ", ") + component.text;
  return text + "]";
}

/// The object of a force: where it is, and along which of its axes the force acts, -1: a vector.
struct Object {
  std::string at;
  int axis = -1;
  std::size_t dimensions = 3;
};

std::optional<Object> find_object(const Description& description, const std::string& on) {
  if (find_named(description.bodies, on)) return Object{on + ".center"};
  if (const Particle* const p = find_named(description.particles, before(on, '['));
      p && on.find('.') == std::string::npos)
    return Object{on, -1, p->position.size()};
  const std::size_t dot = on.rfind('.');
  if (dot == std::string::npos) return std::nullopt;
  const std::string whose = on.substr(0, dot), part = on.substr(dot + 1);
  if (const Body* const body = find_named(description.bodies, whose)) {
    const bool point = part == "origin" || part == "center" || find_named(body->points, part);
    return point ? std::optional(Object{on}) : std::nullopt;
  }
  const Particle* const p = find_named(description.particles, before(whose, '['));
  const std::size_t axis = std::string("xyz").find(part);
  if (!p || part.size() != 1 || axis >= p->position.size()) return std::nullopt;
  return Object{whose, static_cast<int>(axis), p->position.size()};
}

std::string along_axis(const Object& object, const std::string& force) {
  std::string text;
  for (std::size_t k = 0; k < object.dimensions; ++k)
    text += (k > 0 ? ", " : "[") + (static_cast<int>(k) == object.axis ? force : "0");
  return text + "]";
}

void add_push(const Description& description, const Force& force, std::vector<DrawnForce>& to) {
  if (force.force.empty()) return;
  const auto object = find_object(description, force.on.text);
  if (!object) return;
  const std::string push =
      object->axis < 0 ? vector_text(force.force) : along_axis(*object, force.force.front().text);
  to.push_back({"force on " + force.on.text, object->at, object->at, push, force.body_frame,
                force.for_each});
}

// k (r − length) + c ṙ pulls both ends together.
void add_spring(const Spring& spring, const Expression& for_each, std::vector<DrawnForce>& to) {
  const std::string d = "((" + spring.to.text + ") - (" + spring.from.text + "))";
  const std::string r = "norm(" + d + ")";
  std::string pull = "(" + spring.stiffness.text + ")*(" + r + " - (" + spring.length.text + "))";
  if (spring.damping.text != "0") pull += " + (" + spring.damping.text + ")*(" + r + ")'";
  const std::string push = "(" + pull + ")/" + r + "*" + d;
  const std::string name = "spring " + spring.from.text + " to " + spring.to.text;
  to.push_back({name, spring.from.text, spring.from, push, false, for_each, true});
  to.push_back({name, spring.to.text, spring.to, "-" + push, false, for_each, true});
}

void add_own(const Particle& particle, std::vector<DrawnForce>& to) {
  if (particle.force.empty()) return;
  const bool family = particle.count.given();
  const std::string name = particle.name.text + (family ? "[i]" : "");
  to.push_back({"force on " + name, name, name, vector_text(particle.force), false,
                family ? Expression("i in 1.." + particle.count.text) : Expression()});
}

}  // namespace

std::vector<DrawnForce> drawn_forces(const Description& description) {
  std::vector<DrawnForce> forces;
  for (const Particle& particle : description.particles) add_own(particle, forces);
  std::map<std::string, int> of_one_name;
  for (const Force& force : description.forces) {
    const std::size_t first = forces.size();
    if (force.spring) {
      add_spring(*force.spring, force.for_each, forces);
    } else {
      add_push(description, force, forces);
    }
    if (first == forces.size()) continue;
    const int number = ++of_one_name[forces[first].name];
    for (std::size_t k = first; number > 1 && k < forces.size(); ++k)
      forces[k].name += " (" + std::to_string(number) + ")";
  }
  return forces;
}

}  // namespace zwang
