// SPDX-License-Identifier: Apache-2.0
#include "formula/operand.h"

namespace zwang::formula {

std::string_view kind_words(const Value& value) {
  if (value.kind == Kind::condition) return "a condition";
  if (value.kind == Kind::scalar) return "a number";
  return value.size == 2 ? "a vector in the plane" : "a vector in space";
}

std::string pair_words(const Value& x, const Value& y) {
  const std::string one(kind_words(x)), other(kind_words(y));
  if (one != other) return one + " and " + other;
  if (x.kind == Kind::condition) return "two conditions";
  if (x.kind == Kind::scalar) return "two numbers";
  return x.size == 2 ? "two vectors in the plane" : "two vectors in space";
}

}  // namespace zwang::formula
