// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the mechanisms are built with.

#include <optional>

#include "support/expression.h"
#include "support/mechanisms.h"

namespace zwang::test {

class MechanismBuilder {
 public:
  MechanismBuilder(int coordinates, Parameters parameters);

  Expr q(int i) { return {&mechanism_.graph, mechanism_.moving.q[static_cast<std::size_t>(i)]}; }
  Expr v(int i) { return {&mechanism_.graph, mechanism_.moving.v[static_cast<std::size_t>(i)]}; }
  Expr number(double value) { return constant(mechanism_.graph, value); }
  /// A mass or a length: a number or a new input, as the builder was told.
  Expr parameter(double value);

  void lagrangian(Expr L);
  void mass(Expr entry) { mechanism_.M.push_back(entry.node); }
  void force(Expr entry) { mechanism_.Q.push_back(entry.node); }
  void constraint(Expr phi);

  Mechanism take() { return std::move(mechanism_); }

 private:
  Mechanism mechanism_;
  Parameters parameters_;
  std::optional<formula::RowMaker> row_;  // its tables are made once for all constraints
};

}  // namespace zwang::test
