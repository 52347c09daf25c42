// SPDX-License-Identifier: Apache-2.0
// The stacked Cholesky factorisation: [M; Aᵀ…] → [L; D…]. Rows that follow M's own are carried
// along by the same sweep, so D = A L⁻ᵀ and L⁻¹Q cost no extra pass. Left-looking, up to four
// columns at a time, sums in registers.

constexpr int kPanel = 4;

/// The factored NB×NB diagonal block: f[r][c] = L_(j+r, j+c), inverse[c] = 1/L_(j+c, j+c).
template <int NB>
struct DiagonalBlock {
  double f[NB][NB];
  double inverse[NB];
};

/// Factors the diagonal block at column j. Returns NB, or the offset of the failing pivot.
template <int NB>
inline int factor_diagonal(Index j, const double* L, Index ldl, double tolerance,
                           DiagonalBlock<NB>& block) {
  Quad acc[NB];
  EACH (c, NB) acc[c] = load_quad(L + (j + c) * ldl + j);
  for (Index k = 0; k < j; ++k) {
    const double* column = L + k * ldl + j;
    const Quad x = load_quad(column);
    EACH (c, NB) acc[c] = subtract_product(acc[c], x, column[c] - Quad{});
  }
  EACH (c, NB) {
    double d = acc[c][c];
    EACH (p, c) d = subtract_product(d, block.f[c][p], block.f[c][p]);
    // A NaN fails here too: the comparison is false.
    if (!(d > tolerance * L[(j + c) * ldl + j + c])) return c;
    block.inverse[c] = 1 / root(d);
    block.f[c][c] = d * block.inverse[c];
    EACH_FROM (r, c + 1, NB) {
      double x = acc[c][r];
      EACH (p, c) x = subtract_product(x, block.f[r][p], block.f[c][p]);
      block.f[r][c] = x * block.inverse[c];
    }
  }
  return NB;
}

/// U packs of rows of columns j … j+NB−1: subtract what the columns before bring, then divide by
/// the diagonal block. `base` is the first of these rows in column 0.
template <int U, int NB>
inline void sweep(Index j, double* base, Index ld, const double* L, Index ldl,
                  const DiagonalBlock<NB>& block) {
  Pack acc[U][NB];
  EACH (c, NB)
    EACH (u, U) acc[u][c] = load(base + (j + c) * ld + u * W);
  for (Index k = 0; k < j; ++k) {
    Pack x[U];
    EACH (u, U) x[u] = load(base + k * ld + u * W);
    EACH (c, NB) {
      const Pack l = splat(L[k * ldl + j + c]);
      EACH (u, U) acc[u][c] = subtract_product(acc[u][c], x[u], l);
    }
  }
  EACH (c, NB)
    EACH (u, U) {
      Pack x = acc[u][c];
      EACH (p, c) x = subtract_product(x, acc[u][p], splat(block.f[c][p]));
      acc[u][c] = x * splat(block.inverse[c]);
      store(base + (j + c) * ld + u * W, acc[u][c]);
    }
}

/// The same for all rows [begin, end) of `base`, both multiples of W.
template <int NB>
inline void sweep_rows(Index j, Index begin, Index end, double* base, Index ld, const double* L,
                       Index ldl, const DiagonalBlock<NB>& block) {
  constexpr int U = 3;
  Index i = begin;
  for (; i + U * W <= end; i += U * W) sweep<U, NB>(j, base + i, ld, L, ldl, block);
  if (i + 2 * W <= end) {
    sweep<2, NB>(j, base + i, ld, L, ldl, block);
    i += 2 * W;
  }
  if (i < end) sweep<1, NB>(j, base + i, ld, L, ldl, block);
}

template <int NB>
inline int factor_panel(Index j, Index size, double* L, Index ldl, double* X, Index ldx,
                        double* inverse, double tolerance) {
  DiagonalBlock<NB> block;
  const int done = factor_diagonal<NB>(j, L, ldl, tolerance, block);
  if (done < NB) return done;
  const Index begin = j / W * W, end = round_up(size, W);
  sweep_rows<NB>(j, begin, end, L, ldl, L, ldl, block);
  sweep_rows<NB>(j, 0, ldx, X, ldx, L, ldl, block);
  // The sweep began at a whole register: clear what it wrote above the diagonal.
  EACH (c, NB) {
    for (Index i = begin; i < j + c; ++i) L[(j + c) * ldl + i] = 0;
    inverse[j + c] = block.inverse[c];
  }
  return NB;
}

Index factor(Index size, double* L, Index ldl, double* X, Index ldx, double* inverse,
             double tolerance) noexcept {
  Index j = 0;
  for (; j + kPanel <= size; j += kPanel) {
    const int done = factor_panel<kPanel>(j, size, L, ldl, X, ldx, inverse, tolerance);
    if (done < kPanel) return j + done;
  }
  int done = 0;
  switch (size - j) {
    case 3:
      done = factor_panel<3>(j, size, L, ldl, X, ldx, inverse, tolerance);
      break;
    case 2:
      done = factor_panel<2>(j, size, L, ldl, X, ldx, inverse, tolerance);
      break;
    case 1:
      done = factor_panel<1>(j, size, L, ldl, X, ldx, inverse, tolerance);
      break;
    default:
      break;
  }
  return j + done;
}
