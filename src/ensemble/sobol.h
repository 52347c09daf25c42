// SPDX-License-Identifier: Apache-2.0
#pragma once
// Points of Sobol' that fill a cube evenly. Direction numbers of S. Joe and F. Y. Kuo, Constructing Sobol
// sequences with better two-dimensional projections (2008).

#include <cstdint>

namespace zwang::ensemble {

inline constexpr unsigned most_sobol = 21;  // dimensions
inline constexpr std::uint64_t most_sobol_points = 1u << 31;

/// The first 32 binary digits of coordinate `dimension` (from 0) of point `number` (from 0, in Gray's order).
std::uint32_t sobol_digits(std::uint64_t number, unsigned dimension);

}  // namespace zwang::ensemble
