// SPDX-License-Identifier: Apache-2.0
#include "base/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace zwang {

char* write_number(double value, char* first) noexcept {
  // The library would write "-nan" for half of the NaNs, which few readers take.
  if (std::isnan(value)) return std::copy_n(std::string_view("nan").data(), 3, first);
  return std::to_chars(first, first + kNumberLength, value).ptr;
}

std::string number_text(double value) {
  char text[kNumberLength];
  return {text, write_number(value, text)};
}

}  // namespace zwang
