// SPDX-License-Identifier: Apache-2.0
// Vectors of space in registers of four, the last lane zero; a number is a register of four equal
// lanes. Included inside the namespace of lanes_<instruction set>.cpp, behind linalg/lanes/pack.h.

#if defined(__FMA__) && ZWANG_LANES > 2
inline Quad fused(Quad c, Quad a, Quad b) {
  return (Quad)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}
inline Quad fused_less(Quad c, Quad a, Quad b) {
  return (Quad)_mm256_fnmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}
#else
inline Quad fused(Quad c, Quad a, Quad b) { return c + a * b; }
inline Quad fused_less(Quad c, Quad a, Quad b) { return c - a * b; }
#endif

inline Quad get(const Padded& a) { return *reinterpret_cast<const Quad*>(&a); }
inline void put(Padded& a, Quad x) { *reinterpret_cast<Quad*>(&a) = x; }
inline Vec3<double> plain(const Padded& a) { return {a.x, a.y, a.z}; }
inline void put(Padded& a, const Vec3<double>& x) { a = {x.x, x.y, x.z, 0}; }
inline Quad all(double x) { return Quad{x, x, x, x}; }

inline Quad all_x(Quad a) { return __builtin_shufflevector(a, a, 0, 0, 0, 0); }
inline Quad all_y(Quad a) { return __builtin_shufflevector(a, a, 1, 1, 1, 1); }
inline Quad all_z(Quad a) { return __builtin_shufflevector(a, a, 2, 2, 2, 2); }
inline Quad yzx(Quad a) { return __builtin_shufflevector(a, a, 1, 2, 0, 3); }

/// (x + z) + y, in every lane.
inline Quad sum(Quad t) {
  const Quad s = t + __builtin_shufflevector(t, t, 2, 3, 0, 1);
  return s + __builtin_shufflevector(s, s, 1, 0, 3, 2);
}
inline Quad dot(Quad a, Quad b) { return sum(a * b); }
inline Quad cross(Quad a, Quad b) { return yzx(fused_less(a * yzx(b), yzx(a), b)); }

/// A x and c + A x, A by columns, x where it lies.
inline Quad times(const Quad* A, const double* x) {
  return fused(fused(A[0] * all(x[0]), A[1], all(x[1])), A[2], all(x[2]));
}
inline Quad plus_times(Quad c, const Quad* A, const Padded& x) {
  return fused(fused(fused(c, A[0], all(x.x)), A[1], all(x.y)), A[2], all(x.z));
}
inline Quad times(const Quad* A, const Padded& x) {
  return fused(fused(A[0] * all(x.x), A[1], all(x.y)), A[2], all(x.z));
}

/// Columns to rows.
inline void transpose(const Quad* A, Quad* T) {
  const Quad zero = {};
  const Quad xz = __builtin_shufflevector(A[0], A[1], 0, 4, 2, 6);  // x x z z of the first two
  const Quad y_ = __builtin_shufflevector(A[0], A[1], 1, 5, 3, 7);
  const Quad third_xz = __builtin_shufflevector(A[2], zero, 0, 4, 2, 6);
  const Quad third_y = __builtin_shufflevector(A[2], zero, 1, 5, 3, 7);
  T[0] = __builtin_shufflevector(xz, third_xz, 0, 1, 4, 5);
  T[1] = __builtin_shufflevector(y_, third_y, 0, 1, 4, 5);
  T[2] = __builtin_shufflevector(xz, third_xz, 2, 3, 6, 7);
}

/// e_j × s for the three axes: C = −s×, so that C x = x × s.
inline void cross_columns(Quad s, Quad* C) {
  C[0] = __builtin_shufflevector(s, s, 3, 2, 1, 3) * Quad{0, -1, 1, 0};
  C[1] = __builtin_shufflevector(s, s, 2, 3, 0, 3) * Quad{1, 0, -1, 0};
  C[2] = __builtin_shufflevector(s, s, 1, 0, 3, 3) * Quad{-1, 1, 0, 0};
}

/// B_j += A (e_j × r) for the three axes, A by columns.
inline void add_turned(Quad* B, const Quad* A, const Padded& r) {
  const Quad x = all(r.x), y = all(r.y), z = all(r.z);
  B[0] = fused(fused_less(B[0], A[1], z), A[2], y);
  B[1] = fused(fused_less(B[1], A[2], x), A[0], z);
  B[2] = fused(fused_less(B[2], A[0], y), A[1], x);
}
