// SPDX-License-Identifier: Apache-2.0
#pragma once
// One pass over a tape: for each instruction, which registers and which form of which instruction.

#include <vector>

#include "tape/encoder.h"
#include "tape/native_options.h"
#include "tape/next_use.h"
#include "tape/registers.h"

namespace zwang::tape {

class Emitter {
 public:
  Emitter(const Tape& tape, const NativeOptions& options, bool avx512, const double* pool);

  /// Emits all; false if the encoder refused something.
  bool run();

  std::span<const unsigned char> code() const { return encoder_.code(); }
  Index scratch() const;
  Index spills() const { return registers_.spills(); }

 private:
  using Value = Registers::Value;

  void emit(std::size_t i);
  void emit_arithmetic(std::size_t i);
  void emit_fused(std::size_t i);
  int fused_into_copy(std::size_t i);
  void emit_unary(std::size_t i);
  void emit_compare(std::size_t i);
  void emit_min_max(std::size_t i);
  void emit_select(std::size_t i);
  std::size_t emit_run(std::size_t head);
  void call_packed(std::size_t head, std::size_t end);
  void call_on_memory(std::size_t head, std::size_t end);
  void call_once(Function function, Home x, Home z, Home y);
  void set_homes(std::size_t call, Home first);
  void deliver(Value v);
  void emit_outputs();

  Value value(Operand x) const { return number_(x); }
  bool dies(std::size_t i, int k) const;
  Source source(Value v, std::size_t i, Time after);
  void consume(std::size_t i);
  void finish(std::size_t i, int d);
  void store_outputs(Value v, int r);

  const Tape& tape_;
  const NativeOptions options_;
  Numbering number_;
  Encoder encoder_;
  Registers registers_;
  const double* pool_;
  Home packed_[2] = {};  // arguments that wait for a second call
  // Outputs of each value: a chain of output numbers.
  std::vector<std::uint32_t> first_output_, next_output_;
};

}  // namespace zwang::tape
