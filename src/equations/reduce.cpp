// SPDX-License-Identifier: Apache-2.0
#include "equations/reduce.h"

#include <algorithm>
#include <set>

#include "base/contract.h"

namespace zwang::equations {

namespace {

using Places = std::vector<std::pair<Index, Index>>;

// Beyond, H as a full matrix costs more than all else.
constexpr Index most_dense = 300;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// Whether a joint moves what has no place.
bool turns(bodies::Joint joint) {
  return joint != bodies::Joint::fixed && joint != bodies::Joint::slider;
}

bool moves(bodies::Joint joint, FrameKind kind) {
  return kind == FrameKind::point ? joint != bodies::Joint::fixed : turns(joint);
}

/// What is known of the written system while the reduced one is laid out.
struct Written {
  const Solids& solids;
  Index n;  // of true coordinates

  Index frame_of(Index coordinate) const { return (coordinate - n) / 3; }

  /// Calls visit(body, first coordinate, count) from the frame's body down to the ground.
  template <class Visit>
  void for_each_joint(Index body, Visit visit) const {
    for (; body != bodies::ground; body = solids.tree.bodies[at(body)].parent) {
      const bodies::Body& b = solids.tree.bodies[at(body)];
      visit(b.joint, solids.first + b.q, coordinates(b.joint));
    }
  }

  /// The coordinates that move a coordinate of the written system: itself, or those on its path.
  template <class Visit>
  void for_each_source(Index coordinate, Visit visit) const {
    if (coordinate < n) return visit(coordinate);
    const Frame& frame = solids.frames[at(frame_of(coordinate))];
    for_each_joint(frame.body, [&](bodies::Joint joint, Index first, Index count) {
      for (Index k = 0; k < count && moves(joint, frame.kind); ++k) visit(first + k);
    });
  }
};

Pattern reduced_rows(const Written& written, const Pattern& rows) {
  Places places;
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index k = rows.begin[at(i)]; k < rows.begin[at(i) + 1]; ++k) {
      written.for_each_source(rows.column[at(k)], [&](Index j) { places.emplace_back(i, j); });
    }
  }
  return make_pattern(rows.rows(), std::move(places));
}

void add_path(const Written& written, const Pattern& reduced, Index row, Index frame, RowMap& map) {
  const Frame& seen = written.solids.frames[at(frame)];
  written.for_each_joint(seen.body, [&](bodies::Joint joint, Index first, Index) {
    const bool there = moves(joint, seen.kind);
    map.place.push_back(there ? position(reduced, row, first) : Index{-1});
  });
}

RowMap map_rows(const Written& written, const Pattern& rows, const Pattern& reduced) {
  RowMap map;
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index k = rows.begin[at(i)]; k < rows.begin[at(i) + 1]; ++k) {
      const Index j = rows.column[at(k)];
      if (j < written.n) {
        map.copies.push_back({k, position(reduced, i, j), i, j});
        continue;
      }
      const Index frame = written.frame_of(j);
      // Columns ascend, so that those of a frame follow each other.
      if (map.along.empty() || map.along.back().row != i || map.along.back().frame != frame) {
        map.along.push_back({i, frame, {-1, -1, -1}, static_cast<Index>(map.place.size())});
        add_path(written, reduced, i, frame, map);
      }
      map.along.back().from[(j - written.n) % 3] = k;
    }
  }
  return map;
}

/// Columns of G and H: a coordinate, or behind n its rate. X moves with the coordinates, Ẋ with both.
template <class Visit>
void for_each_column(const Written& written, Index column, Visit visit) {
  const Index all = written.solids.n_written;
  const bool rate = column >= all;
  const Index coordinate = rate ? column - all : column;
  written.for_each_source(coordinate, [&](Index j) {
    if (coordinate < written.n) return visit(rate ? written.n + j : j);
    visit(j);
    if (rate) visit(written.n + j);
  });
}

// The tree's own part of G: bodies feel each other along common paths.
void add_tree(const Written& written, Places& places) {
  const Solids& solids = written.solids;
  for (Index body = 0; body < solids.tree.size(); ++body) {
    const bodies::Body& own = solids.tree.bodies[at(body)];
    const Index begin = solids.first + own.q;
    written.for_each_joint(body, [&](bodies::Joint, Index first, Index count) {
      for (Index i = begin; i < begin + coordinates(own.joint); ++i) {
        for (Index j = first; j < first + count; ++j) {
          for (const auto& [row, column] : {std::pair{i, j}, {j, i}}) {
            places.emplace_back(row, column);
            places.emplace_back(row, written.n + column);
          }
        }
      }
    });
  }
}

