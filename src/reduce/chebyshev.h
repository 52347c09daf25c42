// SPDX-License-Identifier: Apache-2.0
#pragma once
// A function on [−1, 1] by its values at the Chebyshev points −cos(πk/16), or at every second or fourth of
// them: the polynomial through them, how far it may be off, where it is largest, its integral.

namespace zwang::motion::chebyshev {

inline constexpr int most = 16;  // the largest degree; smaller ones are 4 and 8

/// −cos(πk/16), k = 0 … 16.
double point(int k) noexcept;

/// Coefficients c[0 … degree] of T_j from values[stride·k], k = 0 … 16, of which every (16/degree)-th counts.
void coefficients(int degree, const double* values, long stride, double* c) noexcept;

/// Σ c_j T_j(x)
double value(int degree, const double* c, double x) noexcept;

/// How far the polynomial may be from the function: what its last coefficients leave to be expected.
double doubt(int degree, const double* c) noexcept;

struct Extreme {
  double x = 0, value = 0;
};
/// Where sign·Σ c_j T_j is largest on [−1, 1]; its value without the sign.
Extreme extreme(int degree, const double* c, double sign) noexcept;

/// ∫ over [−1, 1] by Clenshaw and Curtis, of the values as above.
double integral(int degree, const double* values, long stride) noexcept;
/// The same of their squares.
double square_integral(int degree, const double* values, long stride) noexcept;

}  // namespace zwang::motion::chebyshev
