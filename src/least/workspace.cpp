// SPDX-License-Identifier: Apache-2.0
#include "least/workspace.h"

#include <algorithm>

namespace zwang::least {

LaneQr::LaneQr(Index rows, Index lanes, Index extra) {
  const Index ldx = round_up(std::max<Index>(lanes + extra, 1), linalg::kLane);
  const Index ldv = round_up(std::max<Index>(rows, 1), linalg::kLane);
  const Index steps = std::min(rows, lanes);
  X = AlignedArray(rows * ldx);
  V = AlignedArray(steps * ldv);
  gamma = AlignedArray(steps);
  scale = AlignedArray(ldx);
  norms = AlignedArray(ldx);
  exact = AlignedArray(ldx);
  w = AlignedArray(2 * ldx);
  order.assign(static_cast<std::size_t>(ldx), 0);
  view.rows = rows;
  view.lanes = lanes;
  view.X = X.data();
  view.ldx = ldx;
  view.V = V.data();
  view.ldv = ldv;
  view.gamma = gamma.data();
  view.scale = scale.data();
  view.norms = norms.data();
  view.exact = exact.data();
  view.w = w.data();
  view.order = order.data();
}

Workspace::Workspace(Index n_, Index m_, const Options& options)
    : n(n_), m(m_), ldn(round_up(std::max<Index>(n_, 1), linalg::kLane)), rows(n_, m_, 2) {
  const Index ldx = rows.view.ldx, steps = std::min(n, m);
  L = AlignedArray(ldn * n + 2 * linalg::kLane);  // the last panel may be read past its end
  inverse = AlignedArray(ldn);
  for (AlignedArray* vector : {&g, &c, &u, &yL, &yC, &a, &delta})
    *vector = AlignedArray(ldn + linalg::kLane);
  for (AlignedArray* lanes : {&demand, &z, &z_y}) *lanes = AlignedArray(ldx + ldn);
  dependence = AlignedArray(m * ldx);
  T = AlignedArray(steps * ldx);
  tall_gamma = AlignedArray(steps);
  tall_diagonal = AlignedArray(steps);
  tall_norms = AlignedArray(steps);
  tall_exact = AlignedArray(steps);
  tall_scratch = AlignedArray(ldx);
  tall_rhs = AlignedArray(ldx);
  tall_rows.assign(static_cast<std::size_t>(m), 0);
  tall_columns.assign(static_cast<std::size_t>(steps), 0);
  spare = AlignedArray(4 * (ldn + ldx));

  const Method method = options.method;
  if (method == Method::bellman) {
    columns = LaneQr(m, n, 2);
    const Index ldr = round_up(std::max<Index>(steps, 1), linalg::kLane);
    S = AlignedArray(steps * ldr);
    beta = AlignedArray(n * ldr);
    reduced = AlignedArray(n * ldr);
    alpha = AlignedArray(ldn);
    f = AlignedArray(ldr);
  }
  if (method == Method::automatic || method == Method::nullspace) {
    tau = AlignedArray(ldn);
    for (AlignedArray* square : {&Z, &P, &H, &free_mass}) *square = AlignedArray(ldn * n);
    vectors = AlignedArray(6 * ldn);
    symmetric_order.assign(static_cast<std::size_t>(n), 0);
    symmetric_pair.assign(static_cast<std::size_t>(n), 0);
  }
  if (method == Method::proximal || options.tolerance == RankTolerance::stepping) {
    gram = AlignedArray(ldx * m + 2 * linalg::kLane);
    damped = AlignedArray(ldx * m + 2 * linalg::kLane);
    gram_inverse = AlignedArray(ldx);
    dual = AlignedArray(6 * ldx);
  }
}

linalg::TallQr Workspace::tall(Index column_count) {
  return {m,
          column_count,
          T.data(),
          rows.view.ldx,
          tall_gamma.data(),
          tall_diagonal.data(),
          tall_rows.data(),
          tall_columns.data(),
          tall_norms.data(),
          tall_exact.data(),
          tall_scratch.data()};
}

void Workspace::clear() noexcept {
  for (AlignedArray* array :
       {&L,      &g,         &c, &u, &yL, &yC,        &a,       &delta, &demand, &z,   &z_y,
        &rows.X, &columns.X, &Z, &P, &H,  &free_mass, &vectors, &spare, &gram,   &dual})
    std::fill_n(array->data(), array->size(), 0.0);
}

}  // namespace zwang::least
