// SPDX-License-Identifier: Apache-2.0
// Eight systems side by side: every number is a register of lanes, one lane a system.
//
//   [M; A; Qᵀ] → [L; D; gᵀ] by the stacked Cholesky sweep, G = D Dᵀ = L_G L_Gᵀ,
//   u = g + Dᵀλ with G λ = b − D g, ẍ = L⁻ᵀu.
// Cholesky of G squares the condition: its error is κ²·eps. Each lane has an upper bound of κ² of
// the equilibrated rows. Where that is small (`exact`), κ² eps is what κ eps allows; above, one
// correction with the residual b − D u, formed with D and not with G, brings the error back to
// κ·eps; above `trusted` the caller solves the system alone (∞ or NaN: not even definite).

/// Rows to be factored, where they lie: entry (i, j) at at[i] + j·stride.
struct Source {
  const double* const* at;
  Index stride;
  Pack get(Index i, Index j) const { return load_loose(at[i] + j * stride); }
};

/// The factored rows: n columns, row i at T + i·n·W. The first n rows are the triangle.
struct Stack {
  double* T;
  Index n, rows;
  Pack get(Index i, Index j) const { return load(T + (i * n + j) * W); }
  void set(Index i, Index j, Pack x) const { store(T + (i * n + j) * W, x); }
};

template <int NB>
struct PackBlock {
  Pack f[NB][NB];
  Pack inverse[NB];
};

/// Rows [i, i+R), columns j … j+NB−1.
template <int R, int NB>
inline void tile(const Stack& T, const Source& in, Index i, Index j, const PackBlock<NB>& block) {
  Pack acc[R][NB];
  EACH (r, R)
    EACH (c, NB) acc[r][c] = in.get(i + r, j + c);
  for (Index k = 0; k < j; ++k) {
    Pack x[R];
    EACH (r, R) x[r] = T.get(i + r, k);
    EACH (c, NB) {
      const Pack l = T.get(j + c, k);
      EACH (r, R) acc[r][c] = subtract_product(acc[r][c], x[r], l);
    }
  }
  EACH (c, NB)
    EACH (r, R) {
      Pack x = acc[r][c];
      EACH (p, c) x = subtract_product(x, acc[r][p], block.f[c][p]);
      acc[r][c] = x * block.inverse[c];
      T.set(i + r, j + c, acc[r][c]);
    }
}

/// The diagonal block at column j. `growth` is multiplied by diagonal / pivot, which is ≥ 1: at the
/// end it is 1/det of the matrix scaled to unit diagonal.
template <int NB>
inline void diagonal_block(const Stack& T, const Source& in, Index j, Pack& growth,
                           PackBlock<NB>& block) {
  Pack a[NB][NB];
  EACH (r, NB)
    EACH (c, r + 1) a[r][c] = in.get(j + r, j + c);
  EACH (c, NB) growth = growth * a[c][c];
  for (Index k = 0; k < j; ++k) {
    Pack x[NB];
    EACH (r, NB) x[r] = T.get(j + r, k);
    EACH (r, NB)
      EACH (c, r + 1) a[r][c] = subtract_product(a[r][c], x[r], x[c]);
  }
  EACH (c, NB) {
    block.inverse[c] = 1 / root(a[c][c]);
    growth = growth * (block.inverse[c] * block.inverse[c]);
    EACH_FROM (r, c, NB) {
      block.f[r][c] = a[r][c] * block.inverse[c];
      T.set(j + r, j + c, block.f[r][c]);
    }
    EACH_FROM (r, c + 1, NB)
      EACH_FROM (q, c + 1, r + 1) a[r][q] = subtract_product(a[r][q], block.f[r][c], block.f[q][c]);
  }
}

template <int NB>
inline void stack_panel(const Stack& T, const Source& in, Index j, Pack* inverse, Pack& growth) {
  PackBlock<NB> block;
  diagonal_block<NB>(T, in, j, growth, block);
  EACH (c, NB) inverse[j + c] = block.inverse[c];
  Index i = j + NB;
  for (; i + 4 <= T.rows; i += 4) tile<4, NB>(T, in, i, j, block);
  switch (T.rows - i) {
    case 3:
      tile<3, NB>(T, in, i, j, block);
      break;
    case 2:
      tile<2, NB>(T, in, i, j, block);
      break;
    case 1:
      tile<1, NB>(T, in, i, j, block);
      break;
    default:
      break;
  }
}

/// Cholesky of the first n rows, the others carried along. Returns the growth.
inline Pack stack_cholesky(const Stack& T, const Source& in, Pack* inverse) {
  Pack growth = splat(1);
  Index j = 0;
  for (; j + 4 <= T.n; j += 4) stack_panel<4>(T, in, j, inverse, growth);
  switch (T.n - j) {
    case 3:
      stack_panel<3>(T, in, j, inverse, growth);
      break;
    case 2:
      stack_panel<2>(T, in, j, inverse, growth);
      break;
    case 1:
      stack_panel<1>(T, in, j, inverse, growth);
      break;
    default:
      break;
  }
  return growth;
}

