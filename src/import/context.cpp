// SPDX-License-Identifier: Apache-2.0
#include "import/context.h"

#include <cmath>
#include <unordered_map>

namespace zwang::import {

std::size_t Context::add(Body body, std::string origin, const Node& node) {
  model.bodies.push_back(std::move(body));
  origins.push_back(std::move(origin));
  nodes.push_back(&node);
  return model.bodies.size() - 1;
}

std::string Context::beside(const Source& file, const std::string& path) const {
  if (file.name() == source || path.starts_with('/')) return path;
  const std::size_t slash = file.name().find_last_of('/');
  std::string folder = slash == std::string::npos ? "" : file.name().substr(0, slash + 1);
  std::string_view rest = path;
  while (rest.starts_with("../") && folder.size() > 1 && !folder.ends_with("../")) {
    rest.remove_prefix(3);
    folder.resize(folder.find_last_of('/', folder.size() - 2) + 1);
  }
  return folder + std::string(rest);
}

std::vector<char> moving(const std::vector<Body>& bodies) {
  std::unordered_map<std::string_view, std::size_t> numbers;
  std::vector<char> moves(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {  // parents first
    numbers.emplace(bodies[i].name.text, i);
    const auto parent = numbers.find(bodies[i].parent.text);
    moves[i] = bodies[i].joint.text != "fixed" ||
               (parent != numbers.end() && parent->second != i && moves[parent->second]);
  }
  return moves;
}

Components components(const Vec& vector) {
  // −0 is 0: nobody wants to read the sign of nothing.
  return {vector[0] + 0.0, vector[1] + 0.0, vector[2] + 0.0};
}

Rotation rotation(const Quaternion& turn) {
  Rotation result;
  if (is_none(turn)) return result;
  result.form = Rotation::Form::quaternion;
  result.numbers = {turn.w + 0.0, turn.x + 0.0, turn.y + 0.0, turn.z + 0.0};
  return result;
}

void set_solid(Body& body, const Solid& solid) {
  const Mat& I = solid.inertia;
  body.mass = solid.mass;
  if (solid.center != Vec{}) body.center = components(solid.center);
  const bool diagonal = I[0][1] == 0 && I[0][2] == 0 && I[1][2] == 0;
  if (I == Mat{}) return;
  if (diagonal)
    body.inertia = {components({I[0][0], I[1][1], I[2][2]})};
  else
    body.inertia = {components(I[0]), components(I[1]), components(I[2])};
}

Sum& Sum::add(double factor, std::string_view what) {
  if (factor == 0) return *this;
  const double size = std::abs(factor);
  if (terms_++ == 0)
    text_ = factor < 0 ? "-" : "";
  else
    text_ += factor < 0 ? " - " : " + ";
  if (size != 1 || what.empty()) text_ += Expression(size).text;
  if (size != 1 && !what.empty()) text_ += '*';
  text_ += what;
  return *this;
}

std::string Context::line_of(const Node& node) const {
  const std::string line = "line " + std::to_string(node.source->line(node.place.begin));
  return node.source->name() == source ? line : line + " of " + printable(node.source->name());
}

}  // namespace zwang::import
