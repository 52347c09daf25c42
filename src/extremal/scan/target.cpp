// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "extremal/question/view.h"
#include "extremal/scan/scan.h"

namespace zwang::extremal {

Target::Target(Question& question, const bvp::Curve& curve)
    : n_(curve.n), x_(curve.at(curve.intervals()), curve.at(curve.intervals()) + curve.n) {
  View view(question);
  const variation::Functional functional = view.functional();
  std::vector<double> phi(functional.rows), A(functional.rows * n_);
  linalg::RowSpace space(n_);
  if (functional.rows > 0 && functional.position_rows(functional.self, question.span().time(1),
                                                      x_.data(), phi.data(), A.data())) {
    for (Index i = 0; i < functional.rows; ++i) space.add(A.data() + i * n_, 1e-6);
  }
  space.complete();
  for (Index k = 0; k < space.free(); ++k) {
    tangents_.insert(tangents_.end(), space.free_basis(k), space.free_basis(k) + n_);
  }
  question.set(curve.p.data());
}

double Target::part(Index k, const double* dx) const {
  double sum = 0;
  for (Index i = 0; i < n_; ++i) sum += tangents_[k * n_ + i] * dx[i];
  return sum;
}

double Target::along(Index k, const double* x) const {
  double sum = 0;
  for (Index i = 0; i < n_; ++i) sum += tangents_[k * n_ + i] * (x[i] - x_[i]);
  return sum;
}

double Target::distance(const double* x) const {
  double sum = 0;
  for (Index i = 0; i < n_; ++i) sum += (x[i] - x_[i]) * (x[i] - x_[i]);
  return std::sqrt(sum);
}

}  // namespace zwang::extremal
