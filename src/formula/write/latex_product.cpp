// SPDX-License-Identifier: Apache-2.0
#include "formula/write/latex_writer.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_map>

#include "formula/write/number_text.h"

namespace zwang::formula {

namespace {

// Textbook order, and x·x² as x³.
void arrange(const Outline& outline, std::vector<Factor>& factors) {
  std::stable_sort(factors.begin(), factors.end(), [&](const Factor& x, const Factor& y) {
    const int rank_x = outline.rank(x.base), rank_y = outline.rank(y.base);
    return rank_x != rank_y ? rank_x < rank_y : x.base < y.base;
  });
  std::vector<Factor> joined;
  for (const Factor& factor : factors) {
    if (!joined.empty() && joined.back().base == factor.base) {
      joined.back().exponent += factor.exponent;
    } else {
      joined.push_back(factor);
    }
  }
  factors = std::move(joined);
}

// 2 x²/(2 x y) → x/y.
void cancel(Product& product) {
  if (product.under.empty() && product.under_numbers.empty()) return;
  for (double& number : product.over_numbers) {
    const auto same = std::find(product.under_numbers.begin(), product.under_numbers.end(), number);
    if (same != product.under_numbers.end()) number = *same = 1;
  }
  std::erase(product.over_numbers, 1);
  std::erase(product.under_numbers, 1);
  std::unordered_map<Node, int*> under;
  for (Factor& factor : product.under) under.emplace(factor.base, &factor.exponent);
  for (Factor& factor : product.over) {
    const auto same = under.find(factor.base);
    if (same == under.end()) continue;
    const int common = std::min(factor.exponent, *same->second);
    factor.exponent -= common;
    *same->second -= common;
  }
  std::erase_if(product.over, [](const Factor& factor) { return factor.exponent == 0; });
  std::erase_if(product.under, [](const Factor& factor) { return factor.exponent == 0; });
}

void put_number(Product& product, double value, bool under) {
  const auto put = [&](double number, bool below) {
    if (number != 1) (below ? product.under_numbers : product.over_numbers).push_back(number);
  };
  if (const auto fraction = fraction_of_pi(value)) {
    put(fraction->numerator, under);
    put(std::numbers::pi, under);
    put(fraction->denominator, !under);
  } else {
    put(value, under);
  }
}

// A part of the formula laid flat: where the operations that are written out begin and end.
class Flattening {
 public:
  Flattening(const Outline& outline, Node x) : outline_(outline), graph_(outline.graph()), x_(x) {}

  bool is(Node y, Op op) const {
    return graph_.op(y) == op && outline_.power(y).exponent == 1 &&
           (y == x_ || !outline_.is_named(y));
  }
  Product product(Node x) const;
  std::vector<Product> sum() const;

 private:
  const Outline& outline_;
  const Graph& graph_;
  Node x_;
};

Product Flattening::product(Node x) const {
  struct Part {
    Node node;
    bool under;
  };
  Product product;
  std::vector<Part> todo{{x, false}};
  while (!todo.empty()) {
    const auto [y, under] = todo.back();
    todo.pop_back();
    const Term& term = graph_[y];
    if (is(y, Op::multiply)) {
      const LeftRight sides = outline_.sides(y);
      todo.push_back({sides.right, under});
      todo.push_back({sides.left, under});
    } else if (is(y, Op::divide)) {
      todo.push_back({term.b, !under});
      todo.push_back({term.a, under});
    } else if (is(y, Op::negate)) {
      product.minus = !product.minus;
      todo.push_back({term.a, under});
    } else if (term.op == Op::constant) {
      if (graph_.value(y) < 0) product.minus = !product.minus;
      put_number(product, std::abs(graph_.value(y)), under);
    } else {
      const WholePower power = outline_.is_named(y) ? WholePower{y, 1} : outline_.power(y);
      (under ? product.under : product.over).push_back({power.base, power.exponent});
    }
  }
  arrange(outline_, product.over);
  arrange(outline_, product.under);
  cancel(product);
  return product;
}

std::vector<Product> Flattening::sum() const {
  struct Part {
    Node node;
    bool minus;
  };
  std::vector<Product> terms;
  std::vector<Part> todo{{x_, false}};
  while (!todo.empty()) {
    const auto [y, minus] = todo.back();
    todo.pop_back();
    const bool plus = is(y, Op::add);
    if (plus || is(y, Op::subtract)) {
      const LeftRight sides = plus ? outline_.sides(y) : LeftRight{graph_[y].a, graph_[y].b};
      todo.push_back({sides.right, plus ? minus : !minus});
      todo.push_back({sides.left, minus});
    } else if (is(y, Op::negate)) {
      todo.push_back({graph_[y].a, !minus});
    } else {
      terms.push_back(product(y));
      if (minus) terms.back().minus = !terms.back().minus;
    }
  }
  std::stable_partition(terms.begin(), terms.end(), [](const Product& t) { return !t.minus; });
  return terms;
}

}  // namespace

std::vector<Product> flat_sum(const Outline& outline, Node x) {
  return Flattening(outline, x).sum();
}

}  // namespace zwang::formula
