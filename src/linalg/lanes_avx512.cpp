// SPDX-License-Identifier: Apache-2.0
// The kernels of linalg/lanes.h, compiled for AVX512.

#include <immintrin.h>
#include "linalg/lanes.h"

// False alarms of GCC 12 on these loops and on its own intrinsics; vector types never cross a
// function that is not inlined, so their calling convention does not matter.
#pragma GCC diagnostic ignored "-Waggressive-loop-optimizations"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wpsabi"

#define ZWANG_LANES 8

namespace zwang::linalg {
namespace {
#include "linalg/lanes/pack.h"

#include "linalg/lanes/batch.h"
#include "linalg/lanes/eliminate.h"
#include "linalg/lanes/factor.h"
#include "linalg/lanes/potter.h"
#include "linalg/lanes/row_qr.h"
#include "linalg/lanes/triangle.h"
}  // namespace

extern const Kernels kernels_avx512;
const Kernels kernels_avx512 = {
    "avx512",     factor, row_qr, apply_reflectors, backward,       back_substitute, multiply,
    row_products, potter, batch,  gather_groups,    scatter_groups, eliminate};

}  // namespace zwang::linalg
