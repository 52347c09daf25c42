// SPDX-License-Identifier: Apache-2.0
// The inner loop of the interpreter, compiled for AVX2.

#include <immintrin.h>

#include "tape/executor.h"

// Vector types never cross a function that is not inlined, so their calling convention does not
// matter.
#pragma GCC diagnostic ignored "-Wpsabi"

#define ZWANG_LANES 4

namespace zwang::tape {
namespace {
#include "tape/execute/pack.h"

#include "tape/execute/execute.h"
}  // namespace

const Executors executors_avx2 = {"avx2", execute<1>, execute<4>, execute<8>, execute<32>};

}  // namespace zwang::tape
