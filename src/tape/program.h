// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tape ready to run: native where possible, else interpreted, with the same bits.

#include <memory>

#include "tape/bytecode.h"
#include "tape/native.h"

namespace zwang::tape {

enum class Engine : std::uint8_t { automatic, interpreter };

struct ProgramOptions {
  Index lanes = 1;  // 1, 4, 8 or 32 instances at once; arrays are [value][lane]
  Accuracy accuracy = Accuracy::fast;
  Engine engine = Engine::automatic;  // ZWANG_NATIVE=off in the environment forces the interpreter
  Index output_stride = 0;            // where native: doubles from one output to the next; 0: lanes
};

/// Copies share the code.
class Program {
 public:
  Program(const Tape& tape, const ProgramOptions& options);

  void run(const double* inputs, double* outputs, double* scratch) const noexcept;

  Index inputs() const { return inputs_; }
  Index outputs() const { return outputs_; }
  Index lanes() const { return options_.lanes; }
  /// Doubles from one output to the next.
  Index output_stride() const {
    return native_ && options_.output_stride ? options_.output_stride : options_.lanes;
  }
  Index scratch() const { return scratch_; }  // doubles that run() needs
  bool native() const { return native_ != nullptr; }

 private:
  ProgramOptions options_;
  Index inputs_, outputs_, scratch_ = 0;
  Index width_ = 1;  // lanes that native code does at once
  std::shared_ptr<const Native> native_;
  Bytecode bytecode_;  // empty where native
};

}  // namespace zwang::tape
