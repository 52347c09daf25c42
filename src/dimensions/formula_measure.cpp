// SPDX-License-Identifier: Apache-2.0
#include "dimensions/formula_measure.h"

#include <cmath>
#include <numbers>

#include "units/unit.h"

namespace zwang::compile {

using formula::Binding;
using formula::Mark;
using formula::Token;

namespace {

constexpr int deepest = 200;
constexpr std::size_t most_complaints = 5;  // of one formula

Binding above(Binding binding) {
  return static_cast<Binding>(static_cast<std::uint8_t>(binding) + 1);
}

std::string_view verb_of(Mark mark) {
  if (mark == Mark::plus) return "added";
  if (mark == Mark::minus) return "subtracted";
  return mark == Mark::equal ? "equal" : "compared";
}

std::optional<double> value_of(Mark mark, const Measured& x, const Measured& y) {
  if (!x.value || !y.value) return std::nullopt;
  switch (mark) {
    case Mark::plus:
      return *x.value + *y.value;
    case Mark::minus:
      return *x.value - *y.value;
    case Mark::times:
      return *x.value * *y.value;
    case Mark::over:
      return *x.value / *y.value;
    default:
      return std::nullopt;
  }
}

}  // namespace

const Measured* MeasureNames::find(std::string_view path) const {
  for (std::string_view rest = path;;) {
    if (const auto at = names.find(rest); at != names.end()) return &at->second;
    const std::size_t dot = rest.rfind('.');
    if (dot == std::string_view::npos) return nullptr;
    rest = rest.substr(0, dot);
  }
}

FormulaMeasure::FormulaMeasure(std::string_view text, const MeasureNames& names,
                               OpenDimensions& unknowns, std::span<const std::string> indices)
    : scanner_(text), names_(names), unknowns_(unknowns), indices_(indices.begin(), indices.end()) {
  advance();
}

void FormulaMeasure::advance() {
  last_ = token_.end;
  token_ = scanner_.next();
  if (token_.mark == Mark::bad) good_ = false;
}

bool FormulaMeasure::skip(Mark mark) {
  if (token_.mark != mark) return false;
  advance();
  return true;
}

void FormulaMeasure::complain(Place place, std::string what, std::string hint) {
  if (complaints_.size() >= most_complaints) return;
  complaints_.push_back({place, std::move(what), std::move(hint)});
}

Measured FormulaMeasure::read() {
  Measured all = expression(Binding::relation);
  if (!good_) {  // not understood: nothing is said of it
    complaints_.clear();
    all.measure = any_measure();
  }
  return all;
}

Measured FormulaMeasure::expression(Binding least) {
  if (++depth_ > deepest) good_ = false;
  Measured left = good_ ? operand() : Measured{any_measure()};
  while (good_) {
    const Binding own = binding(token_.mark);
    if (own == Binding::none || own < least) break;
    const Token mark = token_;
    advance();
    left = between(left, mark);
  }
  --depth_;
  return left;
}

Measured FormulaMeasure::between(const Measured& left, const Token& mark) {
  const Binding own = binding(mark.mark);
  const Measured right = expression(own == Binding::power ? own : above(own));
  Measured result{{}, value_of(mark.mark, left, right), left.begin, right.end};
  if (own == Binding::power) {
    result = power(left, right);
  } else if (mark.mark == Mark::times) {
    result.measure = left.measure * right.measure;
  } else if (mark.mark == Mark::over) {
    result.measure = left.measure / right.measure;
  } else if (own == Binding::sum || own == Binding::comparison || own == Binding::relation) {
    const Measured one = same(left, right, mark.place(), verb_of(mark.mark));
    if (own != Binding::comparison) result.measure = one.measure;
    // left >= right at the top is an inequality, whose multiplier is by its sides.
    if (own == Binding::comparison && depth_ == 1) result.measure = one.measure;
  }
  result.begin = left.begin;
  result.end = right.end;
  return result;
}

Measured FormulaMeasure::same(const Measured& x, const Measured& y, Place place,
                              std::string_view verb) {
  Measured one = x.measure.any ? y : x;
  one.measure.angle = x.measure.angle != 0 ? x.measure.angle : y.measure.angle;
  one.value.reset();
  if (unknowns_.equate(x.measure, y.measure)) return one;
  const std::string both = unknowns_.words(x.measure) + " and " + unknowns_.words(y.measure);
  complain(place, both + " cannot be " + std::string(verb), hint(x.measure, y.measure));
  one.measure = any_measure();
  return one;
}

std::string FormulaMeasure::hint(const Measure& x, const Measure& y) const {
  if (!clash_.empty()) return clash_;
  const auto one = unknowns_.dimension(x), other = unknowns_.dimension(y);
  if (!one || !other || one->is_plain() == other->is_plain()) return {};
  return "a number without a unit is a plain number; with one it is written as in 2 " +
         units::unit_of(one->is_plain() ? *other : *one);
}

Measured FormulaMeasure::power(const Measured& base, const Measured& exponent) {
  Measured result;
  if (exponent.value) {
    result.measure = pow(base.measure, *exponent.value);
    if (base.value) result.value = std::pow(*base.value, *exponent.value);
    return result;
  }
  if (!unknowns_.equate(exponent.measure, units::plain))
    complain(exponent.place(),
             "an exponent must be a plain number, not " + unknowns_.words(exponent.measure));
  if (!unknowns_.equate(base.measure, units::plain))
    complain(base.place(),
             "a power that varies can only be taken of a plain number, not of " +
                 unknowns_.words(base.measure),
             "divide it by a quantity of its own dimension first");
  return result;
}

Measured FormulaMeasure::operand() {
  const Mark mark = token_.mark;
  const std::uint32_t begin = token_.begin;
  const Binding prefix = formula::prefix_binding(mark);
  if (prefix == Binding::none) return after(primary());
  advance();
  Measured x = expression(above(prefix));
  x.begin = begin;
  if (mark == Mark::minus && x.value) x.value = -*x.value;
  return x;
}

Measured FormulaMeasure::primary() {
  const std::uint32_t begin = token_.begin;
  switch (token_.mark) {
    case Mark::number:
      return number();
    case Mark::name:
      return name();
    case Mark::open: {
      advance();
      Measured inside = expression(Binding::disjunction);
      good_ = skip(Mark::close) && good_;
      inside.begin = begin;
      inside.end = last_;
      return inside;
    }
    case Mark::open_bracket:
      return vector();
    default:
      good_ = false;
      return {any_measure()};
  }
}

Measured FormulaMeasure::vector() {
  const std::uint32_t begin = token_.begin;
  Measured all{any_measure()};
  bool first = true;
  do {
    advance();
    const Measured one = expression(Binding::disjunction);
    all = first ? one : same(all, one, one.place(), "components of one vector");
    first = false;
  } while (good_ && token_.mark == Mark::comma);
  good_ = skip(Mark::close_bracket) && good_;
  all.begin = begin;
  all.end = last_;
  all.value.reset();
  return all;
}

Measured FormulaMeasure::number() {
  const Token token = token_;
  Measured result{{}, {}, token.begin, token.end};
  advance();
  if (token.unit == 0) {
    result.value = token.number;
    result.measure.any = token.number == 0;
    return result;
  }
  has_unit_ = true;
  const std::string_view text = scanner_.words(token);
  const std::string_view unit = text.substr(token.unit - token.begin);
  const units::Unit found = units::find_unit(unit).unit;
  result.measure = found.dimension;
  result.measure.angle = found.angle == 1 || found.angle == -1 ? found.angle : 0;
  // 2 m where a product with m was meant.
  const std::size_t begin = unit.find_first_not_of(" \t");
  const std::string word(unit.substr(begin, unit.find_first_of(" \t/^", begin) - begin));
  if (names_.names.contains(word)) {
    const std::string digits(text.substr(0, token.unit - token.begin));
    clash_ = "'" + std::string(text) + "' is a number with a unit; for a product with the name '" +
             word + "', write " + digits + "*" + word;
  }
  return result;
}

int FormulaMeasure::primes() {
  int count = 0;
  while (skip(Mark::prime)) ++count;
  return count;
}

Measured FormulaMeasure::derivative(const Measured& part, int primes) const {
  Measured result = part;
  if (primes > 0) result.value.reset();
  if (result.measure.any) return result;
  result.measure = part.measure / pow(names_.time, primes);
  result.measure.angle = part.measure.angle;
  return result;
}

std::string FormulaMeasure::path() {
  std::string path(words());
  advance();
  while (good_) {
    if (token_.mark == Mark::dot) {
      advance();
      path += "." + std::string(words());
      good_ = skip(Mark::name) && good_;
    } else if (token_.mark == Mark::open_bracket) {
      advance();
      expression(Binding::sum);
      good_ = skip(Mark::close_bracket) && good_;
    } else {
      break;
    }
  }
  return path;
}

// Forces along lengths and angles at once have no unit in common.
void FormulaMeasure::act_along(const Measured& part) {
  if (part.moves == Measured::Moves::no) return;
  const bool alike = part.moves == Measured::Moves::itself && !part.measure.any &&
                     (!moves_ || (!along_.any && along_.angle == part.measure.angle &&
                                  unknowns_.words(along_) == unknowns_.words(part.measure)));
  along_ = alike ? part.measure : any_measure();
  moves_ = true;
}

Measured FormulaMeasure::lookup(std::string_view path) {
  for (const std::string& index : indices_) {
    if (path == index) return {};
  }
  if (path == "pi") return {{}, std::numbers::pi};
  const Measured* const known = names_.find(path);
  if (!known) return {any_measure()};
  act_along(*known);
  return *known;
}

Measured FormulaMeasure::name() {
  const std::uint32_t begin = token_.begin;
  const std::string first(words());
  const std::string whole = path();
  if (token_.mark == Mark::open) {
    if (whole == first) return call(first, begin);
    // crank.axis(x) is a direction, crank.vector(a, b, c) of its components.
    Measured all;
    act_along({{}, {}, 0, 0, Measured::Moves::hidden});
    const std::vector<Measured> x = arguments();
    if (whole.ends_with(".vector")) {
      for (std::size_t i = 0; i < x.size(); ++i)
        all = i == 0 ? x[0] : same(all, x[i], x[i].place(), "components of one vector");
    }
    return {all.measure, {}, begin, last_};
  }
  Measured found = lookup(whole);
  int dots = primes();
  if (dots > 0 && token_.mark == Mark::dot) {  // bob'.x
    advance();
    good_ = skip(Mark::name) && good_;
    dots += primes();
  }
  found = derivative(found, dots);
  found.begin = begin;
  found.end = last_;
  return found;
}

Measured FormulaMeasure::after(Measured part) {
  while (good_) {
    if (const int count = primes(); count > 0) {
      part = derivative(part, count);
    } else if (token_.mark == Mark::dot) {
      advance();
      good_ = skip(Mark::name) && good_;
    } else {
      break;
    }
    part.end = last_;
  }
  return part;
}

}  // namespace zwang::compile
