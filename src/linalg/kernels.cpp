// SPDX-License-Identifier: Apache-2.0
// Chooses the kernels of this machine, once. ZWANG_KERNELS=baseline|avx2|avx512 in the environment
// asks for a lesser set (for tests and for comparing machines); one that the machine lacks is
// ignored.

#include "linalg/kernels.h"

#include <cstdlib>
#include <cstring>

namespace zwang::linalg {

extern const Kernels kernels_baseline;
#ifndef ZWANG_NO_X86
extern const Kernels kernels_avx2, kernels_avx512;
#endif

static const Kernels& choose() noexcept {
#ifndef ZWANG_NO_X86
  const char* wish = std::getenv("ZWANG_KERNELS");
  const auto allowed = [wish](const char* set) { return !wish || std::strcmp(wish, set) == 0; };
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (avx512 && allowed("avx512")) return kernels_avx512;
  if (avx2 && (allowed("avx2") || allowed("avx512"))) return kernels_avx2;
#endif
  return kernels_baseline;
}

const Kernels& choose_kernels() noexcept {
  static const Kernels& chosen = choose();
  chosen_kernels.store(&chosen, std::memory_order_relaxed);  // the same value from any thread
  return chosen;
}

}  // namespace zwang::linalg
