// SPDX-License-Identifier: Apache-2.0
#pragma once
// When each value of a tape is used next: what register allocation by furthest next use asks.

#include <array>
#include <cstdint>
#include <vector>

#include "tape/tape.h"

namespace zwang::tape {

using Time = std::uint32_t;  // number of an instruction
inline constexpr Time never = 0xFFFFFFFFu;

/// Values, inputs and constants under one numbering: values first.
class Numbering {
 public:
  explicit Numbering(const Tape& tape)
      : values_(static_cast<std::uint32_t>(tape.code.size())),
        inputs_(static_cast<std::uint32_t>(tape.inputs)),
        constants_(static_cast<std::uint32_t>(tape.constants.size())) {}

  std::uint32_t operator()(Operand x) const {
    const auto number = static_cast<std::uint32_t>(x.number());
    switch (x.kind()) {
      case Operand::Kind::value:
        return number;
      case Operand::Kind::input:
        return values_ + number;
      default:
        return values_ + inputs_ + number;
    }
  }
  std::uint32_t values() const { return values_; }
  std::uint32_t inputs() const { return inputs_; }
  std::uint32_t size() const { return values_ + inputs_ + constants_; }

 private:
  std::uint32_t values_, inputs_, constants_;
};

/// Calls that follow each other with the same arguments form one run, begun by its head.
bool continues_run(const Tape& tape, Index call, Index next_call);

struct NextUse {
  std::vector<Time> first;                 // [numbered] first use
  std::vector<std::array<Time, 3>> after;  // [instruction][operand] the use after this one
  std::vector<Time> after_argument;        // [place in Tape::arguments]
};

/// One pass from the end. The arguments of a run of calls count as used by its head alone.
NextUse find_next_use(const Tape& tape, const Numbering& number);

}  // namespace zwang::tape
