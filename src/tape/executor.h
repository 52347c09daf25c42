// SPDX-License-Identifier: Apache-2.0
#pragma once
// The inner loop of the interpreter, compiled for each instruction set.

#include "tape/bytecode.h"

namespace zwang::tape {

/// What the inner loop reads: no containers, whose inline functions it must not share.
struct Execution {
  const Step *first, *last;
  const std::uint32_t* lists;
  const Routine* routines;
  double* memory;  // inputs and constants in their places
};

/// One function per number of lanes.
struct Executors {
  const char* name;
  void (*lanes_1)(const Execution&) noexcept;
  void (*lanes_4)(const Execution&) noexcept;
  void (*lanes_8)(const Execution&) noexcept;
  void (*lanes_32)(const Execution&) noexcept;
};

extern const Executors executors_baseline;
#ifndef ZWANG_NO_X86
extern const Executors executors_avx2, executors_avx512;
#endif

/// interpret() by one of them; the machine must have its instruction set.
void interpret(const Executors& set, const Bytecode& code, Accuracy accuracy, Index lanes,
               const double* inputs, double* outputs, double* memory) noexcept;

}  // namespace zwang::tape
