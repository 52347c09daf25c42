// SPDX-License-Identifier: Apache-2.0
// λ from D Dᵀ λ = e − D u where the rows are far from dependent: G = D Dᵀ = Lᵀ diag(d) L in the order
// of the rows. This squares the condition; a residual formed with D itself, not with G, brings back
// what that costs (least/explicit.cpp does without).

/// Rows [0, R) of the first group against a register of the second's.
template <int R>
inline void gram_rows(const RowsTask& task, const RowPair& pair, Index lane) {
  const RowGroup &a = task.group[pair.a], &b = task.group[pair.b];
  Pack sum[R] = {};
  for (Index k = pair.first_run; k < pair.first_run + pair.runs; ++k) {
    const RowRun& run = task.run[k];
    const double* t = task.T + 8 * (a.first_t + run.ta);
    const double* s = task.Td + 8 * (b.first_t + run.tb) + lane;
    for (Index i = 0; i < run.count; ++i, t += 8, s += 8) {
      const Pack x = load(s);
      EACH (r, R) sum[r] = add_product(sum[r], splat(t[r]), x);  // D Dᵀ, D as in [FKNU05 2]
    }
  }
  // Lanes that are no rows go where the next group writes, or behind the last.
  EACH (r, R) store_loose(task.G + (a.start + r) * task.ld + b.start + lane, sum[r]);
}

inline void gram_pair(const RowsTask& task, const RowPair& pair, Index lane) {
  switch (task.group[pair.a].lanes) {
    case 1:
      return gram_rows<1>(task, pair, lane);
    case 2:
      return gram_rows<2>(task, pair, lane);
    case 3:
      return gram_rows<3>(task, pair, lane);
    case 4:
      return gram_rows<4>(task, pair, lane);
    case 5:
      return gram_rows<5>(task, pair, lane);
    case 6:
      return gram_rows<6>(task, pair, lane);
    case 7:
      return gram_rows<7>(task, pair, lane);
    default:
      return gram_rows<8>(task, pair, lane);
  }
}

/// What elimination leaves beside the upper triangle of G.
struct Pivots {
  double* length;   // G_kk as it was: the square of the row's length
  double* inverse;  // 1/d, or 0 for a row that vanished
  double* found;    // how many did not vanish; the largest length/d among them, at least 1
};

/// Eliminates G with the side e in column m. Returns an estimate of κ² of the equilibrated rows, ∞
/// where it is above `trusted` or where a row vanished of which something is asked.
inline double eliminate_rows(const RowsTask& task, const Pivots& pivots) {
  const Index m = task.rows, ld = task.ld;
  for (Index k = 0; k < m; ++k) pivots.length[k] = task.G[k * ld + k];
  double sum = 0, condition = 0, rank = 0, largest = 1;
  for (Index k = 0; k < m; ++k) {
    const double* row = task.G + k * ld;
    if (pivots.length[k] < 1e-290 && row[m] == 0) {
      pivots.inverse[k] = 0;
      continue;
    }
    const double inverse = 1 / row[k], share = pivots.length[k] * inverse;
    sum += share;
    rank += 1;
    largest = share > largest ? share : largest;
    condition = double(m) * sum;
    if (!(row[k] > 0 && condition <= task.trusted)) return __builtin_inf();
    pivots.inverse[k] = inverse;
    for (Index i = k + 1; i < m; ++i) {
      double* other = task.G + i * ld;
      const Pack factor = splat(row[i] * inverse);
      for (Index lane = i / W * W; lane <= m; lane += W)
        store(other + lane, subtract_product(load(other + lane), factor, load(row + lane)));
    }
  }
  pivots.found[0] = rank;
  pivots.found[1] = largest;
  return condition;
}

/// x from z = what elimination made of a side; z is overwritten.
inline void substitute_back(const RowsTask& task, const Pivots& pivots, double* z, double* x) {
  for (Index k = task.rows; k-- > 0;) {
    const double x_k = x[k] = z[k] * pivots.inverse[k];
    for (Index i = 0; i < k; ++i) z[i] = subtract_product(z[i], task.G[i * task.ld + k], x_k);
  }
}

/// The same elimination as G saw, of one more side. Left of the diagonal G means nothing.
inline void eliminate_side(const RowsTask& task, const Pivots& pivots, double* z) {
  const Index m = task.rows;
  for (Index k = 0; k < m; ++k) {
    const double *row = task.G + k * task.ld, factor = z[k] * pivots.inverse[k];
    for (Index i = k + 1; i < m; ++i) z[i] = subtract_product(z[i], factor, row[i]);
  }
}

/// What the rows still ask for: e − Σ t u/d, row by row.
inline void find_rest(const RowsTask& task, double* rest) {
  for (Index g = 0; g < task.groups; ++g) {
    const RowGroup& group = task.group[g];
    for (Index lane = 0; lane < group.lanes; lane += W) {
      Pack e = load(task.e + 8 * g + lane);
      for (Index t = group.first_t; t < group.first_t + group.rates; ++t)
        e = subtract_product(e, load(task.Td + 8 * t + lane),
                             splat(*task.u[t]));  // e = b − A a [FKNU05 3]
      store_loose(rest + group.start + lane, e);
    }
  }
}

/// u += Tᵀλ.
inline void add_rows(const RowsTask& task, const double* lambda) {
  for (Index g = 0; g < task.groups; ++g) {
    const RowGroup& group = task.group[g];
    alignas(64) double here[8] = {};
    for (Index i = 0; i < group.lanes; ++i) here[i] = lambda[group.start + i];
    for (Index t = group.first_t; t < group.first_t + group.rates; ++t) {
      Eight sum;
      sum.add(task.T + 8 * t, here);
      *task.u[t] += sum.sum();  // D⁺e = Dᵀλ [FKNU05 6], [XUMK94 13]
    }
  }
}

/// One correction. Returns whether it was as small as the condition promised.
inline bool correct(const RowsTask& task, const Pivots& pivots, double* z, double* more) {
  find_rest(task, z);
  eliminate_side(task, pivots, z);
  substitute_back(task, pivots, z, more);
  add_rows(task, more);
  double size = 0, change = 0;
  for (Index i = 0; i < task.rows; ++i) {
    size += pivots.length[i] * task.lambda[i] * task.lambda[i];
    change += pivots.length[i] * more[i] * more[i];
    task.lambda[i] += more[i];
  }
  return change <= 1e-10 * size;  // five digits at least, so that what is left is rounding
}

bool meet_rows(const RowsTask& task) noexcept {
  const Index m = task.rows, ld = task.ld;
  double* z = task.work + 2 * ld;
  const Pivots pivots = {task.work, task.work + ld, task.work + 4 * ld};
  for (Index k = 0; k < task.pairs; ++k)
    for (Index lane = 0; lane < task.group[task.pair[k].b].lanes; lane += W)
      gram_pair(task, task.pair[k], lane);
  find_rest(task, z);
  for (Index i = 0; i < m; ++i) task.G[i * ld + m] = z[i];
  const double condition = eliminate_rows(task, pivots);
  if (!(condition <= task.trusted)) return false;
  for (Index i = 0; i < m; ++i) z[i] = task.G[i * ld + m];
  substitute_back(task, pivots, z, task.lambda);
  add_rows(task, task.lambda);
  return condition <= task.exact || correct(task, pivots, z, task.work + 3 * ld);
}
