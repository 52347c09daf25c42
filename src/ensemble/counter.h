// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random numbers by counting: number (seed, run, place) is a function of the three and of nothing else, so
// that anybody can make any of them.

#include <cstdint>

namespace zwang::ensemble {

/// The finaliser of splitmix64 (Steele, Lea, Flood 2014).
constexpr std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t run, std::uint64_t place) {
  // Each is spread before the next comes: neighbouring seeds share nothing.
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;
  return mixed(mixed(mixed(seed + golden) + run * golden + 1) + place * golden + 2);
}

/// In (0, 1): the middle of one of 2⁵² pieces.
constexpr double unit_of(std::uint64_t bits) {
  return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;
}

}  // namespace zwang::ensemble
