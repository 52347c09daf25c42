// SPDX-License-Identifier: Apache-2.0
// The fast functions: libmvec (glibc 2.35 and later) on four lanes.

#include <immintrin.h>

#include "tape/functions.h"

extern "C" {
__m256d _ZGVdN4v_sin(__m256d);
__m256d _ZGVdN4v_cos(__m256d);
__m256d _ZGVdN4v_tan(__m256d);
__m256d _ZGVdN4v_asin(__m256d);
__m256d _ZGVdN4v_acos(__m256d);
__m256d _ZGVdN4v_atan(__m256d);
__m256d _ZGVdN4v_sinh(__m256d);
__m256d _ZGVdN4v_cosh(__m256d);
__m256d _ZGVdN4v_tanh(__m256d);
__m256d _ZGVdN4v_exp(__m256d);
__m256d _ZGVdN4v_log(__m256d);
__m256d _ZGVdN4vv_pow(__m256d, __m256d);
__m256d _ZGVdN4vv_atan2(__m256d, __m256d);
__m256d _ZGVdN4vv_hypot(__m256d, __m256d);
}

namespace zwang::tape {
namespace {

using One = __m256d (*)(__m256d);
using Two = __m256d (*)(__m256d, __m256d);

// In the order of the enumeration.
constexpr One ones[] = {_ZGVdN4v_sin,  _ZGVdN4v_cos,  _ZGVdN4v_tan,  _ZGVdN4v_asin,
                        _ZGVdN4v_acos, _ZGVdN4v_atan, _ZGVdN4v_sinh, _ZGVdN4v_cosh,
                        _ZGVdN4v_tanh, _ZGVdN4v_exp,  _ZGVdN4v_log};
constexpr Two twos[] = {_ZGVdN4vv_pow, _ZGVdN4vv_atan2, _ZGVdN4vv_hypot};
constexpr int one_count = sizeof(ones) / sizeof(One);

/// x[0 … 3], those from `count` on replaced by the last.
__m256d load_padded(const double* x, Index count) {
  if (count >= 4) return _mm256_loadu_pd(x);
  if (count == 1) return _mm256_broadcast_sd(x);
  const double last = x[count - 1];
  return _mm256_setr_pd(x[0], x[1], last, last);  // two or three
}

void store_some(double* y, __m256d value, Index count) {
  if (count >= 4) return _mm256_storeu_pd(y, value);
  alignas(32) double all[4];
  _mm256_store_pd(all, value);
  for (Index k = 0; k < count; ++k) y[k] = all[k];
}

template <int f>
void apply_one(const double* x, const double*, double* y, Index count) {
  for (Index k = 0; k < count; k += 4)
    store_some(y + k, ones[f](load_padded(x + k, count - k)), count - k);
}

template <int f>
void apply_two(const double* x, const double* z, double* y, Index count) {
  for (Index k = 0; k < count; k += 4) {
    const __m256d X = load_padded(x + k, count - k), Z = load_padded(z + k, count - k);
    store_some(y + k, twos[f](X, Z), count - k);
  }
}

}  // namespace

extern const Routine routines_avx2[function_count];
const Routine routines_avx2[function_count] = {
    apply_one<0>,  apply_one<1>, apply_one<2>, apply_one<3>, apply_one<4>,
    apply_one<5>,  apply_one<6>, apply_one<7>, apply_one<8>, apply_one<9>,
    apply_one<10>, apply_two<0>, apply_two<1>, apply_two<2>};

// A function, not a table: casts of addresses would be done when the program starts, by code for
// AVX2, on any machine.
const void* entry_avx2(int number) noexcept;
const void* entry_avx2(int number) noexcept {
  return number < one_count ? reinterpret_cast<const void*>(ones[number])
                            : reinterpret_cast<const void*>(twos[number - one_count]);
}

}  // namespace zwang::tape
