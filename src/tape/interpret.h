// SPDX-License-Identifier: Apache-2.0
#pragma once
// The interpreter: the reference for native code, and what runs where native code cannot.

#include "tape/bytecode.h"

namespace zwang::tape {

/// Runs `code` on `lanes` instances at once. Arrays are [value][lane]; `memory` has
/// code.places·lanes doubles. lanes is 1, 4, 8 or 32. Same bits for every lane count.
void interpret(const Bytecode& code, Accuracy accuracy, Index lanes, const double* inputs,
               double* outputs, double* memory) noexcept;

}  // namespace zwang::tape
