// SPDX-License-Identifier: Apache-2.0
#include "equations/reduced_mass.h"

#include <algorithm>
#include <set>

#include "equations/mass_blocks.h"

namespace zwang::equations {

namespace {

// Beyond, H as a full matrix costs more than all else.
constexpr Index most_dense = 300;

// So many roots, and what hangs on each has a block of its own: what the ground alone joins shares no mass. Fewer
// stay together, where one factorisation is as fast as several.
constexpr Index many_roots = 8;

/// Couples bodies that carry each other; the size of the largest block.
Index couple_bodies(const Solids& solids, MassBlocks& blocks) {
  const std::vector<bodies::Body>& all = solids.tree.bodies;
  std::vector<Index> root(all.size());
  Index roots = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const bool is_root = all[k].parent == bodies::ground;
    root[k] = is_root ? static_cast<Index>(k) : root[at(all[k].parent)];
    roots += is_root;
  }
  if (solids.tree.nq == 0) return 0;
  if (roots < many_roots) {
    blocks.couple(solids.first, solids.first + solids.tree.nq - 1);
    return solids.tree.nq;
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Index last = all[k].q + coordinates(all[k].joint) - 1, first = all[at(root[k])].q;
    if (last > first) blocks.couple(solids.first + first, solids.first + last);
  }
  const std::vector<std::size_t> sizes = blocks.sizes();
  return static_cast<Index>(*std::max_element(sizes.begin(), sizes.end()));
}

// The rate of a coordinate of the tree that is its own rate; −1: a quaternion's.
Index rate_of(const Solids& solids, Index coordinate) {
  for (const bodies::Body& body : solids.tree.bodies) {
    const Index k = coordinate - solids.first - body.q, count = coordinates(body.joint);
    if (k < 0 || k >= count) continue;
    return k < count - (has_quaternion(body.joint) ? 4 : 0) ? body.v + k : Index{-1};
  }
  return -1;
}

}  // namespace

std::vector<MassEntry> mass_entries(const Equations& written) {
  std::set<std::uint32_t> filled;
  for (const Block& block : written.of(Stage::dynamics).blocks) {
    for (const auto* moves : {&block.set, &block.add}) {
      for (const Move& move : *moves) filled.insert(move.to);
    }
  }
  std::vector<MassEntry> entries;
  Index number = written.layout.begin(Array::M), first = 0;
  for (const std::size_t block : written.mass_blocks) {
    const auto size = static_cast<Index>(block);
    for (Index i = 0; i < size; ++i) {
      for (Index j = 0; j < size; ++j, ++number) {
        if (filled.count(static_cast<std::uint32_t>(number)) == 0) continue;
        entries.push_back({number, first + i, first + j});
      }
    }
    first += size;
  }
  return entries;
}

std::vector<std::size_t> find_mass_blocks(const WrittenView& written,
                                          const std::vector<MassEntry>& entries, Solids& solids) {
  MassBlocks blocks(written.n);
  const auto of_tree = [&](Index i) { return i >= solids.first; };
  for (const MassEntry& entry : entries) {
    if (of_tree(entry.row) || of_tree(entry.column)) {
      const bool rotor = entry.row == entry.column && rate_of(solids, entry.row) >= 0;
      if (rotor) solids.mass.rotors.push_back({entry.from, rate_of(solids, entry.row)});
      solids.recursive = solids.recursive && rotor;
    }
    written.for_each_source(entry.row, [&](Index i) {
      written.for_each_source(entry.column, [&](Index j) { blocks.couple(i, j); });
    });
  }
  MassBlocks coupled = blocks;
  solids.dense = couple_bodies(solids, coupled) <= most_dense || !solids.recursive;
  return solids.dense ? coupled.sizes() : blocks.sizes();
}

void map_mass(const WrittenView& written, const std::vector<MassEntry>& entries,
              const Equations& equations, Solids& solids) {
  const MassPlaces places(equations.mass_blocks);
  const Index M = equations.layout.begin(Array::M);
  for (const MassEntry& entry : entries) {
    if (std::max(entry.row, entry.column) < written.n) {
      solids.mass.copies.push_back(
          {entry.from, M + places(entry.row, entry.column), entry.row, entry.column});
    } else {
      solids.mass.along.push_back({entry.from, entry.row, entry.column});
    }
  }
  if (solids.tree.nq == 0) return;
  solids.block = M + places(solids.first, solids.first);
  solids.block_size = places.block_size(solids.first);
}

}  // namespace zwang::equations
