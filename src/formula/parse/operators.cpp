// SPDX-License-Identifier: Apache-2.0
#include "formula/parse/operators.h"

#include <string>

#include "formula/parse/code.h"
#include "formula/value.h"

namespace zwang::formula {

Binding binding(Mark mark) {
  switch (mark) {
    case Mark::equal:
      return Binding::relation;
    case Mark::disjunction:
      return Binding::disjunction;
    case Mark::conjunction:
      return Binding::conjunction;
    case Mark::less:
    case Mark::less_equal:
    case Mark::greater:
    case Mark::greater_equal:
    case Mark::same:
    case Mark::different:
      return Binding::comparison;
    case Mark::plus:
    case Mark::minus:
      return Binding::sum;
    case Mark::times:
    case Mark::over:
      return Binding::product;
    case Mark::power:
      return Binding::power;
    default:
      return Binding::none;
  }
}

Binding prefix_binding(Mark mark) {
  if (mark == Mark::plus || mark == Mark::minus) return Binding::prefix;
  return mark == Mark::negation ? Binding::negation : Binding::none;
}

namespace {

bool is(const Operand& x, Kind kind) { return x.value.kind == kind; }
bool same_size(const Operand& x, const Operand& y) { return x.value.size == y.value.size; }

std::string words(const Context& context, const Token& mark) {
  return in_quotes(context.text.substr(mark.begin, mark.end - mark.begin));
}

// What helps against this pair of kinds.
std::string hint_between(const Token& mark, const Operand& x, const Operand& y) {
  const bool vectors = is(x, Kind::vector) && is(y, Kind::vector);
  switch (binding(mark.mark)) {
    case Binding::disjunction:
    case Binding::conjunction:
      return "compare first, as in x > 0 and y > 0";
    case Binding::relation:
      if (is(x, Kind::condition) || is(y, Kind::condition)) break;
      return (is(x, Kind::vector) ? x : y).value.size == 2 ? "the zero vector is [0, 0]"
                                                           : "the zero vector is [0, 0, 0]";
    case Binding::product:
      if (vectors && mark.mark == Mark::times) return "write dot(u, v) or cross(u, v)";
      break;
    case Binding::power:
      if (is(x, Kind::vector)) return "the square of a vector is dot(v, v)";
      break;
    case Binding::comparison:
      if (vectors) return "compare norm(u) and norm(v), or component by component";
      break;
    default:
      break;
  }
  return is(x, Kind::condition) || is(y, Kind::condition)
             ? "if(condition, 1, 0) turns a condition into a number"
             : "";
}

Operand complain(Context& context, const Token& mark, const Operand& x, const Operand& y) {
  const Binding strength = binding(mark.mark);
  const bool sizes = (strength == Binding::sum || strength == Binding::relation) &&
                     x.value.kind == y.value.kind && !same_size(x, y);
  std::string what = words(context, mark) + " cannot combine " + pair_words(x.value, y.value);
  context.complaints.add(sizes ? code::size : code::kind, mark.place(), std::move(what),
                         sizes ? "" : hint_between(mark, x, y));
  return bad_operand(x.begin, y.end);
}

Value compared(Graph& graph, Mark mark, Node x, Node y) {
  switch (mark) {
    case Mark::less:
      return condition(graph.apply(Op::less, x, y));
    case Mark::less_equal:
      return condition(graph.apply(Op::less_equal, x, y));
    case Mark::greater:
      return condition(graph.apply(Op::less, y, x));
    case Mark::greater_equal:
      return condition(graph.apply(Op::less_equal, y, x));
    case Mark::same:
      return condition(graph.apply(Op::equal, x, y));
    default:
      return condition(graph.apply(Op::negation, graph.apply(Op::equal, x, y)));
  }
}

// Whether the operator has a meaning between these two.
bool fits(const Token& mark, const Operand& x, const Operand& y) {
  const bool conditions = is(x, Kind::condition) && is(y, Kind::condition);
  const bool numbers = is(x, Kind::scalar) && is(y, Kind::scalar);
  const bool any_condition = is(x, Kind::condition) || is(y, Kind::condition);
  switch (binding(mark.mark)) {
    case Binding::disjunction:
    case Binding::conjunction:
      return conditions;
    case Binding::relation:
    case Binding::sum:
      return !any_condition && x.value.kind == y.value.kind && same_size(x, y);
    case Binding::product:
      if (any_condition) return false;
      return is(y, Kind::scalar) || (mark.mark == Mark::times && is(x, Kind::scalar));
    default:
      return numbers;
  }
}

}  // namespace

Operand apply_prefix(Context& context, const Token& mark, const Operand& x) {
  if (x.bad) return bad_operand(mark.begin, x.end);
  const bool logical = mark.mark == Mark::negation;
  if (is(x, Kind::condition) != logical) {
    context.complaints.add(
        code::kind, mark.place(),
        words(context, mark) + " cannot be applied to " + std::string(kind_words(x.value)),
        logical ? "compare first, as in not x > 0" : "");
    return bad_operand(mark.begin, x.end);
  }
  Graph& graph = context.graph();
  if (logical)
    return operand(condition(graph.apply(Op::negation, x.value.at[0])), mark.begin, x.end);
  return operand(mark.mark == Mark::minus ? negated(graph, x.value) : x.value, mark.begin, x.end);
}

Operand apply_between(Context& context, const Token& mark, const Operand& x, const Operand& y) {
  if (x.bad || y.bad) return bad_operand(x.begin, y.end);
  if (!fits(mark, x, y)) return complain(context, mark, x, y);
  Graph& graph = context.graph();
  const Node a = x.value.at[0], b = y.value.at[0];
  const auto result = [&](const Value& value) { return operand(value, x.begin, y.end); };
  switch (mark.mark) {
    case Mark::plus:
      return result(sum(graph, x.value, y.value));
    case Mark::minus:
      return result(difference(graph, x.value, y.value));
    case Mark::times:
      return result(is(x, Kind::scalar) ? product(graph, a, y.value) : product(graph, b, x.value));
    case Mark::over:
      return result(quotient(graph, x.value, b));
    case Mark::power:
      return result(scalar(graph.power(a, b)));
    case Mark::conjunction:
      return result(condition(graph.apply(Op::both, a, b)));
    case Mark::disjunction:
      return result(condition(graph.apply(Op::either, a, b)));
    default:
      return result(compared(graph, mark.mark, a, b));
  }
}

bool may_equate(Context& context, const Token& mark, const Operand& x, const Operand& y) {
  if (x.bad || y.bad) return false;
  Token as_equal = mark;
  as_equal.mark = Mark::equal;  // >= and <= between sides ask no more than = does
  if (fits(as_equal, x, y)) return true;
  complain(context, as_equal, x, y);
  return false;
}

}  // namespace zwang::formula
