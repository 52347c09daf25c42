// SPDX-License-Identifier: Apache-2.0
#include "ensemble/sobol.h"

#include <array>

namespace zwang::ensemble {

namespace {

/// A primitive polynomial of this degree, its inner coefficients as bits, and the first m.
struct Direction {
  unsigned degree, coefficients;
  std::array<std::uint32_t, 7> m;
};

// Of the dimensions from the second on; the first is van der Corput's.
constexpr Direction directions[most_sobol - 1] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
};

using Table = std::array<std::array<std::uint32_t, 32>, most_sobol>;

constexpr Table make_table() {
  Table v{};
  for (unsigned k = 0; k < 32; ++k) v[0][k] = 1u << (31 - k);
  for (unsigned d = 1; d < most_sobol; ++d) {
    const Direction& one = directions[d - 1];
    const unsigned s = one.degree;
    for (unsigned k = 0; k < 32; ++k) {
      if (k < s) {
        v[d][k] = one.m[k] << (31 - k);
        continue;
      }
      v[d][k] = v[d][k - s] ^ (v[d][k - s] >> s);
      for (unsigned j = 1; j < s; ++j) {
        if ((one.coefficients >> (s - 1 - j) & 1u) != 0) v[d][k] ^= v[d][k - j];
      }
    }
  }
  return v;
}

constexpr Table table = make_table();

}  // namespace

std::uint32_t sobol_digits(std::uint64_t number, unsigned dimension) {
  std::uint32_t digits = 0;
  std::uint64_t gray = number ^ (number >> 1);
  for (unsigned k = 0; gray != 0; ++k, gray >>= 1) {
    if ((gray & 1u) != 0) digits ^= table[dimension][k];
  }
  return digits;
}

}  // namespace zwang::ensemble
