// SPDX-License-Identifier: Apache-2.0
// Formulas that jump: which σ they change sign with, and the same formulas as they are on either side of σ = 0,
// or between, where Filippov takes the mean f = (1 + u)/2 f⁺ + (1 − u)/2 f⁻ of both. [F88] Filippov,
// Differential Equations with Discontinuous Righthand Sides (1988), §4.

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "assemble/assembly.h"
#include "compile/bends.h"
#include "formula/derive/derive.h"
#include "formula/rebuild.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;
using formula::Op;
using formula::Role;

namespace {

// Beyond that formulas grow by powers of two, and every mode would be tried: then nothing is followed.
constexpr std::size_t most_switches = 12, most_in_a_formula = 4;

bool is_comparison(Op op) { return op == Op::less || op == Op::less_equal; }
bool jumps(Op op) { return op == Op::sign || is_comparison(op); }

// What knows the mode that switches are in.
bool follows(Array array) {
  return array == Array::Q || array == Array::C || array == Array::C_slope || array == Array::B ||
         array == Array::limits || array == Array::power || array == Array::observables ||
         array == Array::G || array == Array::force_slope;
}
bool decides(Array array) { return array == Array::Q || array == Array::C || array == Array::B; }
// The mean of two motions is not that of a mean mass, nor of a mean row.
bool forbids(Array array) { return array == Array::M || array == Array::A || array == Array::b; }

/// A switch that a node goes by, and whether it falls where σ rises.
struct Side {
  std::size_t number;
  bool turned;
};

class Switches {
 public:
  explicit Switches(Scope& scope) : scope_(scope), g_(scope.graph()) {}

  void find(const std::vector<Node>& deciding, const std::vector<Node>& forbidden) {
    std::vector<Node> found;
    const std::vector<Node> nodes = g_.reachable(deciding);
    for (const Node x : nodes) {
      if (jumps(g_.op(x)) && !Bends(g_, nodes, deciding).only(x)) found.push_back(x);
    }
    for (const Node x : g_.reachable(forbidden)) std::erase(found, x);
    for (const Node x : found) {
      if (!is_of_state(x)) continue;
      too_many_ = too_many_ || is_nested(x);
      side_of_.emplace(x, side(x));
    }
  }

  const std::vector<Node>& sigma() const { return sigma_; }
  void set_values(std::vector<Node> values) { values_ = std::move(values); }

  /// How many switches the part of x that has to be expanded contains, at most.
  bool too_many() const { return too_many_ || sigma_.size() > most_switches; }

  /// x with all switches held.
  Node blend(Node x) {
    const std::vector<std::size_t> inside = switches_in(x);
    if (inside.empty()) return x;
    const formula::Term term = g_[x];
    switch (term.op) {
      case Op::add:
      case Op::subtract: {
        const Node a = blend(term.a), b = blend(term.b);
        return term.op == Op::add ? g_.add(a, b) : g_.subtract(a, b);
      }
      case Op::negate:
        return g_.negate(blend(term.a));
      case Op::multiply: {
        if (switches_in(term.a).empty()) return g_.multiply(term.a, blend(term.b));
        if (switches_in(term.b).empty()) return g_.multiply(blend(term.a), term.b);
        break;
      }
      case Op::divide:
        if (switches_in(term.b).empty()) return g_.divide(blend(term.a), term.b);
        break;
      default:
        break;
    }
    if (inside.size() > most_in_a_formula) {
      too_many_ = true;
      return x;
    }
    return expand(x, inside.front());
  }

 private:
  // The time alone is known beforehand; what the instant determines is not.
  bool is_of_state(Node x) const {
    bool state = false;
    for (const Node y : g_.reachable({&x, 1})) {
      if (g_.op(y) != Op::input) continue;
      const formula::Input& input = scope_.symbols().inputs()[g_.slot(y)];
      if (input.family >= 0) return false;
      const bool first = scope_.description().free.order == 1;
      const bool is_state = input.role == Role::coordinate || (input.role == Role::rate && !first);
      if (!is_state && input.role != Role::time && input.role != Role::parameter) return false;
      state = state || is_state;
    }
    return state;
  }

  // What itself jumps has no rate to go by.
  bool is_nested(Node x) const {
    for (const Node y : g_.reachable({&x, 1})) {
      if (y != x && (jumps(g_.op(y)) || g_.op(y) == Op::mod)) return true;
    }
    return false;
  }

  Side side(Node x) {
    const formula::Term term = g_[x];
    Node sigma = term.op == Op::sign ? term.a : g_.subtract(term.b, term.a);
    Node other = g_.negate(sigma);
    if (g_.op(sigma) == Op::negate) std::swap(sigma, other);
    for (std::size_t k = 0; k < sigma_.size(); ++k) {
      if (sigma_[k] == sigma) return {k, turned(term, sigma)};
      if (sigma_[k] == other) return {k, !turned(term, sigma)};
    }
    sigma_.push_back(sigma);
    return {sigma_.size() - 1, turned(term, sigma)};
  }
  bool turned(const formula::Term& term, Node sigma) {
    return (term.op == Op::sign ? term.a : g_.subtract(term.b, term.a)) != sigma;
  }

