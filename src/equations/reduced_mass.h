// SPDX-License-Identifier: Apache-2.0
#pragma once
// The mass matrix over q: from the masses that formulas give, and the bodies.

#include <vector>

#include "equations/equations.h"
#include "equations/written_view.h"

namespace zwang::equations {

/// An entry of the written M, by its number and its coordinates.
struct MassEntry {
  Index from, row, column;
};

/// The entries that programs fill in; the others are zero for good.
std::vector<MassEntry> mass_entries(const Equations& written);

/// The blocks of the reduced M; fills in rotors, and whether solids are dense and recursive.
std::vector<std::size_t> find_mass_blocks(const WrittenView& written,
                                          const std::vector<MassEntry>& entries, Solids& solids);

/// Where the written entries go in the reduced M, whose place and blocks are known.
void map_mass(const WrittenView& written, const std::vector<MassEntry>& entries,
              const Equations& equations, Solids& solids);

}  // namespace zwang::equations
