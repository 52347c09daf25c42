// SPDX-License-Identifier: Apache-2.0
// A number as a formula: the shortest text that reads back to the same bits.

#include <charconv>
#include <cmath>

#include "zwang/description.h"

namespace zwang {

namespace {

std::string digits(double value, std::chars_format format) {
  char buffer[400];  // the longest without a power: 5e-324 and its neighbours, 350 characters
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, format).ptr;
  return {buffer, end};
}

/// 1.5e-07 and 1e+09 as people write them: 1.5e-7, 1e9.
std::string trimmed(std::string number) {
  const std::size_t sign = number.find('e') + 1;
  std::size_t end = sign + 1;
  while (number[end] == '0' && end + 1 < number.size()) ++end;
  const std::size_t begin = number[sign] == '-' ? sign + 1 : sign;
  return number.erase(begin, end - begin);
}

std::string shortest(double value) {
  if (std::isnan(value)) return "0/0";  // formulas have no word for what is not finite
  if (std::isinf(value)) return value < 0 ? "-1/0" : "1/0";
  // A power of ten is worth writing only where it saves more than it costs the eye.
  constexpr std::size_t worth = 3;  // characters
  std::string plain = digits(value, std::chars_format::fixed);
  std::string power = trimmed(digits(value, std::chars_format::scientific));
  return power.size() + worth < plain.size() ? power : plain;
}

}  // namespace

Expression::Expression(double number) : text(shortest(number)) {}

}  // namespace zwang
