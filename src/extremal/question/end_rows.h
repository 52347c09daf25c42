// SPDX-License-Identifier: Apache-2.0
#pragma once
// The conditions at the ends. What the user gives are rows over (x₀, x₁, p): coordinates, surfaces,
// constraints that hold there, coordinates that end as they began. What these rows leave free is
// natural: for all (δx₀, δx₁, δp) that they allow, the action must not change to first order,
//   F_v(t₁)·δx₁ − F_v(t₀)·δx₀ + ∂S/∂p·δp = 0.
// Fixed ends, free ends, transversality, periodic motions, a free end time are all this one
// sentence. A rate that is given takes the place of one natural condition.

#include <vector>

#include "base/index.h"
#include "equations/evaluate.h"
#include "extremal/answer.h"
#include "linalg/gram_schmidt.h"

namespace zwang::extremal {

/// Where the parts of z = (x, dx/dτ, w) and of p stand in a two-ended question.
struct Shape {
  Index n = 0, lambdas = 0, integrals = 0, unknowns = 0;
  std::vector<Index> quadratures;  // unknowns whose ∂S/∂p is gathered along the way

  Index extra() const { return lambdas + integrals + static_cast<Index>(quadratures.size()); }
  Index size() const { return 2 * n + extra(); }
  Index parameters() const { return integrals + unknowns; }
  Index lambda() const { return 2 * n; }                            // in z
  Index integral() const { return 2 * n + lambdas; }                // in z
  Index quadrature() const { return 2 * n + lambdas + integrals; }  // in z
  Index unknown() const { return integrals; }                       // in p; the μ stand before
};

/// Where the ends are, and how that answers to the unknowns: t = t0 + τ length.
struct Span {
  double t0 = 0, length = 1;
  std::vector<double> t0_slopes, length_slopes;  // by the unknowns

  double time(double tau) const { return t0 + tau * length; }
};

/// The states at both ends, rates by t.
struct EndStates {
  const double *x[2], *v[2], *lambda[2];
};

class EndRows {
 public:
  explicit EndRows(const equations::Equations& equations);

  /// Brings guesses of both ends onto the rows, chooses which rows count, and how many conditions are
  /// natural. x: both ends, 2n. `tolerance`: rows missed by more than that, relative, are missed.
  Failure prepare(equations::Workspace& numbers, const Span& span, double tolerance, double* x);

  const Shape& shape() const { return shape_; }
  Index naturals() const { return naturals_; }
  bool starts_fixed() const { return fixed(0); }  // x₀ does not move, whatever x₁ and p do
  bool ends_fixed() const { return fixed(1); }
  bool all_fixed() const;  // neither x₁ nor an unknown, and no rate is given
  Index rank() const { return static_cast<Index>(chosen_.size()); }
  Index unknown() const { return unknown_; }                     // for natural_unknown
  Index given() const { return given_; }                         // for counts
  const std::vector<Missed>& missed() const { return missed_; }  // for infeasible_end, not_finite

  /// Rows that were left out, because others imply them: by how much they are missed now.
  std::vector<Missed> look(equations::Workspace& numbers, const Span& span, const double* x,
                           double tolerance);

  /// B and its slopes, as Bvp::ends. z are states, rates by τ.
  bool fill(equations::Workspace& numbers, const Span& span, const double* z0, const double* z1,
            double* B, double* B0, double* B1, double* Bp) noexcept;

  /// Rows over (δx₀, δx₁, δp), 2n + u long, that variations satisfy; the directions that they leave,
  /// in the order of the natural conditions; and the second derivatives of Σ ν·row, (2n + u)²; at the
  /// states of the last fill. Where a rate is given, what it takes the place of is held.
  std::vector<double> variation_rows() const;
  std::vector<double> variation_directions() const;
  std::vector<double> variation_curvature() const;

 private:
  /// A row that the user gave, over (x₀, x₁, p).
  struct Given {
    int end;    // −1: periodic
    Index row;  // of TwoEnds::rows[end], or the coordinate
  };
  double value(const equations::Workspace& numbers, const double* const x[2], const Given& g) const;
  void gradient(const equations::Workspace& numbers, const Given& g, double* row) const;
  void evaluate(equations::Workspace& numbers, const Span& span, const EndStates& at) noexcept;
  void settle(equations::Workspace& numbers, const Span& span, double* x);
  std::vector<Missed> misses(equations::Workspace& numbers, const Span& span, const double* x,
                             const std::vector<Given>& which, double tolerance);
  void choose_positions(equations::Workspace& numbers);
  Failure choose_naturals();
  bool take_place_of_natural(int end, Index coordinate);
  bool fixed(int end) const;
  bool knows_unknowns(const equations::Workspace& numbers, const Given& g) const;
  std::vector<Missed> without_number(equations::Workspace& numbers, const Span& span,
                                     const double* x);
  void bind_rates(equations::Workspace& numbers, linalg::RowSpace& space,
                  std::vector<double>& demand) const;
  std::vector<double> implied_rates(equations::Workspace& numbers, const Span& span, int end,
                                    const double* x) const;
  std::vector<double> beside(equations::Workspace& numbers, const Span& span, const double* x);
  void choose_rates(equations::Workspace& numbers, const Span& span, double tolerance,
                    const double* x);

  struct Out {  // of fill
    double *B, *B0, *B1, *Bp;
    Index next;
    Index size, parameters;
  };
  void put_given(const equations::Workspace& numbers, const EndStates& at, Out& out) noexcept;
  void put_rates(const equations::Workspace& numbers, const Span& span, const double* z0,
                 const double* z1, Out& out) noexcept;
  void put_integrals(const equations::Workspace& numbers, const double* z0, const double* z1,
                     Out& out) noexcept;
  void gather_momenta(equations::Workspace& numbers, const Span& span, const EndStates& states,
                      const double* z1, bool slopes) noexcept;
  void gather_curvature(equations::Workspace& numbers, const Span& span,
                        const EndStates& states) noexcept;
  void put_natural_slopes(const Span& span, const EndStates& states, int end, const double* Z,
                          Out& out) const noexcept;
  void put_natural(equations::Workspace& numbers, const Span& span, const EndStates& at,
                   const double* z1, Out& out) noexcept;

  const equations::Equations& equations_;
  Index n_, u_, columns_;
  Shape shape_;
  std::vector<Given> positions_;  // all rows over (x₀, x₁, p)
  std::vector<Given> rates_;      // rows over rates
  std::vector<Given> chosen_, left_out_, chosen_rates_;
  std::vector<std::vector<double>> held_;  // unit rows: their natural condition is replaced
  linalg::RowSpace space_;
  bool rows_move_ = true;  // their gradients; not those of coordinates whose values are given
  Index naturals_ = 0, unknown_ = 0, given_ = 0;
  std::vector<Missed> missed_;
  struct {
    std::vector<double> row, natural, nu, curvature, momentum, zero, rates;
  } at_;  // of the last fill
};

}  // namespace zwang::extremal
