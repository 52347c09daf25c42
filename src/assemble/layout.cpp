// SPDX-License-Identifier: Apache-2.0
// Where every number stands: the blocks of M, the patterns of sparse arrays, and full arrays one
// after the other.

#include "assemble/assembly.h"

namespace zwang::compile {

using equations::Equations;

void Assembly::find_mass_blocks(Equations& equations) {
  equations::MassBlocks blocks(static_cast<Index>(q_.size()));
  for (const auto& group : groups_) {
    for (const Output& output : group->outputs) {
      if (output.array != Array::M || output.row_slot == output.column_slot) continue;
      const std::vector<Index> rows = columns_of(*group, output.row_slot),
                               columns = columns_of(*group, output.column_slot);
      for (std::size_t k = 0; k < rows.size(); ++k) blocks.couple(rows[k], columns[k]);
    }
  }
  equations.mass_blocks = blocks.sizes();
  mass_places_ = equations::MassPlaces(equations.mass_blocks);
}

void Assembly::lay_out(Equations& equations, const Counts& counts, const Derivatives& derivatives) {
  equations.n = static_cast<Index>(q_.size());
  equations.m = counts.m;
  find_mass_blocks(equations);
  equations::Sizes sizes = counts;
  sizes.n = equations.n;
  sizes.mass = mass_places_.size();
  sizes.arguments = static_cast<Index>(equations.arguments.size());
  sizes.switches = static_cast<Index>(equations.switches.size());
  if (derivatives.two_ends) {
    equations.two_ends = std::move(*derivatives.two_ends);
    equations.two_ends.add_to(sizes, static_cast<Index>(scope_.parameter_nodes().size()));
  }
  equations.layout = equations::Layout(sizes);
  find_patterns(equations, counts);
  equations.layout.place_all();
}

// Row and column of an entry of a sparse array at place k.
std::pair<Index, Index> Assembly::entry(const Equations& equations, const Output& output,
                                        Index place_row, const std::vector<Index>& rows,
                                        const std::vector<Index>& columns, std::size_t k) const {
  const Index column = columns[k] + (output.by_rate ? equations.n : Index{0});
  return {output.array == Array::G ? rows[k] : place_row, column};
}

void Assembly::find_patterns(Equations& equations, const Counts& counts) {
  std::map<Array, std::vector<std::pair<Index, Index>>> places_of;
  for (const auto& group : groups_) {
    const std::size_t places = group->ranges ? group->ranges->places.size() : 1;
    for (const Output& output : group->outputs) {
      if (!is_sparse(output.array)) continue;
      const std::vector<Index> columns = columns_of(*group, output.column_slot);
      std::vector<Index> rows;
      if (output.row_slot != no_slot) rows = columns_of(*group, output.row_slot);
      for (std::size_t k = 0; k < places; ++k) {
        const Index row = output.first + static_cast<Index>(k) * output.step;
        places_of[output.array].push_back(entry(equations, output, row, rows, columns, k));
      }
    }
  }
  for (Index row = counts.m - counts.full_rows; row < counts.m; ++row) {
    for (Index j = 0; j < equations.n; ++j) places_of[Array::A].emplace_back(row, j);
  }
  for (std::size_t k = 0; k < equations::arrays; ++k) {
    const auto array = static_cast<Array>(k);
    if (!is_sparse(array)) continue;
    equations.layout.set(
        array, equations::make_pattern(equations.layout.shape(array).rows, places_of[array]));
  }
}

// Where the values of an output go, place by place; -1 where a place has no such member.
std::vector<Index> Assembly::positions(Equations& equations, const Group& group,
                                       const Output& output, bool transposed) {
  const std::size_t places = group.ranges ? group.ranges->places.size() : 1;
  std::vector<Index> columns, rows, result(places);
  if (output.column_slot != no_slot) columns = columns_of(group, output.column_slot);
  if (output.row_slot != no_slot) rows = columns_of(group, output.row_slot);
  const Index begin = equations.layout.begin(output.array),
              width = equations.layout.shape(output.array).columns,
              rate = output.by_rate ? equations.n : Index{0};
  for (std::size_t k = 0; k < places; ++k) {
    const Index row = output.first + static_cast<Index>(k) * output.step;
    if (is_sparse(output.array)) {
      const auto [i, j] = entry(equations, output, row, rows, columns, k);
      result[k] = begin + position(equations.layout.pattern(output.array), i, j);
    } else if (output.array == Array::M) {
      result[k] = begin + (transposed ? mass_places_(columns[k], rows[k])
                                      : mass_places_(rows[k], columns[k]));
    } else if (!rows.empty()) {  // a full matrix
      result[k] = begin + rows[k] * width + columns[k] + rate;
    } else if (output.column_slot != no_slot) {  // along a coordinate
      result[k] = begin + output.first + columns[k];
    } else {
      result[k] = begin + row;
    }
  }
  return result;
}

}  // namespace zwang::compile
