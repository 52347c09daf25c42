// SPDX-License-Identifier: Apache-2.0
#pragma once
// The Lagrangian of the bodies, over the coordinates of their joints.

#include "scope/scope.h"

namespace zwang::compile {

/// Writes bodies out from now on, if there are any (Scope::write_out_bodies); complains instead where
/// their joints have more coordinates than formulas can be written out over.
void write_out_small_tree(Scope& scope, const Expression& at, std::size_t most);

/// Kinetic energies less the potential of gravity, in a scope whose bodies are written out. Along
/// itself a quaternion weighs as much as its body, which no motion feels: its length is kept.
formula::Node solid_lagrangian(Scope& scope);

/// Whether a joint damps or rubs: then the motion makes no integral stationary.
bool joints_lose(const Scope& scope);

}  // namespace zwang::compile