struct MassEntry {
  Index from, row, column;
};

Pattern reduced_G(const Written& written, const std::vector<MassEntry>& mass, const Pattern& G) {
  Places places;
  add_tree(written, places);
  for (Index i = 0; i < G.rows(); ++i) {
    for (Index k = G.begin[at(i)]; k < G.begin[at(i) + 1]; ++k) {
      written.for_each_source(i, [&](Index row) {
        for_each_column(written, G.column[at(k)],
                        [&](Index column) { places.emplace_back(row, column); });
      });
    }
  }
  // A mass that is seen through a frame answers to Ẍ, which all of its path moves.
  for (const MassEntry& entry : mass) {
    if (entry.column < written.n) continue;
    written.for_each_source(entry.row, [&](Index row) {
      written.for_each_source(entry.column, [&](Index column) {
        places.emplace_back(row, column);
        places.emplace_back(row, written.n + column);
      });
    });
  }
  return make_pattern(written.n, std::move(places));
}

Pattern reduced_H(const Written& written, const Pattern& H) {
  Places places;
  for (Index i = 0; i < H.rows(); ++i) {
    for (Index k = H.begin[at(i)]; k < H.begin[at(i) + 1]; ++k) {
      for_each_column(written, H.column[at(k)],
                      [&](Index column) { places.emplace_back(i, column); });
    }
    // −A_x ∂Ẍ
    const Pattern& A = written.solids.A;
    for (Index k = A.begin[at(i)]; k < A.begin[at(i) + 1]; ++k) {
      if (A.column[at(k)] < written.n) continue;
      written.for_each_source(A.column[at(k)], [&](Index j) {
        places.emplace_back(i, j);
        places.emplace_back(i, written.n + j);
      });
    }
  }
  return make_pattern(H.rows(), std::move(places));
}

