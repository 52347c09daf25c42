// SPDX-License-Identifier: Apache-2.0
// Where every number stands: the blocks of M, the patterns of sparse arrays, and full arrays one
// after the other.

#include <algorithm>

#include "base/contract.h"
#include "compile/assembly.h"
#include "compile/ends/two_ends.h"

namespace zwang::compile {

using equations::Equations;

// Coordinates that M couples lie in one block; blocks are runs of coordinates.
void Assembly::find_mass_blocks(Equations& equations) {
  const std::size_t n = q_.size();
  std::vector<Index> reach(n);  // the last coordinate that i's block must contain
  for (std::size_t i = 0; i < n; ++i) reach[i] = static_cast<Index>(i);
  for (const auto& group : groups_) {
    for (const Output& output : group->outputs) {
      if (output.array != Array::M || output.row_slot == output.column_slot) continue;
      const std::vector<Index> rows = columns_of(*group, output.row_slot),
                               columns = columns_of(*group, output.column_slot);
      for (std::size_t k = 0; k < rows.size(); ++k) {
        Index& last = reach[static_cast<std::size_t>(std::min(rows[k], columns[k]))];
        last = std::max(last, std::max(rows[k], columns[k]));
      }
    }
  }
  Index begin = 0;
  for (std::size_t first = 0; first < n;) {
    Index last = reach[first];
    for (Index i = static_cast<Index>(first); i <= last; ++i) {
      last = std::max(last, reach[static_cast<std::size_t>(i)]);
    }
    const Index size = last + 1 - static_cast<Index>(first);
    equations.mass_blocks.push_back(static_cast<std::size_t>(size));
    for (Index i = 0; i < size; ++i) {
      block_first_.push_back(static_cast<Index>(first));
      block_begin_.push_back(begin);
      block_size_.push_back(size);
    }
    begin += size * size;
    first += static_cast<std::size_t>(size);
  }
  equations.layout.Q = begin;
}

Index Assembly::mass_position(const Equations& equations, Index i, Index j) const {
  const auto k = static_cast<std::size_t>(i);
  return equations.layout.M + block_begin_[k] + (i - block_first_[k]) * block_size_[k] +
         (j - block_first_[k]);
}

void Assembly::lay_out(Equations& equations, const Counts& counts, const Derivatives& derivatives) {
  equations.n = static_cast<Index>(q_.size());
  equations.m = counts.rows;
  find_mass_blocks(equations);
  find_patterns(equations, counts);
  equations::Layout& layout = equations.layout;
  Index next = layout.Q;
  const auto take = [&next](Index& begin, Index count) { next = (begin = next) + count; };
  take(layout.Q, equations.n);
  take(layout.A, equations.A.entries());
  take(layout.b, counts.rows);
  take(layout.residual, counts.rows);
  take(layout.rate, counts.rows);
  take(layout.energy, 1);
  take(layout.power, 1);
  take(layout.observables, counts.observables);
  take(layout.G, equations.tangent.G.entries());
  take(layout.H, equations.tangent.H.entries());
  take(layout.C, equations.n);
  take(layout.C_slope, equations.C_slope.entries());
  take(layout.limits, counts.limits);
  take(layout.sliding, counts.sliding);
  take(layout.B, equations.B.entries());
  take(layout.events, counts.events);
  take(layout.sets, counts.sets);
  take(layout.A1, equations.hidden.A1.entries());
  take(layout.b1, counts.rows);
  take(layout.force_slope, counts.parameters * equations.n);
  take(layout.row_slope, counts.parameters * counts.rows);
  take(layout.residual_slope, counts.parameters * counts.rows);
  take(layout.rate_slope, counts.parameters * counts.rows);
  if (counts.properties > 0) {
    equations.solids.emplace().property_count = counts.properties;
    take(equations.solids->property, counts.properties * (1 + counts.parameters));
  }
  if (derivatives.two_ends) {
    equations.two_ends = *derivatives.two_ends;
    next = lay_out_two_ends(equations.two_ends, equations.n,
                            static_cast<Index>(scope_.parameter_nodes().size()), next);
  }
  layout.size = next;
}

namespace {

/// A sparse array: its pattern, and where its entries begin.
struct Sparse {
  equations::Pattern* pattern = nullptr;
  Index begin = 0;
};

Sparse sparse_array(Equations& equations, Array array) {
  const equations::Layout& layout = equations.layout;
  switch (array) {
    case Array::A:
      return {&equations.A, layout.A};
    case Array::G:
      return {&equations.tangent.G, layout.G};
    case Array::H:
      return {&equations.tangent.H, layout.H};
    case Array::C_slope:
      return {&equations.C_slope, layout.C_slope};
    case Array::B:
      return {&equations.B, layout.B};
    case Array::A1:
      return {&equations.hidden.A1, layout.A1};
    default:
      return {};
  }
}

// Of an array that is full.
Index begin_of(const Equations& equations, Array array) {
  const equations::Layout& layout = equations.layout;
  const equations::TwoEndsLayout& two_ends = equations.two_ends.layout;
  switch (array) {
    case Array::Q:
      return layout.Q;
    case Array::b:
      return layout.b;
    case Array::residual:
      return layout.residual;
    case Array::rate:
      return layout.rate;
    case Array::energy:
      return layout.energy;
    case Array::power:
      return layout.power;
    case Array::observable:
      return layout.observables;
    case Array::C:
      return layout.C;
    case Array::limit:
      return layout.limits;
    case Array::sliding:
      return layout.sliding;
    case Array::event:
      return layout.events;
    case Array::set:
      return layout.sets;
    case Array::b1:
      return layout.b1;
    case Array::force_slope:
      return layout.force_slope;
    case Array::row_slope:
      return layout.row_slope;
    case Array::residual_slope:
      return layout.residual_slope;
    case Array::rate_slope:
      return layout.rate_slope;
    case Array::property:
      return equations.solids->property;
    case Array::momentum:
      return two_ends.momentum;
    case Array::momentum_gradient:
      return two_ends.momentum_gradient;
    case Array::momentum_slope:
      return two_ends.momentum_slopes;
    case Array::curvature:
      return two_ends.curvature;
    case Array::settle:
    case Array::guess:
    case Array::density:
    case Array::density_slope:
    case Array::second:
    case Array::end_from:
    case Array::end_to:
    case Array::from_curvature:
    case Array::to_curvature:
      return two_ends.parameters;
    default:
      expects(false);
      return 0;
  }
}

}  // namespace

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
      if (!sparse_array(equations, output.array).pattern) continue;
      const std::vector<Index> columns = columns_of(*group, output.column_slot);
      std::vector<Index> rows;
      if (output.row_slot != no_slot) rows = columns_of(*group, output.row_slot);
      for (std::size_t k = 0; k < places; ++k) {
        const Index row = output.first + static_cast<Index>(k) * output.step;
        places_of[output.array].push_back(entry(equations, output, row, rows, columns, k));
      }
    }
  }
  const auto make = [&](Array array, Index rows) {
    *sparse_array(equations, array).pattern =
        equations::make_pattern(rows, std::move(places_of[array]));
  };
  for (Index row = counts.rows - counts.full_rows; row < counts.rows; ++row) {
    for (Index j = 0; j < equations.n; ++j) places_of[Array::A].emplace_back(row, j);
  }
  make(Array::A, counts.rows);
  make(Array::G, equations.n);
  make(Array::H, counts.rows);
  make(Array::C_slope, counts.reactions);
  make(Array::B, counts.controls);
  make(Array::A1, counts.rows);
}

