// SPDX-License-Identifier: Apache-2.0
#include "equations/reduce.h"

#include "base/contract.h"
#include "equations/mass_blocks.h"
#include "equations/reduced_mass.h"
#include "equations/reduced_rows.h"

namespace zwang::equations {

namespace {

// Once more differentiated, frames would ask for jerks: rows that see them hide nothing.
void reduce_hidden(const WrittenView& written, Hidden& hidden) {
  if (!hidden.compiled) return;
  const Pattern& A = written.solids.written.pattern(Array::A);
  for (Index i = 0; i < A.rows(); ++i) {
    const Index end = A.begin[at(i) + 1];
    const bool sees = end > A.begin[at(i)] && A.column[at(end - 1)] >= written.n;
    if (sees) hidden.refused[at(i)] = 1;
  }
}

// Behind the written arrays; the patterns of sparse ones are given.
void lay_out(Equations& equations) {
  Sizes sizes = equations.layout.sizes();  // still those of the written system
  sizes.n = equations.n;
  sizes.mass = MassPlaces(equations.mass_blocks).size();
  equations.layout.place_reduced(sizes);
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
  const std::vector<MassEntry> entries = mass_entries(written);
  Equations equations = std::move(written);
  equations.n = n;
  solids.written = equations.layout;
  cut_coordinates(equations, solids);

  const WrittenView view{solids, n};
  const Layout& from = solids.written;
  Layout& to = equations.layout;
  equations.mass_blocks = find_mass_blocks(view, entries, solids);
  for (const Array array : {Array::A, Array::B, Array::C_slope}) {
    to.set(array, reduced_rows(view, from.pattern(array)));
  }
  reduce_hidden(view, equations.hidden);
  if (equations.tangent.compiled) {
    to.set(Array::G, reduced_G(view, entries, from.pattern(Array::G)));
    to.set(Array::H, reduced_H(view, from.pattern(Array::A), from.pattern(Array::H)));
  }
  lay_out(equations);
  map_mass(view, entries, equations, solids);
  const auto map = [&](Array array) {
    return map_rows(view, from.pattern(array), to.pattern(array));
  };
  solids.A_rows = map(Array::A);
  solids.B_rows = map(Array::B);
  solids.C_slope_rows = map(Array::C_slope);
  solids.G_columns = by_columns(to.pattern(Array::G), 2 * n);
  solids.H_columns = by_columns(to.pattern(Array::H), 2 * n);
  equations.traits.mass_varies = equations.traits.mass_varies || solids.tree.nq > 0;
  equations.solids = std::move(solids);
  return equations;
}

}  // namespace zwang::equations
