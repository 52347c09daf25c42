// SPDX-License-Identifier: Apache-2.0
// Registers of ZWANG_LANES lanes, and of one. Included only by the files interpret_<instruction
// set>.cpp, inside their namespace: no function compiled for one instruction set is ever linked
// into another, hence no standard headers with inline functions here.

typedef double Pack __attribute__((vector_size(8 * ZWANG_LANES)));
typedef long long Bits __attribute__((vector_size(8 * ZWANG_LANES)));

#ifdef __wasm__  // it has no such instruction, and the library's function takes a hundred others
inline double fused(double a, double b, double c) { return a * b + c; }
#else
inline double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }
#endif
inline double root(double a) { return __builtin_sqrt(a); }
inline double lower(double a) { return __builtin_floor(a); }
inline double magnitude(double a) { return __builtin_fabs(a); }

inline Pack magnitude(Pack a) { return (Pack)((Bits)a & 0x7FFFFFFFFFFFFFFFLL); }

#if ZWANG_LANES == 8
typedef double Quad __attribute__((vector_size(32)));
typedef long long QuadBits __attribute__((vector_size(32)));

inline Pack fused(Pack a, Pack b, Pack c) { return (Pack)_mm512_fmadd_pd(a, b, c); }
inline Pack root(Pack a) { return (Pack)_mm512_sqrt_pd(a); }
inline Pack lower(Pack a) { return (Pack)_mm512_roundscale_pd(a, _MM_FROUND_TO_NEG_INF); }
inline Quad magnitude(Quad a) { return (Quad)((QuadBits)a & 0x7FFFFFFFFFFFFFFFLL); }
#elif ZWANG_LANES == 4
typedef Pack Quad;
#else
inline Pack fused(Pack a, Pack b, Pack c) {
  return Pack{fused(a[0], b[0], c[0]), fused(a[1], b[1], c[1])};
}
inline Pack root(Pack a) { return Pack{root(a[0]), root(a[1])}; }
inline Pack lower(Pack a) { return Pack{lower(a[0]), lower(a[1])}; }
#endif

#if ZWANG_LANES >= 4
inline Quad fused(Quad a, Quad b, Quad c) { return (Quad)_mm256_fmadd_pd(a, b, c); }
inline Quad root(Quad a) { return (Quad)_mm256_sqrt_pd(a); }
inline Quad lower(Quad a) { return (Quad)_mm256_floor_pd(a); }
#endif

/// The register that carries L lanes, alone or several times.
template <int L>
struct Carrier {
  typedef Pack Type;
};
template <>
struct Carrier<1> {
  typedef double Type;
};
#if ZWANG_LANES == 8
template <>
struct Carrier<4> {
  typedef Quad Type;
};
#endif

template <class P>
inline P splat(double x) {
  return P{} + x;
}

// The x86 rule, b where neither is less, but a NaN on either side stays one: the sum of both.
template <class P>
inline P least(P a, P b) {
  return a < b ? a : a >= b ? b : a + b;
}
template <class P>
inline P greatest(P a, P b) {
  return a > b ? a : a <= b ? b : a + b;
}