// Where the values of an output go, place by place; -1 where a place has no such member.
std::vector<Index> Assembly::positions(Equations& equations, const Group& group,
                                       const Output& output, bool transposed) {
  const std::size_t places = group.ranges ? group.ranges->places.size() : 1;
  std::vector<Index> columns, rows, result(places);
  if (output.column_slot != no_slot) columns = columns_of(group, output.column_slot);
  if (output.row_slot != no_slot) rows = columns_of(group, output.row_slot);
  const Sparse sparse = sparse_array(equations, output.array);
  for (std::size_t k = 0; k < places; ++k) {
    const Index row = output.first + static_cast<Index>(k) * output.step;
    if (sparse.pattern) {
      const auto [i, j] = entry(equations, output, row, rows, columns, k);
      result[k] = sparse.begin + position(*sparse.pattern, i, j);
    } else if (output.array == Array::M) {
      result[k] = transposed ? mass_position(equations, columns[k], rows[k])
                             : mass_position(equations, rows[k], columns[k]);
    } else if (!rows.empty()) {  // a full matrix
      const Index width = (output.array == Array::momentum_gradient ? 2 : 1) * equations.n;
      result[k] = begin_of(equations, output.array) + rows[k] * width + columns[k] +
                  (output.by_rate ? equations.n : Index{0});
    } else if (output.column_slot != no_slot) {  // along a coordinate
      result[k] = begin_of(equations, output.array) + output.first + columns[k];
    } else {
      result[k] = begin_of(equations, output.array) + row;
    }
  }
  return result;
}

}  // namespace zwang::compile
