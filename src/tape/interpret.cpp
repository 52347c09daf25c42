// SPDX-License-Identifier: Apache-2.0
#include "tape/interpret.h"

#include <cstring>

#include "base/contract.h"
#include "tape/executor.h"

namespace zwang::tape {

namespace {

const Executors& executors() noexcept {
#ifndef ZWANG_NO_X86
  if (has_avx512()) return executors_avx512;
  if (has_avx2()) return executors_avx2;
#endif
  return executors_baseline;
}

void copy(const double* from, Index count, double* to) noexcept {
  if (count > 0) std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(double));
}

}  // namespace

void interpret(const Executors& set, const Bytecode& code, Accuracy accuracy, Index lanes,
               const double* inputs, double* outputs, double* memory) noexcept {
  expects(lanes == 1 || lanes == 4 || lanes == 8 || lanes == 32);
  copy(inputs, code.inputs * lanes, memory);
  double* to = memory + code.inputs * lanes;
  for (const double constant : code.constants)
    for (Index k = 0; k < lanes; ++k) *to++ = constant;

  const Execution run{code.steps.data(), code.steps.data() + code.steps.size(), code.lists.data(),
                      routines(accuracy), memory};
  switch (lanes) {
    case 1:
      set.lanes_1(run);
      break;
    case 4:
      set.lanes_4(run);
      break;
    case 8:
      set.lanes_8(run);
      break;
    default:
      set.lanes_32(run);
      break;
  }
  for (const std::uint32_t place : code.outputs) {
    copy(memory + Index{place} * lanes, lanes, outputs);
    outputs += lanes;
  }
}

void interpret(const Bytecode& code, Accuracy accuracy, Index lanes, const double* inputs,
               double* outputs, double* memory) noexcept {
  interpret(executors(), code, accuracy, lanes, inputs, outputs, memory);
}

}  // namespace zwang::tape
