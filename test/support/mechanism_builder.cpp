// SPDX-License-Identifier: Apache-2.0
#include "support/mechanism_builder.h"

namespace zwang::test {

std::vector<formula::Node> Mechanism::outputs() const {
  std::vector<formula::Node> all = M;
  for (const auto* part : {&Q, &A, &b}) all.insert(all.end(), part->begin(), part->end());
  return all;
}

std::vector<double> Mechanism::inputs(std::span<const double> state) const {
  std::vector<double> all(state.begin(), state.end());
  all.insert(all.end(), parameters.begin(), parameters.end());
  return all;
}

MechanismBuilder::MechanismBuilder(int coordinates, Parameters parameters)
    : parameters_(parameters) {
  for (int i = 0; i < 2 * coordinates; ++i) {
    auto& list = i < coordinates ? mechanism_.moving.q : mechanism_.moving.v;
    list.push_back(mechanism_.graph.input(static_cast<std::uint32_t>(i)));
  }
}

Expr MechanismBuilder::parameter(double value) {
  if (parameters_ == Parameters::folded) return number(value);
  mechanism_.parameters.push_back(value);
  return input(mechanism_.graph, mechanism_.graph.slots());
}

void MechanismBuilder::lagrangian(Expr L) {
  mechanism_.L = L.node;
  formula::Free free = formula::euler_lagrange(mechanism_.graph, L.node, mechanism_.moving);
  mechanism_.M = std::move(free.M);
  mechanism_.Q = std::move(free.Q);
}

void MechanismBuilder::constraint(Expr phi) {
  if (!row_) row_.emplace(mechanism_.graph, mechanism_.moving);
  mechanism_.rows.push_back((*row_)(phi.node));
  for (const formula::Partial& entry : mechanism_.rows.back().A)
    mechanism_.A.push_back(entry.value);
  mechanism_.b.push_back(mechanism_.rows.back().b);
}

}  // namespace zwang::test
