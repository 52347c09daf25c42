// SPDX-License-Identifier: Apache-2.0
// Householder QR of a matrix whose lanes (columns) are pivoted, all lanes of a row in registers.
//
// The trailing update of step k and the products that step k+1 needs are done in one pass over
// the matrix: once w = γ vᵀX is known, the next pivot and its reflector follow from row k and
// from one lane alone, so the update can wait until the next reflector is known.
// R11ᵀz = b is solved on the way: as soon as row k of R is known, z_k is, and what the other lanes
// still ask for; the lanes that never become pivots end with their residual.
// Lanes beyond the pivotable ones are transformed with the rest: Qᵀ(L⁻¹Q) comes for free.

/// What is still to be subtracted from X: X(i, :) −= v_i w for i > row.
struct Pending {
  bool any = false;
  const double* v = nullptr;
  const double* w = nullptr;
};

/// One pass over rows [first, rows) for G packs of lanes: apply the pending update (if UPDATE),
/// and gather w' = Σ v'_i X(i, :) (if PROJECT).
template <int G, bool UPDATE, bool PROJECT>
inline void pass(const RowQr& qr, Index first, Index lane, const double* v, const double* w,
                 const double* next, double* w_next) {
  Pack old[G], sum[G];
  EACH (g, G) {
    old[g] = UPDATE ? load(w + lane + g * W) : Pack{};
    sum[g] = Pack{};
  }
  double* row = qr.X + first * qr.ldx + lane;
  for (Index i = first; i < qr.rows; ++i, row += qr.ldx) {
    Pack x[G];
    EACH (g, G) x[g] = load(row + g * W);
    if (UPDATE) {
      const Pack v_i = splat(v[i]);
      EACH (g, G) {
        x[g] = subtract_product(x[g], v_i, old[g]);
        store(row + g * W, x[g]);
      }
    }
    if (PROJECT) {
      const Pack next_i = splat(next[i]);
      EACH (g, G) sum[g] = add_product(sum[g], next_i, x[g]);
    }
  }
  if (PROJECT)
    EACH (g, G) store(w_next + lane + g * W, sum[g]);
}

template <bool UPDATE, bool PROJECT>
inline void pass_all(const RowQr& qr, Index first, Index lane, const double* v, const double* w,
                     const double* next, double* w_next) {
  for (; lane + 4 * W <= qr.ldx; lane += 4 * W)
    pass<4, UPDATE, PROJECT>(qr, first, lane, v, w, next, w_next);
  switch ((qr.ldx - lane) / W) {
    case 3:
      pass<3, UPDATE, PROJECT>(qr, first, lane, v, w, next, w_next);
      break;
    case 2:
      pass<2, UPDATE, PROJECT>(qr, first, lane, v, w, next, w_next);
      break;
    case 1:
      pass<1, UPDATE, PROJECT>(qr, first, lane, v, w, next, w_next);
      break;
    default:
      break;
  }
}

/// Squared norms of all lanes over rows [first, rows), into `norms`.
inline void lane_norms(const RowQr& qr, Index first, double* norms) {
  for (Index lane = 0; lane < qr.ldx; lane += W) {
    Pack sum = {};
    for (Index i = first; i < qr.rows; ++i) {
      const Pack x = load(qr.X + i * qr.ldx + lane);
      sum = add_product(sum, x, x);
    }
    store(norms + lane, sum);
  }
}

/// Norms, scales and order at the start. A lane of norm 0, or one too small to be squared, gets
/// scale 0 and is never a pivot.
inline void start_lanes(const RowQr& qr) {
  lane_norms(qr, 0, qr.norms);
  for (Index j = 0; j < qr.lanes; ++j) {
    const double s = qr.norms[j];
    qr.scale[j] = s > 1e-290 ? (qr.equilibrate ? 1 / s : 1) : 0;
    qr.norms[j] = qr.scale[j] > 0 ? s * qr.scale[j] : -1;
    qr.exact[j] = qr.norms[j];
    qr.order[j] = j;
  }
}

/// After row k of R is known: lower the norms. A norm that has lost half of its digits must be
/// computed afresh; returns whether there is one.
inline bool lower_norms(const RowQr& qr, Index k) {
  qr.norms[k] = -1;
  const double* row = qr.X + k * qr.ldx;
  bool stale = false;
  for (Index j = k + 1; j < qr.lanes; ++j) {
    if (qr.norms[j] < 0) continue;
    const double left = qr.norms[j] - row[j] * row[j] * qr.scale[j];
    stale |= left < 1e-8 * qr.exact[j];
    qr.norms[j] = left > 0 ? left : 0;
  }
  return stale;
}

inline void refresh_norms(const RowQr& qr, Index k, double* scratch) {
  lane_norms(qr, k, scratch);
  for (Index j = k; j < qr.lanes; ++j)
    if (qr.norms[j] >= 0) qr.norms[j] = qr.exact[j] = scratch[j] * qr.scale[j];
}

