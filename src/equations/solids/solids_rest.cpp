// SPDX-License-Identifier: Apache-2.0
#include "equations/solids/solids_rest.h"

#include <algorithm>

namespace zwang::equations {

void fill_rest(const MovingSolids& moving, const double* numbers, const double* acceleration,
               const double* multipliers, double* rest) noexcept {
  const Solids& solids = moving.layout();
  const Index n = solids.first + solids.tree.nq;  // of true coordinates
  std::copy_n(numbers + solids.written.begin(Array::Q) + n, solids.n_written() - n, rest);
  for (const WrittenMass::Along& entry : solids.mass.along) {
    if (entry.row < n) continue;
    const double xdd =
        entry.column < n ? acceleration[entry.column] : moving.acceleration(entry.column - n);
    rest[entry.row - n] -= numbers[entry.from] * xdd;
  }
  const double* const A = numbers + solids.written.begin(Array::A);
  for (const RowMap::Along& along : solids.A_rows.along) {
    for (Index k = 0; k < 3; ++k) {
      if (along.from[k] < 0) continue;
      rest[3 * along.frame + k] += A[along.from[k]] * multipliers[along.row];
    }
  }
}

}  // namespace zwang::equations