/// G_ij = d_i·d_j for R rows i and C rows j of D.
template <int R, int C>
inline void gram_tile(const double* D, Index n, Index i, Index j, double* G, Index m) {
  Pack acc[R][C] = {};
  for (Index k = 0; k < n; ++k) {
    Pack x[R];
    EACH (r, R) x[r] = load(D + ((i + r) * n + k) * W);
    EACH (c, C) {
      const Pack y = load(D + ((j + c) * n + k) * W);
      EACH (r, R) acc[r][c] = add_product(acc[r][c], x[r], y);
    }
  }
  EACH (r, R)
    EACH (c, C) store(G + ((i + r) * m + j + c) * W, acc[r][c]);
}

template <int R>
inline void gram_rows(const double* D, Index n, Index i, double* G, Index m) {
  Index j = 0;
  for (; j + 4 <= i + R; j += 4) gram_tile<R, 4>(D, n, i, j, G, m);
  for (; j < i + R; ++j) gram_tile<R, 1>(D, n, i, j, G, m);
}

/// The lower triangle of G, in blocks.
inline void gram(const double* D, Index n, Index m, double* G) {
  Index i = 0;
  for (; i + 4 <= m; i += 4) gram_rows<4>(D, n, i, G, m);
  switch (m - i) {
    case 3:
      gram_rows<3>(D, n, i, G, m);
      break;
    case 2:
      gram_rows<2>(D, n, i, G, m);
      break;
    case 1:
      gram_rows<1>(D, n, i, G, m);
      break;
    default:
      break;
  }
}

/// Solves Lᵀx = x in place, L the top of the stack; the latest solved enters last.
inline void back_lanes(const Stack& T, const Pack* inverse, Pack* x) {
  for (Index j = T.n; j-- > 0;) {
    Pack s = x[j];
    for (Index i = T.n; i-- > j + 1;) s = subtract_product(s, T.get(i, j), x[i]);
    x[j] = s * inverse[j];
  }
}

inline void forward_lanes(const Stack& T, const Pack* inverse, Pack* x) {
  for (Index i = 0; i < T.n; ++i) {
    Pack s = x[i];
    for (Index j = 0; j < i; ++j) s = subtract_product(s, T.get(i, j), x[j]);
    x[i] = s * inverse[i];
  }
}

/// rest = b − D u for R rows from i on.
template <int R>
inline void residual_rows(const double* D, Index n, Index i, const Pack* u, const double* b,
                          Index stride, Pack* rest) {
  Pack s[R];
  EACH (r, R) s[r] = load_loose(b + (i + r) * stride);
  for (Index k = 0; k < n; ++k) {
    const Pack u_k = u[k];
    EACH (r, R) s[r] = subtract_product(s[r], load(D + ((i + r) * n + k) * W), u_k);
  }
  EACH (r, R) rest[i + r] = s[r];
}

inline void row_residual(const double* D, Index n, Index m, const Pack* u, const double* b,
                         Index stride, Pack* rest) {
  Index i = 0;
  for (; i + 4 <= m; i += 4) residual_rows<4>(D, n, i, u, b, stride, rest);
  switch (m - i) {
    case 3:
      residual_rows<3>(D, n, i, u, b, stride, rest);
      break;
    case 2:
      residual_rows<2>(D, n, i, u, b, stride, rest);
      break;
    case 1:
      residual_rows<1>(D, n, i, u, b, stride, rest);
      break;
    default:
      break;
  }
}

/// u += Dᵀλ, for C entries of u from k on.
template <int C>
inline void add_columns(const double* D, Index n, Index m, Index k, const Pack* lambda, Pack* u) {
  Pack s[C];
  EACH (c, C) s[c] = u[k + c];
  for (Index i = 0; i < m; ++i) {
    const Pack lambda_i = lambda[i];
    EACH (c, C) s[c] = add_product(s[c], load(D + (i * n + k + c) * W), lambda_i);
  }
  EACH (c, C) u[k + c] = s[c];
}

inline void add_rows(const double* D, Index n, Index m, const Pack* lambda, Pack* u) {
  Index k = 0;
  for (; k + 4 <= n; k += 4) add_columns<4>(D, n, m, k, lambda, u);
  switch (n - k) {
    case 3:
      add_columns<3>(D, n, m, k, lambda, u);
      break;
    case 2:
      add_columns<2>(D, n, m, k, lambda, u);
      break;
    case 1:
      add_columns<1>(D, n, m, k, lambda, u);
      break;
    default:
      break;
  }
}

