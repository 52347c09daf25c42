// SPDX-License-Identifier: Apache-2.0
#pragma once
// The functional of a two-ended question: F* = F + Σ μ G + Σ λ f, where F is the integrand or the
// model's own Lagrangian, G are densities whose integrals are given, and f are the rows of the
// velocity level.

#include <vector>

#include "assemble/rows/written_rows.h"
#include "compile/ends/unknowns.h"

namespace zwang::compile {

struct Functional {
  bool lagrange = false;                  // F is an integrand, which replaces the model's own law
  formula::Node F = formula::no_node;     // no_node: the motion makes no integral stationary
  formula::Node sum = formula::no_node;   // F*
  std::vector<formula::Node> lambda, mu;  // inputs
  std::vector<Index> lambda_rows;
  std::vector<formula::Node> G, targets;

  bool given() const { return F != formula::no_node; }
};

Functional read_functional(Scope& scope, const std::vector<WrittenRow>& rows);

/// M, Q and the energy, as far as they are not those of the model as it is written.
void add_extremal_law(Scope& scope, Assembly& assembly, const Functional& functional);

/// F*, its momentum, densities and second derivatives. Directions as TwoEnds orders them.
void add_functional(Scope& scope, Assembly& assembly, const Functional& functional,
                    const Unknowns& unknowns, const std::vector<formula::Direction>& directions);

/// Whether v·F*_v = F*, in numbers: then nothing determines the speed along the path.
bool is_of_degree_one(Scope& scope, const Functional& functional);
/// Whether some operation in F, or in what is subject to it, jumps.
bool may_jump(Scope& scope, const Functional& functional);

/// The Lagrangian of the model as it is written; no_node if it has forces without a potential, or
/// masses without a kinetic energy.
formula::Node own_lagrangian(Scope& scope);

}  // namespace zwang::compile
