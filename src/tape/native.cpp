// SPDX-License-Identifier: Apache-2.0
#include "tape/native.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/contract.h"
#include "tape/emitter.h"

namespace zwang::tape {

namespace {

// Displacements have 32 bits; a tape that could need more is left to the interpreter.
bool fits(const Tape& tape, const NativeOptions& options) {
  const Index slots = static_cast<Index>(tape.code.size() + tape.constants.size() +
                                         tape.outputs.size() + tape.arguments.size()) +
                      tape.inputs;
  return slots * 8 * std::max(options.stride, options.output_stride) < Index{1} << 30;
}

// Masks first, then every constant in all lanes.
AlignedArray make_pool(const Tape& tape, int width) {
  AlignedArray pool(mask_doubles + static_cast<Index>(tape.constants.size()) * width);
  const double masks[3] = {-0.0, std::bit_cast<double>(~std::bit_cast<std::uint64_t>(-0.0)), 1.0};
  double* at = pool.data();
  for (const double mask : masks) {
    for (int lane = 0; lane < 8; ++lane) *at++ = mask;
  }
  for (const double constant : tape.constants) {
    for (int lane = 0; lane < width; ++lane) *at++ = constant;
  }
  return pool;
}

}  // namespace

std::optional<Native> emit(const Tape& tape, const NativeOptions& options) {
  expects(options.width == 1 || options.width == 4 || options.width == 8);
  expects(options.stride >= options.width && options.registers >= 4);
  const bool avx512 = options.avx512 && has_avx512();
  if (!has_avx2() || (options.width == 8 && !avx512) || !fits(tape, options)) return std::nullopt;

  Native native;
  native.pool_ = make_pool(tape, options.width);
  Emitter emitter(tape, options, avx512, native.pool_.data());
  if (!emitter.run()) return std::nullopt;
  const auto code = emitter.code();
  if (!native.pages_.take(code)) return std::nullopt;
  native.entry_ = reinterpret_cast<Native::Entry>(const_cast<void*>(native.pages_.begin()));
  native.bytes_ = static_cast<Index>(code.size());
  native.scratch_ = emitter.scratch();
  native.spills_ = emitter.spills();
  return native;
}

}  // namespace zwang::tape
