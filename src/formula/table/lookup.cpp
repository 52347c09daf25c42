// SPDX-License-Identifier: Apache-2.0
#include "formula/table/lookup.h"

#include <limits>

namespace zwang::formula {

namespace {

// Beyond by less than this part of the whole range is rounding: a run of 10 s may end at 10 + 2e-15.
constexpr double rounding = 1e-9;

class Lookup {
 public:
  Lookup(Graph& graph, const Curve& curve, Node x) : g_(graph), curve_(curve), x_(x) {
    for (std::size_t k = 1; k < curve.pieces.size(); ++k)
      is_before_.push_back(g_.apply(Op::less, x, g_.constant(curve.knots[k])));
  }

  Node value() {
    const auto coefficient = [&](std::size_t c) {
      return chosen([&, c](std::size_t k) { return curve_.pieces[k][c]; });
    };
    const Node d = g_.subtract(x_, chosen([&](std::size_t k) { return curve_.knots[k]; }));
    Node sum = coefficient(3);
    for (std::size_t c = 3; c-- > 0;) sum = g_.add(coefficient(c), g_.multiply(d, sum));
    return sum;
  }

 private:
  // The number of the piece that x is in: halving, though all comparisons are made.
  template <class Number>
  Node chosen(const Number& number) {
    return among(number, 0, curve_.pieces.size());
  }
  template <class Number>
  Node among(const Number& number, std::size_t first, std::size_t end) {
    if (end - first == 1) return g_.constant(number(first));
    const std::size_t middle = first + (end - first) / 2;
    const Node left = among(number, first, middle), right = among(number, middle, end);
    return g_.select(is_before_[middle - 1], left, right);
  }

  Graph& g_;
  const Curve& curve_;
  Node x_;
  std::vector<Node> is_before_;  // whether x is before knot k+1
};

// The line through the first or last knot.
Node beyond_end(Graph& g, const Curve& curve, bool last, Node x) {
  const double knot = last ? curve.knots.back() : curve.knots.front();
  return g.add(g.constant(curve.at(knot)),
               g.multiply(g.constant(curve.end_slope(last)), g.subtract(x, g.constant(knot))));
}

}  // namespace

Node lookup(Graph& g, const Curve& curve, Beyond beyond, Node x) {
  const double low = curve.knots.front(), high = curve.knots.back();
  const Node first = g.constant(low), last = g.constant(high);
  if (curve.kind == Interpolation::periodic) {
    const Node phase = g.apply(Op::mod, g.subtract(x, first), g.constant(high - low));
    return Lookup(g, curve, g.add(first, phase)).value();
  }
  if (beyond == Beyond::hold) {
    const Node inside = g.apply(Op::min, g.apply(Op::max, x, first), last);
    return Lookup(g, curve, inside).value();
  }
  const Node inside = Lookup(g, curve, x).value();
  if (beyond == Beyond::extend) {
    const Node above = g.select(g.apply(Op::less, last, x), beyond_end(g, curve, true, x), inside);
    return g.select(g.apply(Op::less, x, first), beyond_end(g, curve, false, x), above);
  }
  const double margin = rounding * (high - low);
  const Node outside = g.apply(Op::either, g.apply(Op::less, x, g.constant(low - margin)),
                               g.apply(Op::less, g.constant(high + margin), x));
  return g.select(outside, g.constant(std::numeric_limits<double>::quiet_NaN()), inside);
}

}  // namespace zwang::formula
