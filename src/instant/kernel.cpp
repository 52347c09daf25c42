// SPDX-License-Identifier: Apache-2.0
#include "instant/kernel.h"

#include <algorithm>

#include "base/contract.h"
#include "instant/mode.h"

namespace zwang::instant {

namespace {

// Measured on chains of particles: from ten rows on, sparse is faster, and twice as fast at fifteen.
// Where there are more rows than coordinates some are redundant, and finding the shortest multipliers
// costs factorisations that pay only in large systems.
// Without rows all that is to be done is to divide by M; full methods would lay out n × n matrices first.
constexpr Index many_free = 300;

bool sparse_is_faster(const equations::Equations& equations) {
  std::size_t largest = 0;
  for (const std::size_t size : equations.mass_blocks) largest = std::max(largest, size);
  const bool rows = equations.m >= 200 || (equations.m >= 10 && equations.m < equations.n) ||
                    (equations.m == 0 && equations.n > many_free);
  return rows && largest <= 16 && equations.A().entries() * 4 <= equations.m * equations.n;
}

// M of large trees is not laid out.
bool is_laid_out(const equations::Equations& equations) {
  return !equations.solids || equations.solids->dense;
}

bool solves_by_bodies(const equations::Equations& equations, Method method, bool modes) {
  return equations.solids && equations.solids->recursive && equations.solids->tree.nq > 0 &&
         !modes && !has_laws(equations) &&
         (method == Method::automatic || method == Method::bodies);
}

}  // namespace

Misfit why_not(Method method, const equations::Equations& equations, bool modes) {
  if (method == Method::bodies && !solves_by_bodies(equations, Method::bodies, modes)) {
    if (!equations.solids) return Misfit::no_solids;
    return equations.solids->recursive ? Misfit::bodies_with_laws : Misfit::mass_by_formula;
  }
  const bool dense = !solves_by_bodies(equations, method, modes);
  return dense && !is_laid_out(equations) ? Misfit::too_large : Misfit::none;
}

Kernel::Kernel(const equations::Equations& equations, Method method, bool modes) {
  if (solves_by_bodies(equations, method, modes)) {
    tree_ = std::make_unique<TreeKernel>(equations);
    return;
  }
  expects(is_laid_out(equations));
  const bool sparse =
      !modes && !has_laws(equations) &&
      (method == Method::sparse || (method == Method::automatic && sparse_is_faster(equations)));
  if (sparse) {
    sparse_ = std::make_unique<SparseKernel>(equations);
  } else {
    const bool laws = modes || has_laws(equations);
    dense_ =
        std::make_unique<DenseKernel>(equations, method, laws && is_solved_by_parts(equations));
  }
}

bool Kernel::fill_lengths(equations::Workspace& numbers, const unsigned char* takes_part,
                          double* length) noexcept {
  if (tree_) return tree_->fill_lengths(numbers, takes_part, length);
  if (sparse_) return sparse_->fill_lengths(numbers, takes_part, length);
  dense_->fill_lengths(numbers, takes_part, length);
  return true;
}

bool Kernel::choose(Set set, equations::Workspace& numbers, const unsigned char* takes_part,
                    const RowRule& rule) noexcept {
  const int k = static_cast<int>(set);
  if (tree_) return tree_->choose(k, numbers, takes_part, rule);
  if (sparse_) return sparse_->choose(k, numbers, takes_part, rule);
  dense_->choose(k, numbers, takes_part, rule);
  return true;
}

}  // namespace zwang::instant
