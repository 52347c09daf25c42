// SPDX-License-Identifier: Apache-2.0
// Random expressions, written with as few parentheses as the table of precedence allows, mean what
// they meant before they were written. Small whole numbers and halves, so that no order rounds.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "formula/world.h"
#include "support/joined.h"
#include "support/random.h"

namespace zwang::test {
namespace {

/// An expression: its text, how strongly its last operator binds, and its number (or truth).
struct Written {
  std::string text;
  int level;
  double number;
};

// low to high: or, and, not, comparison, + -, * /, sign, ^, what needs no parentheses.
enum Level { either = 1, both, negation, comparison, sum, product, sign, power, atom };

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  Written number(Index depth) {
    if (depth == 0) return leaf();
    switch (random_.integer(0, 7)) {
      case 0:
      case 1:
        return between_two(depth - 1, "+", sum);
      case 2:
      case 3:
        return between_two(depth - 1, "-", sum);
      case 4:
        return between_two(depth - 1, "*", product);
      case 5:
        return between(number(depth - 1), "/", {"2", atom, 2}, product);
      case 6: {
        const Written x = number(depth - 1);
        return {joined({"-", space(), wrapped(x, sign)}), sign, -x.number};
      }
      default:
        return raised(number(depth - 1));
    }
  }

  Written truth(Index depth) {
    const Index kind = depth == 0 ? 0 : random_.integer(0, 3);
    if (kind == 0) {
      const Written left = number(2);
      return compared(left, number(2));
    }
    const Written x = truth(depth - 1);
    if (kind == 1) return {"not " + wrapped(x, negation), negation, 1 - x.number};
    const Written y = truth(depth - 1);
    return kind == 2 ? between(x, " and ", y, both) : between(x, " or ", y, either);
  }

 private:
  std::string space() { return random_.chance(0.2) ? " " : ""; }

  std::string wrapped(const Written& x, int least) {
    const bool needed = x.level < least;
    if (!needed && !random_.chance(0.05)) return x.text;
    return joined({"(", space(), x.text, space(), ")"});
  }

  Written leaf() {
    static constexpr std::array<std::pair<const char*, double>, 3> names = {
        {{"m", 2}, {"len", 3}, {"N", 4}}};
    if (random_.chance(0.4)) {
      const auto [name, value] = names[static_cast<std::size_t>(random_.integer(0, 2))];
      return {name, atom, value};
    }
    if (random_.chance(0.1)) return {"2^-1^2", power, 0.5};
    const Index digit = random_.integer(0, 9);
    return {std::to_string(digit), atom, static_cast<double>(digit)};
  }

  Written between_two(Index depth, const std::string& mark, int level) {
    const Written x = number(depth);
    return between(x, mark, number(depth), level);
  }

  // To the right of an operator, what binds as strongly needs parentheses: a - (b - c).
  Written between(const Written& x, const std::string& mark, const Written& y, int level) {
    return {joined({wrapped(x, level), space(), mark, space(), wrapped(y, level + 1)}), level,
            apply(mark[0] == ' ' ? mark[1] : mark[0], x.number, y.number)};
  }

  static double apply(char mark, double x, double y) {
    switch (mark) {
      case '+':
        return x + y;
      case '-':
        return x - y;
      case '*':
        return x * y;
      case '/':
        return x / y;
      case 'a':
        return x * y;
      default:
        return std::max(x, y);
    }
  }

  // x^2, x^1^2 (which is x^1), x^(2): a power binds to the right, and takes a sign there.
  Written raised(const Written& x) {
    const std::string base = joined({wrapped(x, atom), space(), "^", space()});
    if (random_.chance(0.3)) return {base + "1^2", power, x.number};
    if (random_.chance(0.3)) return {base + "-(-2)", power, x.number * x.number};
    return {base + "2", power, x.number * x.number};
  }

  Written compared(const Written& x, const Written& y) {
    static constexpr std::array<const char*, 6> marks = {"<", "<=", ">", ">=", "==", "!="};
    const auto k = static_cast<std::size_t>(random_.integer(0, 5));
    const double a = x.number, b = y.number;
    const bool truths[] = {a<b, a <= b, a> b, a >= b, a == b, a != b};
    return {joined({wrapped(x, sum), space(), marks[k], space(), wrapped(y, sum)}), comparison,
            truths[k] ? 1.0 : 0.0};
  }

  Random random_;
};

TEST(Precedence, NumbersNeedOnlyTheParenthesesOfTheTable) {
  World world;
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const Written written = Writer(seed).number(1 + static_cast<Index>(seed % 5));
    if (std::abs(written.number) > 0x1p40) continue;  // squares of squares: no longer exact
    EXPECT_EQ(world.value(written.text), written.number) << "seed " << seed << ": " << written.text;
    ++compared;
  }
  EXPECT_GT(compared, 3500);
}

TEST(Precedence, ConditionsNeedOnlyTheParenthesesOfTheTable) {
  World world;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Written written = Writer(seed).truth(static_cast<Index>(seed % 4));
    EXPECT_EQ(world.truth(written.text), written.number != 0)
        << "seed " << seed << ": " << written.text;
  }
}

}  // namespace
}  // namespace zwang::test
