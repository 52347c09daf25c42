// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far out a standardised number lies with some probability.

namespace zwang::estimate {

/// P(|T| ≤ x) of Student's distribution; infinite freedom: the normal one.
double student_within(double x, double freedom);
/// The x with P(|T| ≤ x) = probability.
double student_quantile(double probability, double freedom);
/// P(χ² ≥ x), by Wilson's and Hilferty's cube root, three digits: enough for a warning.
double chi_squared_beyond(double x, double freedom);

}  // namespace zwang::estimate
