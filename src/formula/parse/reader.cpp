// SPDX-License-Identifier: Apache-2.0
#include "formula/parse/reader.h"

#include <string>

#include "formula/guard.h"
#include "formula/parse/code.h"
#include "formula/parse/parser.h"
#include "formula/value.h"

namespace zwang::formula {

namespace {

// What to write instead of a comparison that is no relation.
std::string hint_for_comparison(Mark mark) {
  switch (mark) {
    case Mark::same:
      return "write =";
    case Mark::less:
      return "write <=";
    case Mark::greater:
      return "write >=";
    default:
      return "write =, >= or <= between the two sides";
  }
}

Formula equation(Context& context, const Sides& sides) {
  if (sides.left.bad || sides.right.bad) return {};
  const Mark mark = sides.relation.mark;
  if (mark == Mark::end) {
    context.complaints.add(code::relation, sides.left.place(),
                           "expected an equation, not " + std::string(kind_words(sides.left.value)),
                           "write =, >= or <= between the two sides");
    return {};
  }
  if (mark != Mark::equal && mark != Mark::less_equal && mark != Mark::greater_equal) {
    context.complaints.add(code::relation, sides.relation.place(),
                           "expected an equation, not a comparison", hint_for_comparison(mark));
    return {};
  }
  if (!may_equate(context, sides.relation, sides.left, sides.right)) return {};
  const bool swapped = mark == Mark::less_equal;
  const Value& left = (swapped ? sides.right : sides.left).value;
  const Value& right = (swapped ? sides.left : sides.right).value;
  return {difference(context.graph(), left, right),
          mark == Mark::equal ? Relation::equal : Relation::at_least};
}

Formula value(Context& context, const Operand& operand, Wanted wanted) {
  if (operand.bad) return {};
  const Kind kind = operand.value.kind;
  const bool right = wanted == Wanted::condition ? kind == Kind::condition
                     : wanted == Wanted::scalar  ? kind == Kind::scalar
                                                 : kind != Kind::condition;
  if (right) return {operand.value};
  const std::string words = wanted == Wanted::condition ? "a condition"
                            : wanted == Wanted::scalar  ? "a number"
                                                        : "a number or a vector";
  context.complaints.add(code::kind, operand.place(),
                         "expected " + words + ", not " + std::string(kind_words(operand.value)),
                         wanted == Wanted::condition ? "compare, as in x > 0" : "");
  return {};
}

}  // namespace

Reading read(std::string_view text, Symbols& symbols, Wanted wanted, const Limits& limits) {
  Complaints complaints;
  Context context{text, symbols, complaints};
  Reading reading;
  if (static_cast<Index>(text.size()) > limits.bytes) {
    complaints.stop(code::limit, {},
                    "a formula can have at most " + std::to_string(limits.bytes) + " bytes");
  } else {
    Parser parser(context, limits);
    const Sides sides = parser.parse(wanted == Wanted::equation);
    if (!complaints.stopped())
      reading.formula = wanted == Wanted::equation ? equation(context, sides)
                                                   : value(context, sides.left, wanted);
    if (parser.has_choice() && complaints.empty())
      guard_branches(symbols.graph(), reading.formula.value.nodes());
  }
  reading.diagnostics = complaints.take();
  return reading;
}

}  // namespace zwang::formula
