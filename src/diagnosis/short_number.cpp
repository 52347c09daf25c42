// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/short_number.h"

#include <charconv>

namespace zwang {

std::string short_number(double x) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::general, 6);
  return std::string(text, end.ptr);
}

}  // namespace zwang
