// SPDX-License-Identifier: Apache-2.0
#include "tape/writer.h"

#include <bit>

#include "base/contract.h"

namespace zwang::tape {

namespace {

std::uint64_t key(Operand x) {
  return static_cast<std::uint64_t>(x.kind()) << 30 | static_cast<std::uint64_t>(x.number());
}

/// By instruction. A call is needed, with all its results, where one of them is.
std::vector<bool> needed_by(const Tape& tape, std::span<const Operand> outputs) {
  std::vector<bool> needed(tape.code.size());
  const auto need = [&needed](Operand x) {
    if (x.kind() == Operand::Kind::value) needed[at(x.number())] = true;
  };
  for (const Operand x : outputs) need(x);
  for (std::size_t i = tape.code.size(); i-- > 0;) {
    const Instruction& x = tape.code[i];
    if (x.op == Op::call) {
      for (std::size_t k = 1; k <= x.count; ++k) needed[i] = needed[i] || needed[i + k];
      if (!needed[i]) continue;
      for (std::size_t k = 1; k <= x.count; ++k) needed[i + k] = true;
      const Index from = x.a.number(), count = Index{x.count} * arity(x.function);
      for (Index k = from; k < from + count; ++k) need(tape.arguments[at(k)]);
    } else if (needed[i]) {
      const int count = operands(x.op);
      if (count > 0) need(x.a);
      if (count > 1) need(x.b);
      if (count > 2) need(x.c);
    }
  }
  return needed;
}

}  // namespace

Operand Writer::constant(double x) {
  const auto [at, is_new] = constants_.try_emplace(std::bit_cast<std::uint64_t>(x),
                                                   static_cast<Index>(tape_.constants.size()));
  if (is_new) tape_.constants.push_back(x);
  return {Operand::Kind::constant, at->second};
}

Operand Writer::apply(Op op, Operand a, Operand b, Operand c) {
  expects(op != Op::call && op != Op::result);
  const auto [at, is_new] = known_.try_emplace({op, key(a) << 32 | key(b), key(c)});
  if (is_new) {
    tape_.code.push_back({.op = op, .a = a, .b = b, .c = c});
    at->second = last();
  }
  return at->second;
}

std::vector<Operand> Writer::append(const Tape& other, std::span<const Operand> inputs) {
  expects(static_cast<Index>(inputs.size()) == other.inputs);
  std::vector<Operand> values(other.code.size());
  const auto here = [&](Operand x) {
    const auto k = static_cast<std::size_t>(x.number());
    switch (x.kind()) {
      case Operand::Kind::input:
        return inputs[k];
      case Operand::Kind::constant:
        return constant(other.constants[k]);
      default:
        return values[k];
    }
  };
  // Calls that shared their arguments share them here, too: that is how they are told to belong together.
  std::map<std::pair<Index, Index>, Index> lists;
  for (std::size_t i = 0; i < other.code.size(); ++i) {
    Instruction x = other.code[i];
    if (x.op == Op::result) {
      tape_.code.push_back(x);
      values[i] = last();
      continue;
    }
    if (x.op != Op::call) {
      const int count = operands(x.op);
      values[i] = apply(x.op, here(x.a), count > 1 ? here(x.b) : Operand(),
                        count > 2 ? here(x.c) : Operand());
      continue;
    }
    const Index from = x.a.number(), count = Index{x.count} * arity(x.function);
    const auto [at, is_new] =
        lists.try_emplace({from, count}, static_cast<Index>(tape_.arguments.size()));
    for (Index k = from; is_new && k < from + count; ++k)
      tape_.arguments.push_back(here(other.arguments[static_cast<std::size_t>(k)]));
    x.a = Operand(x.a.kind(), at->second);
    tape_.code.push_back(x);
  }
  std::vector<Operand> outputs;
  for (const Operand x : other.outputs) outputs.push_back(here(x));
  return outputs;
}

// What no output needs is left out.
Tape Writer::finish(std::span<const Operand> outputs) const {
  const std::vector<bool> needed = needed_by(tape_, outputs);
  Tape kept;
  kept.inputs = tape_.inputs;
  kept.constants = tape_.constants;
  std::vector<Index> now(tape_.code.size(), -1);
  const auto moved = [&now](Operand x) {
    return x.kind() == Operand::Kind::value ? Operand(x.kind(), now[at(x.number())]) : x;
  };
  std::map<Index, Index> lists;
  for (std::size_t i = 0; i < tape_.code.size(); ++i) {
    if (!needed[i]) continue;
    Instruction x = tape_.code[i];
    if (x.op == Op::call) {
      const Index from = x.a.number(), count = Index{x.count} * arity(x.function);
      const auto [place, is_new] =
          lists.try_emplace(from, static_cast<Index>(kept.arguments.size()));
      for (Index k = from; is_new && k < from + count; ++k)
        kept.arguments.push_back(moved(tape_.arguments[at(k)]));
      x.a = Operand(x.a.kind(), place->second);
    } else {
      const int count = operands(x.op);
      if (count > 0) x.a = moved(x.a);
      if (count > 1) x.b = moved(x.b);
      if (count > 2) x.c = moved(x.c);
    }
    now[i] = static_cast<Index>(kept.code.size());
    kept.code.push_back(x);
  }
  for (const Operand x : outputs) kept.outputs.push_back(moved(x));
  return kept;
}

}  // namespace zwang::tape