// The entries of M that programs fill in; the others are zero for good.
std::vector<MassEntry> mass_entries(const Equations& written) {
  std::set<std::uint32_t> filled;
  for (const Block& block : written.dynamics.blocks) {
    for (const auto* moves : {&block.set, &block.add}) {
      for (const Move& move : *moves) filled.insert(move.to);
    }
  }
  std::vector<MassEntry> entries;
  Index number = written.layout.M, first = 0;
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

/// Blocks are runs of coordinates: reach[i] is the last one that the block of i must contain.
std::vector<std::size_t> blocks_of(std::vector<Index> reach) {
  std::vector<std::size_t> blocks;
  const auto n = static_cast<Index>(reach.size());
  for (Index first = 0; first < n;) {
    Index last = reach[at(first)];
    for (Index i = first; i <= last; ++i) last = std::max(last, reach[at(i)]);
    blocks.push_back(at(last + 1 - first));
    first = last + 1;
  }
  return blocks;
}

void couple(std::vector<Index>& reach, Index i, Index j) {
  Index& last = reach[at(std::min(i, j))];
  last = std::max(last, std::max(i, j));
}

/// Where entry (i, j) of M stands, which must be in a block.
Index mass_position(const Equations& equations, Index i, Index j) {
  Index number = equations.layout.M, first = 0;
  for (const std::size_t block : equations.mass_blocks) {
    const auto size = static_cast<Index>(block);
    if (i < first + size) return number + (i - first) * size + (j - first);
    number += size * size;
    first += size;
  }
  expects(false);
  return 0;
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

void find_mass(const Written& written, const std::vector<MassEntry>& entries, Equations& equations,
               Solids& solids) {
  std::vector<Index> reach(at(written.n));
  for (std::size_t i = 0; i < reach.size(); ++i) reach[i] = static_cast<Index>(i);
  const Index last = solids.first + solids.tree.nq - 1;
  const auto of_tree = [&](Index i) { return i >= solids.first; };
  for (const MassEntry& entry : entries) {
    if (of_tree(entry.row) || of_tree(entry.column)) {
      const bool rotor = entry.row == entry.column && rate_of(solids, entry.row) >= 0;
      if (rotor) solids.mass.rotors.push_back({entry.from, rate_of(solids, entry.row)});
      solids.recursive = solids.recursive && rotor;
    }
    written.for_each_source(entry.row, [&](Index i) {
      written.for_each_source(entry.column, [&](Index j) { couple(reach, i, j); });
    });
  }
  solids.dense = solids.tree.nq <= most_dense || !solids.recursive;
  if (solids.dense && solids.tree.nq > 0) couple(reach, solids.first, last);
  equations.mass_blocks = blocks_of(std::move(reach));
}

// After the layout is known.
void map_mass(const Written& written, const std::vector<MassEntry>& entries,
              const Equations& equations, Solids& solids) {
  for (const MassEntry& entry : entries) {
    if (std::max(entry.row, entry.column) < written.n) {
      solids.mass.copies.push_back(
          {entry.from, mass_position(equations, entry.row, entry.column), entry.row, entry.column});
    } else {
      solids.mass.along.push_back({entry.from, entry.row, entry.column});
    }
  }
  if (solids.tree.nq == 0) return;
  solids.block = mass_position(equations, solids.first, solids.first);
  Index first = 0;
  for (const std::size_t block : equations.mass_blocks) {
    first += static_cast<Index>(block);
    solids.block_size = static_cast<Index>(block);
    if (solids.first < first) break;
  }
}

// Once more differentiated, frames would ask for jerks: rows that see them hide nothing.
void reduce_hidden(const Written& written, Hidden& hidden) {
  if (!hidden.compiled) return;
  const Pattern& A = written.solids.A;
  for (Index i = 0; i < A.rows(); ++i) {
    const Index end = A.begin[at(i) + 1];
    const bool sees = end > A.begin[at(i)] && A.column[at(end - 1)] >= written.n;
    if (sees) hidden.refused[at(i)] = 1;
  }
}

void lay_out(const Solids& solids, Equations& equations) {
  Layout& layout = equations.layout;  // still that of the written system
  Index next = layout.size;
  const auto take = [&next](Index& begin, Index count) { next = (begin = next) + count; };
  Index mass = 0;
  for (const std::size_t block : equations.mass_blocks) mass += static_cast<Index>(block * block);
  const Index slopes = (layout.row_slope - layout.force_slope) / solids.n_written;
  take(layout.M, mass);
  take(layout.Q, equations.n);
  take(layout.A, equations.A.entries());
  take(layout.b, equations.m);
  take(layout.energy, 1);
  take(layout.G, equations.tangent.G.entries());
  take(layout.H, equations.tangent.H.entries());
  take(layout.C, equations.n);
  take(layout.C_slope, equations.C_slope.entries());
  take(layout.B, equations.B.entries());
  take(layout.force_slope, slopes * equations.n);
  take(layout.row_slope, slopes * equations.m);
  take(layout.residual_slope, slopes * equations.m);
  take(layout.rate_slope, slopes * equations.m);
  layout.size = next;
}

void cut_coordinates(Equations& equations, Solids& solids) {
  for (std::size_t i = at(equations.n); i < equations.q_slots.size(); ++i) {
    expects(equations.v_slots[i] == equations.q_slots[i] + 1);
    solids.frame_slots.push_back(equations.q_slots[i]);
  }
  equations.q_slots.resize(at(equations.n));
  equations.v_slots.resize(at(equations.n));
  equations.q.resize(at(equations.n));
  equations.v.resize(at(equations.n));
}

}  // namespace

Equations reduce(Equations written, Solids solids) {
  const Index n = written.n - 3 * static_cast<Index>(solids.frames.size());
  expects(solids.first + solids.tree.nq == n);
  expects(solids.property + solids.property_count <= written.layout.size);
  const std::vector<MassEntry> entries = mass_entries(written);
  Equations equations = std::move(written);
  solids.n_written = equations.n;
  equations.n = n;
  solids.written = equations.layout;
  solids.A = std::move(equations.A);
  solids.B = std::move(equations.B);
  solids.C_slope = std::move(equations.C_slope);
  solids.G = std::move(equations.tangent.G);
  solids.H = std::move(equations.tangent.H);
  cut_coordinates(equations, solids);

  const Written view{solids, n};
  find_mass(view, entries, equations, solids);
  equations.A = reduced_rows(view, solids.A);
  equations.B = reduced_rows(view, solids.B);
  equations.C_slope = reduced_rows(view, solids.C_slope);
  reduce_hidden(view, equations.hidden);
  if (equations.tangent.compiled) {
    equations.tangent.G = reduced_G(view, entries, solids.G);
    equations.tangent.H = reduced_H(view, solids.H);
  }
  lay_out(solids, equations);
  map_mass(view, entries, equations, solids);
  solids.A_rows = map_rows(view, solids.A, equations.A);
  solids.B_rows = map_rows(view, solids.B, equations.B);
  solids.C_slope_rows = map_rows(view, solids.C_slope, equations.C_slope);
  solids.G_columns = by_columns(equations.tangent.G, 2 * n);
  solids.H_columns = by_columns(equations.tangent.H, 2 * n);
  equations.traits.mass_varies = equations.traits.mass_varies || solids.tree.nq > 0;
  equations.solids = std::move(solids);
  return equations;
}

}  // namespace zwang::equations
