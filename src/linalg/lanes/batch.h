// SPDX-License-Identifier: Apache-2.0
// Eight systems side by side: every number is a register of lanes, one lane a system.
//
//   [M; A; Qᵀ] → [L; D; gᵀ] by the stacked Cholesky sweep, G = D Dᵀ = L_G L_Gᵀ,
//   u = g + Dᵀλ with G λ = b − D g, one correction with the residual b − D u, ẍ = L⁻ᵀu.
// Cholesky of G squares the condition; the correction, whose residual is formed with D and not
// with G, brings the error back to κ·eps as long as κ² is far from 1/eps. Whether it is, each lane
// tells by `quality`: an upper bound of κ² of the equilibrated rows (∞ or NaN: not even definite).

/// Rows of the stack, row i at T + i·n·W.
struct Stack {
  double* T;
  Index n;
  Pack get(Index i, Index j) const { return load(T + (i * n + j) * W); }
  void set(Index i, Index j, Pack x) const { store(T + (i * n + j) * W, x); }
};

/// Where a block of rows comes from: entry (i, j) at in + (i·n + j)·stride.
struct Source {
  const double* in;
  Index n, stride;
  Pack get(Index i, Index j) const { return load_loose(in + (i * n + j) * stride); }
};

template <int NB>
struct PackBlock {
  Pack f[NB][NB];
  Pack inverse[NB];
};

/// Rows [i, i+R) of the source become rows [row, row+R) of the stack, columns j … j+NB−1.
template <int R, int NB>
inline void tile(const Stack& T, const Source& in, Index i, Index row, Index j,
                 const PackBlock<NB>& block) {
  Pack acc[R][NB];
  for (int r = 0; r < R; ++r)
    for (int c = 0; c < NB; ++c) acc[r][c] = in.get(i + r, j + c);
  for (Index k = 0; k < j; ++k) {
    Pack x[R];
    for (int r = 0; r < R; ++r) x[r] = T.get(row + r, k);
    for (int c = 0; c < NB; ++c) {
      const Pack l = T.get(j + c, k);
      for (int r = 0; r < R; ++r) acc[r][c] = subtract_product(acc[r][c], x[r], l);
    }
  }
  for (int r = 0; r < R; ++r)
    for (int c = 0; c < NB; ++c) {
      Pack x = acc[r][c];
      for (int p = 0; p < c; ++p) x = subtract_product(x, acc[r][p], block.f[c][p]);
      acc[r][c] = x * block.inverse[c];
      T.set(row + r, j + c, acc[r][c]);
    }
}

template <int NB>
inline void tiles(const Stack& T, const Source& in, Index i, Index end, Index shift, Index j,
                  const PackBlock<NB>& block) {
  for (; i + 4 <= end; i += 4) tile<4, NB>(T, in, i, i + shift, j, block);
  if (i + 2 <= end) {
    tile<2, NB>(T, in, i, i + shift, j, block);
    i += 2;
  }
  if (i < end) tile<1, NB>(T, in, i, i + shift, j, block);
}

/// The diagonal block at column j; lowers `least` to the smallest pivot relative to its diagonal.
template <int NB>
inline PackBlock<NB> diagonal_block(const Stack& T, const Source& in, Index j, Pack& least) {
  PackBlock<NB> block;
  for (int c = 0; c < NB; ++c)
    for (int r = c; r < NB; ++r) {
      Pack x = in.get(j + r, j + c);
      for (Index k = 0; k < j; ++k) x = subtract_product(x, T.get(j + r, k), T.get(j + c, k));
      for (int p = 0; p < c; ++p) x = subtract_product(x, block.f[r][p], block.f[c][p]);
      if (r == c) {
        const Pack ratio = x / in.get(j + c, j + c);
        least = ratio < least ? ratio : (ratio >= least ? least : ratio);  // a NaN stays
        block.inverse[c] = 1 / root(x);
      }
      block.f[r][c] = x * block.inverse[c];
      T.set(j + r, j + c, block.f[r][c]);
    }
  return block;
}

/// A symmetric source (n×n) and further rows below it.
struct Below {
  Source in;
  Index rows;
};

template <int NB>
inline void stack_panel(const Stack& T, const Source& M, const Below* below, int count, Index j,
                        Pack* inverse, Pack& least) {
  const PackBlock<NB> block = diagonal_block<NB>(T, M, j, least);
  for (int c = 0; c < NB; ++c) inverse[j + c] = block.inverse[c];
  tiles<NB>(T, M, j + NB, T.n, 0, j, block);
  Index row = T.n;
  for (int q = 0; q < count; ++q) {
    tiles<NB>(T, below[q].in, 0, below[q].rows, row, j, block);
    row += below[q].rows;
  }
}

/// Cholesky of M with the rows below carried along. Returns the least relative pivot.
inline Pack stack_cholesky(const Stack& T, const Source& M, const Below* below, int count,
                           Pack* inverse) {
  Pack least = splat(2);
  Index j = 0;
  for (; j + 4 <= T.n; j += 4) stack_panel<4>(T, M, below, count, j, inverse, least);
  switch (T.n - j) {
    case 3:
      stack_panel<3>(T, M, below, count, j, inverse, least);
      break;
    case 2:
      stack_panel<2>(T, M, below, count, j, inverse, least);
      break;
    case 1:
      stack_panel<1>(T, M, below, count, j, inverse, least);
      break;
    default:
      break;
  }
  return least;
}

