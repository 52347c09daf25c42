// SPDX-License-Identifier: Apache-2.0
// reaction(constraint, object), multiplier(constraint, number), drive(constraint), tension(constraint) and
// joint(body).force: the first argument is no value.

#include "formula/parse/code.h"
#include "formula/parse/missing.h"
#include "formula/parse/parser.h"
#include "formula/settle.h"

namespace zwang::formula {

void Parser::read_reaction(const Token& name, const Word& word) {
  const Token open = token_;
  advance();
  if (stopped()) return;
  if (token_.mark != Mark::name)
    return expected("the name of a constraint", "write " + usage(word));
  ReactionCall call;
  call.multiplier = word.function == Function::multiplier;
  call.tension = word.name == "tension";
  const Token path = read_path();
  if (stopped()) return;
  const std::vector<std::string_view> parts = split(words(path));
  std::string constraint = joined(parts, parts.size()) + read_member();
  if (stopped()) return;
  if (token_.mark == Mark::dot) {  // drive(arm[2].angle)
    advance();
    if (stopped()) return;
    if (token_.mark != Mark::name) return expected("a name after '.'");
    constraint += "." + std::string(words(token_));
    read_path();
    if (stopped()) return;
  }
  call.constraint = constraint;
  call.constraint_place = path.place();

  bool good = true;
  if (token_.mark == Mark::comma) {
    advance();
    if (stopped()) return;
    good = read_second(open, call);
    if (stopped()) return;
  }
  if (token_.mark != Mark::close) return expected("',' or ')'", "write " + usage(word));
  push(good ? find_reaction(name, call) : bad_operand(name.begin, token_.end));
  advance();
}

// What a motor does, and how a rope pulls: multipliers under the names that people look for.
bool Parser::read_drive(const Token& name) {
  static constexpr Word drive{"drive", Function::multiplier, 1, 2},
      tension{"tension", Function::multiplier, 1, 2};
  if (Scanner(scanner_).next().mark != Mark::open) return false;
  advance();
  if (!stopped()) read_reaction(name, words(name) == "drive" ? drive : tension);
  return true;
}

// joint(crank).force stands here, if a parenthesis follows.
bool Parser::read_joint(const Token& name) {
  if (Scanner(scanner_).next().mark != Mark::open) return false;
  const std::string usage = "write joint(crank).force or joint(crank).torque";
  const auto wrong = [&](std::string_view what) {
    if (!stopped()) expected(what, usage);
    return true;
  };
  advance();
  if (!stopped()) advance();
  if (stopped() || token_.mark != Mark::name) return wrong("the name of a body");
  const Token path = read_path();
  if (stopped()) return true;
  const std::vector<std::string_view> parts = split(words(path));
  ReactionCall call;
  call.body = joined(parts, parts.size()) + read_member();
  call.second_place = path.place();
  if (stopped() || token_.mark != Mark::close) return wrong("')'");
  advance();
  if (stopped() || token_.mark != Mark::dot) return wrong("'.force' or '.torque'");
  advance();
  const bool force = token_.mark == Mark::name && words(token_) == "force";
  if (stopped() || (!force && (token_.mark != Mark::name || words(token_) != "torque")))
    return wrong("'force' or 'torque'");
  Value value{Kind::vector, 3};
  bool good = true;
  for (int k = 0; k < 3 && good; ++k) {
    call.part = (force ? 0 : 3) + k;
    const Operand one = find_reaction(name, call);
    good = !one.bad;
    value.at[static_cast<std::size_t>(k)] = one.value.at[0];
  }
  push(good ? operand(value, name.begin, token_.end) : bad_operand(name.begin, token_.end));
  advance();
  return true;
}

// The member of a family of constraints, "[2]", if a bracket stands here.
std::string Parser::read_member() {
  if (stopped() || token_.mark != Mark::open_bracket) return {};
  const Token bracket = token_;
  advance();
  if (stopped()) return {};
  run(Part::member, bracket);
  if (stopped()) return {};
  const Operand index = finish();
  advance();
  if (index.bad || index.value.kind != Kind::scalar) return {};
  const Settled settled = settle(context_.graph(), context_.symbols.inputs(), index.value.at[0]);
  if (settled.how == Settled::How::number) context_.symbols.note_deciding(index.value.at[0]);
  return settled.how == Settled::How::number ? "[" + number_words(settled.number) + "]" : "[?]";
}

// The second argument: an object, or the number of a row.
bool Parser::read_second(const Token& open, ReactionCall& call) {
  if (!call.multiplier) call.body = body_ahead();
  if (!call.body.empty()) {
    call.second_place = read_path().place();
    if (token_.mark == Mark::open_bracket)
      while (!stopped() && token_.mark != Mark::close) advance();
    return true;
  }
  run(Part::object, open);
  if (stopped()) return false;
  const Operand second = finish();
  call.second_place = second.place();
  if (second.bad) return false;
  const auto say = [&](std::string what) {
    context_.complaints.add(code::kind, second.place(), std::move(what));
    return false;
  };
  if (!call.multiplier) {
    if (second.value.kind == Kind::condition)
      return say("'reaction' takes a particle or a coordinate, not a condition");
    call.object = second.value;
    return true;
  }
  if (second.value.kind != Kind::scalar)
    return say("'multiplier' takes the number of an equation, not " +
               std::string(kind_words(second.value)));
  const Settled settled = settle(context_.graph(), context_.symbols.inputs(), second.value.at[0]);
  if (settled.how != Settled::How::number) return say("the number of an equation must be constant");
  context_.symbols.note_deciding(second.value.at[0]);
  call.number = settled.number;
  return true;
}

// The call that ends here. In a rehearsal only its kind matters.
Operand Parser::find_reaction(const Token& name, const ReactionCall& call) {
  if (context_.rehearsal)
    return operand(scalar(context_.graph().constant(0)), name.begin, token_.end);
  Node found = no_node;
  // What a drive does is a control where controls enforce its course.
  const std::string own = "drive(" + std::string(call.constraint) + ")";
  if (words(name) == "drive" && context_.symbols.has(own)) {
    found = context_.symbols.find({{own}})->at[0];
  } else if (const ReactionMeaning& meaning = context_.symbols.reactions()) {
    found = meaning(call, context_.complaints);
  } else {
    context_.complaints.add(
        code::reaction, name.place(), in_quotes(words(name)) + " is not allowed here",
        "reactions can be used in forces of [[nonideal]], in [[observe]] and in [[events]]");
  }
  return found == no_node ? bad_operand(name.begin, token_.end)
                          : operand(scalar(found), name.begin, token_.end);
}

}  // namespace zwang::formula
