// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers off by a few roundings, to see what rounding does to what follows from them.

#include <cstdint>
#include <limits>

#include "base/index.h"

namespace zwang::motion {

class Shake {
 public:
  /// The same seed, the same numbers: a run that is resumed shakes as one that was not interrupted.
  explicit Shake(std::uint64_t seed) : state_(seed) {}

  /// 1 + 16 eps u, u even in (−1, 1).
  double factor() noexcept {
    constexpr double few = 16 * std::numeric_limits<double>::epsilon();
    // SplitMix64: G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators (2014).
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
    return 1 + few * (static_cast<double>(z >> 11) * 0x1p-52 - 1);
  }
  void apply(double* x, Index count) noexcept {
    for (Index i = 0; i < count; ++i) x[i] *= factor();
  }
  /// By as much as something of that size would be moved.
  void move(double& x, double size) noexcept { x += size * (factor() - 1); }

 private:
  std::uint64_t state_;
};

}  // namespace zwang::motion
