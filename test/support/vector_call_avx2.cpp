// SPDX-License-Identifier: Apache-2.0
// A file of its own: clang 14 passes vectors in memory where only the function, not its file, is compiled for AVX2.
#include "support/vector_call.h"

#include <immintrin.h>

namespace zwang::test {

typedef __m256d (*One)(__m256d);
typedef __m256d (*Two)(__m256d, __m256d);

void call_with_vectors(const void* entry, int count, const double* x, const double* z, double* y) {
  const __m256d X = _mm256_loadu_pd(x), Z = _mm256_loadu_pd(z);
  void* code = const_cast<void*>(entry);
  _mm256_storeu_pd(y,
                   count == 1 ? reinterpret_cast<One>(code)(X) : reinterpret_cast<Two>(code)(X, Z));
}

}  // namespace zwang::test
