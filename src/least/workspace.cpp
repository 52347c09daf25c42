// SPDX-License-Identifier: Apache-2.0
#include "least/workspace.h"

#include <algorithm>

namespace zwang::least {

Workspace::Workspace(Index n_, Index m_, const Options& options)
    : n(n_), m(m_), ldn(round_up(std::max<Index>(n_, 1), linalg::kLane)), rows(n_, m_, 2) {
  const Index ldx = rows.view.ldx, steps = std::min(n, m);
  L = AlignedArray(ldn * n + 2 * linalg::kLane);  // the last panel may be read past its end
  inverse = AlignedArray(ldn);
  for (AlignedArray* vector : {&g, &c, &u, &yL, &yC, &a, &delta})
    *vector = AlignedArray(ldn + linalg::kLane);
  spare = AlignedArray(4 * (ldn + ldx));

  const Method method = options.method;
  if (method == Method::bellman) {
    bellman.columns = linalg::LaneQr(m, n, 2);
    const Index ldr = round_up(std::max<Index>(steps, 1), linalg::kLane);
    bellman.S = AlignedArray(steps * ldr);
    bellman.beta = AlignedArray(n * ldr);
    bellman.reduced = AlignedArray(n * ldr);
    bellman.alpha = AlignedArray(ldn);
    bellman.f = AlignedArray(ldr);
  }
  if (method == Method::automatic || method == Method::nullspace) {
    null.tau = AlignedArray(ldn);
    for (AlignedArray* square : {&null.Z, &null.P, &null.H, &null.free_mass})
      *square = AlignedArray(ldn * n);
    null.vectors = AlignedArray(6 * ldn);
    null.symmetric_order.assign(at(n), 0);
    null.symmetric_pair.assign(at(n), 0);
  }
  if (method == Method::proximal) {
    proximal.gram = AlignedArray(ldx * m + 2 * linalg::kLane);
    proximal.damped = AlignedArray(ldx * m + 2 * linalg::kLane);
    proximal.gram_inverse = AlignedArray(ldx);
    proximal.dual = AlignedArray(6 * ldx);
  }
  if (options.tolerance == RankTolerance::stepping) rows.make_room_to_damp();
}

void Workspace::clear() noexcept {
  rows.clear();
  for (AlignedArray* array :
       {&L, &g, &c, &u, &yL, &yC, &a, &delta, &spare, &bellman.columns.X, &null.Z, &null.P, &null.H,
        &null.free_mass, &null.vectors, &proximal.gram, &proximal.dual})
    std::fill_n(array->data(), array->size(), 0.0);
}

}  // namespace zwang::least
