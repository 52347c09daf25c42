// SPDX-License-Identifier: Apache-2.0
#include "assemble/touch/placed.h"

namespace zwang::compile {

namespace {

Vector3 components(const formula::Value& value) { return {value.at[0], value.at[1], value.at[2]}; }

}  // namespace

Placed::Placed(Scope& scope, const Touch::Side& side) : scope_(scope), side_(side) {
  if (side.body >= 0) {
    name_ = scope.description().bodies[static_cast<std::size_t>(side.body)].name.text;
    body_ = scope.find_body(name_);
  }
  const std::vector<ShapeSymbols>& shapes =
      body_ == bodies::ground ? scope.ground_shapes()
                              : scope.solids()[static_cast<std::size_t>(body_)].shapes;
  shape_ = &shapes[static_cast<std::size_t>(side.shape)];
}

Vector3 Placed::point(const Vector3& local) const {
  if (body_ == bodies::ground) return local;
  return components(scope_.frames().point(body_, local, name_ + ".shape"));
}

Vector3 Placed::own_point(const Vector3& own) const {
  formula::Graph& g = scope_.graph();
  return point(add(g, shape_->at, multiply(g, shape_->R, own)));
}

Vector3 Placed::vector(const Vector3& local) const {
  if (body_ == bodies::ground) return local;
  return components(scope_.body_vector(body_, local));
}

}  // namespace zwang::compile
