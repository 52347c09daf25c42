// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bellman's policy for the shortest solution of C y = d: each y_k as a function of the demand
// d_k that is left when its turn comes.  [KNUX99], in a form that loses only κ·eps.

#include <cstddef>
#include <span>
#include <vector>

namespace zwang {

/// C = A M^(-1/2), m×n, row-major. The first r stages form one block that has no freedom left;
/// every later stage k chooses y_k and hands d_k − c_k y_k to the stage before.
class BellmanPolicy {
 public:
  BellmanPolicy(std::span<const double> C, std::size_t rows, std::size_t columns);

  std::size_t rows() const { return m_; }
  std::size_t columns() const { return n_; }
  std::size_t rank() const { return r_; }

  /// The column of C that is decided at stage k (0 ≤ k < n); those below rank() in one block.
  std::size_t column(std::size_t stage) const { return order_[stage]; }

  /// β_k in the space of the rows, and 1 + c_kᵀβ_k ≥ 1, for rank() ≤ k < n.    [KNUX99 21]
  std::vector<double> beta(std::size_t stage) const;
  double denominator(std::size_t stage) const { return alpha_[stage]; }

  /// y_k for a demand d_k of m numbers: β_kᵀd_k / (1 + c_kᵀβ_k).               [KNUX99 24]
  double choice(std::size_t stage, std::span<const double> demand) const;

  /// g_k(d) = dᵀR_k d: the least y_1² + … + y_k² that meets d with the first `stages` columns
  /// of the order; rank() ≤ stages ≤ n.                                        [KNUX99 14,19]
  double value(std::size_t stages, std::span<const double> demand) const;

  /// R_k, m×m row-major. R_n = (C Cᵀ)⁺.                                        [KNUX99 22]
  std::vector<double> value_matrix(std::size_t stages) const;

  /// The whole back sweep: y = C⁺d, also for a demand that no y meets.         [KNUX99 30-33]
  std::vector<double> shortest(std::span<const double> demand) const;

  /// λ = R_n d, so that y = Cᵀλ.
  std::vector<double> multipliers(std::span<const double> demand) const;

  /// One more particle: one more column of C, one more stage, O(m r); a column that lets more
  /// demands be met than before (the rank rises) starts anew.
  void add_particle(std::span<const double> column);

  /// One more constraint: one more row of C; every stage is met anew, O(m n r).
  void add_constraint(std::span<const double> row);

 private:
  void build();
  std::vector<double> reduce(std::span<const double> demand) const;
  std::vector<double> factor(std::size_t stages) const;

  std::size_t m_ = 0, n_ = 0, r_ = 0;
  std::vector<double> C_;           // m×n, column-major, as given
  std::vector<std::size_t> order_;  // stage → column
  std::vector<double> U_;           // m×r, column-major: orthonormal basis of what can be met
  std::vector<double> c_;           // r per stage: Uᵀc_k; the first r stages are triangular
  std::vector<double> beta_;        // r per stage: Uᵀβ_k
  std::vector<double> alpha_;       // per stage: 1 + c_kᵀβ_k
  std::vector<double> S_;           // r×r, row-major: R_n = U S Sᵀ Uᵀ
};

/// The recursion exactly as printed, for teaching: its error grows with κ², and without bound where
/// the first `rank` columns are nearly dependent. Use BellmanPolicy.            [KNUX99 26-33]
struct PrintedRecursion {
  std::vector<double> y;                            // n  the shortest solution, if all went well
  std::vector<std::vector<double>> value_matrices;  // R_r … R_n, each m×m
  std::vector<std::vector<double>> beta;            // β_(r+1) … β_n
  std::vector<double> denominator;                  // 1 + c_kᵀβ_k
};

/// C: m×n row-major, its first `rank` columns independent; demand: m.
PrintedRecursion recursion_as_printed(std::span<const double> C, std::size_t rows,
                                      std::size_t columns, std::size_t rank,
                                      std::span<const double> demand);

}  // namespace zwang
