// SPDX-License-Identifier: Apache-2.0
// Triangular solves and products that follow a factorisation.

void apply_reflectors(const RowQr& qr, Index rank, double* const* B, Index count) noexcept {
  const Index end = round_up(qr.rows, 8);
  for (Index k = rank; k-- > 0;) {
    const Index begin = k / 8 * 8;
    const double* v = qr.V + k * qr.ldv + begin;
    for (Index c = 0; c < count; ++c) {
      double* b = B[c] + begin;
      add_multiple(b, -qr.gamma[k] * dot(v, b, end - begin), v, end - begin);
    }
  }
}

void backward(const RowQr& qr, Index rank, double* z) noexcept {
  for (Index k = rank; k-- > 0;) {
    const double* row = qr.X + k * qr.ldx;
    double s = z[k];
    const Index whole = round_up(k + 1, 8);
    for (Index j = k + 1; j < whole; ++j) s = subtract_product(s, row[j], z[j]);
    if (whole < qr.ldx) s -= dot(row + whole, z + whole, qr.ldx - whole);
    z[k] = s / row[k];
  }
}

/// Columns j … j+NB−1 of Lᵀx = b, what comes after them being solved. Whole groups of eight go by
/// registers; the rows between, and the block itself, by scalars, the latest solved last, so that
/// nothing just written is waited for.
template <int NB, int COUNT>
inline void back_panel(Index j, Index size, const double* L, Index ldl, const double* inverse,
                       double* const* B) {
  const Index whole = round_up(j + NB, 8);
  double s[COUNT][NB];
  EACH (q, COUNT)
    EACH (c, NB) s[q][c] = B[q][j + c];
  if (whole < size) {
    Eight sum[COUNT][NB];
    for (Index i = whole; i < size; i += 8)
      EACH (c, NB)
        EACH (q, COUNT) sum[q][c].add(L + (j + c) * ldl + i, B[q] + i);
    EACH (q, COUNT)
      EACH (c, NB) s[q][c] -= sum[q][c].sum();
  }
  for (Index i = (whole < size ? whole : size); i-- > j + NB;)
    EACH (c, NB)
      EACH (q, COUNT) s[q][c] = subtract_product(s[q][c], L[(j + c) * ldl + i], B[q][i]);
  for (int c = NB; c-- > 0;)
    EACH (q, COUNT) {
      const double x = s[q][c] * inverse[j + c];
      B[q][j + c] = x;
      EACH (p, c) s[q][p] = subtract_product(s[q][p], L[(j + p) * ldl + j + c], x);
    }
}

template <int COUNT>
inline void back_all(Index size, const double* L, Index ldl, const double* inverse,
                     double* const* B) {
  Index j = (size - 1) / 4 * 4;
  switch (size - j) {
    case 4:
      back_panel<4, COUNT>(j, size, L, ldl, inverse, B);
      break;
    case 3:
      back_panel<3, COUNT>(j, size, L, ldl, inverse, B);
      break;
    case 2:
      back_panel<2, COUNT>(j, size, L, ldl, inverse, B);
      break;
    default:
      back_panel<1, COUNT>(j, size, L, ldl, inverse, B);
      break;
  }
  while (j > 0) {
    j -= 4;
    back_panel<4, COUNT>(j, size, L, ldl, inverse, B);
  }
}

void back_substitute(Index size, const double* L, Index ldl, const double* inverse,
                     double* const* B, Index count) noexcept {
  if (count == 3)
    back_all<3>(size, L, ldl, inverse, B);
  else if (count == 2)
    back_all<2>(size, L, ldl, inverse, B);
  else
    back_all<1>(size, L, ldl, inverse, B);
}

/// f ← L y: rows in groups of up to four registers, columns in order.
template <int G>
inline void multiply_rows(Index row, Index size, const double* L, Index ldl, const double* y,
                          double* f) {
  Pack sum[G] = {};
  const Index last = row + G * W < size ? row + G * W : size;
  for (Index j = 0; j < last; ++j) {
    const Pack y_j = splat(y[j]);
    EACH (g, G) sum[g] = add_product(sum[g], load(L + j * ldl + row + g * W), y_j);
  }
  EACH (g, G) store_loose(f + row + g * W, sum[g]);
}

void multiply(Index size, const double* L, Index ldl, const double* y, double* f) noexcept {
  const Index end = round_up(size, W);
  Index row = 0;
  for (; row + 4 * W <= end; row += 4 * W) multiply_rows<4>(row, size, L, ldl, y, f);
  switch ((end - row) / W) {
    case 3:
      multiply_rows<3>(row, size, L, ldl, y, f);
      break;
    case 2:
      multiply_rows<2>(row, size, L, ldl, y, f);
      break;
    case 1:
      multiply_rows<1>(row, size, L, ldl, y, f);
      break;
    default:
      break;
  }
}

void row_products(Index rows, Index columns, const double* A, const double* x, double* y) noexcept {
  const Index whole = columns / 8 * 8;
  for (Index i = 0; i < rows; ++i) {
    const double* row = A + i * columns;
    double tail = 0;
    for (Index j = whole; j < columns; ++j) tail = add_product(tail, row[j], x[j]);
    y[i] = whole > 0 ? dot(row, x, whole) + tail : tail;
  }
}