/// G_ij = d_i·d_j for a tile of R×R rows of D (row-major n columns).
template <int R>
inline void gram_tile(const double* D, Index n, Index i, Index j, double* G, Index m) {
  Pack acc[R][R] = {};
  for (Index k = 0; k < n; ++k) {
    Pack x[R], y[R];
    for (int r = 0; r < R; ++r) {
      x[r] = load(D + ((i + r) * n + k) * W);
      y[r] = load(D + ((j + r) * n + k) * W);
    }
    for (int r = 0; r < R; ++r)
      for (int c = 0; c < R; ++c) acc[r][c] = add_product(acc[r][c], x[r], y[c]);
  }
  for (int r = 0; r < R; ++r)
    for (int c = 0; c < R; ++c) store(G + ((i + r) * m + j + c) * W, acc[r][c]);
}

inline void gram(const double* D, Index n, Index m, double* G) {
  Index i = 0;
  for (; i + 4 <= m; i += 4)
    for (Index j = 0; j <= i; j += 4) gram_tile<4>(D, n, i, j, G, m);
  for (; i < m; ++i)
    for (Index j = 0; j <= i; ++j) gram_tile<1>(D, n, i, j, G, m);
}

/// Solves Lᵀx = x in place; L is the top of the stack.
inline void back_lanes(const Stack& T, const Pack* inverse, Pack* x) {
  for (Index j = T.n; j-- > 0;) {
    Pack s = x[j], t = {};
    Index i = j + 1;
    for (; i + 2 <= T.n; i += 2) {
      s = subtract_product(s, T.get(i, j), x[i]);
      t = subtract_product(t, T.get(i + 1, j), x[i + 1]);
    }
    if (i < T.n) s = subtract_product(s, T.get(i, j), x[i]);
    x[j] = (s + t) * inverse[j];
  }
}

inline void forward_lanes(const Stack& T, const Pack* inverse, Pack* x) {
  for (Index j = 0; j < T.n; ++j) {
    x[j] = x[j] * inverse[j];
    for (Index i = j + 1; i < T.n; ++i) x[i] = subtract_product(x[i], T.get(i, j), x[j]);
  }
}

/// rest = b − D u, row by row.
inline void row_residual(const double* D, Index n, Index m, const Pack* u, const Source& b,
                         Pack* rest) {
  for (Index i = 0; i < m; ++i) {
    Pack s = b.get(0, i), t = {};
    const double* d = D + i * n * W;
    Index k = 0;
    for (; k + 2 <= n; k += 2) {
      s = subtract_product(s, load(d + k * W), u[k]);
      t = subtract_product(t, load(d + (k + 1) * W), u[k + 1]);
    }
    if (k < n) s = subtract_product(s, load(d + k * W), u[k]);
    rest[i] = s + t;
  }
}

/// u += Dᵀλ.
inline void add_rows(const double* D, Index n, Index m, const Pack* lambda, Pack* u) {
  for (Index k = 0; k < n; ++k) {
    Pack s = u[k];
    for (Index i = 0; i < m; ++i) s = add_product(s, load(D + (i * n + k) * W), lambda[i]);
    u[k] = s;
  }
}

/// m·tr(Ĝ⁻¹) ≥ κ², Ĝ the equilibrated G: from the columns of L_G⁻¹.
inline Pack condition_bound(const Stack& T, const Pack* inverse, const double* G, Pack* column) {
  const Index m = T.n;
  Pack trace = {};
  for (Index j = 0; j < m; ++j) {
    column[j] = inverse[j];
    Pack sum = column[j] * column[j];
    for (Index i = j + 1; i < m; ++i) {
      Pack s = {};
      for (Index k = j; k < i; ++k) s = subtract_product(s, T.get(i, k), column[k]);
      column[i] = s * inverse[i];
      sum = add_product(sum, column[i], column[i]);
    }
    trace = add_product(trace, sum, load(G + (j * m + j) * W));
  }
  return trace * splat(double(m));
}

inline void batch_lanes(const BatchTask& task, Index shift) {
  const Index n = task.n, m = task.m, step = task.stride;
  const Source M{task.M + shift, n, step}, Q{task.Q + shift, n, step}, A{task.A + shift, n, step},
      b{task.b + shift, m, step};
  double* at = task.work;
  const auto take = [&at](Index packs) {
    double* here = at;
    at += packs * W;
    return here;
  };
  const Stack T{take((n + m + 1) * n), n};
  double* G = take(m * m);
  const Stack S{take(m * m), m};
  const auto packs = [&take](Index count) { return reinterpret_cast<Pack*>(take(count)); };
  Pack *inverse = packs(n), *inverse_G = packs(m), *lambda = packs(m), *column = packs(m);

  const Below below[2] = {{A, m}, {Q, 1}};
  const Pack least_M = stack_cholesky(T, M, below, 2, inverse);
  const double* D = T.T + n * n * W;
  Pack* u = reinterpret_cast<Pack*>(T.T + (n + m) * n * W);  // g = L⁻¹Q at first
  Pack bound = splat(1);
  if (m > 0) {
    gram(D, n, m, G);
    stack_cholesky(S, Source{G, m, W}, nullptr, 0, inverse_G);
    bound = condition_bound(S, inverse_G, G, column);
    for (int round = 0; round < 2; ++round) {
      row_residual(D, n, m, u, b, lambda);
      forward_lanes(S, inverse_G, lambda);
      back_lanes(S, inverse_G, lambda);
      add_rows(D, n, m, lambda, u);
    }
  }
  back_lanes(T, inverse, u);
  Pack finite = {};  // stays 0 unless a result is NaN or infinite, then NaN
  for (Index i = 0; i < n; ++i) {
    store_loose(task.x + shift + i * step, u[i]);
    finite = add_product(finite, u[i], Pack{});
  }
  const Pack fit = least_M > splat(task.mass_tolerance) ? bound : splat(__builtin_inf());
  store_loose(task.quality + shift, fit + finite);
}

void batch(const BatchTask& task) noexcept {
  for (Index shift = 0; shift < 8; shift += W) batch_lanes(task, shift);
}
