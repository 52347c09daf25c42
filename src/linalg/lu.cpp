// SPDX-License-Identifier: Apache-2.0
#include "linalg/lu.h"

#include <cmath>
#include <utility>

namespace zwang::linalg {

namespace {

struct Complex {
  double re, im;
};

/// a/b by Smith's scaling: |b|² may leave the range of double, the quotient need not.
Complex divide(Complex a, Complex b) noexcept {
  if (std::fabs(b.re) >= std::fabs(b.im)) {
    const double ratio = b.im / b.re, length = b.re + b.im * ratio;
    return {(a.re + a.im * ratio) / length, (a.im - a.re * ratio) / length};
  }
  const double ratio = b.re / b.im, length = b.re * ratio + b.im;
  return {(a.re * ratio + a.im) / length, (a.im * ratio - a.re) / length};
}

/// y ← y − s x.
void subtract(Index count, double s, const double* x, double* y) noexcept {
  for (Index i = 0; i < count; ++i) y[i] -= s * x[i];
}

/// (y + iz) ← (y + iz) − s (x + iw).
void subtract(Index count, Complex s, const double* x, const double* w, double* y,
              double* z) noexcept {
  for (Index i = 0; i < count; ++i) {
    y[i] -= s.re * x[i] - s.im * w[i];
    z[i] -= s.re * w[i] + s.im * x[i];
  }
}

void exchange_rows(Index size, double* A, Index i, Index k) noexcept {
  for (Index j = 0; j < size; ++j) std::swap(A[j * size + i], A[j * size + k]);
}

/// The row from k on whose entry in column k is largest; the first of equals. The sum of moduli
/// stands for the modulus: no root, no overflow, and within √2 of it.
Index pivot_row(Index size, const double* a, const double* b, Index k) noexcept {
  Index best = k;
  double largest = -1;
  for (Index i = k; i < size; ++i) {
    const double candidate = std::fabs(a[i]) + (b ? std::fabs(b[i]) : 0);
    if (!(candidate <= largest)) {  // a NaN is taken, and refused as a pivot
      largest = candidate;
      best = i;
    }
  }
  return best;
}

bool usable(double pivot) noexcept { return pivot != 0 && std::isfinite(pivot); }

}  // namespace

bool factor_lu(const Lu& f) noexcept {
  const Index n = f.size;
  for (Index k = 0; k < n; ++k) {
    double* column = f.A + k * n;
    const Index p = f.order[k] = pivot_row(n, column, nullptr, k);
    const double pivot = column[p];
    if (!usable(pivot)) return false;
    if (p != k) exchange_rows(n, f.A, p, k);
    for (Index i = k + 1; i < n; ++i) column[i] /= pivot;
    for (Index j = k + 1; j < n; ++j) {
      double* other = f.A + j * n;
      if (other[k] != 0) subtract(n - k - 1, other[k], column + k + 1, other + k + 1);
    }
  }
  return true;
}

bool factor_lu(const ComplexLu& f) noexcept {
  const Index n = f.size;
  for (Index k = 0; k < n; ++k) {
    double *a = f.A + k * n, *b = f.B + k * n;
    const Index p = f.order[k] = pivot_row(n, a, b, k);
    const Complex pivot{a[p], b[p]};
    if (!usable(std::fabs(pivot.re) + std::fabs(pivot.im))) return false;
    if (p != k) {
      exchange_rows(n, f.A, p, k);
      exchange_rows(n, f.B, p, k);
    }
    for (Index i = k + 1; i < n; ++i) {
      const Complex l = divide({a[i], b[i]}, pivot);
      a[i] = l.re;
      b[i] = l.im;
    }
    for (Index j = k + 1; j < n; ++j) {
      double *c = f.A + j * n, *d = f.B + j * n;
      if (c[k] != 0 || d[k] != 0)
        subtract(n - k - 1, Complex{c[k], d[k]}, a + k + 1, b + k + 1, c + k + 1, d + k + 1);
    }
  }
  return true;
}

void solve_lu(const Lu& f, double* b) noexcept {
  const Index n = f.size;
  for (Index k = 0; k < n; ++k) {
    std::swap(b[k], b[f.order[k]]);
  }
  for (Index k = 0; k < n; ++k) subtract(n - k - 1, b[k], f.A + k * n + k + 1, b + k + 1);
  for (Index k = n; k-- > 0;) {
    b[k] /= f.A[k * n + k];
    subtract(k, b[k], f.A + k * n, b);
  }
}

void solve_lu(const ComplexLu& f, double* b, double* c) noexcept {
  const Index n = f.size;
  for (Index k = 0; k < n; ++k) {
    std::swap(b[k], b[f.order[k]]);
    std::swap(c[k], c[f.order[k]]);
  }
  for (Index k = 0; k < n; ++k) {
    const Index below = k * n + k + 1;
    subtract(n - k - 1, Complex{b[k], c[k]}, f.A + below, f.B + below, b + k + 1, c + k + 1);
  }
  for (Index k = n; k-- > 0;) {
    const Complex x = divide({b[k], c[k]}, {f.A[k * n + k], f.B[k * n + k]});
    b[k] = x.re;
    c[k] = x.im;
    subtract(k, x, f.A + k * n, f.B + k * n, b, c);
  }
}

}  // namespace zwang::linalg
