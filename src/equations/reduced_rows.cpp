// SPDX-License-Identifier: Apache-2.0
#include "equations/reduced_rows.h"

#include <utility>

namespace zwang::equations {

namespace {

using Places = std::vector<std::pair<Index, Index>>;

void add_path(const WrittenView& written, const Pattern& reduced, Index row, Index frame,
              RowMap& map) {
  const Frame& seen = written.solids.frames[at(frame)];
  written.for_each_joint(seen.body, [&](bodies::Joint joint, Index first, Index) {
    const bool there = moves(joint, seen.kind);
    map.place.push_back(there ? position(reduced, row, first) : Index{-1});
  });
}

/// Columns of G and H: a coordinate, or behind n its rate. X moves with the coordinates, Ẋ with both.
template <class Visit>
void for_each_column(const WrittenView& written, Index column, Visit visit) {
  const Index all = written.solids.n_written();
  const bool rate = column >= all;
  const Index coordinate = rate ? column - all : column;
  written.for_each_source(coordinate, [&](Index j) {
    if (coordinate < written.n) return visit(rate ? written.n + j : j);
    visit(j);
    if (rate) visit(written.n + j);
  });
}

// The tree's own part of G: bodies feel each other along common paths.
void add_tree(const WrittenView& written, Places& places) {
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

}  // namespace

Pattern reduced_rows(const WrittenView& written, const Pattern& rows) {
  Places places;
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index k = rows.begin[at(i)]; k < rows.begin[at(i) + 1]; ++k) {
      written.for_each_source(rows.column[at(k)], [&](Index j) { places.emplace_back(i, j); });
    }
  }
  return make_pattern(rows.rows(), std::move(places));
}

RowMap map_rows(const WrittenView& written, const Pattern& rows, const Pattern& reduced) {
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

Pattern reduced_G(const WrittenView& written, const std::vector<MassEntry>& mass,
                  const Pattern& G) {
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

Pattern reduced_H(const WrittenView& written, const Pattern& A, const Pattern& H) {
  Places places;
  for (Index i = 0; i < H.rows(); ++i) {
    for (Index k = H.begin[at(i)]; k < H.begin[at(i) + 1]; ++k) {
      for_each_column(written, H.column[at(k)],
                      [&](Index column) { places.emplace_back(i, column); });
    }
    // −A_x ∂Ẍ
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

}  // namespace zwang::equations
