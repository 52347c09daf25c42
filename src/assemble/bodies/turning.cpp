// SPDX-License-Identifier: Apache-2.0
#include "assemble/bodies/turning.h"

#include "bodies/joint/joint.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;

std::optional<Turning> find_turning(const Scope& scope, std::string_view name) {
  constexpr std::string_view noun = ".joint_omega.";
  const std::size_t at = name.rfind(noun);
  if (at == std::string_view::npos || at + noun.size() + 1 != name.size()) return std::nullopt;
  const std::size_t component = std::string_view("xyz").find(name.back());
  const Index body = scope.find_body(name.substr(0, at));
  if (component == std::string_view::npos || body == bodies::ground) return std::nullopt;
  if (!bodies::has_quaternion(scope.solids()[static_cast<std::size_t>(body)].joint)) {
    return std::nullopt;
  }
  return Turning{body, component};
}

Vector4 quaternion_rates(Graph& g, const Vector4& e, const Vector3& omega) {
  const Node half = g.constant(0.5);
  const Vector3 u{e[1], e[2], e[3]};
  const Vector3 ud = scale(g, half, add(g, scale(g, e[0], omega), cross(g, omega, u)));
  return {g.negate(g.multiply(half, dot(g, omega, u))), ud[0], ud[1], ud[2]};
}

}  // namespace zwang::compile
