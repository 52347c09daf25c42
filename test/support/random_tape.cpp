// SPDX-License-Identifier: Apache-2.0
#include "support/random_tape.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

namespace zwang::test {

using tape::Accuracy;
using tape::Function;
using tape::Op;
using tape::Operand;
using tape::Tape;

namespace {

constexpr double huge = std::numeric_limits<double>::max();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double denormal = std::numeric_limits<double>::denorm_min();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

constexpr double specials[] = {0.0,       -0.0,      infinity, -infinity, nan,   denormal,
                               -denormal, 3e-310,    -7e-320,  huge,      -huge, 1e300,
                               1e-300,    0x1p-1022, 1.0,      -1.0,      2.0,   1e22};

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Builds a tape, and computes it along the way at one sample point.
class Builder {
 public:
  Builder(Random& random, const TapeShape& shape) : random_(random), shape_(shape) {
    tape_.inputs = shape.inputs;
    for (Index i = 0; i < shape.inputs; ++i) add_leaf(Operand::Kind::input, i, random.normal());
    const Index count = random.integer(1, 1 + shape.instructions / 8);
    for (Index i = 0; i < count; ++i) {
      const double value = random.chance(shape.special) ? special_value(random) : random.normal();
      add_leaf(Operand::Kind::constant, i, value);
      tape_.constants.push_back(value);
    }
    for (double truth : {0.0, 1.0}) {
      conditions_.push_back(Operand(Operand::Kind::constant, ssize(tape_.constants)));
      tape_.constants.push_back(truth);
    }
  }

  Tape build() {
    while (ssize(tape_.code) < shape_.instructions)
      if (random_.chance(shape_.calls))
        add_call();
      else
        add_operation();
    for (Index k = 0; k < shape_.outputs; ++k) tape_.outputs.push_back(draw_output());
    return std::move(tape_);
  }

 private:
  static Index ssize(const auto& array) { return static_cast<Index>(array.size()); }

  void add_leaf(Operand::Kind kind, Index number, double sample) {
    operands_.push_back(Operand(kind, number));
    samples_.push_back(sample);
  }
  void add_value(double sample) { add_leaf(Operand::Kind::value, ssize(tape_.code) - 1, sample); }

  /// Positions in operands_: mostly recent ones, so that values die and places are used again.
  Index draw_operand() {
    const Index last = ssize(operands_) - 1;
    const Index reach = random_.chance(shape_.distant) ? last : std::min<Index>(last, 12);
    return random_.integer(last - reach, last);
  }

  /// Values that are still of use, or now and then anything.
  bool welcome(double sample) {
    return (std::isfinite(sample) && std::abs(sample) < 1e4) || random_.chance(0.02);
  }

  void add_operation() {
    const auto op = static_cast<Op>(random_.integer(0, static_cast<Index>(Op::select)));
    const Index a = draw_operand(), b = draw_operand(), c = draw_operand();
    tape::Instruction x{.op = op};
    const int count = operands(op);
    x.a = operands_[at(a)];
    if (count > 1) x.b = operands_[at(b)];
    if (count > 2) x.c = operands_[at(c)];
    double first = samples_[at(a)];
    if (op == Op::select) {
      x.a = conditions_[at(random_.integer(0, ssize(conditions_) - 1))];
      first = 1;
    }
    const double sample = compute(op, first, samples_[at(b)], samples_[at(c)]);
    if (!welcome(sample)) return;
    tape_.code.push_back(x);
    add_value(sample);
    if (op == Op::less || op == Op::less_equal || op == Op::equal)
      conditions_.push_back(operands_.back());
  }

  /// The arguments of a call: where they begin in the tape, and their positions in operands_.
  struct List {
    Index first, count;
    std::vector<Index> positions;
  };

  Function draw_function(int with_arity) {
    const auto pow = static_cast<Index>(Function::pow);
    return static_cast<Function>(with_arity == 1 ? random_.integer(0, pow - 1)
                                                 : random_.integer(pow, tape::function_count - 1));
  }

  /// One to four arguments; often several functions of the same; sometimes those of an older call.
  void add_call() {
    const int width = random_.chance(0.75) ? 1 : 2;
    std::vector<List>& lists = width == 1 ? lists_of_one_ : lists_of_two_;
    if (!lists.empty() && random_.chance(0.1)) {
      const List& old = lists[at(random_.integer(0, ssize(lists) - 1))];
      push_call(draw_function(width), old);
      return;
    }
    List list{ssize(tape_.arguments), random_.integer(1, 4), {}};
    for (Index k = 0; k < list.count * width; ++k) {
      list.positions.push_back(draw_operand());
      tape_.arguments.push_back(operands_[at(list.positions.back())]);
    }
    Function f = draw_function(width);
    if (!push_call(f, list)) return tape_.arguments.resize(at(list.first));
    lists.push_back(list);
    while (random_.chance(0.4)) {
      f = f == Function::sin ? Function::cos : draw_function(width);
      push_call(f, list);
    }
  }

