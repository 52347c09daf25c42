// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random formulas over named inputs, for what is printed: of every operation, without regard to
// what the numbers would be.

#include <algorithm>
#include <numbers>
#include <vector>

#include "formula/derive/derive.h"
#include "formula/guard.h"
#include "formula/parse/symbols.h"
#include "support/random.h"

namespace zwang::test {

struct Scribble {
  formula::Graph graph;
  formula::Symbols symbols{graph};
  std::vector<formula::Node> numbers, conditions;
  std::vector<double> constants = {0,   1,    -1,  2,     -2,   3,     0.5,     0.25,
                                   7.5, -1.5, 0.1, 1e-12, -3e7, 1e300, -9.8125, std::numbers::pi};

  Scribble() {
    numbers.push_back(symbols.add_time());
    for (const char* name : {"m", "k"}) numbers.push_back(symbols.add_parameter(name, 2));
    for (const char* name : {"x", "theta_1"}) {
      numbers.push_back(symbols.add_coordinate(name));
      numbers.push_back(symbols.rate(numbers.back()));
      numbers.push_back(symbols.rate(numbers.back()));
    }
  }

  /// Adds `count` operations, later ones mostly on earlier ones; ifs only if wanted.
  void draw(Random& random, int count, bool with_ifs) {
    for (int i = 0; i < count; ++i) {
      if (with_ifs && random.chance(0.3)) {
        draw_with_condition(random);
      } else {
        draw_number(random);
      }
    }
  }

  /// d/dt of a formula.
  formula::Node rate(formula::Node x) {
    formula::Direction direction;
    for (std::size_t slot = 0; slot < symbols.inputs().size(); ++slot) {
      const formula::Node moves = symbols.inputs()[slot].rate;
      if (moves != formula::no_node) direction.set(static_cast<std::uint32_t>(slot), moves);
    }
    return formula::forward(graph, {&x, 1}, direction)[0];
  }

  /// x as the reader leaves it: with its guards.
  formula::Node guarded(formula::Node x) {
    formula::guard_branches(graph, {&x, 1});
    return x;
  }

 private:
  using Op = formula::Op;

  // Mostly what came last, so that formulas grow.
  static formula::Node pick(Random& random, const std::vector<formula::Node>& from) {
    const auto last = static_cast<Index>(from.size()) - 1;
    const Index lowest = random.chance(0.7) ? std::max<Index>(last - 3, 0) : 0;
    return from[static_cast<std::size_t>(random.integer(lowest, last))];
  }

  void keep(formula::Node x) {
    if (!graph.is_constant(x)) numbers.push_back(x);
  }

  formula::Node operand(Random& random) {
    if (random.chance(0.8)) return pick(random, numbers);
    const auto last = static_cast<Index>(constants.size()) - 1;
    return graph.constant(constants[static_cast<std::size_t>(random.integer(0, last))]);
  }

  void draw_number(Random& random) {
    if (random.chance(0.1)) {
      const auto exponent = static_cast<double>(random.integer(-20, 20));
      keep(graph.power(pick(random, numbers), graph.constant(exponent)));
      return;
    }
    // Arithmetic is what makes parentheses, so it is drawn more often.
    const auto op = random.chance(0.6) ? static_cast<Op>(random.integer(2, 7))
                                       : static_cast<Op>(random.integer(8, 27));
    const formula::Node x = formula::arity(op) == 1 ? pick(random, numbers) : operand(random);
    keep(formula::arity(op) == 1 ? graph.apply(op, x) : graph.apply(op, x, operand(random)));
  }

  void draw_with_condition(Random& random) {
    const auto op = static_cast<Op>(random.integer(28, 34));
    const bool compares = op <= Op::equal || conditions.empty();
    if (op == Op::select && !conditions.empty()) {
      const formula::Node condition = pick(random, conditions), x = operand(random);
      keep(graph.select(condition, x, operand(random)));
      return;
    }
    const formula::Node x = compares ? operand(random) : pick(random, conditions);
    const formula::Node y = compares ? operand(random) : pick(random, conditions);
    const Op used = compares && op > Op::equal ? Op::less : op;
    const formula::Node condition =
        formula::arity(used) == 1 ? graph.apply(used, x) : graph.apply(used, x, y);
    if (!graph.is_constant(condition)) conditions.push_back(condition);
  }
};

}  // namespace zwang::test
