// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a quantity is measured in: powers of the base units. An angle is a plain number.

#include <array>
#include <cstddef>
#include <string>

namespace zwang::units {

inline constexpr std::size_t base_units = 5;  // kg, m, s, A, K

/// Powers of the base units. Of a root they are broken.
struct Dimension {
  std::array<double, base_units> power = {};

  bool is_plain() const;
  friend bool operator==(const Dimension& x, const Dimension& y);
};

Dimension operator*(const Dimension& x, const Dimension& y);
Dimension operator/(const Dimension& x, const Dimension& y);
Dimension pow(const Dimension& x, double exponent);

inline constexpr Dimension plain{};
inline constexpr Dimension mass{{1, 0, 0, 0, 0}};
inline constexpr Dimension length{{0, 1, 0, 0, 0}};
inline constexpr Dimension time{{0, 0, 1, 0, 0}};
inline constexpr Dimension per_time{{0, 0, -1, 0, 0}};
inline constexpr Dimension speed{{0, 1, -1, 0, 0}};
inline constexpr Dimension acceleration{{0, 1, -2, 0, 0}};
inline constexpr Dimension inertia{{1, 2, 0, 0, 0}};
inline constexpr Dimension density{{1, -3, 0, 0, 0}};
inline constexpr Dimension force{{1, 1, -2, 0, 0}};
inline constexpr Dimension energy{{1, 2, -2, 0, 0}};

/// Its unit of the SI, by name where it has one: "m", "N", "kg m^2". Of a plain number "".
std::string unit_of(const Dimension& x);

/// What a reader calls it: "a length (m)", "a plain number", "a quantity in kg m^2/s^3".
std::string words(const Dimension& x);

/// x as it stands in an exponent: "2", "-1", "1/2"; a long one as a decimal.
std::string exponent_words(double x);

/// Base units with their powers: "kg m^2/s^2".
std::string base_unit_of(const Dimension& x);

}  // namespace zwang::units
