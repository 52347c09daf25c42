// SPDX-License-Identifier: Apache-2.0
#include "motion/kernel.h"

#include <algorithm>

namespace zwang::motion {

namespace {

// Measured on chains of particles: the two cost the same at about 20 rows. Large blocks of M and
// long rows move that point far up.
bool sparse_is_faster(const equations::Equations& equations) {
  std::size_t largest = 0;
  for (const std::size_t size : equations.mass_blocks) largest = std::max(largest, size);
  return equations.m >= 20 && largest <= 16 &&
         equations.A.entries() * 10 <= equations.m * equations.n;
}

}  // namespace

Kernel::Kernel(const equations::Equations& equations, Method method) {
  const bool sparse =
      method == Method::sparse || (method == Method::automatic && sparse_is_faster(equations));
  if (sparse) {
    sparse_ = std::make_unique<SparseKernel>(equations);
  } else {
    dense_ = std::make_unique<DenseKernel>(equations, method);
  }
}

}  // namespace zwang::motion
