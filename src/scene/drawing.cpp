// SPDX-License-Identifier: Apache-2.0
#include "scene/drawing.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "scene/forces.h"

namespace zwang {

namespace {

using What = DrawnVector::What;

/// Collects vectors and what they are computed from.
struct Collector : DrawnFormulas {
  void add(DrawnVector vector, Expression formula, Expression for_each = {}) {
    add_formula(std::move(formula), std::move(for_each));
    vectors.push_back(std::move(vector));
  }
  void add(DrawnVector vector, const Components& components) {
    for (const Expression& component : components) add_formula(component, {});
    vectors.push_back(std::move(vector));
  }

 private:
  void add_formula(Expression formula, Expression for_each) {
    formulas.push_back({Name(""), std::move(formula), std::move(for_each)});
    vector_of.push_back(vectors.size());
  }
};

// A body by itself is its origin.
void add_named(const Description& description, DrawnVector vector, const Name& name,
               Collector& to) {
  if (name.text == "origin" || name.text == "ground") return to.add(vector, Components{0, 0, 0});
  const bool body = std::any_of(description.bodies.begin(), description.bodies.end(),
                                [&](const Body& b) { return b.name.text == name.text; });
  to.add(std::move(vector), Expression(name.text + (body ? ".origin" : ""), name.at));
}

void add_lines(const Description& description, Collector& to) {
  const Drawing& draw = description.draw;
  for (std::size_t k = 0; k < draw.lines.size(); ++k) {
    for (std::size_t i = 0; i < draw.lines[k].size(); ++i) {
      const Name& end = draw.lines[k][i];
      const auto named =
          std::find_if(draw.points.begin(), draw.points.end(),
                       [&](const GroundPoint& p) { return p.name.text == end.text; });
      const DrawnVector vector{What::line_end, k, i, end.text};
      if (named != draw.points.end()) {
        to.add(vector, named->position);
      } else {
        add_named(description, vector, end, to);
      }
    }
  }
}

void add_springs(const Description& description, Collector& to) {
  for (std::size_t k = 0; k < description.forces.size(); ++k) {
    const Force& force = description.forces[k];
    if (!force.spring) continue;
    to.add({What::spring_end, k, 0, force.spring->from.text}, force.spring->from, force.for_each);
    to.add({What::spring_end, k, 1, force.spring->to.text}, force.spring->to, force.for_each);
  }
}

// Closures of joint coordinates (gear, rack) and rolling have no two points.
bool joins_points(const Closure& closure) {
  return closure.kind != Closure::Kind::gear && closure.kind != Closure::Kind::rack &&
         closure.kind != Closure::Kind::roll;
}

// What rolls: a ball has no axis.
void add_wheel(const Description& description, std::size_t number, const Closure& closure,
               Collector& to) {
  add_named(description, {What::wheel, number, 0, closure.body.text}, closure.body, to);
  to.add({What::wheel, number, 1, closure.body.text}, Components{closure.radius});
  if (closure.axis.size() == 3) to.add({What::wheel, number, 2, closure.body.text}, closure.axis);
}

// A name as formulas have it, "crank.tip"; not a number, nor anything computed.
bool is_name(std::string_view text) {
  const auto letter = [](char c) {
    return c == '_' || std::isalpha(static_cast<unsigned char>(c));
  };
  return !text.empty() && letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
    return letter(c) || c == '.' || std::isdigit(static_cast<unsigned char>(c));
  });
}

/// The two names of "distance(crank.pin, rod.end) = …", which is a rod like the closure of that name.
std::optional<std::pair<Name, Name>> rod_ends(const Constraint& constraint) {
  if (constraint.equations.size() != 1 || !constraint.for_each.text.empty()) return {};
  std::string text;
  for (const char c : constraint.equations[0].text)
    if (!std::isspace(static_cast<unsigned char>(c))) text += c;
  const std::string_view word = "distance(";
  const auto comma = text.find(','), end = text.find(')');
  if (text.rfind(word, 0) != 0 || comma > end || end + 1 >= text.size() || text[end + 1] != '=')
    return {};
  const std::string first = text.substr(word.size(), comma - word.size());
  const std::string second = text.substr(comma + 1, end - comma - 1);
  if (!is_name(first) || !is_name(second)) return {};
  return std::pair{Name(first), Name(second)};
}

void add_bodies(const Description& description, Collector& to) {
  if (description.bodies.size() > most_drawn_bodies) return;
  for (std::size_t k = 0; k < description.bodies.size(); ++k) {
    const Body& body = description.bodies[k];
    for (std::size_t i = 0; i < body.points.size(); ++i) {
      const std::string name = body.name.text + "." + body.points[i].name.text;
      to.add({What::body_point, k, i, name}, Expression(name));
    }
  }
  for (std::size_t k = 0; k < description.constraints.size(); ++k) {
    const Constraint& constraint = description.constraints[k];
    if (constraint.closure && constraint.closure->kind == Closure::Kind::roll)
      add_wheel(description, k, *constraint.closure, to);
    std::optional<std::pair<Name, Name>> ends;
    if (constraint.closure && joins_points(*constraint.closure))
      ends.emplace(constraint.closure->first, constraint.closure->second);
    else if (!constraint.closure && !description.bodies.empty())
      ends = rod_ends(constraint);
    if (!ends) continue;
    add_named(description, {What::closure_end, k, 0, ends->first.text}, ends->first, to);
    add_named(description, {What::closure_end, k, 1, ends->second.text}, ends->second, to);
  }
}

void add_balls(const Description& description, Collector& to) {
  for (std::size_t k = 0; k < description.particles.size(); ++k) {
    const Particle& particle = description.particles[k];
    if (!particle.radius.given()) continue;
    const Expression members =
        particle.count.given() ? Expression("i in 1..(" + particle.count.text + ")") : Expression();
    to.add({What::ball, k, 0, particle.name.text}, particle.radius, members);
  }
}

void add_forces(const Description& description, Collector& to) {
  const std::vector<DrawnForce> forces = drawn_forces(description);
  for (std::size_t k = 0; k < forces.size(); ++k) {
    to.add({What::push_at, k, 0, forces[k].on}, forces[k].at, forces[k].for_each);
    to.add({What::push, k, 1, forces[k].name}, forces[k].push, forces[k].for_each);
  }
}

}  // namespace

DrawnFormulas drawn_formulas(const Description& description, bool forces) {
  Collector to;
  for (std::size_t k = 0; k < description.draw.points.size(); ++k) {
    const GroundPoint& point = description.draw.points[k];
    to.add({What::point, k, 0, point.name.text}, point.position);
  }
  add_lines(description, to);
  add_springs(description, to);
  for (std::size_t k = 0; k < description.ground.size(); ++k) {
    to.add({What::ground_point, k, 0, "ground." + description.ground[k].name.text},
           description.ground[k].position);
  }
  add_bodies(description, to);
  add_balls(description, to);
  const Components& gravity = description.free.gravity;
  if (!gravity.empty()) to.add({What::gravity, 0, 0, "gravity"}, gravity);
  if (forces) add_forces(description, to);
  return to;
}

bool is_planar(const Description& description) {
  const auto flat = [](const auto& list) {
    return std::all_of(list.begin(), list.end(),
                       [](const auto& one) { return one.position.size() < 3; });
  };
  return description.bodies.empty() && flat(description.particles) && flat(description.draw.points);
}

}  // namespace zwang
