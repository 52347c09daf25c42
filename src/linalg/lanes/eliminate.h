// SPDX-License-Identifier: Apache-2.0
// Gauss's elimination with right sides alongside. Included as lanes/pack.h says. Products are not
// fused with differences here, so that every instruction set gives the same bits.

/// y ← y − s x over [0, count), and on to a whole register.
inline void subtract_multiple(double* y, double s, const double* x, Index count) {
  const Pack ss = splat(s);
  for (Index i = 0; i < count; i += W)
    store_loose(y + i, load_loose(y + i) - ss * load_loose(x + i));
}

/// The row from k on whose entry in column k is largest; the first of equals. A NaN is taken, and
/// refused as a pivot.
inline Index pivot_row(Index size, const double* S, Index ld, Index k) {
  Index best = k;
  double largest = -1;
  for (Index i = k; i < size; ++i) {
    const double candidate = magnitude(S[i * ld + k]);
    if (!(candidate <= largest)) {
      largest = candidate;
      best = i;
    }
  }
  return best;
}

inline void exchange_rows(double* x, double* y, Index count) {
  for (Index i = 0; i < count; i += W) {
    const Pack first = load_loose(x + i), second = load_loose(y + i);
    store_loose(x + i, second);
    store_loose(y + i, first);
  }
}

bool eliminate(Index size, Index columns, double* S, Index ld, Index* order) noexcept {
  const Index width = size + columns;
  for (Index k = 0; k < size; ++k) {
    const Index p = order[k] = pivot_row(size, S, ld, k);
    double* const row = S + k * ld;
    if (p != k) exchange_rows(row, S + p * ld, width);
    if (row[k] == 0 || !__builtin_isfinite(row[k])) return false;
    const double inverse = 1 / row[k];
    for (Index i = k + 1; i < size; ++i) {
      double* const other = S + i * ld;
      if (other[k] == 0) continue;
      other[k] *= inverse;
      subtract_multiple(other + k + 1, other[k], row + k + 1, width - k - 1);
    }
  }
  for (Index k = size; k-- > 0;) {
    double* const x = S + k * ld + size;
    const double inverse = 1 / S[k * ld + k];
    for (Index j = 0; j < columns; ++j) x[j] *= inverse;
    for (Index i = 0; i < k; ++i) {
      const double by = S[i * ld + k];
      if (by != 0) subtract_multiple(S + i * ld + size, by, x, columns);
    }
  }
  return true;
}
