// SPDX-License-Identifier: Apache-2.0
// What functions make of the dimensions of their arguments.

#include <algorithm>
#include <array>

#include "dimensions/formula_measure.h"

namespace zwang::compile {

using formula::Binding;
using formula::Mark;

namespace {

enum class Rule : std::uint8_t {
  plain,      // of a plain number a plain number
  angle,      // of a plain number an angle
  direction,  // of two alike an angle
  same,       // of all alike one of them
  root,
  product,
  sign,
  choice,
  integral,
  when,  // of one argument a time
};

struct Function {
  std::string_view name;
  Rule rule;
};

constexpr std::array functions = std::to_array<Function>({
    {"sin", Rule::plain},     {"cos", Rule::plain},     {"tan", Rule::plain},
    {"sinh", Rule::plain},    {"cosh", Rule::plain},    {"tanh", Rule::plain},
    {"exp", Rule::plain},     {"log", Rule::plain},     {"asin", Rule::angle},
    {"acos", Rule::angle},    {"atan", Rule::angle},    {"atan2", Rule::direction},
    {"abs", Rule::same},      {"max", Rule::same},      {"min", Rule::same},
    {"hypot", Rule::same},    {"mod", Rule::same},      {"norm", Rule::same},
    {"distance", Rule::same}, {"end", Rule::same},      {"start", Rule::same},
    {"mean", Rule::same},     {"rms", Rule::same},      {"range", Rule::same},
    {"sqrt", Rule::root},     {"dot", Rule::product},   {"cross", Rule::product},
    {"sign", Rule::sign},     {"if", Rule::choice},     {"integral", Rule::integral},
    {"when_max", Rule::when}, {"when_min", Rule::when},
});

}  // namespace

std::vector<Measured> FormulaMeasure::arguments() {
  std::vector<Measured> all;
  do {
    advance();
    all.push_back(expression(Binding::disjunction));
  } while (good_ && token_.mark == Mark::comma);
  good_ = skip(Mark::close) && good_;
  return all;
}

void FormulaMeasure::want_plain(std::string_view function, const Measured& x) {
  if (function == "sin" || function == "cos" || function == "tan")
    angles_.emplace_back(scanner_.text().substr(x.begin, x.end - x.begin));
  if (unknowns_.equate(x.measure, units::plain)) return;
  complain(x.place(),
           "'" + std::string(function) + "' takes an angle or a plain number, not " +
               unknowns_.words(x.measure),
           clash_);
}

Measured FormulaMeasure::call(std::string_view function, std::uint32_t begin) {
  Measured result{any_measure()};
  if (function == "sum") {
    result = sum();
  } else if (function == "reaction" || function == "multiplier" || function == "drive" ||
             function == "tension") {
    result = reaction(function != "reaction");
  } else if (function == "joint") {
    result = joint();
  } else if (function == "table") {
    result = table();
  } else if (function == "first" || function == "last" || function == "count") {
    result = of_event(function);
  } else {
    result = elementary(function, arguments());
  }
  result.begin = begin;
  result.end = last_;
  result.value.reset();
  return result;
}

Measured FormulaMeasure::elementary(std::string_view function, const std::vector<Measured>& x) {
  const auto* const at = std::find_if(functions.begin(), functions.end(),
                                      [&](const Function& one) { return one.name == function; });
  if (at == functions.end() || x.empty()) return {any_measure()};
  const auto alike = [&](std::size_t from) {
    Measured one = x[from];
    for (std::size_t i = from + 1; i < x.size(); ++i)
      one = same(one, x[i], x[i].place(), "arguments of one '" + std::string(function) + "'");
    return one;
  };
  switch (at->rule) {
    case Rule::plain:
    case Rule::angle:
      want_plain(function, x[0]);
      return {at->rule == Rule::angle ? angle_measure() : Measure()};
    case Rule::direction:
      alike(0);
      return {angle_measure()};
    case Rule::same:
      return alike(0);
    case Rule::root:
      return {pow(x[0].measure, 0.5)};
    case Rule::product:
      return {x.size() == 2 ? x[0].measure * x[1].measure : any_measure()};
    case Rule::sign:
      return {};
    case Rule::choice:
      return x.size() == 3 ? alike(1) : Measured{any_measure()};
    case Rule::integral:
      return {x[0].measure.any ? any_measure() : x[0].measure * names_.time};
    case Rule::when:
      return {names_.time};
  }
  return {any_measure()};
}

// sum(i in 1..N, term)
Measured FormulaMeasure::sum() {
  advance();
  indices_.emplace_back(words());
  good_ = skip(Mark::name) && skip(Mark::in) && good_;
  expression(Binding::sum);
  good_ = skip(Mark::dots) && good_;
  expression(Binding::sum);
  good_ = skip(Mark::comma) && good_;
  Measured term = expression(Binding::disjunction);
  good_ = skip(Mark::close) && good_;
  indices_.pop_back();
  return term;
}

// reaction(rod), reaction(rod, bob), multiplier(rod, 2): the first argument is no value.
Measured FormulaMeasure::reaction(bool multiplier) {
  advance();
  const std::string constraint = token_.mark == Mark::name ? path() : std::string();
  const auto whole = names_.reactions.find(constraint);
  Measure result = whole == names_.reactions.end() ? any_measure() : whole->second;
  if (token_.mark == Mark::comma) {
    advance();
    const bool name = token_.mark == Mark::name;
    const Measured second = expression(Binding::sum);
    // A body has no measure of its own: what acts on it is a force.
    if (name && !multiplier)
      result = second.measure.any ? Measure(units::force) : names_.energy / second.measure;
  }
  good_ = skip(Mark::close) && good_;
  if (!multiplier) return {result};
  // A drive that enforces a course is a control.
  if (const auto own = names_.names.find("drive(" + constraint + ")"); own != names_.names.end())
    return {own->second.measure};
  const auto at = names_.multipliers.find(constraint);
  return {at == names_.multipliers.end() ? any_measure() : at->second};
}

// joint(crank).force, .torque, perhaps a component.
Measured FormulaMeasure::joint() {
  advance();
  if (token_.mark == Mark::name) path();
  good_ = skip(Mark::close) && skip(Mark::dot) && good_;
  const bool torque = words() == "torque";
  good_ = skip(Mark::name) && good_;
  if (skip(Mark::dot)) good_ = skip(Mark::name) && good_;
  return {torque ? names_.energy / angle_measure() : Measure(units::force)};
}

// Reads on behind a text in quotes, which follows the token that stands here.
bool FormulaMeasure::skip_quoted() {
  const std::string_view text = scanner_.text();
  const std::size_t begin = text.find_first_not_of(" \t\n", token_.end);
  if (begin == std::string_view::npos || (text[begin] != '"' && text[begin] != '\'')) return false;
  const std::size_t end = text.find(text[begin], begin + 1);
  if (end == std::string_view::npos) return false;
  scanner_.seek(static_cast<Index>(end) + 1);
  advance();
  return true;
}

// table("motor.csv", x, column = "torque"): numbers of files have the dimension that is needed, in the SI; what
// is looked up is a formula like any other.
Measured FormulaMeasure::table() {
  good_ = skip_quoted() && good_ && token_.mark == Mark::comma;
  if (good_) {
    advance();
    expression(Binding::sum);
  }
  while (good_ && skip(Mark::comma)) {
    good_ = skip(Mark::name) && token_.mark == Mark::equal && skip_quoted();
  }
  good_ = skip(Mark::close) && good_;
  return {any_measure()};
}

// first(touch): the name of an event or a constraint.
Measured FormulaMeasure::of_event(std::string_view function) {
  advance();
  if (token_.mark == Mark::name) path();
  good_ = skip(Mark::close) && good_;
  return {function == "count" ? Measure() : names_.time};
}

}  // namespace zwang::compile
