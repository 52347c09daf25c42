// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random numbers and matrices, the same on every platform: splitmix64, no <random>.

#include <cstdint>

#include "support/system.h"

namespace zwang::test {

/// splitmix64 (Steele, Lea, Flood 2014). The seed is mixed before it becomes the state: a state that
/// only moved on by one step with the seed would give neighbouring seeds the same numbers, one
/// draw apart.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mixed(seed + 0x632BE59BD9B4E019u)) {}

  std::uint64_t bits() { return mixed(state_ += 0x9E3779B97F4A7C15u); }
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }  // [0, 1)
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// Sum of twelve uniforms: mean 0, variance 1, no logarithm whose last bit could differ.
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
  }
  /// low … high, both included.
  Index integer(Index low, Index high) {
    return low + static_cast<Index>(bits() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool chance(double p) { return uniform() < p; }

 private:
  static std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

Vector random_vector(Random& random, Index n);
Matrix random_matrix(Random& random, Index rows, Index columns);

/// Entries −size … size.
Vector random_integers(Random& random, Index n, Index size);

/// n×n orthogonal: the Q of a random matrix.
Matrix random_orthogonal(Random& random, Index n);

/// U diag(σ) Vᵀ with random orthogonal U, V.
Matrix with_singular_values(Random& random, Index rows, Index columns, const Vector& sigma);

/// count values from 1 down to 1/kappa in equal ratios.
Vector spread(Index count, double kappa);

/// Symmetric positive definite, eigenvalues from 1 down to 1/kappa.
Matrix random_mass(Random& random, Index n, double kappa);

/// Rank of a matrix of integers, exact: rank modulo a prime never exceeds the rank, so a caller
/// who knows rank ≤ r and reads r has proof of rank = r.
Index integer_rank(const Matrix& A);

/// Integers of rank exactly r ≤ min(rows, columns), a product of factors with entries −2 … 2:
/// its redundancy is exact in double.
Matrix random_of_rank(Random& random, Index rows, Index columns, Index r);

}  // namespace zwang::test
