// SPDX-License-Identifier: Apache-2.0
#include "linear/reduction.h"

#include <Eigen/LU>
#include <algorithm>

#include "linear/basis.h"

namespace zwang::linear {

namespace {

std::vector<Index> in_order(Index n, const std::vector<Index>& first) {
  std::vector<Index> order = first;
  for (Index i = 0; i < n; ++i) {
    if (std::find(first.begin(), first.end(), i) == first.end()) order.push_back(i);
  }
  return order;
}

/// What is shown of (X_q; X_v), in the variables x.
Matrix picked(const Reduction& to, const Matrix& shown_q, const Matrix& shown_v) {
  const auto f_q = static_cast<Index>(to.coordinates.size());
  const auto f_v = static_cast<Index>(to.rates.size());
  Matrix result(f_q + f_v, shown_q.cols());
  result.topRows(f_q) = rows_of(shown_q, to.coordinates);
  result.bottomRows(f_v) = rows_of(shown_v, to.rates);
  return result;
}

}  // namespace

System Reduction::named(const Matrix& C, const Matrix& D) const {
  const Eigen::PartialPivLU<Matrix> back(S.transpose());
  System system;
  system.A = solved(back, (S * A).transpose()).transpose();
  system.B = S * B;
  system.C = solved(back, C.transpose()).transpose();
  system.D = D;
  return system;
}

Reduction reduce(const TangentSpace& space, const Reduction* like) {
  const Index n = space.q.size(), f_q = space.positions(), f_v = space.rates();
  const bool second = space.order == 2;
  const Frame& frame = space.frame;
  Reduction result;
  const std::vector<Index> any;
  result.coordinates =
      choose_rows(frame.q * space.Z_q, in_order(frame.size(), like ? like->coordinates : any));
  std::sort(result.coordinates.begin(), result.coordinates.end());
  result.rates = choose_rows(frame.v * space.Z_v,
                             in_order(frame.size(), like ? like->rates : result.coordinates));
  std::sort(result.rates.begin(), result.rates.end());
  Matrix T_q = Matrix::Zero(n, f_q + f_v), T_v = T_q;
  T_q.leftCols(f_q) = space.Z_q;
  T_v.leftCols(f_q) = space.Y;
  T_v.rightCols(f_v) = space.Z_v;
  result.S = picked(result, frame.q * T_q, frame.rates(T_q, T_v));
  const Eigen::PartialPivLU<Matrix> S(result.S);
  const Matrix moving = second ? T_v : space.by_state;
  const Matrix turned_v = frame.v_rate * T_v + frame.vq_rate * T_q;
  result.A = solved(S, picked(result, frame.q * moving + frame.q_rate * T_q,
                              frame.rates(moving, space.by_state) + turned_v));
  const Matrix nothing = Matrix::Zero(n, space.by_input.cols());
  result.B = solved(S, second ? picked(result, frame.q * nothing, frame.v * space.by_input)
                              : picked(result, frame.q * space.by_input, frame.v * nothing));
  const Vector& velocity = second ? space.v : space.a;
  result.drift = S.solve(picked(result, frame.q * velocity, frame.rates(velocity, space.a)));
  return result;
}

}  // namespace zwang::linear
