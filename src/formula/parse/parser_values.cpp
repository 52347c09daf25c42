// SPDX-License-Identifier: Apache-2.0
// Names with their indices and components, and derivatives.

#include <algorithm>

#include "formula/parse/code.h"
#include "formula/parse/missing.h"
#include "formula/parse/names.h"
#include "formula/parse/parser.h"

namespace zwang::formula {

void Parser::read_name() {
  const Token name = token_;
  // Names like any other, but where they are called.
  if (words(name) == "table" && read_table(name)) return;
  if (words(name) == "joint" && read_joint(name)) return;
  if ((words(name) == "drive" || words(name) == "tension") && read_drive(name)) return;
  if (const Word* const word = find_function(words(name))) {
    advance();
    if (stopped()) return;
    if (token_.mark != Mark::open)
      return expected("'(' after " + in_quotes(word->name), "write " + usage(*word));
    if (word->function == Function::sum) return read_sum(name);
    if (word->function == Function::reaction || word->function == Function::multiplier)
      return read_reaction(name, *word);
    return open(Part::call, name, word);
  }
  const Token path = read_path();
  if (stopped()) return;
  if (token_.mark == Mark::open) {
    if (read_body_call(path)) return;
    complain_of_function(context_, path.place());
    return open(Part::call, path);
  }
  if (token_.mark == Mark::open_bracket) return open(Part::index, path);
  push(find_name(context_, {path, nullptr, {}, path.end}));
}

// A name, and all that follows it behind dots.
Token Parser::read_path() {
  Token path = token_;
  advance();
  while (!stopped() && token_.mark == Mark::dot) {
    advance();
    if (stopped()) break;
    if (token_.mark != Mark::name) {
      expected("a name after '.'");
      break;
    }
    path.end = token_.end;
    advance();
  }
  return path;
}

// p[index] is closed by the bracket that stands here; a component may follow.
void Parser::close_index(const Frame& frame, const Operand& index) {
  Written written{frame.name, &index, {}, token_.end};
  advance();
  if (!stopped() && token_.mark == Mark::dot) {
    advance();
    if (stopped()) return;
    if (token_.mark != Mark::name) return expected("a name after '.'");
    written.after = read_path();
    written.end = written.after.end;
    if (!stopped() && token_.mark == Mark::open &&
        read_member_call(frame.name, index, written.after))
      return;
  }
  if (!stopped()) push(find_name(context_, written));
}

// What x is if, by the very way it is written, it cannot change in time; else nothing. A name that
// was defined as a constant or as a parameter is an expression like any other.
std::string_view Parser::still(const Operand& x) const {
  if (x.form == Form::number) return "a number";
  if (x.form != Form::name || x.value.kind != Kind::scalar) return {};
  const Node node = x.value.at[0];
  const std::string_view text = context_.text.substr(x.begin, x.end - x.begin);
  if (context_.graph().is_constant(node)) {
    const auto is_bound = [&](const Bound& bound) { return bound.name == text; };
    if (std::any_of(context_.bounds.begin(), context_.bounds.end(), is_bound)) return "an index";
    return text == "pi" ? "a number" : "";
  }
  if (context_.graph().op(node) != Op::input) return {};
  const Input& input = context_.symbols.inputs()[context_.graph().slot(node)];
  if (input.role != Role::parameter && input.role != Role::index) return {};
  const std::vector<std::string_view> parts = split(text);
  if (input.name != joined(parts, parts.size())) return {};
  return input.role == Role::parameter ? "a parameter" : "an index";
}

// Whether x has a derivative at all; complains if not.
bool Parser::check_prime(const Operand& x) {
  const auto say = [&](std::string what, std::string hint = {}) {
    context_.complaints.add(code::derivative, {x.begin, token_.end - x.begin}, std::move(what),
                            std::move(hint));
    return false;
  };
  if (x.value.kind == Kind::condition) return say("a condition has no derivative");
  const std::string what(still(x));
  if (what.empty()) return true;
  return say(in_quotes(context_.text.substr(x.begin, x.end - x.begin)) + " is " + what +
                 " and does not change in time",
             what == "a number" ? "the derivative of a whole expression is written (...)'" : "");
}

void Parser::read_prime() {
  Operand& x = operands_.back();
  const std::uint32_t end = token_.end;
  if (!x.bad && !check_prime(x)) x = bad_operand(x.begin, end);
  if (x.bad) {
    x.end = end;
    return advance();
  }
  const Rates::Outcome outcome = rates_.differentiate(x.value);
  if (outcome == Rates::Outcome::too_large)
    return too_much(token_, "the derivatives of this formula become too long",
                    "name parts of the formula and use the names");
  if (outcome == Rates::Outcome::acceleration) complain_of_acceleration(x);
  x.end = end;
  advance();
}

// The prime that stands here would differentiate an acceleration in x, a control or a reaction.
void Parser::complain_of_acceleration(Operand& x) {
  for (const Node y : context_.graph().reachable(x.value.nodes())) {
    if (context_.graph().op(y) != Op::input) continue;
    const Input& input = context_.symbols.inputs()[context_.graph().slot(y)];
    if (input.role != Role::control && input.role != Role::reaction) continue;
    context_.complaints.add(code::derivative, {x.begin, token_.end - x.begin},
                            in_quotes(input.name) + " is a " +
                                (input.role == Role::control ? "control" : "reaction") +
                                " and has no derivative",
                            "it is solved for at every instant, and may jump");
    x = bad_operand(x.begin, token_.end);
    return;
  }
  const std::string_view text = context_.text.substr(x.begin, x.end - x.begin);
  const bool third = x.form == Form::name && std::count(text.begin(), text.end(), '\'') == 2;
  const std::string name = in_quotes(text.substr(0, text.find('\'')));
  context_.complaints.add(code::derivative, {x.begin, token_.end - x.begin},
                          third ? name + " has no third derivative"
                                : "an expression with an acceleration has no derivative",
                          "a coordinate has two derivatives, x' and x''");
  x = bad_operand(x.begin, token_.end);
}

void Parser::read_component() {
  advance();
  if (stopped()) return;
  if (token_.mark != Mark::name) return expected("a component after '.'");
  operands_.back() = find_component(context_, operands_.back(), token_);
  advance();
}

}  // namespace zwang::formula
