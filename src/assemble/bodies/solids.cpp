// SPDX-License-Identifier: Apache-2.0
#include "assemble/bodies/solids.h"

#include "assemble/bodies/solid_numbers.h"
#include "assemble/rows/row.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;

namespace {

// As bodies::SolidNumbers has them.
std::vector<Node> numbers_of(const Solid& solid) {
  std::vector<Node> numbers;
  const auto append = [&](const Vector3& v) { numbers.insert(numbers.end(), v.begin(), v.end()); };
  for (const Vector3& row : solid.rotation) append(row);
  append(solid.at);
  append(solid.axis);
  append(solid.axis2);
  numbers.push_back(solid.pitch);
  numbers.push_back(solid.mass);
  append(solid.center);
  const Matrix3& I = solid.inertia;
  numbers.insert(numbers.end(), {I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]});
  return numbers;
}

Index locals_begin(const Scope& scope) {
  return bodies::gravity_numbers +
         bodies::solid_numbers * static_cast<Index>(scope.solids().size());
}

bool is_omega(const FrameSymbols& frame) { return frame.kind == equations::FrameKind::omega; }

}  // namespace

Index add_properties(Scope& scope, Assembly& assembly) {
  std::vector<Node> numbers;
  const Vector3 gravity = read_vector3(scope, scope.description().free.gravity, 0, 0, 0);
  numbers.assign(gravity.begin(), gravity.end());
  for (const Solid& solid : scope.solids()) {
    const std::vector<Node> own = numbers_of(solid);
    numbers.insert(numbers.end(), own.begin(), own.end());
  }
  for (const FrameSymbols& frame : scope.frames().all()) {
    if (!is_omega(frame)) numbers.insert(numbers.end(), frame.local.begin(), frame.local.end());
  }
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    assembly.add(assembly.lone(), {numbers[k], Array::properties, static_cast<Index>(k)});
  }
  return static_cast<Index>(numbers.size());
}

equations::Solids lay_out_solids(Scope& scope, Index first) {
  equations::Solids solids;
  for (const Solid& solid : scope.solids()) bodies::append(solids.tree, solid.parent, solid.joint);
  solids.first = first;
  Index local = locals_begin(scope);
  for (const FrameSymbols& frame : scope.frames().all()) {
    solids.frames.push_back({frame.body, frame.kind, is_omega(frame) ? Index{0} : local});
    if (!is_omega(frame)) local += 3;
  }
  return solids;
}

Node norm_residual(Scope& scope, const Solid& solid) {
  Graph& g = scope.graph();
  Node squares = g.constant(-1);
  for (auto e = solid.q.end() - 4; e != solid.q.end(); ++e) squares = g.add(squares, g.square(*e));
  return g.multiply(g.constant(0.5), squares);
}

void add_norm_rows(Scope& scope, Assembly& assembly, std::vector<equations::Row>& rows,
                   std::vector<double>& weights) {
  Graph& g = scope.graph();
  for (const Solid& solid : scope.solids()) {
    if (!bodies::has_quaternion(solid.joint)) continue;
    const Node residual = norm_residual(scope, solid);
    const formula::Moving moving = moving_in(scope, {&residual, 1});
    const formula::Row row = formula::row(g, residual, moving);
    write_row(scope, assembly, assembly.lone(), row, moving, row.b, static_cast<Index>(rows.size()),
              0);
    rows.push_back({equations::no_constraint, equations::Level::position, equations::Drift::project,
                    true, equations::Kind::norm});
    if (!weights.empty()) weights.push_back(1);
  }
}

}  // namespace zwang::compile
