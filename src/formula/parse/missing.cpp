// SPDX-License-Identifier: Apache-2.0
#include "formula/parse/missing.h"

#include <algorithm>
#include <charconv>

#include "formula/parse/code.h"
#include "formula/parse/token.h"
#include "formula/parse/words.h"
#include "formula/settle.h"
#include "units/unit.h"

namespace zwang::formula {

std::vector<std::string_view> split(std::string_view path) {
  constexpr std::string_view spaces = " \t\r\n";
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    std::string_view part = path.substr(0, dot);
    part.remove_prefix(std::min(part.find_first_not_of(spaces), part.size()));
    part = part.substr(0, part.find_last_not_of(spaces) + 1);
    if (!part.empty()) parts.push_back(part);
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return parts;
}

std::string joined(const std::vector<std::string_view>& parts, std::size_t count) {
  std::string name;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) name += '.';
    name += parts[i];
  }
  return name;
}

std::string components_words(int size) {
  return size == 2 ? "its components are x and y" : "its components are x, y and z";
}

std::string number_words(double x) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, x).ptr};
}

namespace {

std::string guess(Context& context, std::string_view name, bool function) {
  constexpr std::string_view rates[] = {"der", "derivative", "diff", "velocity", "rate", "speed"};
  const std::string_view ours = translation(name);
  if (function && !ours.empty()) return "here it is called " + in_quotes(ours);
  if (function && std::find(std::begin(rates), std::end(rates), name) != std::end(rates))
    return "a rate is written with a prime, as in x' or (x*y)'";
  if (!context.complaints.may_guess()) return {};
  std::vector<std::string> known;
  if (!function) known = context.symbols.names();
  if (!function)
    for (const Bound& bound : context.bounds) known.emplace_back(bound.name);
  for (std::string& word : function_names()) known.push_back(std::move(word));
  const std::string_view near = nearest(name, known);
  return near.empty() ? "" : "did you mean " + in_quotes(near) + '?';
}

/// What formulas can name of a body, where something else was asked of it.
std::string guess_of_body(Context& context, std::string_view body, std::string_view asked) {
  if (asked == "force" || asked == "torque" || asked == "moment")
    return "write joint(" + std::string(body) + (asked == "force" ? ").force" : ").torque");
  constexpr std::size_t most = 12;
  const std::string first = std::string(body) + '.';
  std::vector<std::string> known = context.symbols.names();
  std::erase_if(known, [&](const std::string& name) {
    return !name.starts_with(first) || name.find('.', first.size()) != name.npos;
  });
  if (known.empty()) return {};
  known.resize(std::min(known.size(), most));
  std::string list;
  for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
  return "there are " + list + "; their rates are written with a prime, " + known.front() + "'";
}

// 5 N*m, where m is meant as a unit.
bool is_behind_a_unit(std::string_view text, Place name) {
  Scanner scanner(text);
  Token token, before;
  for (Token next = scanner.next(); next.mark != Mark::end && next.begin < name.begin;
       next = scanner.next()) {
    before = token;
    token = next;
  }
  return token.mark == Mark::times && before.unit != 0;
}

// The name of a body alone, or of what only a call has.
bool complain_of_body(Context& context, const Missing& missing, const std::string& name) {
  const std::vector<std::string_view>& parts = missing.reference.parts;
  const std::string_view last = parts.back();
  if (context.symbols.body(name)) {
    context.complaints.add(code::kind, missing.path, in_quotes(name) + " is a body, not a value",
                           "name a point of it, as in " + name + ".origin");
    return true;
  }
  if (!context.symbols.body(joined(parts, parts.size() - 1))) return false;
  if (last != "axis" && last != "vector" && last != "orientation") return false;
  context.complaints.add(code::kind, missing.path, in_quotes(name) + " alone is not a value",
                         last == "axis"     ? "write " + name + "(x)"
                         : last == "vector" ? "write " + name + "(a, b, c)"
                                            : "its components are w, x, y and z");
  return true;
}

// arm[2] alone, or arm[2].tpi: what there is of a member, or is not.
bool complain_of_member(Context& context, const Missing& missing) {
  const Reference& reference = missing.reference;
  NotFound why{};
  const auto member = context.symbols.member_name(reference.parts[0], reference.index, &why);
  if (!member) return false;
  Reference own{reference.parts};
  own.parts[0] = *member;
  const std::string name = joined(own.parts, own.parts.size());
  const Missing whole{own, own.parts.size(), missing.place, missing.place};
  if (!context.complaints.is_new(name) || complain_of_body(context, whole, name)) return true;
  context.complaints.add(code::unknown, missing.place,
                         in_quotes(name) + " is not a coordinate or a point of a body",
                         guess(context, name, false));
  return true;
}

void complain_of_name(Context& context, const Missing& missing) {
  if (complain_of_member(context, missing)) return;
  const std::string name = joined(missing.reference.parts, missing.path_parts);
  if (!context.complaints.is_new(name)) return;
  if (complain_of_body(context, missing, name)) return;
  const bool unit = units::parse_unit(name) && is_behind_a_unit(context.text, missing.path);
  const std::vector<std::string_view>& parts = missing.reference.parts;
  std::string hint =
      unit ? "units are multiplied by a space, as in 5 N m" : guess(context, name, false);
  if (const std::string body = joined(parts, missing.path_parts - 1);
      hint.empty() && context.symbols.body(body))
    hint = guess_of_body(context, body, parts[missing.path_parts - 1]);
  context.complaints.add(code::unknown, missing.path,
                         in_quotes(name) + " is not a coordinate, a parameter or a function", hint);
}

void complain_of_component(Context& context, const Missing& missing) {
  Reference owner = missing.reference;
  const std::string part(owner.parts.back());
  owner.parts.pop_back();
  const std::string name = in_quotes(joined(owner.parts, owner.parts.size()));
  const std::optional<Value> value = context.symbols.find(owner);
  const bool scalar = value && value->kind != Kind::vector;
  const std::string is = scalar ? " is " + std::string(kind_words(*value)) + " and" : "";
  context.complaints.add(scalar ? code::kind : code::unknown, missing.place,
                         name + is + " has no component " + in_quotes(part),
                         value && !scalar ? components_words(value->size) : "");
}

// The name of a family without an index, perhaps with a component: p, p.x.
void complain_of_family(Context& context, const Missing& missing) {
  std::size_t count = missing.reference.parts.size();
  while (count > 1 && !context.symbols.bounds(joined(missing.reference.parts, count))) --count;
  const std::string name = joined(missing.reference.parts, count);
  const auto [first, last] = *context.symbols.bounds(name);
  const std::string hint = "one member is " + name + '[' + std::to_string(first) + ']';
  context.complaints.add(code::index, missing.place,
                         in_quotes(name) + " is a family and needs an index",
                         first <= last ? hint : "");
}

void complain_of_index(Context& context, NotFound why, const Missing& missing) {
  const std::string name = joined(missing.reference.parts, missing.path_parts);
  const std::string shown = in_quotes(name);
  const auto say = [&](std::string what, std::string hint = {}) {
    context.complaints.add(code::index, missing.place, std::move(what), std::move(hint));
  };
  if (why == NotFound::index_missing) return complain_of_family(context, missing);
  if (why == NotFound::index_not_wanted) return say(shown + " is not a family and has no index");
  if (why == NotFound::index_moves)
    return say("the index of " + shown + " depends on the motion",
               "an index is made of numbers, parameters and other indices");
  if (why == NotFound::index_varies)
    return say("which member of " + shown + " is meant differs from place to place here",
               "write one entry for each member");
  const auto number = number_words(
      settle(context.graph(), context.symbols.inputs(), missing.reference.index).number);
  if (why == NotFound::index_not_whole)
    return say("the index " + number + " of " + shown + " is not a whole number");
  const auto [first, last] = *context.symbols.bounds(name);
  if (last < first) return say("the family " + shown + " has no members");
  say("the index " + number + " of " + shown + " is outside " + std::to_string(first) + ".." +
      std::to_string(last));
}

}  // namespace

void complain_of_missing(Context& context, NotFound why, const Missing& missing) {
  if (why == NotFound::no_such_name) return complain_of_name(context, missing);
  if (why == NotFound::no_such_component) return complain_of_component(context, missing);
  complain_of_index(context, why, missing);
}

void complain_of_function(Context& context, Place place) {
  const std::string_view name = context.text.substr(static_cast<std::size_t>(place.begin),
                                                    static_cast<std::size_t>(place.length));
  if (!context.complaints.is_new(name)) return;
  NotFound why{};
  const bool known = context.symbols.find({split(name)}, &why) || why != NotFound::no_such_name;
  context.complaints.add(
      code::unknown, place, in_quotes(name) + " is not a function",
      known ? "to multiply, write '*' before the parenthesis" : guess(context, name, true));
}

}  // namespace zwang::formula
