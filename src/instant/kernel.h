// SPDX-License-Identifier: Apache-2.0
#pragma once
// The instant of least constraint for the numbers that equations have filled in: dense, by any of
// the methods, sparse where the system is large and its rows are short, or by the recursion over
// bodies where there are solids.

#include <cstdint>
#include <memory>

#include "equations/evaluate.h"
#include "instant/dense_kernel.h"
#include "instant/sparse_kernel.h"
#include "instant/tree/kernel.h"

namespace zwang::instant {

/// What a kernel does not take.
enum class Misfit : std::uint8_t {
  none,
  no_solids,        // and "bodies" is asked for
  mass_by_formula,  // of solids, which the recursion over bodies does not know
  bodies_with_laws,
  too_large,  // M of these solids is not laid out, and their recursion does not take them
};

/// Why no kernel takes these equations, or this method does not; none where one does. `modes` as
/// below.
Misfit why_not(Method method, const equations::Equations& equations, bool modes = false);

class Kernel {
 public:
  /// automatic: by the bodies where there are solids, sparse where that is faster, else as
  /// least::solve chooses.
  Kernel(const equations::Equations& equations, Method method, bool modes = false);

  /// ẍ and the forces for the M, Q, A, b that `numbers` holds; lives until the next call.
  const Instant& solve(equations::Workspace& numbers) noexcept {
    return dense_  ? dense_->solve(numbers)
           : tree_ ? tree_->solve(numbers)
                   : sparse_->solve(numbers);
  }
  /// The same with the free acceleration, which stages do without.
  const Instant& solve_beside_free(equations::Workspace& numbers) noexcept {
    return tree_ ? tree_->solve_beside_free(numbers) : solve(numbers);
  }
  /// The same with multipliers, for what is shown to people.
  const Instant& solve_in_full(equations::Workspace& numbers) noexcept {
    return dense_  ? dense_->solve_in_full(numbers)
           : tree_ ? tree_->solve_in_full(numbers)
                   : sparse_->solve_in_full(numbers);
  }
  /// minimise δᵀM δ subject to A δ = b in the rows that take part; the others ask nothing.
  const double* least_change(equations::Workspace& numbers, const double* b,
                             const unsigned char* takes_part) noexcept {
    return dense_  ? dense_->least_change(numbers, b, takes_part)
           : tree_ ? tree_->least_change(numbers, b, takes_part)
                   : sparse_->least_change(numbers, b, takes_part);
  }

  /// Rows that are factored once for many demands; there is room for two sets of them. Every
  /// direction counts that is not rounding.
  enum class Set { positions, rates, accelerations };  // the last one only to be kept
  bool factor(Set set, equations::Workspace& numbers, const unsigned char* takes_part) noexcept {
    return dense_  ? dense_->factor(set == Set::rates, numbers, takes_part)
           : tree_ ? tree_->factor(set == Set::rates, numbers, takes_part)
                   : sparse_->factor(set == Set::rates, numbers, takes_part);
  }
  /// The same, in a set whose rank is kept.
  const double* least_change(Set set, equations::Workspace& numbers, const double* b,
                             const unsigned char* takes_part) noexcept {
    const int k = static_cast<int>(set);
    return dense_  ? dense_->least_change(k, numbers, b, takes_part)
           : tree_ ? tree_->least_change(k, numbers, b, takes_part)
                   : sparse_->least_change(k, numbers, b, takes_part);
  }

  /// Which rows are compared: norm rows of quaternions are no matter of choice where bodies solve.
  Index compared_rows(Index m) const noexcept { return tree_ ? tree_->other_rows() : m; }
  /// The lengths of the compared rows that take part, in the metric of M, others 0. False: they cannot
  /// be compared.
  bool fill_lengths(equations::Workspace& numbers, const unsigned char* takes_part,
                    double* length) noexcept;
  /// Chooses combinations of rows for a set (combination.h), to be kept once they are `used`.
  bool choose(Set set, equations::Workspace& numbers, const unsigned char* takes_part,
              const RowRule& rule) noexcept;
  Combination& kept(Set set) noexcept {
    const int k = static_cast<int>(set);
    return dense_ ? dense_->kept(k) : tree_ ? tree_->kept(k) : sparse_->kept(k);
  }

  /// K₁ d: the least x, in the metric of M, with A x = d. Sparse ones are right to many digits, not
  /// to rounding: look at what is left, and ask again.
  const double* apply(Set set, const double* demand) noexcept {
    return dense_  ? dense_->apply(set == Set::rates, demand)
           : tree_ ? tree_->apply(set == Set::rates, demand)
                   : sparse_->apply(set == Set::rates, demand);
  }
  /// How far the last independent row of a set stands out from the others, from 1 down to 0.
  double least_pivot(Set set) const noexcept {
    return dense_  ? dense_->least_pivot(set == Set::rates)
           : tree_ ? tree_->least_pivot(set == Set::rates)
                   : sparse_->least_pivot(set == Set::rates);
  }

  DenseKernel* dense() noexcept { return dense_.get(); }
  bool is_sparse() const noexcept { return sparse_ != nullptr; }
  /// Whether it does without M and Q (equations::Sums).
  bool is_tree() const noexcept { return tree_ != nullptr; }
  Method method() const noexcept {
    return sparse_ ? Method::sparse : tree_ ? Method::bodies : dense_->method();
  }

 private:
  std::unique_ptr<DenseKernel> dense_;  // one of the three
  std::unique_ptr<SparseKernel> sparse_;
  std::unique_ptr<TreeKernel> tree_;
};

}  // namespace zwang::instant
