// SPDX-License-Identifier: Apache-2.0
#pragma once
// x^p by arithmetic alone. The last bit of std::pow depends on the C library and on whether the
// processor fuses multiply and add; a step size computed from it would carry that bit into every
// later state.

namespace zwang::ode {

/// x^p for x ≥ 0 and |p| ≤ 1, to a few units in the last place. 0 and ∞ as they should be for
/// either sign of p; NaN gives NaN.
double power(double x, double p) noexcept;

}  // namespace zwang::ode