  bool push_call(Function f, const List& list) {
    const Index second = arity(f) == 2 ? list.count : 0;
    std::vector<double> results;
    for (Index k = 0; k < list.count; ++k) {
      const double x = samples_[at(list.positions[at(k)])];
      const double z = samples_[at(list.positions[at(second + k)])];
      results.push_back(compute(f, Accuracy::accurate, x, z));
      if (!welcome(results.back())) return false;
    }
    tape_.code.push_back({.op = Op::call,
                          .function = f,
                          .count = static_cast<std::uint8_t>(list.count),
                          .a = Operand(Operand::Kind::value, list.first)});
    for (double result : results) {
      tape_.code.push_back({.op = Op::result});
      add_value(result);
    }
    return true;
  }

  /// Values, recent or old; inputs, constants; the same more than once.
  Operand draw_output() {
    if (!tape_.outputs.empty() && random_.chance(0.1)) return tape_.outputs.back();
    if (random_.chance(0.3)) return operands_[at(random_.integer(0, ssize(operands_) - 1))];
    return operands_[at(draw_operand())];
  }

  Random& random_;
  const TapeShape& shape_;
  Tape tape_;
  std::vector<Operand> operands_;    // all that may be read
  std::vector<double> samples_;      // and its value at the sample point
  std::vector<Operand> conditions_;  // those that are 0 or 1
  std::vector<List> lists_of_one_, lists_of_two_;
};

}  // namespace

TapeShape random_shape(Random& random) {
  TapeShape shape;
  shape.instructions = static_cast<Index>(std::exp(random.uniform(0, std::log(3000))));
  shape.inputs = random.chance(0.1) ? 0 : random.integer(1, random.chance(0.3) ? 60 : 6);
  shape.outputs = random.integer(1, random.chance(0.3) ? 40 : 5);
  shape.calls = random.chance(0.3) ? 0 : random.uniform(0, 0.3);
  shape.distant = random.chance(0.3) ? 0.9 : random.uniform(0, 0.3);
  shape.special = random.chance(0.5) ? 0 : 0.1;
  return shape;
}

Tape random_tape(Random& random, const TapeShape& shape) { return Builder(random, shape).build(); }

std::vector<double> random_inputs(Random& random, Index inputs, Index lanes, double special) {
  std::vector<double> x(at(inputs * lanes));
  for (double& value : x) value = random.chance(special) ? special_value(random) : random.normal();
  return x;
}

double special_value(Random& random) {
  return specials[random.integer(0, static_cast<Index>(std::size(specials)) - 1)];
}

double compute(Op op, double a, double b, double c) {
  const bool ordered = a == a && b == b;
  switch (op) {
    case Op::add:
      return a + b;
    case Op::subtract:
      return a - b;
    case Op::multiply:
      return a * b;
    case Op::divide:
      return a / b;
    case Op::multiply_add:
      return std::fma(a, b, c);
    case Op::multiply_subtract:
      return std::fma(a, b, -c);
    case Op::negate_multiply_add:
      return std::fma(-a, b, c);
    case Op::negate:
      return -a;
    case Op::abs:
      return std::fabs(a);
    case Op::sqrt:
      return std::sqrt(a);
    case Op::floor:
      return std::floor(a);
    case Op::min:
      return !ordered ? nan : a < b ? a : b;
    case Op::max:
      return !ordered ? nan : a > b ? a : b;
    case Op::less:
      return a < b;
    case Op::less_equal:
      return a <= b;
    case Op::equal:
      return a == b;
    case Op::select:
      return a == 1 ? b : c;
    default:
      return nan;
  }
}

double compute(Function f, Accuracy accuracy, double x, double z) {
  double y = 0;
  tape::routine(f, accuracy)(&x, &z, &y, 1);
  return y;
}

std::vector<double> evaluate_tape(const Tape& tape, Accuracy accuracy,
                                  std::span<const double> inputs) {
  std::vector<double> values(tape.code.size());
  const auto read = [&](Operand x) {
    switch (x.kind()) {
      case Operand::Kind::input:
        return inputs[at(x.number())];
      case Operand::Kind::constant:
        return tape.constants[at(x.number())];
      default:
        return values[at(x.number())];
    }
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    const tape::Instruction& x = tape.code[i];
    if (x.op == Op::result) continue;
    if (x.op != Op::call) {
      const int count = operands(x.op);
      values[i] = compute(x.op, read(x.a), count > 1 ? read(x.b) : 0, count > 2 ? read(x.c) : 0);
      continue;
    }
    const Operand* list = tape.arguments.data() + x.a.number();
    const Index second = arity(x.function) == 2 ? x.count : 0;
    for (Index k = 0; k < x.count; ++k)
      values[i + 1 + at(k)] = compute(x.function, accuracy, read(list[k]), read(list[second + k]));
  }
  std::vector<double> outputs;
  for (const Operand x : tape.outputs) outputs.push_back(read(x));
  return outputs;
}

bool same(double x, double y) {
  return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y) || (x != x && y != y);
}

std::string difference(std::span<const double> x, std::span<const double> y, Index lanes) {
  if (x.size() != y.size())
    return "sizes " + std::to_string(x.size()) + " and " + std::to_string(y.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!same(x[i], y[i])) {
      char text[120];
      std::snprintf(text, sizeof text, "value %td, lane %td: %a and %a",
                    static_cast<Index>(i) / lanes, static_cast<Index>(i) % lanes, x[i], y[i]);
      return text;
    }
  return {};
}

}  // namespace zwang::test
