// SPDX-License-Identifier: Apache-2.0
#include "tape/compact.h"

namespace zwang::tape {

namespace {

template <class Visit>
void for_each_operand(Tape& tape, Visit visit) {
  for (Instruction& x : tape.code) {
    const int count = operands(x.op);
    if (count > 0) visit(x.a);
    if (count > 1) visit(x.b);
    if (count > 2) visit(x.c);
  }
  for (Operand& x : tape.arguments) visit(x);
  for (Operand& x : tape.outputs) visit(x);
}

}  // namespace

std::vector<std::uint32_t> compact_inputs(Tape& tape) {
  std::vector<bool> used(static_cast<std::size_t>(tape.inputs));
  for_each_operand(tape, [&](const Operand& x) {
    if (x.kind() == Operand::Kind::input) used[x.number()] = true;
  });
  std::vector<std::uint32_t> before;
  std::vector<Index> now(used.size(), -1);
  for (std::size_t k = 0; k < used.size(); ++k) {
    if (!used[k]) continue;
    now[k] = static_cast<Index>(before.size());
    before.push_back(static_cast<std::uint32_t>(k));
  }
  for_each_operand(tape, [&](Operand& x) {
    if (x.kind() != Operand::Kind::input) return;
    x = {Operand::Kind::input, now[x.number()]};
  });
  tape.inputs = static_cast<Index>(before.size());
  return before;
}

}  // namespace zwang::tape
