// SPDX-License-Identifier: Apache-2.0
#include "tape/interval.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace zwang::tape {

namespace {

constexpr Interval anything{-INFINITY, INFINITY};

// What is no number may be anything.
Interval made(double low, double high) {
  if (!(low <= high)) return anything;
  return {low, high};
}

Interval sum(Interval a, Interval b) { return made(a.low + b.low, a.high + b.high); }
Interval negative(Interval a) { return {-a.high, -a.low}; }

// 0·∞ is 0 here: bounds that are not reached.
double product(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

Interval product(Interval a, Interval b) {
  const double p[] = {product(a.low, b.low), product(a.low, b.high), product(a.high, b.low),
                      product(a.high, b.high)};
  return made(*std::min_element(p, p + 4), *std::max_element(p, p + 4));
}

Interval magnitude(Interval a) {
  if (a.low >= 0) return a;
  if (a.high <= 0) return negative(a);
  return {0, std::max(-a.low, a.high)};
}

Interval square(Interval a) {
  const Interval m = magnitude(a);
  return {m.low * m.low, m.high * m.high};
}

Interval quotient(Interval a, Interval b) {
  if (b.low <= 0 && b.high >= 0) return anything;
  return product(a, {1 / b.high, 1 / b.low});
}

template <class F>
Interval rising(Interval a, F f) {
  return made(f(a.low), f(a.high));
}

// −1 or 1 where a wave of this phase has its extrema within.
Interval wave(Interval a, double phase) {
  constexpr double turn = 2 * std::numbers::pi;
  if (!(a.high - a.low < turn)) return {-1, 1};
  const double u = a.low + phase, v = a.high + phase;  // as of a cosine
  const double at_u = std::cos(u), at_v = std::cos(v);
  Interval w{std::min(at_u, at_v), std::max(at_u, at_v)};
  if (std::floor(v / turn) > std::floor(u / turn) || std::fmod(u, turn) == 0) w.high = 1;
  const double half = std::numbers::pi;
  if (std::floor((v - half) / turn) > std::floor((u - half) / turn)) w.low = -1;
  return w;
}

Interval tangent(Interval a) {
  const double half = std::numbers::pi / 2, turn = std::numbers::pi;
  if (!(a.high - a.low < turn)) return anything;
  if (std::floor((a.high - half) / turn) != std::floor((a.low - half) / turn)) return anything;
  return made(std::tan(a.low), std::tan(a.high));
}

Interval power(Interval a, Interval b) {
  const bool whole = b.low == b.high && b.low == std::floor(b.low) && std::abs(b.low) < 1024;
  if (whole) {
    const double n = b.low;
    const bool even = std::fmod(n, 2) == 0;
    const Interval base = even ? magnitude(a) : a;
    if (n < 0 && base.low <= 0 && base.high >= 0) return anything;
    const double low = std::pow(base.low, n), high = std::pow(base.high, n);
    return made(std::min(low, high), std::max(low, high));
  }
  if (a.high < 0) return anything;
  const double base = std::max(a.low, 0.0);
  const double p[] = {std::pow(base, b.low), std::pow(base, b.high), std::pow(a.high, b.low),
                      std::pow(a.high, b.high)};
  if (std::any_of(p, p + 4, [](double x) { return std::isnan(x); })) return anything;
  return made(*std::min_element(p, p + 4), *std::max_element(p, p + 4));
}

Interval apply(Function f, Interval a, Interval b) {
  switch (f) {
    case Function::sin:
      return wave(a, -std::numbers::pi / 2);
    case Function::cos:
      return wave(a, 0);
    case Function::tan:
      return tangent(a);
    case Function::asin:
      return rising({std::max(a.low, -1.0), std::min(a.high, 1.0)},
                    [](double x) { return std::asin(x); });
    case Function::acos:
      return negative(rising({std::max(a.low, -1.0), std::min(a.high, 1.0)},
                             [](double x) { return -std::acos(x); }));
    case Function::atan:
      return rising(a, [](double x) { return std::atan(x); });
    case Function::sinh:
      return rising(a, [](double x) { return std::sinh(x); });
    case Function::cosh:
      return rising(magnitude(a), [](double x) { return std::cosh(x); });
    case Function::tanh:
      return rising(a, [](double x) { return std::tanh(x); });
    case Function::exp:
      return rising(a, [](double x) { return std::exp(x); });
    case Function::log:
      return rising({std::max(a.low, 0.0), a.high}, [](double x) { return std::log(x); });
    case Function::pow:
      return power(a, b);
    case Function::hypot:
      return rising(sum(square(a), square(b)), [](double x) { return std::sqrt(x); });
    case Function::atan2:
      return {-std::numbers::pi, std::numbers::pi};
  }
  return anything;
}

// A condition: surely true, surely not, or either.
Interval decided(bool yes, bool no) { return {yes ? 1.0 : 0.0, no ? 0.0 : 1.0}; }

class Run {
 public:
  Run(const Tape& tape, const Interval* inputs, Interval* values)
      : tape_(tape), inputs_(inputs), values_(values) {}

  void all() noexcept {
    for (std::size_t i = 0; i < tape_.code.size(); ++i) {
      const Instruction& now = tape_.code[i];
      if (now.op == Op::call) {
        call(now, i);
      } else if (now.op != Op::result) {
        values_[i] = value(now);
      }
    }
  }
  Interval at(Operand x) const noexcept {
    switch (x.kind()) {
      case Operand::Kind::input:
        return inputs_[x.number()];
      case Operand::Kind::constant: {
        const double c = tape_.constants[x.number()];
        return {c, c};
      }
      default:
        return values_[x.number()];
    }
  }

 private:
  void call(const Instruction& now, std::size_t i) noexcept {
    for (std::size_t k = 0; k < now.count; ++k) {
      const std::size_t first = static_cast<std::size_t>(now.a.number()) + k;
      const Interval a = at(tape_.arguments[first]);
      const Interval b =
          arity(now.function) > 1 ? at(tape_.arguments[first + now.count]) : Interval{};
      values_[i + 1 + k] = apply(now.function, a, b);
    }
  }

  Interval product_of(const Instruction& now) const noexcept {
    return now.a == now.b ? square(at(now.a)) : product(at(now.a), at(now.b));
  }

  Interval value(const Instruction& now) const noexcept {
    switch (now.op) {
      case Op::add:
        return sum(at(now.a), at(now.b));
      case Op::subtract:
        return sum(at(now.a), negative(at(now.b)));
      case Op::multiply:
        return product_of(now);
      case Op::divide:
        return quotient(at(now.a), at(now.b));
      case Op::multiply_add:
        return sum(product_of(now), at(now.c));
      case Op::multiply_subtract:
        return sum(product_of(now), negative(at(now.c)));
      case Op::negate_multiply_add:
        return sum(at(now.c), negative(product_of(now)));
      case Op::negate:
        return negative(at(now.a));
      case Op::abs:
        return magnitude(at(now.a));
      case Op::sqrt: {
        const Interval a = at(now.a);
        return made(std::sqrt(std::max(a.low, 0.0)), std::sqrt(a.high));
      }
      case Op::floor:
        return rising(at(now.a), [](double x) { return std::floor(x); });
      case Op::min:
        return {std::min(at(now.a).low, at(now.b).low), std::min(at(now.a).high, at(now.b).high)};
      case Op::max:
        return {std::max(at(now.a).low, at(now.b).low), std::max(at(now.a).high, at(now.b).high)};
      case Op::less:
        return decided(at(now.a).high < at(now.b).low, at(now.a).low >= at(now.b).high);
      case Op::less_equal:
        return decided(at(now.a).high <= at(now.b).low, at(now.a).low > at(now.b).high);
      case Op::equal: {
        const Interval a = at(now.a), b = at(now.b);
        return decided(a.low == a.high && b.low == b.high && a.low == b.low,
                       a.high < b.low || b.high < a.low);
      }
      case Op::select: {
        const Interval c = at(now.a), yes = at(now.b), no = at(now.c);
        if (c.low >= 1) return yes;
        if (c.high <= 0) return no;
        return {std::min(yes.low, no.low), std::max(yes.high, no.high)};
      }
      default:
        return anything;
    }
  }

  const Tape& tape_;
  const Interval* inputs_;
  Interval* values_;
};

}  // namespace

void evaluate(const Tape& tape, const Interval* inputs, std::vector<Interval>& values,
              Interval* outputs) noexcept {
  Run run(tape, inputs, values.data());
  run.all();
  for (std::size_t k = 0; k < tape.outputs.size(); ++k) outputs[k] = run.at(tape.outputs[k]);
}

}  // namespace zwang::tape
