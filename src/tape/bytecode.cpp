// SPDX-License-Identifier: Apache-2.0
#include "tape/bytecode.h"

#include <limits>
#include <utility>

#include "base/contract.h"

namespace zwang::tape {

namespace {

/// The arguments of a call.
template <class Visit>
void each_argument(const Tape& tape, const Instruction& call, Visit visit) {
  const Index first = call.a.number(), count = call.count * arity(call.function);
  for (Index k = 0; k < count; ++k) visit(tape.arguments[first + k]);
}

/// What an instruction reads, be it an operation or a call.
template <class Visit>
void each_operand(const Tape& tape, const Instruction& x, Visit visit) {
  if (x.op == Op::call) return each_argument(tape, x, visit);
  const int count = operands(x.op);
  if (count > 0) visit(x.a);
  if (count > 1) visit(x.b);
  if (count > 2) visit(x.c);
}

/// For every value the instruction that reads it last; its own if none does.
std::vector<Index> last_readers(const Tape& tape) {
  const Index count = static_cast<Index>(tape.code.size());
  std::vector<Index> last(tape.code.size());
  const auto read = [&](Operand x, Index reader) {
    if (x.kind() != Operand::Kind::value) return;
    expects(x.number() < reader);
    last[x.number()] = reader;
  };
  for (Index i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    last[k] = i;
    each_operand(tape, tape.code[k], [&](Operand x) { read(x, i); });
  }
  for (const Operand x : tape.outputs) read(x, std::numeric_limits<Index>::max());
  return last;
}

class Assignment {
 public:
  explicit Assignment(const Tape& tape)
      : tape_(tape), last_(last_readers(tape)), place_(tape.code.size()) {
    code_.inputs = tape.inputs;
    code_.constants = tape.constants;
    code_.places = tape.inputs + static_cast<Index>(tape.constants.size());
  }

  Bytecode run() {
    for (Index i = 0; i < static_cast<Index>(tape_.code.size()); ++i) {
      const Op op = tape_.code[i].op;
      if (op == Op::call)
        add_call(i);
      else if (op != Op::result)
        add_operation(i);
      if (op != Op::call) release(Operand(Operand::Kind::value, i), i);  // if nobody reads it
    }
    for (const Operand x : tape_.outputs) code_.outputs.push_back(place(x));
    return std::move(code_);
  }

 private:
  std::uint32_t place(Operand x) const {
    switch (x.kind()) {
      case Operand::Kind::input:
        return static_cast<std::uint32_t>(x.number());
      case Operand::Kind::constant:
        return static_cast<std::uint32_t>(tape_.inputs + x.number());
      default:
        return place_[x.number()];
    }
  }

  /// A free place for value i: the one freed last, which is likely to be in cache.
  std::uint32_t take(Index i) {
    std::uint32_t place = static_cast<std::uint32_t>(code_.places);
    if (free_.empty()) {
      ++code_.places;
    } else {
      place = free_.back();
      free_.pop_back();
    }
    return place_[i] = place;
  }

  /// Frees the place of x if `reader` reads it last; once, though it may be read twice.
  void release(Operand x, Index reader) {
    if (x.kind() != Operand::Kind::value) return;
    Index& last = last_[x.number()];
    if (last != reader) return;
    last = -1;
    free_.push_back(place(x));
  }

  /// Every lane is read before it is written, so the result may take an operand's place.
  void add_operation(Index i) {
    const Instruction& x = tape_.code[i];
    const int count = operands(x.op);
    Step step{.op = x.op};
    if (count > 0) step.a = place(x.a);
    if (count > 1) step.b = place(x.b);
    if (count > 2) step.c = place(x.c);
    each_operand(tape_, x, [&](Operand y) { release(y, i); });
    step.to = take(i);
    code_.steps.push_back(step);
  }

  /// The first results are written before the last arguments are read: no place is shared.
  void add_call(Index i) {
    const Instruction& x = tape_.code[i];
    code_.steps.push_back({.op = Op::call,
                           .function = x.function,
                           .count = x.count,
                           .a = static_cast<std::uint32_t>(code_.lists.size())});
    each_argument(tape_, x, [&](Operand y) { code_.lists.push_back(place(y)); });
    for (Index k = 1; k <= x.count; ++k) code_.lists.push_back(take(i + k));
    each_argument(tape_, x, [&](Operand y) { release(y, i); });
  }

  const Tape& tape_;
  std::vector<Index> last_;
  std::vector<std::uint32_t> place_;  // of every value so far
  std::vector<std::uint32_t> free_;
  Bytecode code_;
};

}  // namespace

Bytecode assign_places(const Tape& tape) { return Assignment(tape).run(); }

}  // namespace zwang::tape
