// SPDX-License-Identifier: Apache-2.0
#include "formula/parse/calls.h"

#include <algorithm>
#include <array>
#include <string>

#include "formula/parse/code.h"
#include "formula/parse/missing.h"
#include "formula/value.h"

namespace zwang::formula {

namespace {

std::string count_words(int count) {
  static constexpr std::string_view words[] = {"no", "one", "two", "three"};
  return count < 4 ? std::string(words[count]) : std::to_string(count);
}

std::string arguments_words(const Word& word) {
  const std::string least = word.most == any_number ? "at least " : "";
  return least + count_words(word.fewest) + (word.fewest == 1 ? " argument" : " arguments");
}

bool is_count_right(Context& context, const Word& word, const Token& name, std::size_t count) {
  const auto given = static_cast<Index>(count);
  if (given >= word.fewest && given <= word.most) return true;
  context.complaints.add(
      code::arguments, name.place(),
      in_quotes(word.name) + " takes " + arguments_words(word) + ", not " + std::to_string(count),
      word.function == Function::choice || word.function == Function::body_vector
          ? "write " + usage(word)
          : "");
  return false;
}

// What a function takes at this place of its arguments.
Kind wanted(const Word& word, std::size_t place) {
  switch (word.function) {
    case Function::norm:
    case Function::dot:
    case Function::cross:
    case Function::distance:
      return Kind::vector;
    case Function::choice:
      return place == 0 ? Kind::condition : Kind::scalar;
    default:
      return Kind::scalar;
  }
}

std::string hint_for(const Word& word, Kind given) {
  if (word.function == Function::choice && given != Kind::condition)
    return "compare first, as in if(x > 0, a, b)";
  if (word.function == Function::norm && given == Kind::scalar)
    return "the magnitude of a number is abs(x)";
  if (word.op == Op::abs && given == Kind::vector) return "the magnitude of a vector is norm(v)";
  return given == Kind::condition ? "if(condition, 1, 0) turns a condition into a number" : "";
}

bool is_kind_right(Context& context, const Word& word, const Operand& argument, Kind kind) {
  if (argument.bad) return false;
  if (argument.value.kind == kind) return true;
  const std::string_view takes = kind == Kind::vector   ? "vectors"
                                 : kind == Kind::scalar ? "numbers"
                                                        : "a condition first";
  context.complaints.add(code::kind, argument.place(),
                         in_quotes(word.name) + " takes " + std::string(takes) + ", not " +
                             std::string(kind_words(argument.value)),
                         hint_for(word, argument.value.kind));
  return false;
}

bool are_sizes_same(Context& context, const Word& word, const Operand& x, const Operand& y) {
  if (x.value.size == y.value.size) return true;
  context.complaints.add(code::size, y.place(),
                         in_quotes(word.name) + " takes vectors of the same size, not " +
                             std::string(kind_words(x.value)) + " and " +
                             std::string(kind_words(y.value)));
  return false;
}

// if(condition, a, b): two numbers, or two vectors of one size.
bool are_branches_right(Context& context, const Word& word, const Operand& x, const Operand& y) {
  if (x.bad || y.bad) return false;
  for (const Operand* branch : {&x, &y})
    if (branch->value.kind == Kind::condition) {
      context.complaints.add(code::kind, branch->place(),
                             "the branches of 'if' are numbers or vectors, not conditions",
                             "write (c and a) or (not c and b)");
      return false;
    }
  if (x.value.kind == y.value.kind) return are_sizes_same(context, word, x, y);
  context.complaints.add(code::kind, y.place(),
                         "one branch of 'if' is " + std::string(kind_words(x.value)) +
                             ", the other " + std::string(kind_words(y.value)));
  return false;
}

bool are_arguments_right(Context& context, const Word& word, std::span<const Operand> arguments) {
  const bool choice = word.function == Function::choice;
  bool right = true;
  for (std::size_t i = 0; i < (choice ? 1 : arguments.size()); ++i)
    right = is_kind_right(context, word, arguments[i], wanted(word, i)) && right;
  if (choice) return are_branches_right(context, word, arguments[1], arguments[2]) && right;
  if (right && arguments.size() == 2)
    return are_sizes_same(context, word, arguments[0], arguments[1]);
  return right;
}

Node folded(Graph& graph, Op op, std::span<const Operand> arguments) {
  Node result = arguments[0].value.at[0];
  for (const Operand& argument : arguments.subspan(1))
    result = graph.apply(op, result, argument.value.at[0]);
  return result;
}

Node hypotenuse(Graph& graph, std::span<const Operand> arguments) {
  if (arguments.size() == 2) return folded(graph, Op::hypot, arguments);
  Node squares = graph.constant(0);
  for (const Operand& argument : arguments)
    squares = graph.add(squares, graph.square(argument.value.at[0]));
  return graph.sqrt(squares);
}

Value applied(Graph& graph, const Word& word, std::span<const Operand> arguments) {
  const Value& u = arguments[0].value;
  const Value& v = arguments.back().value;
  switch (word.function) {
    case Function::least:
      return scalar(folded(graph, Op::min, arguments));
    case Function::greatest:
      return scalar(folded(graph, Op::max, arguments));
    case Function::hypotenuse:
      return scalar(hypotenuse(graph, arguments));
    case Function::choice:
      return select(graph, u.at[0], arguments[1].value, v);
    case Function::norm:
      return scalar(norm(graph, u));
    case Function::dot:
      return scalar(dot(graph, u, v));
    case Function::cross:
      return cross(graph, u, v);
    case Function::distance:
      return scalar(norm(graph, difference(graph, u, v)));
    default:
      break;
  }
  return scalar(arguments.size() == 1 ? graph.apply(word.op, u.at[0])
                                      : graph.apply(word.op, u.at[0], v.at[0]));
}

// crank.vector(a, b, c): the name is that of the body, a dot and `vector`.
Value body_vector(Context& context, const Token& name, std::span<const Operand> components) {
  const std::array<Node, 3> along{components[0].value.at[0], components[1].value.at[0],
                                  components[2].value.at[0]};
  if (const auto at = context.members.find(name.begin); at != context.members.end())
    return (*context.symbols.body(at->second))(along);
  const std::vector<std::string_view> parts =
      split(context.text.substr(name.begin, name.end - name.begin));
  const BodyVector& meaning = *context.symbols.body(joined(parts, parts.size() - 1));
  return meaning(along);
}

}  // namespace

Operand call(Context& context, const Word& word, const Token& name,
             std::span<const Operand> arguments, std::uint32_t end) {
  if (!is_count_right(context, word, name, arguments.size()) ||
      !are_arguments_right(context, word, arguments))
    return bad_operand(name.begin, end);
  if (word.function == Function::body_vector)
    return operand(body_vector(context, name, arguments), name.begin, end);
  return operand(applied(context.graph(), word, arguments), name.begin, end);
}

Operand make_vector(Context& context, std::span<const Operand> components, std::uint32_t begin,
                    std::uint32_t end) {
  bool right = true;
  for (const Operand& x : components) {
    right = right && !x.bad;
    if (x.bad || x.value.kind == Kind::scalar) continue;
    context.complaints.add(
        code::kind, x.place(),
        "the components of a vector are numbers, not " + std::string(kind_words(x.value)));
    right = false;
  }
  if (components.size() < 2 || components.size() > 3) {
    context.complaints.add(
        code::size, {begin, Index{end} - begin},
        "a vector has two or three components, not " + std::to_string(components.size()),
        components.size() == 1 ? "group with ( and )" : "");
    right = false;
  }
  if (!right) return bad_operand(begin, end);
  Value result{Kind::vector, static_cast<int>(components.size())};
  for (std::size_t i = 0; i < components.size(); ++i) result.at[i] = components[i].value.at[0];
  if (context.symbols.flat() && result.size == 2)
    result.at[static_cast<std::size_t>(result.size++)] = context.graph().constant(0);
  return operand(result, begin, end);
}

}  // namespace zwang::formula
