// SPDX-License-Identifier: Apache-2.0
#include "import/mjcf/scene.h"

namespace zwang::import {

std::size_t MjcfScene::add(Body body, const Solid& solid, std::string origin, const Node& node) {
  solids.push_back(solid);
  return context.add(std::move(body), std::move(origin), node);
}

std::string MjcfScene::add_point(std::size_t body, const Vec& at, std::string_view given,
                                 std::string_view word, const Node& node) {
  MjcfBody& of = bodies.all[body];
  const Components numbers = components(tidied(at - of.shift, length(at) + length(of.shift)));
  if (body == 0) {
    const std::string name = context.names.take(Names::What::ground_point, given, word, node);
    context.model.ground.push_back({name, numbers});
    return "ground." + name;
  }
  const std::string name = context.names.take_point(of.points, given, word, node);
  context.model.bodies[of.number].points.push_back({name, numbers});
  return of.name + "." + name;
}

}  // namespace zwang::import
