// SPDX-License-Identifier: Apache-2.0
#include "formula/write/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "base/contract.h"

namespace zwang::formula {

namespace {

/// 0.123·10^exponent, where the digits are 123.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

Decimal shortest(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + 32, value, std::chars_format::scientific).ptr;
  const auto e = std::find(buffer, end, 'e');
  Decimal decimal;
  std::copy_if(buffer, e, std::back_inserter(decimal.digits), [](char c) { return c != '.'; });
  std::from_chars(e + (e[1] == '+' ? 2 : 1), end, decimal.exponent);
  ++decimal.exponent;
  return decimal;
}

// A power of ten is worth writing only where it saves zeros.
bool fits_without_power(const Decimal& decimal) {
  const int digits = static_cast<int>(decimal.digits.size());
  return decimal.exponent > -4 && decimal.exponent <= std::max(digits, 7);
}

std::string without_power(const Decimal& decimal) {
  const auto digits = static_cast<int>(decimal.digits.size());
  const int whole = decimal.exponent;
  if (whole <= 0) return "0." + std::string(static_cast<std::size_t>(-whole), '0') + decimal.digits;
  if (whole >= digits)
    return decimal.digits + std::string(static_cast<std::size_t>(whole - digits), '0');
  return decimal.digits.substr(0, static_cast<std::size_t>(whole)) + "." +
         decimal.digits.substr(static_cast<std::size_t>(whole));
}

std::string mantissa(const Decimal& decimal) { return without_power({decimal.digits, 1}); }

}  // namespace

std::string number_text(double value) {
  expects(!(value < 0));
  if (std::isnan(value)) return "0/0";
  if (std::isinf(value)) return "1/0";
  if (value == 0) return "0";
  const Decimal decimal = shortest(value);
  if (fits_without_power(decimal)) return without_power(decimal);
  return mantissa(decimal) + "e" + std::to_string(decimal.exponent - 1);
}

std::string number_latex(double value) {
  expects(!(value < 0));
  if (std::isnan(value)) return "\\mathrm{NaN}";
  if (std::isinf(value)) return "\\infty";
  if (value == 0) return "0";
  const Decimal decimal = shortest(value);
  if (fits_without_power(decimal)) return without_power(decimal);
  const std::string power = "10^{" + std::to_string(decimal.exponent - 1) + "}";
  return decimal.digits == "1" ? power : mantissa(decimal) + "\\cdot " + power;
}

std::optional<Fraction> simple_fraction(double value) {
  if (value == std::floor(value)) return std::nullopt;
  for (const int denominator : {2, 4, 8}) {
    const double numerator = value * denominator;
    if (numerator == std::floor(numerator) && numerator <= 9) {
      return Fraction{static_cast<int>(numerator), denominator};
    }
  }
  return std::nullopt;
}

std::optional<Fraction> fraction_of_pi(double value) {
  const double twelfths = value * (12 / std::numbers::pi);  // whole for all that is looked for
  if (!(std::abs(twelfths - std::round(twelfths)) < 1e-9)) return std::nullopt;
  for (const int denominator : {1, 2, 3, 4, 6}) {
    for (int numerator = 1; numerator <= 12; ++numerator) {
      if (value == numerator * std::numbers::pi / denominator) {
        return Fraction{numerator, denominator};
      }
    }
  }
  return std::nullopt;
}

}  // namespace zwang::formula
