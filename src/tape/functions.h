// SPDX-License-Identifier: Apache-2.0
#pragma once
// The transcendental functions of tapes: one routine per function for every form of execution, so
// that one value, a group of values, lanes and the interpreter agree to the last bit.
//
// fast: libmvec's routine for four lanes of AVX2, a lone argument padded with itself. A lane's
// result depends on nothing but the lane's argument (functions_test.cpp).
// accurate: the C library's scalar function. Without AVX2 and FMA, fast is accurate too.

#include "base/index.h"
#include "tape/tape.h"

namespace zwang::tape {

enum class Accuracy : std::uint8_t { fast, accurate };

/// y[k] = f(x[k]) or f(x[k], z[k]), k < count; z is not read by functions of one argument.
using Routine = void (*)(const double* x, const double* z, double* y, Index count);

/// Never null. x, z, y may be unaligned; y may be x or z.
Routine routine(Function f, Accuracy accuracy) noexcept;

/// All of them, by number of function.
const Routine* routines(Accuracy accuracy) noexcept;

/// The address that emitted code calls with its arguments in registers: __m256d (*)(__m256d) or
/// (__m256d, __m256d) for fast, double (*)(double) or (double, double) for accurate. Null where
/// there is none (no AVX2).
const void* entry(Function f, Accuracy accuracy) noexcept;

/// Whether this machine has AVX2 and FMA; the foundation (F, DQ, VL) of AVX-512 too. As for the
/// kernels of linalg, ZWANG_KERNELS=baseline|avx2 in the environment asks for less.
bool has_avx2() noexcept;
bool has_avx512() noexcept;

}  // namespace zwang::tape
