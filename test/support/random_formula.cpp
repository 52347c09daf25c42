// SPDX-License-Identifier: Apache-2.0
#include "support/random_formula.h"

#include <cmath>

namespace zwang::test {

using formula::Node;
using formula::Op;

namespace {

constexpr double kink = 1e-3, edge = 0.05, large = 50;

/// Whether an operation of numbers is smooth and harmless at (x, y). Equal lines may meet at a
/// kink: min(x, x) has none.
bool is_harmless(Op op, double x, double y, bool same, bool whole_power) {
  switch (op) {
    case Op::divide:
      return std::abs(y) > edge;
    case Op::power:
      return std::abs(x) > edge && std::abs(y) < 4 && (x > 0 || whole_power);
    case Op::sqrt:
    case Op::log:
      return x > edge;
    case Op::exp:
    case Op::sinh:
    case Op::cosh:
      return std::abs(x) < 3;
    case Op::tan:
      return std::abs(std::cos(x)) > 0.2;
    case Op::asin:
    case Op::acos:
      return std::abs(x) < 1 - edge;
    case Op::atan2:
      return std::hypot(x, y) > edge && (x > kink || x < -kink || y > 0);
    case Op::hypot:
      return std::hypot(x, y) > edge;
    case Op::abs:
    case Op::sign:
      return std::abs(x) > kink;
    case Op::mod: {
      const double turns = x / y;
      return std::abs(y) > edge && std::abs(turns - std::round(turns)) > kink;
    }
    case Op::min:
    case Op::max:
    case Op::less:
    case Op::less_equal:
    case Op::equal:
      return same || std::abs(x - y) > kink;
    default:
      return true;
  }
}

class Drawing {
 public:
  Drawing(Random& random, std::size_t inputs) : random_(random) {
    for (std::size_t i = 0; i < inputs; ++i) {
      const double x = random.uniform(-2, 2);
      script_.point.push_back(x);
      add({Op::input, i}, x);
    }
    for (const double x : {0.0, 1.0, -1.0, 2.0, 0.5, random.uniform(-3, 3)})
      add({Op::constant, 0, 0, 0, x}, x);
  }

  void draw_one() {
    for (;;) {
      Script::Line line{static_cast<Op>(
          random_.integer(static_cast<Index>(Op::add), static_cast<Index>(Op::select)))};
      if (choose_operands(line)) return;
    }
  }

  Script finish() {
    for (const std::size_t i : numbers_)
      if (i >= script_.inputs()) script_.outputs.push_back(i);
    return std::move(script_);
  }

 private:
  bool choose_operands(Script::Line& line) {
    const bool wants_truth = line.op >= Op::both && line.op <= Op::negation;
    if ((wants_truth || line.op == Op::select) && conditions_.empty()) return false;
    const int operands = formula::arity(line.op);
    line.a = pick(wants_truth || line.op == Op::select ? conditions_ : numbers_);
    if (operands > 1) line.b = pick(wants_truth ? conditions_ : numbers_);
    if (operands > 2) line.c = pick(numbers_);
    const bool whole = line.op == Op::power && random_.chance(0.7);
    if (whole) line.b = whole_number();
    const double x = values_[line.a], y = values_[line.b], z = values_[line.c];
    if (line.op != Op::select && !is_harmless(line.op, x, y, line.a == line.b, whole)) return false;
    const double value = formula::evaluate(line.op, x, y, z);
    if (!(std::abs(value) < large)) return false;
    add(line, value);
    return true;
  }

  std::size_t pick(const std::vector<std::size_t>& pool) {
    if (&pool == &numbers_ && random_.chance(0.12)) return pick(constants_);
    // Mostly what is new, so that formulas grow deep; sometimes anything, so that they share.
    const auto size = static_cast<Index>(pool.size());
    const Index first = random_.chance(0.6) ? std::max<Index>(0, size - 8) : 0;
    return pool[static_cast<std::size_t>(random_.integer(first, size - 1))];
  }

  std::size_t whole_number() {
    const double exponent = static_cast<double>(random_.integer(-3, 3));
    add({Op::constant, 0, 0, 0, exponent}, exponent);
    return script_.lines.size() - 1;
  }

  void add(const Script::Line& line, double value) {
    auto& pool = is_condition(line.op)     ? conditions_
                 : line.op == Op::constant ? constants_
                                           : numbers_;
    pool.push_back(script_.lines.size());
    script_.lines.push_back(line);
    values_.push_back(value);
  }

  Random& random_;
  Script script_;
  std::vector<double> values_;
  std::vector<std::size_t> numbers_, constants_, conditions_;
};

}  // namespace

Script random_script(Random& random, std::size_t inputs, std::size_t lines) {
  Drawing drawing(random, inputs);
  for (std::size_t i = 0; i < lines; ++i) drawing.draw_one();
  return drawing.finish();
}

std::vector<Node> build(formula::Graph& graph, const Script& script) {
  std::vector<Node> nodes;
  for (const Script::Line& line : script.lines) {
    if (line.op == Op::input) {
      nodes.push_back(graph.input(static_cast<std::uint32_t>(line.a)));
    } else if (line.op == Op::constant) {
      nodes.push_back(graph.constant(line.value));
    } else if (line.op == Op::select) {
      nodes.push_back(graph.select(nodes[line.a], nodes[line.b], nodes[line.c]));
    } else if (formula::arity(line.op) == 2) {
      nodes.push_back(graph.apply(line.op, nodes[line.a], nodes[line.b]));
    } else {
      nodes.push_back(graph.apply(line.op, nodes[line.a]));
    }
  }
  return nodes;
}

namespace {

template <class After>
QuadVector run(const Script& script, std::span<const Quad> inputs, const After& after) {
  QuadVector values;
  for (const Script::Line& line : script.lines) {
    if (line.op == Op::input) {
      values.push_back(inputs[line.a]);
    } else if (line.op == Op::constant) {
      values.push_back(line.value);
    } else {
      values.push_back(
          after(line.op, apply(line.op, values[line.a], values[line.b], values[line.c])));
    }
  }
  QuadVector result;
  for (const std::size_t i : script.outputs) result.push_back(values[i]);
  return result;
}

}  // namespace

QuadVector evaluate_script(const Script& script, std::span<const Quad> inputs) {
  return run(script, inputs, [](Op, Quad value) { return value; });
}

std::vector<double> rounding(const Script& script, std::uint64_t seed) {
  const QuadVector point(script.point.begin(), script.point.end());
  return largest_change(evaluate_script(script, point), seed,
                        [&](const Shake& shake) { return run(script, point, shake); });
}

}  // namespace zwang::test
