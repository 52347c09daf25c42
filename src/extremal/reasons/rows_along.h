// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is looked at where no extremal was found: a trial curve, and the rows along it.

#include <vector>

#include "extremal/question/question.h"
#include "linalg/gram_schmidt.h"
#include "variation/functional.h"

namespace zwang::extremal {

/// A curve between the ends of a question that is bent in every direction.
class TrialCurve {
 public:
  explicit TrialCurve(const Question& question);

  /// Goes to τ.
  void move_to(double tau) noexcept;
  double t = 0;
  std::vector<double> x, v;  // v by t

 private:
  const Question& question_;
  double size_ = 1;  // of the bends
};

/// Rows linearised along a trial curve that need not satisfy them: R δy' + S δy = 0 for y = (x, the
/// integrals so far). Positions first, differentiated; then velocity rows f; then G − (integral)'. What R
/// leaves free is Z, and K = −R⁺S.
class RowsAlong {
 public:
  /// The question's p are set. targets: what the integrals must be.
  RowsAlong(const Question& question, const variation::Functional& functional,
            std::vector<double> targets);

  bool move_to(double tau);

  Index coordinates() const { return n_ + integrals_; }  // of y
  Index positions() const { return positions_; }
  Index count() const { return static_cast<Index>(f.size()); }
  const double* row(Index k) const { return R_.data() + k * coordinates(); }
  /// Whether this row depends on those before.
  bool is_left_out(Index k) const;

  std::vector<double> K, f;  // K by τ; f: what rows are missed by at the rates of the curve
  linalg::RowSpace space;    // of R, then Z
  std::vector<Index> kept;   // rows of R that are independent

 private:
  bool fill_positions(double tau);
  bool positions_at(double tau, std::vector<double>& A);
  void put(Index k, const double* by_x, const double* by_v);
  void fill();

  const variation::Functional& of_;
  TrialCurve curve_;
  double length_;
  Index n_, positions_, integrals_;
  std::vector<double> targets_, R_, S_, A_, before_, after_, phi_, by_x_, by_v_;
};

}  // namespace zwang::extremal
