// SPDX-License-Identifier: Apache-2.0
#include "formula/tape_builder.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/contract.h"

namespace zwang::formula {

namespace {

using tape::Instruction;
using tape::Operand;

std::optional<tape::Function> function_of(Op op) {
  using tape::Function;
  switch (op) {
    case Op::power:
      return Function::pow;
    case Op::exp:
      return Function::exp;
    case Op::log:
      return Function::log;
    case Op::sin:
      return Function::sin;
    case Op::cos:
      return Function::cos;
    case Op::tan:
      return Function::tan;
    case Op::asin:
      return Function::asin;
    case Op::acos:
      return Function::acos;
    case Op::atan:
      return Function::atan;
    case Op::sinh:
      return Function::sinh;
    case Op::cosh:
      return Function::cosh;
    case Op::tanh:
      return Function::tanh;
    case Op::atan2:
      return Function::atan2;
    case Op::hypot:
      return Function::hypot;
    default:
      return std::nullopt;
  }
}

// An add or subtract that swallows one of its operands, a product.
enum class Fused : std::uint8_t { no, left, right, swallowed };

class Builder {
 public:
  Builder(const Graph& graph, const std::vector<Node>& nodes, const Lowering& lowering)
      : graph_(graph),
        nodes_(nodes),
        lowering_(lowering),
        operands_(nodes.size()),
        state_(nodes.size(), State::untouched),
        uses_(nodes.size(), 0),
        fused_(nodes.size(), Fused::no) {}

  tape::Tape run(std::span<const Node> outputs, std::span<const Node> given) {
    tape_.inputs = lowering_.inputs + static_cast<Index>(given.size());
    for (std::size_t k = 0; k < given.size(); ++k) {
      settle(given[k], {Operand::Kind::input, lowering_.inputs + static_cast<Index>(k)});
    }
    count_uses(outputs);
    if (lowering_.fuse) choose_fusions();
    if (lowering_.group) emit_groups();
    for (const Node x : outputs) visit(x);
    for (const Node x : outputs) tape_.outputs.push_back(operand(x));
    return std::move(tape_);
  }

 private:
  enum class State : std::uint8_t { untouched, open, done };

  std::size_t position(Node x) const { return static_cast<std::size_t>(graph_.position(x)); }
  Operand operand(Node x) const { return operands_[position(x)]; }
  void settle(Node x, Operand operand) {
    operands_[position(x)] = operand;
    state_[position(x)] = State::done;
  }

  void count_uses(std::span<const Node> outputs);
  void choose_fusions();
  bool can_swallow(Node x) const;
  void visit(Node root);
  void push_operands(Node x);
  void emit(Node x);
  Operand emit_operation(const Term& term);
  Operand emit_fused(const Term& term, Fused side);
  Operand constant(double value);
  Operand append(tape::Op op, Operand a, Operand b = {}, Operand c = {});

  // Grouping: the level of a call is the length of the longest chain of calls that ends with it;
  // calls of one level and one function are independent.
  struct Call {
    std::uint32_t level;
    Node node;
  };
  std::vector<Call> find_calls() const;
  void emit_groups();
  void emit_level(std::span<const Call> calls);
  void emit_pairs(std::vector<Node>& sines, std::vector<Node>& cosines);
  void emit_calls(std::span<const Node> calls, std::optional<Index> shared = {});
  Index argument_list(std::span<const Node> calls);

  const Graph& graph_;
  const std::vector<Node>& nodes_;
  const Lowering& lowering_;
  std::vector<Operand> operands_;
  std::vector<State> state_;
  std::vector<std::uint32_t> uses_;
  std::vector<Fused> fused_;
  std::vector<Node> stack_;
  std::map<double, Operand> small_;  // constants that operations bring along
  tape::Tape tape_;
};

// From the top down: what is used, and how often. Given nodes hide what is below them.
void Builder::count_uses(std::span<const Node> outputs) {
  for (const Node x : outputs) ++uses_[position(x)];
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    if (uses_[i] == 0 || state_[i] == State::done) continue;
    const Term& term = graph_[nodes_[i]];
    const int operands = arity(term.op);
    if (operands > 0) ++uses_[position(term.a)];
    if (operands > 1) ++uses_[position(term.b)];
    if (operands > 2) ++uses_[position(term.c)];
  }
}

bool Builder::can_swallow(Node x) const {
  const std::size_t i = position(x);
  return (graph_.op(x) == Op::multiply || graph_.op(x) == Op::square) && uses_[i] == 1 &&
         state_[i] != State::done;
}

void Builder::choose_fusions() {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Term& term = graph_[nodes_[i]];
    if (uses_[i] == 0 || state_[i] == State::done) continue;
    if (term.op != Op::add && term.op != Op::subtract) continue;
    const bool right = can_swallow(term.b);
    if (!right && !can_swallow(term.a)) continue;
    fused_[i] = right ? Fused::right : Fused::left;
    fused_[position(right ? term.b : term.a)] = Fused::swallowed;
  }
}

