// SPDX-License-Identifier: Apache-2.0
#pragma once
// Formulas evaluated modulo a prime: arithmetic is exact, every other function is a fixed table of
// random numbers that keeps the laws which formulas are rewritten by (odd, even, √x·√x = x, the true
// value for simple constants). Two ways of writing one formula agree exactly, two formulas almost
// never.

#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "formula/graph.h"

namespace zwang::test::residues {

using Residue = std::uint64_t;
inline constexpr Residue prime = (Residue{1} << 31) - 1;

/// A division by zero, or the root of what has none: try other numbers.
struct NoResidue : std::runtime_error {
  NoResidue() : std::runtime_error("no such residue") {}
};

inline Residue sum(Residue x, Residue y) { return (x + y) % prime; }
inline Residue negative(Residue x) { return x == 0 ? 0 : prime - x; }
inline Residue product(Residue x, Residue y) { return x * y % prime; }
inline Residue whole_power(Residue x, std::uint64_t n) {
  Residue result = 1;
  for (; n != 0; n >>= 1, x = product(x, x)) {
    if (n & 1) result = product(result, x);
  }
  return result;
}
inline Residue inverse(Residue x) {
  if (x == 0) throw NoResidue();
  return whole_power(x, prime - 2);
}
inline Residue root(Residue x) {
  const Residue r = whole_power(x, (prime + 1) / 4);  // prime ≡ 3 modulo 4
  if (product(r, r) != x) throw NoResidue();
  return r;
}

/// The number exactly: m·2^e. What is not finite is a number of its own.
inline Residue residue(double value) {
  if (std::isnan(value)) return 987654321;
  if (std::isinf(value)) return value > 0 ? 123456789 : prime - 123456789;
  int e = 0;
  const auto m = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &e), 53));
  const Residue size = static_cast<Residue>(std::abs(m)) % prime;
  const Residue scale = e >= 53 ? whole_power(2, static_cast<std::uint64_t>(e - 53))
                                : inverse(whole_power(2, static_cast<std::uint64_t>(53 - e)));
  return m < 0 ? negative(product(size, scale)) : product(size, scale);
}

inline Residue hashed(formula::Op op, Residue x, Residue y) {
  Residue z = x * 0x9E3779B97F4A7C15u ^ std::rotl(y, 29) ^ (static_cast<Residue>(op) << 56);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (z ^ (z >> 31)) % prime;
}

/// The number k/8 with small k that a residue stands for; NaN if there is none.
inline double small_number(Residue x) {
  const Residue eighths = product(x, 8);
  if (eighths <= 8000) return static_cast<double>(eighths) / 8;
  return prime - eighths <= 8000 ? -static_cast<double>(prime - eighths) / 8 : NAN;
}

// x^(k/2) for small k as the root's power, else a random number.
inline Residue any_power(Residue x, Residue y) {
  const Residue twice = sum(y, y);
  const bool is_negative = twice > prime / 2;
  const Residue k = is_negative ? prime - twice : twice;
  if (k > 100) return hashed(formula::Op::power, x, y);
  const Residue size = k % 2 == 0 ? whole_power(x, k / 2) : whole_power(root(x), k);
  return is_negative ? inverse(size) : size;
}

inline Residue apply(formula::Op op, Residue x, Residue y, Residue z) {
  using formula::Op;
  const bool is_folded = op > Op::sqrt && op < Op::min && op != Op::hypot;
  if (is_folded) {  // the graph has computed it, where the argument is a constant
    const double a = small_number(x), b = formula::arity(op) == 1 ? 0 : small_number(y);
    if (!std::isnan(a) && !std::isnan(b)) return residue(formula::evaluate(op, a, b, 0));
  }
  const bool upper = x > prime / 2;  // one of x and −x
  switch (op) {
    case Op::add:
      return sum(x, y);
    case Op::subtract:
      return sum(x, negative(y));
    case Op::multiply:
      return product(x, y);
    case Op::divide:
      return product(x, inverse(y));
    case Op::negate:
      return negative(x);
    case Op::square:
      return product(x, x);
    case Op::power:
      return any_power(x, y);
    case Op::sqrt:
      return root(x);
    case Op::hypot:
      return root(sum(product(x, x), product(y, y)));
    case Op::sin:
    case Op::tan:
    case Op::asin:
    case Op::atan:
    case Op::sinh:
    case Op::tanh:
    case Op::sign:
      return upper ? negative(hashed(op, prime - x, 0)) : hashed(op, x, 0);
    case Op::cos:
    case Op::cosh:
    case Op::abs:
      return hashed(op, upper ? prime - x : x, 0);
    case Op::min:
      return x < y ? x : y;
    case Op::max:
      return x > y ? x : y;
    case Op::less:
      return x < y ? 1 : 0;
    case Op::less_equal:
      return x <= y ? 1 : 0;
    case Op::equal:
      return x == y ? 1 : 0;
    case Op::both:
      return x * y;
    case Op::either:
      return x | y;
    case Op::negation:
      return 1 - x;
    case Op::select:
      return x != 0 ? y : z;
    default:
      return hashed(op, x, y);
  }
}

/// The value of a formula for the given inputs (by slot).
inline Residue evaluate_residue(const formula::Graph& graph, formula::Node x,
                                const std::vector<Residue>& inputs) {
  std::vector<Residue> values(std::size_t{x} + 1);
  for (const formula::Node y : graph.reachable({&x, 1})) {
    const formula::Term& term = graph[y];
    const int operands = formula::arity(term.op);
    values[y] = term.op == formula::Op::constant ? residue(graph.value(y))
                : term.op == formula::Op::input
                    ? inputs[term.a]
                    : apply(term.op, values[term.a], operands > 1 ? values[term.b] : 0,
                            operands > 2 ? values[term.c] : 0);
  }
  return values[x];
}

}  // namespace zwang::test::residues
