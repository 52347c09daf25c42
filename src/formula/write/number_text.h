// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers as people write them, with the fewest digits that read back to the same bits.

#include <optional>
#include <string>

namespace zwang::formula {

/// A number ≥ 0 in the language of the reader: 0.5, 100000, 1.5e-7. The reader has no word for what
/// is not finite; quotients say it: 1/0, and 0/0 for no number.
std::string number_text(double value);

/// The same for LaTeX: 0.5, 100000, 1.5\cdot 10^{-7}, \infty.
std::string number_latex(double value);

/// A quotient of small whole numbers.
struct Fraction {
  int numerator, denominator;
};

/// p/q for a number > 0 that is exactly p/q with q = 2, 4 or 8 and one digit for p: what people
/// write as a fraction. Thirds are no such numbers: in binary they are not exact.
std::optional<Fraction> simple_fraction(double value);

/// p/q for a number that is the double nearest to p·π/q, q one of 1, 2, 3, 4, 6 and p up to 12.
std::optional<Fraction> fraction_of_pi(double value);

}  // namespace zwang::formula
