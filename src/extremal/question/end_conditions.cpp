// SPDX-License-Identifier: Apache-2.0
// The conditions at the ends as numbers: B(z(0), z(1), p) and its slopes.

#include <algorithm>
#include <cmath>

#include "base/contract.h"
#include "extremal/question/end_rows.h"

namespace zwang::extremal {

void EndRows::put_given(const equations::Workspace& numbers, const EndStates& states,
                        Out& out) noexcept {
  for (const Given& g : chosen_) {
    out.B[out.next] = value(numbers, states.x, g);
    if (out.B0) {
      gradient(numbers, g, at_.row.data());
      std::copy_n(at_.row.data(), n_, out.B0 + out.next * out.size);
      std::copy_n(at_.row.data() + n_, n_, out.B1 + out.next * out.size);
      std::copy_n(at_.row.data() + 2 * n_, u_,
                  out.Bp + out.next * out.parameters + shape_.unknown());
    }
    ++out.next;
  }
}

// Rates are by t in the rows and by τ in z.
void EndRows::put_rates(const equations::Workspace& numbers, const Span& span, const double* z0,
                        const double* z1, Out& out) noexcept {
  for (const Given& g : chosen_rates_) {
    const auto rows = static_cast<Index>(equations_.two_ends.rows[g.end].size());
    out.B[out.next] = numbers[of_end(equations::Array::from_values, g.end)][g.row];
    if (out.B0) {
      const double* const slope =
          numbers[of_end(equations::Array::from_gradient, g.end)] + g.row * 2 * n_;
      const double* const z = g.end == 0 ? z0 : z1;
      double* const Bz = (g.end == 0 ? out.B0 : out.B1) + out.next * out.size;
      double* const Bp = out.Bp + out.next * out.parameters + shape_.unknown();
      double along = 0;  // by the length of the span
      for (Index i = 0; i < n_; ++i) {
        Bz[i] = slope[i];
        Bz[n_ + i] = slope[n_ + i] / span.length;
        along -= slope[n_ + i] * z[n_ + i] / (span.length * span.length);
      }
      for (Index j = 0; j < u_; ++j) {
        Bp[j] = numbers[of_end(equations::Array::from_slopes, g.end)][j * rows + g.row] +
                along * span.length_slopes[j];
      }
    }
    ++out.next;
  }
}

// Each integral begins with 0 and ends with its target; so do the ∂S/∂p begin.
void EndRows::put_integrals(const equations::Workspace& numbers, const double* z0, const double* z1,
                            Out& out) noexcept {
  const auto put = [&out](double* slopes, Index column, double residual) {
    out.B[out.next] = residual;
    if (out.B0) slopes[out.next * out.size + column] = 1;
    ++out.next;
  };
  for (Index k = 0; k < shape_.integrals; ++k) {
    const Index column = shape_.integral() + k;
    put(out.B0, column, z0[column]);
    if (out.B0) {
      for (Index j = 0; j < u_; ++j) {
        out.Bp[out.next * out.parameters + shape_.unknown() + j] =
            -numbers.target_slopes()[k * u_ + j];
      }
    }
    put(out.B1, column, z1[column] - numbers.targets()[k]);
  }
  for (std::size_t k = 0; k < shape_.quadratures.size(); ++k) {
    const Index column = shape_.quadrature() + static_cast<Index>(k);
    put(out.B0, column, z0[column]);
  }
}

bool EndRows::fill(equations::Workspace& numbers, const Span& span, const double* z0,
                   const double* z1, double* B, double* B0, double* B1, double* Bp) noexcept {
  const Index size = shape_.size(), count = size + shape_.parameters();
  if (B0) {
    std::fill_n(B0, count * size, 0.0);
    std::fill_n(B1, count * size, 0.0);
    std::fill_n(Bp, count * shape_.parameters(), 0.0);
  }
  for (Index i = 0; i < n_; ++i) {
    at_.rates[i] = z0[n_ + i] / span.length;
    at_.rates[n_ + i] = z1[n_ + i] / span.length;
  }
  const EndStates states{{z0, z1},
                         {at_.rates.data(), at_.rates.data() + n_},
                         {z0 + shape_.lambda(), z1 + shape_.lambda()}};
  evaluate(numbers, span, states);
  // A slope that was zero at the guess need not stay so.
  rows_move_ = rows_move_ || std::any_of(chosen_.begin(), chosen_.end(), [&](const Given& g) {
                 return g.end >= 0 && knows_unknowns(numbers, g);
               });
  if (naturals_ > 0 && rows_move_) {  // and what they leave free with them
    space_.clear();
    for (const Given& g : chosen_) {
      gradient(numbers, g, at_.row.data());
      if (!space_.add(at_.row.data(), 0)) return false;
    }
    for (const auto& unit : held_) {
      if (!space_.add(unit.data(), 0)) return false;
    }
    space_.complete();
  }
  Out out{B, B0, B1, Bp, 0, size, shape_.parameters()};
  put_given(numbers, states, out);
  put_rates(numbers, span, z0, z1, out);
  put_integrals(numbers, z0, z1, out);
  put_natural(numbers, span, states, z1, out);
  expects(out.next == count);
  for (Index k = 0; k < count; ++k) {
    if (!std::isfinite(B[k])) return false;
  }
  return true;
}

}  // namespace zwang::extremal