// Depth first, operands before their operation; a swallowed product only passes its operands on.
void Builder::visit(Node root) {
  stack_.push_back(root);
  while (!stack_.empty()) {
    const Node x = stack_.back();
    const std::size_t i = position(x);
    if (state_[i] == State::untouched) {
      state_[i] = State::open;
      push_operands(x);
      continue;
    }
    stack_.pop_back();
    if (state_[i] == State::open) {
      emit(x);
      state_[i] = State::done;
    }
  }
}

void Builder::push_operands(Node x) {
  const Term& term = graph_[x];
  const int operands = arity(term.op);
  const auto push = [&](Node y) {
    if (state_[position(y)] == State::untouched) stack_.push_back(y);
  };
  if (operands > 2) push(term.c);
  if (operands > 1) push(term.b);
  if (operands > 0) push(term.a);
}

Operand Builder::append(tape::Op op, Operand a, Operand b, Operand c) {
  tape_.code.push_back({op, tape::Function::sin, 0, a, b, c});
  return {Operand::Kind::value, static_cast<Index>(tape_.code.size()) - 1};
}

Operand Builder::constant(double value) {
  const auto [at, is_new] = small_.try_emplace(value);
  if (is_new) {
    at->second = {Operand::Kind::constant, static_cast<Index>(tape_.constants.size())};
    tape_.constants.push_back(value);
  }
  return at->second;
}

void Builder::emit(Node x) {
  const std::size_t i = position(x);
  const Term& term = graph_[x];
  if (term.op == Op::input) {
    operands_[i] = {Operand::Kind::input, static_cast<Index>(term.a)};
  } else if (term.op == Op::constant) {
    operands_[i] = {Operand::Kind::constant, static_cast<Index>(tape_.constants.size())};
    tape_.constants.push_back(graph_.value(x));
  } else if (fused_[i] == Fused::swallowed) {
    return;  // its one user emits it
  } else if (function_of(term.op)) {
    emit_calls({&x, 1});
  } else {
    operands_[i] = fused_[i] == Fused::no ? emit_operation(term) : emit_fused(term, fused_[i]);
  }
}

Operand Builder::emit_fused(const Term& term, Fused side) {
  const Term& product = graph_[side == Fused::right ? term.b : term.a];
  const Operand other = operand(side == Fused::right ? term.a : term.b);
  const Operand a = operand(product.a),
                b = operand(product.op == Op::square ? product.a : product.b);
  const tape::Op op = term.op == Op::add     ? tape::Op::multiply_add
                      : side == Fused::right ? tape::Op::negate_multiply_add
                                             : tape::Op::multiply_subtract;
  return append(op, a, b, other);
}

Operand Builder::emit_operation(const Term& term) {
  using T = tape::Op;
  const Operand a = operand(term.a), b = arity(term.op) > 1 ? operand(term.b) : Operand{};
  switch (term.op) {
    case Op::add:
      return append(T::add, a, b);
    case Op::subtract:
      return append(T::subtract, a, b);
    case Op::multiply:
      return append(T::multiply, a, b);
    case Op::divide:
      return append(T::divide, a, b);
    case Op::negate:
      return append(T::negate, a);
    case Op::square:
      return append(T::multiply, a, a);
    case Op::sqrt:
      return append(T::sqrt, a);
    case Op::abs:
      return append(T::abs, a);
    case Op::sign:
      return append(T::subtract, append(T::less, constant(0), a), append(T::less, a, constant(0)));
    case Op::min:
      return append(T::min, a, b);
    case Op::max:
      return append(T::max, a, b);
    case Op::mod:  // a − b⌊a/b⌋
      return append(T::negate_multiply_add, b, append(T::floor, append(T::divide, a, b)), a);
    case Op::less:
      return append(T::less, a, b);
    case Op::less_equal:
      return append(T::less_equal, a, b);
    case Op::equal:
      return append(T::equal, a, b);
    case Op::both:
      return append(T::multiply, a, b);
    case Op::either:
      return append(T::max, a, b);
    case Op::negation:
      return append(T::subtract, constant(1), a);
    case Op::select:
      return append(T::select, a, b, operand(term.c));
    default:
      break;
  }
  expects(false);
  return {};
}

Index Builder::argument_list(std::span<const Node> calls) {
  const auto first = static_cast<Index>(tape_.arguments.size());
  for (const Node x : calls) tape_.arguments.push_back(operand(graph_[x].a));
  if (arity(graph_.op(calls.front())) > 1) {
    for (const Node x : calls) tape_.arguments.push_back(operand(graph_[x].b));
  }
  return first;
}

