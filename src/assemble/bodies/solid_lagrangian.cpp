// SPDX-License-Identifier: Apache-2.0
#include "assemble/bodies/solid_lagrangian.h"

#include <algorithm>
#include <memory>

#include "assemble/bodies/frame_formulas.h"
#include "assemble/bodies/solid_numbers.h"
#include "formula/derive/derive.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;

namespace {

// ½ m ċ² + ½ ω·I ω
Node kinetic(Scope& scope, const Solid& solid, const Vector3& center, const Vector3& w) {
  Graph& g = scope.graph();
  const std::vector<Node> velocity =
      forward(g, std::span<const Node>(center), scope.symbols().rates());
  const Vector3 v{velocity[0], velocity[1], velocity[2]};
  const Node twice =
      g.add(g.multiply(solid.mass, dot(g, v, v)), dot(g, w, multiply(g, solid.inertia, w)));
  return g.multiply(g.constant(0.5), twice);
}

// ½ c (e·e')², c of the size of the body's inertia.
Node length_of_quaternion(Scope& scope, const Solid& solid) {
  Graph& g = scope.graph();
  double size = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double c = scope.number(solid.center[k]);
    size += scope.number(solid.inertia[k][k]) + scope.number(solid.mass) * c * c;
  }
  Node sum = g.constant(0);
  for (auto e = solid.q.end() - 4; e != solid.q.end(); ++e) {
    sum = g.add(sum, g.multiply(*e, scope.symbols().rate(*e)));
  }
  return g.multiply(g.constant(size > 0 ? size / 2 : 0.5), g.square(sum));
}

}  // namespace

void write_out_small_tree(Scope& scope, const Expression& at, std::size_t most) {
  std::size_t coordinates = 0;
  for (const Solid& solid : scope.solids()) coordinates += solid.q.size();
  if (coordinates > most) {
    scope.complain(code::too_large, at,
                   "bodies are written out as formulas here, which is limited to " +
                       std::to_string(most) + " joint coordinates; these have " +
                       std::to_string(coordinates),
                   "leave out what does not matter here");
  } else if (!scope.solids().empty()) {
    const auto formulas = std::make_shared<FrameFormulas>(scope);
    scope.write_out_bodies([formulas](Node x) { return formulas->written_out(x); });
  }
}

Node solid_lagrangian(Scope& scope) {
  Graph& g = scope.graph();
  FrameFormulas formulas(scope);
  const Vector3 gravity = read_vector3(scope, scope.description().free.gravity, 0, 0, 0);
  Node sum = g.constant(0);
  for (std::size_t k = 0; k < scope.solids().size(); ++k) {
    const Solid& solid = scope.solids()[k];
    const auto body = static_cast<Index>(k);
    const Vector3 center = formulas.point(body, solid.center);
    sum = g.add(sum, kinetic(scope, solid, center, formulas.of(body).w));
    sum = g.add(sum, g.multiply(solid.mass, dot(g, gravity, center)));
    if (bodies::has_quaternion(solid.joint)) sum = g.add(sum, length_of_quaternion(scope, solid));
  }
  return sum;
}

bool joints_lose(const Scope& scope) {
  return std::any_of(scope.solids().begin(), scope.solids().end(), [](const Solid& solid) {
    return solid.body->damping.given() || solid.body->friction.given();
  });
}

}  // namespace zwang::compile
