// SPDX-License-Identifier: Apache-2.0
#include "formula/parse/parser.h"

#include "formula/parse/calls.h"
#include "formula/parse/code.h"

namespace zwang::formula {

namespace {

// A derivative makes several nodes of one.
constexpr Index growth_of_derivatives = 8;

}  // namespace

Parser::Parser(Context& context, const Limits& limits)
    : context_(context),
      limits_(limits),
      scanner_(context.text),
      rates_(context.symbols, limits.nodes / growth_of_derivatives),
      first_node_(context.graph().size()) {}

Sides Parser::parse(bool equation) {
  equation_ = equation;
  advance();
  if (token_.mark == Mark::end)
    context_.complaints.stop(code::syntax, token_.place(), "the formula is empty");
  run(Part::whole, token_);
  Sides sides;
  if (stopped()) return sides;
  reduce(Binding::sum);
  const bool related = operators_.size() == 1 && (operators_[0].binding == Binding::comparison ||
                                                  operators_[0].binding == Binding::relation);
  if (equation && related) {
    sides.relation = operators_[0].mark;
    sides.right = operands_.back();
    operators_.pop_back();
    operands_.pop_back();
  }
  sides.left = finish();
  return sides;
}

void Parser::advance() {
  last_ = token_;
  token_ = scanner_.next();
  if (token_.mark == Mark::bad) context_.complaints.stop(scanner_.problem());
}

// Reads to the end of a part and stops before what ends it; finish() then has its value.
void Parser::run(Part part, const Token& open) {
  const Mark end = part == Part::whole    ? Mark::end
                   : part == Part::lower  ? Mark::dots
                   : part == Part::upper  ? Mark::comma
                   : part == Part::member ? Mark::close_bracket
                                          : Mark::close;
  const std::size_t base = frames_.size();
  frames_.push_back({part, open, operators_.size(), operands_.size(), {}});
  wants_value_ = true;
  while (!stopped()) {
    if (wants_value_) {
      read_value();
    } else if (token_.mark == end && frames_.size() == base + 1) {
      return;
    } else {
      read_after_value();
    }
  }
}

Operand Parser::finish() {
  reduce(Binding::relation);
  const Operand result = operands_.back();
  operands_.pop_back();
  frames_.pop_back();
  return result;
}

void Parser::read_value() {
  switch (token_.mark) {
    case Mark::number:
      push(operand(scalar(context_.graph().constant(token_.number)), token_.begin, token_.end,
                   Form::number));
      return advance();
    case Mark::name:
      return read_name();
    case Mark::plus:
    case Mark::minus:
    case Mark::negation:
      push(token_, prefix_binding(token_.mark), true);
      return advance();
    case Mark::open:
      return open(Part::group);
    case Mark::open_bracket:
      return open(Part::vector);
    case Mark::close:
      // f(): a call without arguments is a matter of their number, not of syntax.
      if (frames_.back().part == Part::call && last_.mark == Mark::open) return close();
      [[fallthrough]];
    default:
      return complain_of_value();
  }
}

void Parser::read_after_value() {
  const Part part = frames_.back().part;
  switch (token_.mark) {
    case Mark::prime:
      return read_prime();
    case Mark::dot:
      return read_component();
    case Mark::comma:
      if (part != Part::call && part != Part::vector) return complain_of_comma();
      reduce(Binding::relation);
      wants_value_ = true;
      return advance();
    case Mark::close:
      return part == Part::group || part == Part::call ? close() : complain_of_bracket();
    case Mark::close_bracket:
      return part == Part::vector || part == Part::index ? close() : complain_of_bracket();
    default:
      return binding(token_.mark) == Binding::none ? complain_after_value() : push_between();
  }
}

void Parser::push(const Operand& operand) {
  if (static_cast<Index>(operands_.size()) >= limits_.pending)
    return too_much(token_, "this expression is too long",
                    "name parts of the formula and use the names");
  operands_.push_back(operand);
  wants_value_ = false;
}

void Parser::push(const Token& mark, Binding binding, bool prefix) {
  if (static_cast<Index>(operators_.size()) >= limits_.pending)
    return too_much(token_, "too many operators are nested here",
                    "name parts of the formula and use the names");
  operators_.push_back({mark, binding, prefix});
  wants_value_ = true;
}

// Applies the operators of this frame that wait and bind at least so strongly.
void Parser::reduce(Binding least) {
  while (operators_.size() > frames_.back().operators && operators_.back().binding >= least) {
    const Waiting waiting = operators_.back();
    operators_.pop_back();
    const Operand y = operands_.back();
    if (!waiting.prefix) operands_.pop_back();
    operands_.back() = waiting.prefix ? apply_prefix(context_, waiting.mark, y)
                                      : apply_between(context_, waiting.mark, operands_.back(), y);
  }
}

void Parser::push_between() {
  const Binding strength = binding(token_.mark);
  if (strength == Binding::relation) return push_relation();
  if (strength == Binding::comparison) return push_comparison();
  if (strength != Binding::power) reduce(strength);  // a power binds to the right: 2^3^2 = 2^9
  push(token_, strength, false);
  advance();
}

void Parser::push_comparison() {
  reduce(Binding::sum);
  if (operators_.size() > frames_.back().operators) {
    const Binding before = operators_.back().binding;
    if (before == Binding::comparison || before == Binding::relation)
      return complain_of_second_relation();
  }
  push(token_, Binding::comparison, false);
  advance();
}

void Parser::push_relation() {
  if (!equation_ || frames_.size() > 1) return complain_of_relation();
  reduce(Binding::sum);
  if (!operators_.empty() && (operators_.back().binding == Binding::comparison ||
                              operators_.back().binding == Binding::relation))
    return complain_of_second_relation();
  reduce(Binding::disjunction);
  if (!operators_.empty()) return complain_of_second_relation();
  push(token_, Binding::relation, false);
  advance();
}

// Opens the bracket that stands here.
void Parser::open(Part part, const Token& name, const Word* word) {
  if (depth_ == limits_.nesting)
    return too_much(token_, "brackets are nested deeper than " + std::to_string(limits_.nesting),
                    "name parts of the formula and use the names");
  ++depth_;
  if (word && word->function == Function::choice) {
    has_choice_ = true;
    if (if_depth_ == limits_.if_nesting)
      return too_much(name, "'if' is nested deeper than " + std::to_string(limits_.if_nesting),
                      "name parts of the formula and use the names");
    ++if_depth_;
  }
  frames_.push_back({part, token_, operators_.size(), operands_.size(), name, word});
  wants_value_ = true;
  advance();
}

// Closes the innermost bracket with the one that stands here.
void Parser::close() {
  reduce(Binding::relation);
  const Frame frame = frames_.back();
  const std::span<const Operand> values(operands_.data() + frame.operands,
                                        operands_.size() - frame.operands);
  Operand result;
  switch (frame.part) {
    case Part::group:
      result = values[0];
      result.form = Form::expression;
      result.begin = frame.open.begin;
      result.end = token_.end;
      break;
    case Part::vector:
      result = make_vector(context_, values, frame.open.begin, token_.end);
      break;
    case Part::call:
      result = frame.word ? call(context_, *frame.word, frame.name, values, token_.end)
                          : bad_operand(frame.name.begin, token_.end);
      break;
    default:
      result = values[0];
      break;
  }
  if (frame.word && frame.word->function == Function::choice) --if_depth_;
  --depth_;
  frames_.pop_back();
  operands_.resize(frame.operands);
  if (frame.part == Part::index) return close_index(frame, result);
  push(result);
  advance();
}

}  // namespace zwang::formula
