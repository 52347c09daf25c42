// SPDX-License-Identifier: Apache-2.0
#pragma once
// What [extremal] says of single coordinates between the ends: a guess, and whether they come back.

#include "assemble/assembly.h"

namespace zwang::compile {

/// By coordinate; no_node: the user gave no formula.
std::vector<formula::Node> read_guesses(Scope& scope, const Assembly& assembly, const Names& names);

/// The formulas x(t) and their rates, in the order of the coordinates.
void add_guesses(Scope& scope, Assembly& assembly, const std::vector<formula::Node>& guesses);

/// Flags by coordinate, or nothing if there are none; complains of those that an end gives too.
std::vector<unsigned char> read_periodic(Scope& scope, const Assembly& assembly, const Names& names,
                                         const std::vector<equations::EndRow> (&rows)[2]);

}  // namespace zwang::compile
