// SPDX-License-Identifier: Apache-2.0
#pragma once
// A start that misses what dependent rows hide. Two rows on rates, x′ = f(q) and x′ = g(q), can hold together only
// where f = g, which no change of rates brings about; and then f′ = g′ binds rates. Both are met by the least
// change, as rows are.

#include <vector>

#include "zwang/model.h"

namespace zwang::diagnosis {

/// Moves the positions to where rates can satisfy all rows that are kept (m flags), then the rates; rates also to what
/// rows that hide a condition ask of them. True where that changed the state, which then satisfies all of it; else it is as
/// it was. Not looked for in models of more than 300 coordinates.
bool assemble_hidden(const Model& model, const std::vector<unsigned char>& kept, State& state);

/// The same with the rows that a run keeps at the state.
bool assemble_hidden(const Model& model, State& state);

/// Of the rows that bind at a state (m flags) those that a run keeps.
std::vector<unsigned char> rows_kept_at(const Model& model, const State& state);

}  // namespace zwang::diagnosis
