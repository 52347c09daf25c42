// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kernels of every instruction set that this processor has, and aligned numbers to give them.

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "base/aligned.h"
#include "linalg/kernels.h"
#include "support/random.h"

namespace zwang::linalg {
extern const Kernels kernels_baseline;
#ifdef __x86_64__
extern const Kernels kernels_avx2, kernels_avx512;
#endif
}  // namespace zwang::linalg

namespace zwang::test {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kRounding = std::numeric_limits<double>::epsilon();

/// Baseline first, then the wider sets in order.
inline std::vector<const linalg::Kernels*> kernel_sets() {
  std::vector<const linalg::Kernels*> sets{&linalg::kernels_baseline};
#ifdef __x86_64__
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (avx2) sets.push_back(&linalg::kernels_avx2);
  if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    sets.push_back(&linalg::kernels_avx512);
#endif
  return sets;
}

/// The sets that promise the same bits: AVX2 and AVX-512. Empty unless both are here.
inline std::vector<const linalg::Kernels*> twin_sets() {
  std::vector<const linalg::Kernels*> sets = kernel_sets();
  if (sets.size() < 3) return {};
  return {sets[1], sets[2]};
}

/// "avx2, seed 7, size 13", for SCOPED_TRACE.
inline std::string traced(const linalg::Kernels& set, std::uint64_t seed, Index size) {
  return std::string(set.name) + ", seed " + std::to_string(seed) + ", size " +
         std::to_string(size);
}

inline bool same_bits(const double* x, const double* y, Index count) {
  return std::memcmp(x, y, static_cast<std::size_t>(count) * sizeof(double)) == 0;
}

inline bool all_zero(const double* x, Index count) {
  for (Index i = 0; i < count; ++i)
    if (x[i] != 0) return false;  // a NaN is not 0
  return true;
}

inline Index padded(Index count) { return round_up(count, linalg::kLane); }

/// A column-major lower triangle as the kernels want it: `ld` apart, zero around, room to be read
/// past its end. Set from the lower triangle of a matrix.
struct Triangle {
  Index size, ld;
  AlignedArray L, inverse;

  explicit Triangle(const Matrix& M, Index slack = 0)
      : size(M.rows()), ld(padded(size) + slack), L(ld * size + 16), inverse(padded(size)) {
    for (Index j = 0; j < size; ++j)
      for (Index i = j; i < size; ++i) at(i, j) = M(i, j);
    for (Index j = 0; j < size; ++j) inverse.data()[j] = 1 / M(j, j);
  }
  double& at(Index i, Index j) { return L.data()[j * ld + i]; }
  Matrix matrix() {
    Matrix M(size, size);
    for (Index i = 0; i < size; ++i)
      for (Index j = 0; j < size; ++j) M(i, j) = at(i, j);
    return M;
  }
};

/// A vector of n numbers, zeros up to whole registers and one register beyond.
struct Padded {
  AlignedArray array;
  explicit Padded(const Vector& v) : array(padded(v.size()) + 8) {
    for (Index i = 0; i < v.size(); ++i) array.data()[i] = v(i);
  }
  double* data() { return array.data(); }
  Vector head(Index n) const { return Eigen::Map<const Vector>(array.data(), n); }
};

}  // namespace zwang::test
