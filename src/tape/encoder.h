// SPDX-License-Identifier: Apache-2.0
#pragma once
// The instructions that tapes need, for one width: asmjit encodes, nothing more is asked of it.

#include <asmjit/x86.h>

#include <cstdint>
#include <span>

#include "base/index.h"
#include "tape/tape.h"

namespace zwang::tape {

/// Where a value lives in memory.
struct Home {
  enum class Base : std::uint8_t { none, scratch, input, output, pool };
  Base base = Base::none;
  std::uint32_t slot = 0;

  explicit operator bool() const { return base != Base::none; }
};

/// A register, or a home in memory.
struct Source {
  int reg = -1;
  Home home = {};
};

/// The pool of constants begins with these, 64 bytes each; then one entry per constant.
enum class Mask : std::uint8_t { sign, magnitude, one };
inline constexpr Index mask_doubles = 3 * 8;

class Encoder {
 public:
  Encoder(int width, Index input_stride, Index output_stride, bool avx512);

  /// The frame: `pool` is an address that outlives the code.
  void begin(const double* pool, bool calls);
  void end();
  std::span<const unsigned char> code() const;
  bool failed() const { return failure_.happened; }

  void load(int d, Home home);
  void store(Home home, int s);
  void move(int d, int s);

  /// d = a op b for add … divide; d may be any register.
  void arithmetic(Op op, int d, int a, Source b);
  /// d = d·x + y, d·y + x or x·y + d, with the signs of op; y may be in memory.
  enum class Form : std::uint8_t { d_times_x_plus_y, d_times_y_plus_x, x_times_y_plus_d };
  void fused(Op op, Form form, int d, int x, Source y);
  /// negate, abs, sqrt, floor.
  void unary(Op op, int d, int a);
  /// less, less_equal, equal: d = 1 or 0.
  void compare(Op op, int d, int a, int b);
  /// d ≠ a, d ≠ b; spare is overwritten.
  void min_max(Op op, int d, int a, int b, int spare);
  /// d = condition ? a : b; d ≠ a, d ≠ b.
  void select(int d, int condition, int a, int b);

  /// Width 1: four doubles, from registers or memory, into register d (below 16) as one vector;
  /// fewer than four are padded with the last. `spare` (below 16) is overwritten.
  void pack(int d, int spare, std::span<const Source> arguments);
  /// Four doubles of a home, beginning with lane `lane`.
  void load_vector(int d, Home home, int lane = 0);
  void store_vector(Home home, int s, int lane = 0);
  void move_vector(int d, int s);
  void call(const void* function);
  /// Calls routine(x, z, y, count) on memory.
  void call_routine(const void* routine, Home x, Home z, Home y, Index count);

 private:
  struct Failure : asmjit::ErrorHandler {
    void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override { happened = true; }
    bool happened = false;
  };

  asmjit::x86::Vec vec(int r) const;
  asmjit::x86::Mem mem(Home home, int bytes, int lane = 0) const;
  asmjit::x86::Mem mem(Home home) const { return mem(home, 8 * width_); }
  asmjit::x86::Mem mask(Mask mask, int bytes) const;
  asmjit::Operand operand(Source source) const;
  void pack_pair(int d, Source low, Source high);
  template <class... Operands>
  void put(std::uint32_t scalar, std::uint32_t packed, const Operands&... operands) {
    assembler_.emit(width_ == 1 ? scalar : packed, operands...);
  }

  int width_;
  Index input_stride_, output_stride_;
  bool avx512_, calls_ = false;
  Failure failure_;
  asmjit::CodeHolder code_;
  asmjit::x86::Assembler assembler_;
  asmjit::x86::Gp input_, output_, scratch_, pool_;
};

}  // namespace zwang::tape
