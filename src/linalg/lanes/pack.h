// SPDX-License-Identifier: Apache-2.0
// A register of lanes. Included only by the files lanes_<instruction set>.cpp, inside their
// namespace, so that no function compiled for one instruction set is ever linked into another:
// hence no standard headers with inline functions here.

// Loops over a few registers must become registers: GCC stops unrolling before it gets there.
#define EACH_FROM(i, first, end) _Pragma("GCC unroll 8") for (int i = (first); i < (end); ++i)
#define EACH(i, end) EACH_FROM (i, 0, end)

typedef double Pack __attribute__((vector_size(8 * ZWANG_LANES), may_alias));
typedef double LoosePack __attribute__((vector_size(8 * ZWANG_LANES), may_alias, aligned(8)));
typedef double Quad __attribute__((vector_size(32), may_alias));
typedef double LooseQuad __attribute__((vector_size(32), may_alias, aligned(8)));

constexpr Index W = ZWANG_LANES;
constexpr Index kParts = 8 / W;  // packs in one group of eight partial sums

inline Pack load(const double* p) { return *reinterpret_cast<const Pack*>(p); }
inline Pack load_loose(const double* p) { return *reinterpret_cast<const LoosePack*>(p); }
inline void store(double* p, Pack x) { *reinterpret_cast<Pack*>(p) = x; }
inline void store_loose(double* p, Pack x) { *reinterpret_cast<LoosePack*>(p) = x; }
inline Quad load_quad(const double* p) { return *reinterpret_cast<const LooseQuad*>(p); }
inline Pack splat(double x) { return x - Pack{}; }
inline double root(double x) { return __builtin_sqrt(x); }
inline double magnitude(double x) { return __builtin_fabs(x); }

// c + a·b and c − a·b: fused where the instruction set has it, so that the result does not depend
// on the compiler's choices (contraction is off).
#if defined(__AVX512F__) && ZWANG_LANES == 8
inline Pack add_product(Pack c, Pack a, Pack b) {
  return (Pack)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
}
inline Pack subtract_product(Pack c, Pack a, Pack b) {
  return (Pack)_mm512_fnmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
}
inline Pack root(Pack x) { return (Pack)_mm512_sqrt_pd((__m512d)x); }
#elif defined(__FMA__) && ZWANG_LANES == 4
inline Pack add_product(Pack c, Pack a, Pack b) {
  return (Pack)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}
inline Pack subtract_product(Pack c, Pack a, Pack b) {
  return (Pack)_mm256_fnmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}
inline Pack root(Pack x) { return (Pack)_mm256_sqrt_pd((__m256d)x); }
#else
inline Pack add_product(Pack c, Pack a, Pack b) { return c + a * b; }
inline Pack subtract_product(Pack c, Pack a, Pack b) { return c - a * b; }
inline Pack root(Pack x) {
  for (Index i = 0; i < W; ++i) x[i] = __builtin_sqrt(x[i]);
  return x;
}
#endif
#if defined(__FMA__) && ZWANG_LANES > 2  // the baseline stays plain under -march=native too
inline double add_product(double c, double a, double b) { return __builtin_fma(a, b, c); }
inline double subtract_product(double c, double a, double b) { return __builtin_fma(-a, b, c); }
#if ZWANG_LANES == 8
inline Quad subtract_product(Quad c, Quad a, Quad b) {
  return (Quad)_mm256_fnmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}
#endif
#else
inline double add_product(double c, double a, double b) { return c + a * b; }
inline double subtract_product(double c, double a, double b) { return c - a * b; }
inline Quad subtract_product(Quad c, Quad a, Quad b) { return c - a * b; }
#endif

/// Eight partial sums, whatever the width of a register: the order of a sum is fixed.
struct Eight {
  Pack part[kParts] = {};
  void add(const double* x, const double* y) {
    for (Index k = 0; k < kParts; ++k)
      part[k] = add_product(part[k], load_loose(x + k * W), load_loose(y + k * W));
  }
  /// ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7)).
  double sum() const {
#if ZWANG_LANES >= 4
#if ZWANG_LANES == 8
    const __m512d all = (__m512d)part[0];
    const __m256d four = _mm512_castpd512_pd256(all) + _mm512_extractf64x4_pd(all, 1);
#else
    const __m256d four = (__m256d)part[0] + (__m256d)part[1];
#endif
    const __m128d two = _mm256_castpd256_pd128(four) + _mm256_extractf128_pd(four, 1);
    return two[0] + two[1];
#else
    const Pack two = (part[0] + part[2]) + (part[1] + part[3]);
    return two[0] + two[1];
#endif
  }
};

/// Σ x_i y_i over [0, count), count a multiple of 8.
inline double dot(const double* x, const double* y, Index count) {
  Eight s;
  for (Index i = 0; i < count; i += 8) s.add(x + i, y + i);
  return s.sum();
}

/// y ← y + t x over [0, count), count a multiple of 8.
inline void add_multiple(double* y, double t, const double* x, Index count) {
  const Pack tt = splat(t);
  for (Index i = 0; i < count; i += W)
    store_loose(y + i, add_product(load_loose(y + i), tt, load_loose(x + i)));
}