/// The lane with the largest remaining norm; the first of equals, so that rows given earlier are
/// kept and later ones are called redundant.
inline Index choose_lane(const RowQr& qr, Index k) {
  Index best = k;
  for (Index j = k + 1; j < qr.lanes; ++j)
    if (qr.norms[j] > qr.norms[best] * (1 + 1e-10)) best = j;
  return best;
}

inline void swap_lanes(const RowQr& qr, Index j, Index k, double* pending_w) {
  if (j == k) return;
  const auto swap = [](auto& x, auto& y) {
    const auto z = x;
    x = y;
    y = z;
  };
  for (Index i = 0; i < qr.rows; ++i) swap(qr.X[i * qr.ldx + j], qr.X[i * qr.ldx + k]);
  swap(qr.norms[j], qr.norms[k]);
  swap(qr.exact[j], qr.exact[k]);
  swap(qr.scale[j], qr.scale[k]);
  swap(qr.order[j], qr.order[k]);
  swap(pending_w[j], pending_w[k]);
  if (qr.demand) swap(qr.demand[j], qr.demand[k]);
}

/// Lane `lane` of rows [k, rows), with the pending update applied, into v. Returns its squared
/// norm.
inline double gather_lane(const RowQr& qr, Index k, Index lane, const Pending& pending, double* v) {
  for (Index i = k / 8 * 8; i < k; ++i) v[i] = 0;
  for (Index i = qr.rows; i < round_up(qr.rows, 8); ++i) v[i] = 0;
  const double* x = qr.X + lane;
  double sum[4] = {};  // in scalars: the entries just written are not to be waited for
  Index i = k;
  if (pending.any) {
    const double w = pending.w[lane];
    for (; i + 4 <= qr.rows; i += 4)
      for (Index p = 0; p < 4; ++p) {
        const double y = subtract_product(x[(i + p) * qr.ldx], pending.v[i + p], w);
        v[i + p] = y;
        sum[p] = add_product(sum[p], y, y);
      }
    for (; i < qr.rows; ++i) {
      const double y = v[i] = subtract_product(x[i * qr.ldx], pending.v[i], w);
      sum[0] = add_product(sum[0], y, y);
    }
  } else {
    for (; i < qr.rows; ++i) {
      const double y = v[i] = x[i * qr.ldx];
      sum[i % 4] = add_product(sum[i % 4], y, y);
    }
  }
  return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

Index row_qr(const RowQr& qr) noexcept {
  start_lanes(qr);
  const Index most = qr.rows < qr.lanes ? qr.rows : qr.lanes;
  double* w_now = qr.w;
  double* w_next = qr.w + qr.ldx;
  Pending pending;
  bool stale = false;
  double first = 0;
  Index k = 0;
  for (; k < most; ++k) {
    if (stale) {
      pass_all<true, false>(qr, k, k / W * W, pending.v, pending.w, nullptr, nullptr);
      pending.any = false;
      refresh_norms(qr, k, w_next);
    }
    const Index lane = choose_lane(qr, k);
    double* v = qr.V + k * qr.ldv;
    const double norm2 = qr.norms[lane] < 0 ? 0 : gather_lane(qr, k, lane, pending, v);
    const double size = norm2 * qr.scale[lane];
    if (k == 0) first = size;
    if (!(size > qr.tolerance * qr.tolerance * first)) break;
    swap_lanes(qr, k, lane, w_now);

    // H = I − γ v vᵀ sends the lane to (β, 0, …); β has the sign that avoids cancellation.
    const double alpha = v[k];
    const double beta = alpha > 0 ? -root(norm2) : root(norm2);
    v[k] = alpha - beta;
    qr.gamma[k] = -1 / (beta * v[k]);
    const Index begin = k / W * W;
    if (pending.any)
      pass_all<true, true>(qr, k, begin, pending.v, w_now, v, w_next);
    else
      pass_all<false, true>(qr, k, begin, nullptr, nullptr, v, w_next);
    double* row = qr.X + k * qr.ldx;
    const double z = qr.demand ? qr.demand[k] / beta : 0;
    for (Index lane0 = begin; lane0 < qr.ldx; lane0 += W) {
      const Pack w = load(w_next + lane0) * splat(qr.gamma[k]);
      store(w_next + lane0, w);
      const Pack r = subtract_product(load(row + lane0), splat(v[k]), w);
      store(row + lane0, r);
      if (qr.demand)
        store(qr.demand + lane0, subtract_product(load(qr.demand + lane0), splat(z), r));
    }
    row[k] = beta;
    if (qr.demand) qr.z[k] = z;
    double* const keep = w_now;
    w_now = w_next;
    w_next = keep;
    pending = Pending{true, v, w_now};
    stale = lower_norms(qr, k);
  }
  if (pending.any)
    pass_all<true, false>(qr, k, (k < 1 ? 0 : k - 1) / W * W, pending.v, pending.w, nullptr,
                          nullptr);
  return k;
}
