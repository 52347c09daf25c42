// SPDX-License-Identifier: Apache-2.0
// Bodies: crank.axis(x) and crank.vector(a, b, c), vectors that turn with them, and the name of one
// as an argument.

#include "formula/parse/calls.h"
#include "formula/parse/code.h"
#include "formula/parse/missing.h"
#include "formula/parse/parser.h"

namespace zwang::formula {

// crank.axis( or crank.vector( stands here, if it names a body.
bool Parser::read_body_call(const Token& path) {
  std::vector<std::string_view> parts = split(words(path));
  const std::string_view last = parts.back();
  if (parts.size() < 2 || (last != "axis" && last != "vector")) return false;
  const BodyVector* const meaning = context_.symbols.body(joined(parts, parts.size() - 1));
  if (!meaning) return false;
  last == "axis" ? read_axis(path, *meaning) : open(Part::call, path, &body_vector_word());
  return true;
}

// The same of a member of a family: arm[2].axis(.
bool Parser::read_member_call(const Token& family, const Operand& index, const Token& after) {
  const std::string_view last = words(after);
  if ((last != "axis" && last != "vector") || index.bad || index.value.kind != Kind::scalar)
    return false;
  NotFound why{};
  const Node number = context_.rehearsal ? context_.graph().constant(1) : index.value.at[0];
  const auto member = context_.symbols.member_name(words(family), number, &why);
  const BodyVector* const meaning = member ? context_.symbols.body(*member) : nullptr;
  if (!meaning) return false;
  Token path = family;
  path.end = after.end;
  context_.members[path.begin] = *member;
  last == "axis" ? read_axis(path, *meaning) : open(Part::call, path, &body_vector_word());
  return true;
}

// The argument is one of three words, not a value.
void Parser::read_axis(const Token& path, const BodyVector& meaning) {
  advance();
  if (stopped()) return;
  const int axis = token_.mark == Mark::name ? component(words(token_), 3) : -1;
  if (axis < 0) return expected("x, y or z", "the axes of a body are x, y and z");
  advance();
  if (stopped()) return;
  if (token_.mark != Mark::close)
    return expected("')'", "write " + std::string(words(path)) + "(x)");
  std::array<Node, 3> along;
  for (std::size_t k = 0; k < 3; ++k)
    along[k] = context_.graph().constant(k == static_cast<std::size_t>(axis) ? 1 : 0);
  push(operand(meaning(along), path.begin, token_.end));
  advance();
}

// The name of a body and a closing parenthesis stand here; else nothing.
std::string Parser::body_ahead() const {
  Scanner ahead = scanner_;
  Token path = token_, next = ahead.next();
  while (path.mark == Mark::name && next.mark == Mark::dot) {
    const Token part = ahead.next();
    if (part.mark != Mark::name) return {};
    path.end = part.end;
    next = ahead.next();
  }
  std::string member;
  if (path.mark == Mark::name && next.mark == Mark::open_bracket) {
    const Token number = ahead.next();
    if (number.mark != Mark::number || ahead.next().mark != Mark::close_bracket) return {};
    member = "[" + std::string(words(number)) + "]";
    next = ahead.next();
  }
  if (path.mark != Mark::name || next.mark != Mark::close) return {};
  const std::vector<std::string_view> parts = split(words(path));
  std::string name = joined(parts, parts.size()) + member;
  return context_.symbols.body(name) ? name : std::string();
}

}  // namespace zwang::formula
