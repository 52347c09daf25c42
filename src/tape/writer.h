// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes a tape operation by operation, with other tapes in line. Equal operations are written once.

#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "tape/tape.h"

namespace zwang::tape {

class Writer {
 public:
  explicit Writer(Index inputs) { tape_.inputs = inputs; }

  Operand input(Index k) const { return {Operand::Kind::input, k}; }
  Operand constant(double x);
  /// Neither call nor result.
  Operand apply(Op op, Operand a, Operand b = {}, Operand c = {});

  Operand add(Operand a, Operand b) { return apply(Op::add, a, b); }
  Operand multiply(Operand a, Operand b) { return apply(Op::multiply, a, b); }
  /// c − a·b, rounded once.
  Operand subtract_product(Operand c, Operand a, Operand b) {
    return apply(Op::negate_multiply_add, a, b, c);
  }

  /// All that `other` does, its inputs being these; returns its outputs.
  std::vector<Operand> append(const Tape& other, std::span<const Operand> inputs);

  /// The tape of these outputs, without what none of them needs.
  Tape finish(std::span<const Operand> outputs) const;

 private:
  Operand last() const { return {Operand::Kind::value, static_cast<Index>(tape_.code.size()) - 1}; }

  Tape tape_;
  std::map<std::uint64_t, Index> constants_;  // by their bits
  std::map<std::tuple<Op, std::uint64_t, std::uint64_t>, Operand> known_;
};

}  // namespace zwang::tape
