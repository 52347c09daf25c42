// SPDX-License-Identifier: Apache-2.0
#include "support/oracle_formula.h"

#include <algorithm>
#include <cmath>

#include "support/quad_functions.h"

namespace zwang::test {

using formula::Graph;
using formula::Node;
using formula::Op;

namespace {

Quad real(Quad x) { return x; }
long double real(Complex x) { return x.real(); }
bool is_real(Quad) { return true; }
bool is_real(Complex x) { return x.imag() == 0; }
Quad half_turn(Quad) { return 4 * in_quad::atan(1); }
Complex half_turn(Complex) { return std::acos(-1.0L); }

Quad whole(Quad x) { return in_quad::floor(x); }
Complex whole(Complex x) { return std::floor(x.real()); }

template <class Number>
Number truth(bool condition) {
  return Number(condition ? 1 : 0);
}

/// The angle of (x, y), analytic in both: the quotient never divides by the smaller one.
template <class Number>
Number angle(Number y, Number x) {
  using in_quad::atan;
  const Number pi = half_turn(x);
  const auto re_x = real(x), re_y = real(y);
  if (re_y * re_y > re_x * re_x) return (re_y > 0 ? pi : -pi) / Number(2) - atan(x / y);
  if (re_x >= 0) return atan(y / x);
  return re_y < 0 ? atan(y / x) - pi : atan(y / x) + pi;
}

template <class Number>
Number raised(Number x, Number y) {
  using in_quad::exp, in_quad::log;
  // A negative base has whole powers only, and exp and log would lose its small imaginary part.
  if (is_real(y) && y == whole(y) && real(y) * real(y) < 1e4) {
    Number power = 1;
    for (auto k = real(y); k > 0; k -= 1) power *= x;
    for (auto k = real(y); k < 0; k += 1) power /= x;
    return power;
  }
  if (x == Number(0)) return Number(real(y) > 0 ? 0 : HUGE_VAL);
  return exp(y * log(x));
}

// Of a complex argument, the functions of std are found.
template <class Number>
Number apply_function(Op op, Number x, Number y) {
  using namespace in_quad;
  switch (op) {
    case Op::power:
      return raised(x, y);
    case Op::sqrt:
      return sqrt(x);
    case Op::exp:
      return exp(x);
    case Op::log:
      return log(x);
    case Op::sin:
      return sin(x);
    case Op::cos:
      return cos(x);
    case Op::tan:
      return tan(x);
    case Op::asin:
      return asin(x);
    case Op::acos:
      return acos(x);
    case Op::atan:
      return atan(x);
    case Op::sinh:
      return sinh(x);
    case Op::cosh:
      return cosh(x);
    case Op::tanh:
      return tanh(x);
    case Op::atan2:
      return angle(x, y);
    default:
      return sqrt(x * x + y * y);  // hypot
  }
}

template <class Number>
Number apply_any(Op op, Number x, Number y, Number z) {
  const auto a = real(x), b = real(y);
  switch (op) {
    case Op::add:
      return x + y;
    case Op::subtract:
      return x - y;
    case Op::multiply:
      return x * y;
    case Op::divide:
      return x / y;
    case Op::negate:
      return -x;
    case Op::square:
      return x * x;
    case Op::abs:
      return a < 0 ? -x : x;
    case Op::sign:
      return truth<Number>(a > 0) - truth<Number>(a < 0);
    case Op::min:
      return a <= b ? x : y;
    case Op::max:
      return a >= b ? x : y;
    case Op::mod:
      return x - y * whole(x / y);
    case Op::less:
      return truth<Number>(a < b);
    case Op::less_equal:
      return truth<Number>(a <= b);
    case Op::equal:
      return truth<Number>(a == b);
    case Op::both:
      return truth<Number>(a != 0 && b != 0);
    case Op::either:
      return truth<Number>(a != 0 || b != 0);
    case Op::negation:
      return truth<Number>(a == 0);
    case Op::select:
      return a != 0 ? y : z;
    default:
      return apply_function(op, x, y);
  }
}

/// `after` may change each constant and each operation's result before it is used.
template <class Number, class After>
std::vector<Number> run(const Graph& graph, std::span<const Node> outputs,
                        std::span<const Number> inputs, const After& after) {
  const std::vector<Node> nodes = graph.reachable(outputs);
  std::vector<Number> values(nodes.size());
  const auto at = [&](Node x) {
    const auto found = std::lower_bound(nodes.begin(), nodes.end(), x);
    return values[static_cast<std::size_t>(found - nodes.begin())];
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const formula::Term& term = graph[nodes[i]];
    const int operands = formula::arity(term.op);
    if (term.op == Op::constant) {
      values[i] = after(term.op, Number(graph.value(nodes[i])));
    } else if (term.op == Op::input) {
      values[i] = inputs[term.a];
    } else {
      values[i] = after(term.op, apply(term.op, at(term.a), operands > 1 ? at(term.b) : Number(0),
                                       operands > 2 ? at(term.c) : Number(0)));
    }
  }
  std::vector<Number> result;
  for (const Node x : outputs) result.push_back(at(x));
  return result;
}

const auto unchanged = [](Op, auto value) { return value; };

/// Operations whose result is exact.
bool is_exact(Op op) {
  return op == Op::negate || (op >= Op::abs && op <= Op::max) || op >= Op::less;
}

Difference from_two_steps(Quad coarse, Quad fine, Quad noise) {
  return {fine, absolute(coarse - fine) + noise};
}

Quad largest(std::span<const Quad> values) {
  Quad most = 0;
  for (const Quad x : values) most = std::max(most, absolute(x));
  return most;
}

constexpr double quad_noise = 1e-32;  // of one value of f, relative: eps times a few operations

}  // namespace

Quad apply(Op op, Quad x, Quad y, Quad z) { return apply_any(op, x, y, z); }
Complex apply(Op op, Complex x, Complex y, Complex z) { return apply_any(op, x, y, z); }

QuadVector evaluate_quad(const Graph& graph, std::span<const Node> outputs,
                         std::span<const Quad> inputs) {
  return run(graph, outputs, inputs, unchanged);
}

std::vector<Complex> evaluate_complex(const Graph& graph, std::span<const Node> outputs,
                                      std::span<const Complex> inputs) {
  return run(graph, outputs, inputs, unchanged);
}

Quad Shake::operator()(Op op, Quad value) const {
  if (is_exact(op) || value == in_quad::floor(value)) return value;
  return value * (1 + Quad(0x1p-52 * random_.uniform(-1, 1)));
}

std::vector<double> largest_change(const QuadVector& exact, std::uint64_t seed,
                                   const std::function<QuadVector(const Shake&)>& shaken) {
  const Shake shake(seed);
  std::vector<double> most(exact.size(), 0.0);
  for (int attempt = 0; attempt < 4; ++attempt) {
    const QuadVector values = shaken(shake);
    for (std::size_t i = 0; i < most.size(); ++i) {
      const double change = 16 * std::abs(static_cast<double>(values[i] - exact[i]));
      if (!(change <= most[i])) most[i] = change;  // a NaN stays, and no comparison passes
    }
  }
  return most;
}

std::vector<double> rounding(const Graph& graph, std::span<const Node> outputs,
                             std::span<const double> inputs, std::uint64_t seed) {
  const QuadVector point(inputs.begin(), inputs.end());
  return largest_change(evaluate_quad(graph, outputs, point), seed, [&](const Shake& shake) {
    return run(graph, outputs, std::span<const Quad>(point), shake);
  });
}

Difference first_difference(const std::function<Quad(Quad)>& f) {
  const auto estimate = [&](Quad h, Quad* scale) {
    const Quad values[] = {f(-2 * h), f(-h), f(h), f(2 * h)};
    *scale = largest(values);
    return (values[0] - 8 * values[1] + 8 * values[2] - values[3]) / (12 * h);
  };
  const Quad h = 0x1p-20;
  Quad scale;
  const Quad coarse = estimate(h, &scale), fine = estimate(h / 2, &scale);
  return from_two_steps(coarse, fine, quad_noise * scale / h);
}

Difference second_difference(const std::function<Quad(Quad)>& f) {
  const auto estimate = [&](Quad h, Quad* scale) {
    const Quad values[] = {f(-2 * h), f(-h), f(0), f(h), f(2 * h)};
    *scale = largest(values);
    return (16 * (values[1] + values[3]) - 30 * values[2] - values[0] - values[4]) / (12 * h * h);
  };
  const Quad h = 0x1p-17;
  Quad scale;
  const Quad coarse = estimate(h, &scale), fine = estimate(h / 2, &scale);
  return from_two_steps(coarse, fine, 10 * quad_noise * scale / (h * h));
}

QuadVector moved(std::span<const double> x, Quad s, std::span<const double> d) {
  QuadVector y;
  for (std::size_t i = 0; i < x.size(); ++i) y.push_back(x[i] + s * d[i]);
  return y;
}

ComplexStep complex_step(const Graph& graph, Node output, std::span<const double> x,
                         std::span<const double> d) {
  constexpr long double h = 1e-60L;
  std::vector<Complex> point;
  for (std::size_t i = 0; i < x.size(); ++i) point.emplace_back(x[i], h * d[i]);
  const Complex value = evaluate_complex(graph, {&output, 1}, point).front();
  return {value.real(), value.imag() / h};
}

}  // namespace zwang::test
