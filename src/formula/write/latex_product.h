// SPDX-License-Identifier: Apache-2.0
#pragma once
// Products and sums laid flat, as LaTeX sets them: one fraction with common factors cancelled,
// powers of equal factors joined, factors and terms in the order of a textbook.

#include <vector>

#include "formula/write/outline.h"

namespace zwang::formula {

/// base^exponent
struct Factor {
  Node base;
  int exponent;
};

/// ± numbers·factors / (numbers·factors). Numbers are positive and not 1.
struct Product {
  bool minus = false;
  std::vector<double> over_numbers, under_numbers;
  std::vector<Factor> over, under;
};

/// x as a sum, positive terms first. Named parts stay whole, x itself excepted.
std::vector<Product> flat_sum(const Outline& outline, Node x);

}  // namespace zwang::formula
