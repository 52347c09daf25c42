// SPDX-License-Identifier: Apache-2.0
#pragma once
// The values of formulas in quad and in complex numbers, and their derivatives by differences: what
// the engine's values, derivatives and tapes are judged by. No rule of differentiation occurs here.

#include <complex>
#include <functional>
#include <span>
#include <vector>

#include "formula/graph.h"
#include "support/quad.h"
#include "support/random.h"

namespace zwang::test {

using Complex = std::complex<long double>;

/// One operation; leaves excluded.
Quad apply(formula::Op op, Quad x, Quad y, Quad z);

/// The same continued to complex numbers; kinks, steps and conditions look at the real part.
Complex apply(formula::Op op, Complex x, Complex y, Complex z);

/// Values of `outputs` for the given inputs (by slot).
QuadVector evaluate_quad(const formula::Graph& graph, std::span<const formula::Node> outputs,
                         std::span<const Quad> inputs);
std::vector<Complex> evaluate_complex(const formula::Graph& graph,
                                      std::span<const formula::Node> outputs,
                                      std::span<const Complex> inputs);

/// Moves the result of an operation, or a constant, which may be a folded one, by up to two units
/// of 2^-53, at random; not that of an exact operation, nor a whole number, which is exact too.
class Shake {
 public:
  explicit Shake(std::uint64_t seed) : random_(seed << 32) {}
  Quad operator()(formula::Op op, Quad value) const;

 private:
  mutable Random random_;
};

/// The largest change of `exact` in a few shaken evaluations, times 16: for the roundings that
/// point all one way where the random ones did not.
std::vector<double> largest_change(const QuadVector& exact, std::uint64_t seed,
                                   const std::function<QuadVector(const Shake&)>& shaken);

/// What rounding to double does to `outputs`, absolutely: largest_change of all operations shaken.
std::vector<double> rounding(const formula::Graph& graph, std::span<const formula::Node> outputs,
                             std::span<const double> inputs, std::uint64_t seed);

/// A derivative at 0 of a function of one number, by differences of fourth order; `error` from a
/// second step of half the size, huge where a kink is near.
struct Difference {
  Quad value, error;
};
Difference first_difference(const std::function<Quad(Quad)>& f);
Difference second_difference(const std::function<Quad(Quad)>& f);

/// x + s·d.
QuadVector moved(std::span<const double> x, Quad s, std::span<const double> d);

/// Re and Im/h of `output` at x + i h d with h far below any rounding: value and derivative along d.
struct ComplexStep {
  long double value, slope;
};
ComplexStep complex_step(const formula::Graph& graph, formula::Node output,
                         std::span<const double> x, std::span<const double> d);

}  // namespace zwang::test
