// SPDX-License-Identifier: Apache-2.0
// The loops of tape/transfer.h, compiled for AVX2.

#include <immintrin.h>

#include "tape/transfer.h"

namespace zwang::tape {
namespace {

inline void single(const double* x, const std::uint32_t* at, double* to) {
  for (int k = 0; k < 8; k += 4, at += 4) {
    const __m128d low = _mm_loadh_pd(_mm_load_sd(x + at[0]), x + at[1]);
    const __m128d high = _mm_loadh_pd(_mm_load_sd(x + at[2]), x + at[3]);
    _mm256_storeu_pd(to + k, _mm256_set_m128d(high, low));
  }
}

inline void pair(const double* x, const std::uint32_t* at, double* first, double* second) {
  for (int k = 0; k < 8; k += 4, at += 4) {
    const __m256d even = _mm256_set_m128d(_mm_loadu_pd(x + at[2]), _mm_loadu_pd(x + at[0]));
    const __m256d odd = _mm256_set_m128d(_mm_loadu_pd(x + at[3]), _mm_loadu_pd(x + at[1]));
    _mm256_storeu_pd(first + k, _mm256_unpacklo_pd(even, odd));
    _mm256_storeu_pd(second + k, _mm256_unpackhi_pd(even, odd));
  }
}

inline void copy(const double* from, double* to) {
  _mm256_storeu_pd(to, _mm256_loadu_pd(from));
  _mm256_storeu_pd(to + 4, _mm256_loadu_pd(from + 4));
}

#include "tape/transfer/loops.h"

}  // namespace

const Transfer transfer_avx2 = {gather, scatter};

}  // namespace zwang::tape
