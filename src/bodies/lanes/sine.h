// SPDX-License-Identifier: Apache-2.0
// Sine and cosine of a register of angles, right to about an ulp of 1: a rotation is all they are
// for. Arguments are reduced by π/2 in three parts, of which the first two have 33 bits, so that
// their products with up to 2^20 quarter turns are exact; larger angles go to the C library.
// Polynomials: minimax on |r| ≤ π/4 (by Remez's exchange), 2^-58 of sin r and 2^-64 of 1.

typedef unsigned long long Bits __attribute__((vector_size(8 * ZWANG_LANES), may_alias));
typedef unsigned long long Bits4 __attribute__((vector_size(32), may_alias));

constexpr double kQuarterTurns = 1048576;

inline Pack polynomial(Pack z, const double* c) {  // of degree 5
  Pack p = splat(c[5]);
  EACH (k, 5) p = add_product(splat(c[4 - k]), p, z);
  return p;
}

[[gnu::noinline, gnu::cold]] void far_sine_and_cosine(Pack x, Pack& sine, Pack& cosine) {
  for (Index k = 0; k < W; ++k)
    if (!(x[k] < kQuarterTurns && x[k] > -kQuarterTurns)) {
      sine[k] = __builtin_sin(x[k]);
      cosine[k] = __builtin_cos(x[k]);
    }
}

inline void sine_and_cosine(Pack x, Pack& sine, Pack& cosine) {
  constexpr double S[] = {-0x1.5555555555549p-3, 0x1.111111110f861p-7,   -0x1.a01a019c0e4c8p-13,
                          0x1.71de3574bab08p-19, -0x1.ae5e63cdc0bb9p-26, 0x1.5d9246dbbfbcep-33};
  constexpr double C[] = {0x1.555555555554cp-5,   -0x1.6c16c16c15162p-10, 0x1.a01a019caef30p-16,
                          -0x1.27e4f807d5d8dp-22, 0x1.1ee9ea6c8f9dfp-29,  -0x1.8fadd055bbc1bp-37};
  // 1.5·2^52: adding it leaves the nearest integer in the low bits.
  const Pack shift = splat(0x1.8p52);
  const Pack shifted = add_product(shift, x, splat(0x1.45f306dc9c883p-1));
  const Pack n = shifted - shift;
  const Pack a = x - n * splat(0x1.921fb54400000p+0), b = n * splat(0x1.0b4611a600000p-34);
  const Pack r = a - b;
  const Pack rest = ((a - r) - b) - n * splat(0x1.3198a2e037073p-69);
  const Pack z = r * r;
  const Pack s0 = add_product(r, r * z, polynomial(z, S));
  const Pack half = splat(0.5) * z;
  const Pack top = splat(1) - half;  // what its rounding loses comes back with the rest
  const Pack c0 = top + add_product((splat(1) - top) - half, z * z, polynomial(z, C));
  const Pack s = add_product(s0, rest, c0), c = subtract_product(c0, rest, s0);
  const Bits quarter = (Bits)shifted;
  const Bits odd = -(quarter & 1);  // all ones where the two change places
  const Bits sine_sign = (quarter & 2) << 62, cosine_sign = ((quarter + 1) & 2) << 62;
  sine = (Pack)((((Bits)c & odd) | ((Bits)s & ~odd)) ^ sine_sign);
  cosine = (Pack)((((Bits)s & odd) | ((Bits)c & ~odd)) ^ cosine_sign);
  const Bits within = (Bits)((x < splat(kQuarterTurns)) & (x > splat(-kQuarterTurns)));
  bool all_within = true;
  for (Index k = 0; k < W; ++k) all_within &= within[k] != 0;
  if (__builtin_expect(!all_within, false)) far_sine_and_cosine(x, sine, cosine);
}