// Up to four calls of one function whose arguments are there.
void Builder::emit_calls(std::span<const Node> calls, std::optional<Index> shared) {
  const Index list = shared ? *shared : argument_list(calls);
  Instruction call{tape::Op::call, *function_of(graph_.op(calls.front())),
                   static_cast<std::uint8_t>(calls.size())};
  call.a = {Operand::Kind::value, list};
  tape_.code.push_back(call);
  for (const Node x : calls) settle(x, append(tape::Op::result, {}));
}

std::vector<Builder::Call> Builder::find_calls() const {
  std::vector<std::uint32_t> levels(nodes_.size(), 0);
  std::vector<Call> calls;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (uses_[i] == 0 || state_[i] == State::done) continue;
    const Term& term = graph_[nodes_[i]];
    const int operands = arity(term.op);
    if (operands > 0) levels[i] = levels[position(term.a)];
    if (operands > 1) levels[i] = std::max(levels[i], levels[position(term.b)]);
    if (operands > 2) levels[i] = std::max(levels[i], levels[position(term.c)]);
    if (function_of(term.op)) calls.push_back({++levels[i], nodes_[i]});
  }
  return calls;
}

void Builder::emit_groups() {
  std::vector<Call> calls = find_calls();
  std::stable_sort(calls.begin(), calls.end(),
                   [](const Call& x, const Call& y) { return x.level < y.level; });
  for (std::size_t begin = 0, end; begin < calls.size(); begin = end) {
    for (end = begin; end < calls.size() && calls[end].level == calls[begin].level;) ++end;
    emit_level(std::span(calls).subspan(begin, end - begin));
  }
}

void Builder::emit_level(std::span<const Call> calls) {
  std::map<Op, std::vector<Node>> by_function;
  for (const Call& call : calls) {
    const Term& term = graph_[call.node];
    visit(term.a);
    if (arity(term.op) > 1) visit(term.b);
    by_function[term.op].push_back(call.node);
  }
  emit_pairs(by_function[Op::sin], by_function[Op::cos]);
  for (const auto& [op, group] : by_function) {
    for (std::size_t k = 0; k < group.size(); k += 4) {
      emit_calls(std::span(group).subspan(k, std::min<std::size_t>(4, group.size() - k)));
    }
  }
}

// Sines and cosines of the same angles share their packed arguments. What is emitted here leaves
// the two lists; what is left in them has no partner.
void Builder::emit_pairs(std::vector<Node>& sines, std::vector<Node>& cosines) {
  const auto by_angle = [&](Node x, Node y) { return graph_[x].a < graph_[y].a; };
  std::sort(sines.begin(), sines.end(), by_angle);
  std::sort(cosines.begin(), cosines.end(), by_angle);
  std::vector<Node> paired_sines, paired_cosines, lone_sines, lone_cosines;
  auto s = sines.begin();
  auto c = cosines.begin();
  while (s != sines.end() && c != cosines.end()) {
    const bool same = graph_[*s].a == graph_[*c].a;
    if (same) {
      paired_sines.push_back(*s++);
      paired_cosines.push_back(*c++);
    } else if (graph_[*s].a < graph_[*c].a) {
      lone_sines.push_back(*s++);
    } else {
      lone_cosines.push_back(*c++);
    }
  }
  lone_sines.insert(lone_sines.end(), s, sines.end());
  lone_cosines.insert(lone_cosines.end(), c, cosines.end());

  // A rest of fewer than four pairs shares a call with the lone ones, unless there are none.
  std::size_t pairs = paired_sines.size();
  if (!lone_sines.empty() || !lone_cosines.empty()) pairs -= pairs % 4;
  for (std::size_t k = 0; k < pairs; k += 4) {
    const std::size_t count = std::min<std::size_t>(4, pairs - k);
    const Index list = argument_list(std::span(paired_sines).subspan(k, count));
    emit_calls(std::span(paired_sines).subspan(k, count), list);
    emit_calls(std::span(paired_cosines).subspan(k, count), list);
  }
  sines.assign(paired_sines.begin() + static_cast<std::ptrdiff_t>(pairs), paired_sines.end());
  cosines.assign(paired_cosines.begin() + static_cast<std::ptrdiff_t>(pairs), paired_cosines.end());
  sines.insert(sines.end(), lone_sines.begin(), lone_sines.end());
  cosines.insert(cosines.end(), lone_cosines.begin(), lone_cosines.end());
}

}  // namespace

tape::Tape build_tape(const Graph& graph, const std::vector<Node>& nodes,
                      std::span<const Node> outputs, std::span<const Node> given,
                      const Lowering& lowering) {
  return Builder(graph, nodes, lowering).run(outputs, given);
}

}  // namespace zwang::formula
