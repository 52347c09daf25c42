// SPDX-License-Identifier: Apache-2.0
#include "motion/kernel.h"

#include <algorithm>

#include "motion/mode.h"

namespace zwang::motion {

namespace {

// Measured on chains of particles: from ten rows on, sparse is faster, and twice as fast at fifteen.
// Where there are more rows than coordinates some are redundant, and finding the shortest multipliers
// costs factorisations that pay only in large systems.
bool sparse_is_faster(const equations::Equations& equations) {
  std::size_t largest = 0;
  for (const std::size_t size : equations.mass_blocks) largest = std::max(largest, size);
  const bool rows = equations.m >= 200 || (equations.m >= 10 && equations.m < equations.n);
  return rows && largest <= 16 && equations.A.entries() * 4 <= equations.m * equations.n;
}

}  // namespace

Kernel::Kernel(const equations::Equations& equations, Method method, bool modes) {
  const bool sparse =
      !modes && !has_laws(equations) &&
      (method == Method::sparse || (method == Method::automatic && sparse_is_faster(equations)));
  if (sparse) {
    sparse_ = std::make_unique<SparseKernel>(equations);
  } else {
    dense_ = std::make_unique<DenseKernel>(equations, method);
  }
}

}  // namespace zwang::motion
