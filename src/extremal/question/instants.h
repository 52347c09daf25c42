// SPDX-License-Identifier: Apache-2.0
#pragma once
// The instants of a question, by one of two routes: the explicit equation, which needs no multipliers
// and takes any rows, or, to check it, the elimination of multipliers.

#include <memory>
#include <vector>

#include "instant/elimination.h"
#include "instant/response.h"

namespace zwang::extremal {

enum class Route { explicit_equation, multipliers };

class Instants {
 public:
  Instants(const equations::Equations& equations, Route route) : response_(equations) {
    if (route == Route::multipliers) other_ = std::make_unique<instant::Elimination>(equations);
  }

  /// At the state whose M, Q, A, b are in the numbers. False: there is no answer.
  bool solve(equations::Workspace& numbers) noexcept {
    return other_ ? other_->solve(numbers) : response_.solve(numbers);
  }
  /// Behind solve(), at the same state.
  bool differentiate(equations::Workspace& numbers, double t, const double* x,
                     const double* v) noexcept {
    if (!other_) return response_.differentiate(numbers, t, x, v);
    other_->differentiate(numbers, t, x, v);
    return true;
  }

  const double* acceleration() const {  // n
    return other_ ? other_->acceleration() : response_.acceleration();
  }
  const double* multipliers() const {  // m
    return other_ ? other_->multipliers() : response_.multipliers();
  }
  /// n: ∂ẍ by column k of (x, v, directions).
  const double* by(Index k) const { return other_ ? other_->by(k) : response_.by(k); }
  /// m: ∂λ; only where there are velocity rows, or by the route of multipliers.
  const double* multipliers_by(Index k) const {
    return other_ ? other_->multipliers_by(k) : response_.multipliers_by(k);
  }

  /// See Response; false, or empty, by the route of multipliers.
  bool degenerate() const { return response_.degenerate(); }
  bool indefinite() const { return response_.indefinite(); }
  std::vector<double> null_direction() const { return response_.null_direction(); }

 private:
  instant::Response response_;
  std::unique_ptr<instant::Elimination> other_;
};

}  // namespace zwang::extremal