/// m·tr(Ĝ⁻¹) ≥ κ², Ĝ the equilibrated G: from the columns of L_G⁻¹.
inline Pack trace_bound(const Stack& T, const Pack* inverse, const double* G, Pack* column) {
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

/// Whether some lane is not at most `limit` (a NaN is not).
inline bool any_above(Pack x, double limit) {
  bool within = true;
  for (Index lane = 0; lane < W; ++lane) within &= x[lane] <= limit;
  return !within;
}

/// κ² of the equilibrated rows is at most m·e/det Ĝ: the other eigenvalues sum to at most m. Where
/// that does not suffice, the trace of the inverse is worked out. A lane that the first bound
/// trusts is trusted whatever its neighbours do.
inline Pack condition_bound(const Stack& T, const Pack* inverse, const double* G, Pack growth,
                            double trusted, Pack* column) {
  const Pack bound = growth * splat(2.72 * double(T.n));
  if (!any_above(bound, trusted)) return bound;
  const Pack trace = trace_bound(T, inverse, G, column);
  return bound <= splat(trusted) ? bound : trace;
}

/// λ and u = g + Dᵀλ with G = D Dᵀ; u is g at first. Returns the bound of κ².
inline Pack meet_rows(const BatchTask& task, Index shift, const double* D, Pack* u,
                      const double** row, double* work) {
  const Index n = task.n, m = task.m;
  double* G = work;
  const Stack S{G + m * m * W, m, m + 1};
  Pack* inverse = reinterpret_cast<Pack*>(S.T + m * (m + 1) * W);
  Pack *lambda = inverse + m, *column = lambda + m;
  gram(D, n, m, G);
  // b − D g as one more row below G: L_G⁻¹(b − D g) comes with the factor.
  row_residual(D, n, m, u, task.b + shift, 8, lambda);
  for (Index i = 0; i < m; ++i) row[i] = G + i * m * W;
  row[m] = reinterpret_cast<const double*>(lambda);
  const Pack growth = stack_cholesky(S, Source{row, W}, inverse);
  const Pack bound = condition_bound(S, inverse, G, growth, task.trusted, column);
  for (Index i = 0; i < m; ++i) lambda[i] = S.get(m, i);
  back_lanes(S, inverse, lambda);
  add_rows(D, n, m, lambda, u);
  if (!any_above(bound, task.exact)) return bound;
  row_residual(D, n, m, u, task.b + shift, 8, lambda);
  forward_lanes(S, inverse, lambda);
  back_lanes(S, inverse, lambda);
  // Only for the lanes that need it: a system's bits do not depend on its neighbours.
  for (Index i = 0; i < m; ++i) lambda[i] = bound > splat(task.exact) ? lambda[i] : Pack{};
  add_rows(D, n, m, lambda, u);
  return bound;
}

inline void batch_lanes(const BatchTask& task, Index shift) {
  const Index n = task.n, m = task.m;
  const Stack T{task.work, n, n + m + 1};
  const double* D = T.T + n * n * W;
  Pack* u = reinterpret_cast<Pack*>(T.T + (n + m) * n * W);  // g = L⁻¹Q at first
  Pack* inverse = u + n;
  const double** row = reinterpret_cast<const double**>(inverse + n);
  double* work = T.T + (n + m + 1) * n * W + n * W + (n + m + 1) * W;
  for (Index i = 0; i < n; ++i) row[i] = task.M + shift + i * n * 8;
  for (Index i = 0; i < m; ++i) row[n + i] = task.A + shift + i * n * 8;
  row[n + m] = task.Q + shift;

  const Pack mass_growth = stack_cholesky(T, Source{row, 8}, inverse);
  const Pack bound = m > 0 ? meet_rows(task, shift, D, u, row, work) : splat(1);
  back_lanes(T, inverse, u);
  Pack finite = {};  // stays 0 unless a result is NaN or infinite, then NaN
  for (Index i = 0; i < n; ++i) {
    store_loose(task.x + shift + i * 8, u[i]);
    finite = add_product(finite, u[i], Pack{});
  }
  const Pack fit = mass_growth <= splat(task.mass_trusted) ? bound : splat(__builtin_inf());
  store_loose(task.quality + shift, fit + finite);
}

void batch(const BatchTask& task) noexcept {
  for (Index shift = 0; shift < 8; shift += W) batch_lanes(task, shift);
}

/// Entry k of each of `groups` groups of eight systems: from + k·stride + 8g becomes
/// to + 8k + g·apart. Read so that neighbours in memory are read together.
void gather_groups(const double* from, Index stride, Index entries, Index groups, double* to,
                   Index apart) noexcept {
  for (Index k = 0; k < entries; ++k)
    for (Index g = 0; g < groups; ++g)
      for (Index lane = 0; lane < 8; lane += W)
        store(to + 8 * k + g * apart + lane, load_loose(from + k * stride + 8 * g + lane));
}

/// The way back.
void scatter_groups(const double* from, Index apart, Index entries, Index groups, double* to,
                    Index stride) noexcept {
  for (Index k = 0; k < entries; ++k)
    for (Index g = 0; g < groups; ++g)
      for (Index lane = 0; lane < 8; lane += W)
        store_loose(to + k * stride + 8 * g + lane, load(from + 8 * k + g * apart + lane));
}
