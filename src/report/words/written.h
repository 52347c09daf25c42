// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a model says, read aloud: its formulas as mathematics, its joints in words.

#include "report/words/formulas.h"

namespace zwang {

/// From definitions to observables.
void add_written(const Description& description, PageFormulas& formulas);

/// Bodies and their joints (page_bodies.cpp).
void add_bodies(const Description& description, PageFormulas& formulas);
/// A constraint between bodies that has no formula.
std::string closure_html(const Closure& closure, const PageFormulas& formulas);

/// The two ends, and what is stationary between them (page_ends.cpp).
void add_ends(const Description& description, PageFormulas& formulas);

}  // namespace zwang
