// SPDX-License-Identifier: Apache-2.0
#pragma once
// The functional of a question: F* with its derivatives and rows, for those who know nothing of
// compiled equations.

#include "extremal/question/question.h"
#include "variation/functional.h"

namespace zwang::extremal {

/// Uses the numbers of the question: λ and μ that are handed in stay there. Ask the question to set
/// its p again before it goes on.
class View {
 public:
  explicit View(Question& question);

  /// Lives as long as the view.
  variation::Functional functional() noexcept;

  /// −1: of −F + Σ λ f + Σ μ G.
  void set_sign(int sign) { sign_ = sign; }
  int sign() const { return sign_; }

  /// Rows of the position level: their numbers among all rows.
  const std::vector<Index>& position_rows() const { return positions_; }

 private:
  void set(const double* lambda, const double* mu) noexcept;
  bool value(double t, const double* x, const double* v, double* F) noexcept;
  bool slopes(double t, const double* x, const double* v, double* F, double* F_x, double* F_v,
              double* F_xx, double* F_xv, double* F_vv) noexcept;
  bool rows(double t, const double* x, double* phi, double* A) noexcept;
  bool curvature(double t, const double* x, const double* lambda, double* C) noexcept;
  bool velocities(double t, const double* x, const double* v, double* f, double* f_x,
                  double* f_v) noexcept;
  bool integrals(double t, const double* x, const double* v, double* G, double* G_x,
                 double* G_v) noexcept;

  const equations::Equations& equations_;
  equations::Workspace& numbers_;
  Index n_;
  int sign_ = 1;
  std::vector<Index> positions_, velocities_;  // rows; rows at the start
  std::vector<double> mu_, zero_;
};

}  // namespace zwang::extremal
