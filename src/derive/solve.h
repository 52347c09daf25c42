// SPDX-License-Identifier: Apache-2.0
#pragma once
// The explicit equation of a small system as formulas:
//
//   a = M⁻¹Q,  S = A M⁻¹Aᵀ,  e = b − A a,  λ = S⁻¹e,  ẍ = a + M⁻¹Aᵀλ            [UK92 5a]
//
// for independent rows. Inverses by cofactors: the one place where they are right, for these are
// formulas and not numbers.

#include <optional>
#include <vector>

#include "derive/simple.h"
#include "derive/system.h"

namespace zwang::deriving {

struct Explicit {
  std::vector<formula::Node> a, e, multipliers, motion;
  Matrix<formula::Node> W, S;  // W = (M⁻¹Aᵀ)ᵀ
};

/// Nothing where M or S is singular as a formula.
std::optional<Explicit> solve(Simplifier& simplifier, const System& system);

/// Fills e = b − A a.
void misfits(Simplifier& simplifier, const System& system, Explicit& found);

/// S⁻¹e; nothing where S is singular.
std::optional<std::vector<formula::Node>> solve(Simplifier& simplifier,
                                                const Matrix<formula::Node>& S,
                                                const std::vector<formula::Node>& e);

/// a + Wᵀλ
std::vector<formula::Node> motion(Simplifier& simplifier, const Explicit& found,
                                  const std::vector<formula::Node>& multipliers);

}  // namespace zwang::deriving
