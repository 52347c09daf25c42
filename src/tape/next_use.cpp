// SPDX-License-Identifier: Apache-2.0
#include "tape/next_use.h"

namespace zwang::tape {

bool continues_run(const Tape& tape, Index call, Index next_call) {
  if (next_call >= static_cast<Index>(tape.code.size())) return false;
  const Instruction& x = tape.code[call];
  const Instruction& y = tape.code[next_call];
  return y.op == Op::call && y.a == x.a && y.count == x.count &&
         arity(y.function) == arity(x.function);
}

namespace {

std::vector<bool> find_heads(const Tape& tape) {
  std::vector<bool> heads(tape.code.size());
  for (Index i = 0; i < static_cast<Index>(tape.code.size());) {
    const Instruction& head = tape.code[i];
    if (head.op != Op::call) {
      ++i;
      continue;
    }
    heads[i] = true;
    const Index first = i;
    do i += 1 + head.count;
    while (continues_run(tape, first, i));
  }
  return heads;
}

}  // namespace

NextUse find_next_use(const Tape& tape, const Numbering& number) {
  NextUse next;
  next.first.assign(number.size(), never);
  next.after.resize(tape.code.size());
  next.after_argument.assign(tape.arguments.size(), never);
  const std::vector<bool> heads = find_heads(tape);

  for (std::size_t i = tape.code.size(); i-- > 0;) {
    const Instruction& instruction = tape.code[i];
    const auto now = static_cast<Time>(i);
    const auto use = [&](Operand x, Time& after) {
      Time& first = next.first[number(x)];
      after = first;
      first = now;
    };
    // Operands from the last to the first, so that reading them in order follows the chain.
    const Operand operand[3] = {instruction.a, instruction.b, instruction.c};
    for (int k = operands(instruction.op); k-- > 0;) {
      use(operand[k], next.after[i][k]);
    }
    if (!heads[i]) continue;
    const auto begin = static_cast<std::size_t>(instruction.a.number());
    const auto count = static_cast<std::size_t>(instruction.count * arity(instruction.function));
    for (std::size_t k = count; k-- > 0;) {
      use(tape.arguments[begin + k], next.after_argument[begin + k]);
    }
  }
  return next;
}

}  // namespace zwang::tape
