// SPDX-License-Identifier: Apache-2.0
#pragma once
// Native code for a tape: one pass over its instructions, registers by furthest next use.

#include <optional>

#include "base/aligned.h"
#include "tape/executable.h"
#include "tape/native_options.h"
#include "tape/tape.h"

namespace zwang::tape {

/// Executable code in pages of its own, readable and executable, never writable once it can run.
class Native {
 public:
  /// inputs and outputs are [value][stride]; scratch has `scratch()` doubles.
  void run(const double* inputs, double* outputs, double* scratch) const noexcept {
    entry_(inputs, outputs, scratch);
  }
  Index scratch() const { return scratch_; }
  Index bytes() const { return bytes_; }
  Index spills() const { return spills_; }

 private:
  friend std::optional<Native> emit(const Tape&, const NativeOptions&);
  Native() = default;

  using Entry = void (*)(const double* inputs, double* outputs, double* scratch);

  Entry entry_ = nullptr;
  Executable pages_;
  AlignedArray pool_;  // constants; the code knows its address
  Index bytes_ = 0, scratch_ = 0, spills_ = 0;
};

/// Emits code, or nothing: where the processor lacks what the width needs (AVX2 and FMA; AVX-512
/// for 8) or the system refuses executable memory.
std::optional<Native> emit(const Tape& tape, const NativeOptions& options);

}  // namespace zwang::tape
