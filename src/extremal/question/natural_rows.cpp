// SPDX-License-Identifier: Apache-2.0
// Natural conditions: what the ends must satisfy where nothing is given.

#include <algorithm>

#include "extremal/question/end_rows.h"

namespace zwang::extremal {

// (−F_v(t₀), F_v(t₁), ∂S/∂p), and how the momenta answer to their states.
void EndRows::gather_momenta(equations::Workspace& numbers, const Span& span,
                             const EndStates& states, const double* z1, bool slopes) noexcept {
  const equations::TwoEnds& two = equations_.two_ends;
  const Index directions = two.directions();
  std::fill(at_.natural.begin(), at_.natural.end(), 0.0);
  for (int end = 0; end < 2; ++end) {
    const double t = end == 0 ? span.t0 : span.t0 + span.length;
    for (Index k = 0; k < shape_.lambdas; ++k) {
      numbers.set(two.lambda_slots[k], states.lambda[end][k]);
    }
    numbers.evaluate(equations::Stage::density, t, states.x[end], states.v[end]);
    for (Index i = 0; i < n_; ++i) {
      const double F_v = numbers.momentum()[i];
      at_.natural[end * n_ + i] = end == 0 ? -F_v : F_v;
    }
    if (!slopes) continue;
    numbers.evaluate(equations::Stage::density_slopes, t, states.x[end], states.v[end]);
    double* const kept = at_.momentum.data() + end * n_ * (2 * n_ + directions);
    std::copy_n(numbers.momentum_gradient(), 2 * n_ * n_, kept);
    std::copy_n(numbers.momentum_slopes(), directions * n_, kept + 2 * n_ * n_);
  }
  for (std::size_t k = 0; k < shape_.quadratures.size(); ++k) {
    at_.natural[2 * n_ + shape_.quadratures[k]] = z1[shape_.quadrature() + static_cast<Index>(k)];
  }
}

// Second derivatives of Σ ν·row, with the ν that carry the momenta best.
void EndRows::gather_curvature(equations::Workspace& numbers, const Span& span,
                               const EndStates& states) noexcept {
  const equations::TwoEnds& two = equations_.two_ends;
  const Index corner = n_ + u_;
  space_.multipliers(at_.natural.data(), at_.nu.data());
  for (int end = 0; end < 2; ++end) {
    const double t = end == 0 ? span.t0 : span.t0 + span.length;
    for (const std::uint32_t slot : two.nu_slots[end]) numbers.set(slot, 0);
    for (std::size_t k = 0; k < chosen_.size(); ++k) {
      if (chosen_[k].end == end) numbers.set(two.nu_slots[end][chosen_[k].row], at_.nu[k]);
    }
    numbers.evaluate(of_end(equations::Stage::curve_from, end), t, states.x[end], states.v[end]);
    std::copy_n(numbers[of_end(equations::Array::from_curvature, end)], corner * corner,
                at_.curvature.data() + end * corner * corner);
  }
}

// What one end contributes to the slopes of a natural condition Z.
void EndRows::put_natural_slopes(const Span& span, const EndStates& states, int end,
                                 const double* Z, Out& out) const noexcept {
  const Index directions = equations_.two_ends.directions(), corner = n_ + u_;
  const double sign = end == 0 ? -1.0 : 1.0;
  const double* const kept = at_.momentum.data() + end * n_ * (2 * n_ + directions);
  const double* const C = at_.curvature.data() + end * corner * corner;
  double* const Bz = (end == 0 ? out.B0 : out.B1) + out.next * out.size;
  double* const Bp = out.Bp + out.next * out.parameters;
  const auto along = [&](Index direction) {  // Zᵀ ∂F_v by a direction
    const double* const slope = kept + (2 * n_ + direction) * n_;
    double part = 0;
    for (Index i = 0; i < n_; ++i) part += Z[end * n_ + i] * slope[i];
    return sign * part;
  };
  const auto bend = [&](Index column) {
    double part = 0;
    for (Index i = 0; i < n_; ++i) part += Z[end * n_ + i] * C[i * corner + column];
    for (Index i = 0; i < u_; ++i) part += Z[2 * n_ + i] * C[(n_ + i) * corner + column];
    return part;
  };
  double stretch = 0;  // by the length of the span
  for (Index j = 0; j < n_; ++j) {
    double by_x = 0, by_v = 0;
    for (Index i = 0; i < n_; ++i) {
      by_x += Z[end * n_ + i] * kept[i * 2 * n_ + j];
      by_v += Z[end * n_ + i] * kept[i * 2 * n_ + n_ + j];
    }
    Bz[j] = sign * by_x - bend(j);
    Bz[n_ + j] = sign * by_v / span.length;
    stretch -= sign * by_v * states.v[end][j] / span.length;
  }
  for (Index j = 0; j < shape_.lambdas; ++j) Bz[shape_.lambda() + j] = along(j);
  for (Index j = 0; j < shape_.integrals; ++j) Bp[j] += along(shape_.lambdas + j);
  const double by_time = along(directions - 1);
  for (Index j = 0; j < u_; ++j) {
    const double moves = span.t0_slopes[j] + (end == 1 ? span.length_slopes[j] : 0.0);
    Bp[shape_.unknown() + j] += along(shape_.lambdas + shape_.integrals + j) + by_time * moves +
                                stretch * span.length_slopes[j] - bend(n_ + j);
  }
}

// Zᵀ(−F_v(t₀), F_v(t₁), ∂S/∂p), Z a basis of what the rows leave free. Its exact derivative at a
// solution, where the vector is Σ ν·row: Zᵀ d(vector) − Zᵀ Σ ν d(row), for Zᵀrowᵀ stays zero.
void EndRows::put_natural(equations::Workspace& numbers, const Span& span, const EndStates& states,
                          const double* z1, Out& out) noexcept {
  if (naturals_ == 0) return;
  gather_momenta(numbers, span, states, z1, out.B0 != nullptr);
  if (out.B0) gather_curvature(numbers, span, states);
  for (Index k = 0; k < naturals_; ++k, ++out.next) {
    const double* const Z = space_.free_basis(k);
    double sum = 0;
    for (Index i = 0; i < columns_; ++i) sum += Z[i] * at_.natural[i];
    out.B[out.next] = sum;
    if (!out.B0) continue;
    for (int end = 0; end < 2; ++end) put_natural_slopes(span, states, end, Z, out);
    for (std::size_t q = 0; q < shape_.quadratures.size(); ++q) {
      out.B1[out.next * out.size + shape_.quadrature() + static_cast<Index>(q)] +=
          Z[2 * n_ + shape_.quadratures[q]];
    }
  }
}

}  // namespace zwang::extremal