  std::vector<std::size_t> switches_in(Node x) const {
    std::vector<std::size_t> list;
    for (const Node y : g_.reachable({&x, 1})) {
      const auto at = side_of_.find(y);
      if (at == side_of_.end()) continue;
      if (std::find(list.begin(), list.end(), at->second.number) == list.end())
        list.push_back(at->second.number);
    }
    return list;
  }

  // The mean of what x is on both sides of one switch. Beside it, the very formula: the other one may have no value.
  Node expand(Node x, std::size_t k) {
    const Node plus = blend(on_side(x, k, true)), minus = blend(on_side(x, k, false));
    if (plus == minus) return plus;
    const Node u = values_[k], one = g_.constant(1), half = g_.constant(0.5);
    const Node mean = g_.add(g_.multiply(g_.multiply(half, g_.add(one, u)), plus),
                             g_.multiply(g_.multiply(half, g_.subtract(one, u)), minus));
    // Beyond ±1 it goes on as between: a motion that leaves the surface is smooth up to there, and through it.
    const Node other = g_.select(g_.apply(Op::equal, u, g_.constant(-1)), minus, mean);
    return g_.select(g_.apply(Op::equal, u, one), plus, other);
  }

  Node on_side(Node x, std::size_t k, bool positive) {
    const std::vector<Node> nodes = g_.reachable({&x, 1});
    std::unordered_map<Node, Node> image;
    for (const Node y : nodes) {
      const auto at = side_of_.find(y);
      const formula::Term term = g_[y];
      if (at != side_of_.end() && at->second.number == k) {
        const bool up = positive != at->second.turned;
        image[y] = g_.constant(up ? 1 : term.op == Op::sign ? -1 : 0);
      } else {
        image[y] = arity(term.op) == 0 ? y : rebuilt(g_, term, [&](Node z) { return image.at(z); });
      }
      if (at != side_of_.end() && image[y] != y && g_.op(image[y]) != Op::constant)
        side_of_.emplace(image[y], at->second);  // it goes by the same switch as before
    }
    return image.at(x);
  }

  Scope& scope_;
  Graph& g_;
  std::vector<Node> sigma_, values_;
  std::map<Node, Side> side_of_;
  bool too_many_ = false;
};

}  // namespace

void Assembly::add_switches(equations::Equations& equations) {
  Graph& g = scope_.graph();
  std::vector<Node> deciding, forbidden;
  for (const Output& output : lone().outputs) {
    if (decides(output.array)) deciding.push_back(output.node);
    if (forbids(output.array)) forbidden.push_back(output.node);
  }
  Switches switches(scope_);
  switches.find(deciding, forbidden);
  if (switches.sigma().empty() || switches.too_many()) return;

  const Node held = scope_.symbols().add_reaction("switches held");
  std::vector<Node> values;
  for (std::size_t k = 0; k < switches.sigma().size(); ++k)
    values.push_back(scope_.symbols().add_reaction("side of a switch"));
  switches.set_values(values);
  std::vector<Output> outputs = lone().outputs;
  for (Output& output : outputs) {
    if (!follows(output.array)) continue;
    const Node blended = switches.blend(output.node);
    if (blended != output.node)
      output.node = g.select(g.apply(Op::less, g.constant(0), held), blended, output.node);
  }
  if (switches.too_many()) return;
  lone().outputs = std::move(outputs);

  // Where the order is 1 the instant determines the rates, and its slots are those of accelerations.
  const bool first = scope_.description().free.order == 1;
  formula::Direction along = scope_.symbols().rates();
  for (const Node q : q_) {
    if (first) along.set(g.slot(q), scope_.symbols().rate(scope_.symbols().rate(q)));
  }
  const auto reads = [&](Node x) {
    for (const Node y : g.reachable({&x, 1})) {
      if (g.op(y) == Op::input && scope_.symbols().inputs()[g.slot(y)].role == Role::acceleration)
        return true;
    }
    return false;
  };
  switches_ = switches.sigma();
  for (std::size_t k = 0; k < switches_.size(); ++k) {
    const Node rate = forward(g, {&switches_[k], 1}, along).front();
    const int degree = first || reads(rate) ? 1 : 2;
    equations.switches.push_back({g.slot(held), g.slot(values[k]), degree});
    const auto at = static_cast<Index>(3 * k);
    add(lone(), {switches_[k], Array::switches, at});
    add(lone(), {rate, Array::switches, at + 1});
    if (degree == 2) add(lone(), {forward(g, {&rate, 1}, along).front(), Array::switches, at + 2});
  }
}

}  // namespace zwang::compile
