// SPDX-License-Identifier: Apache-2.0
#include "support/rational.h"

#include <algorithm>
#include <stdexcept>

#include "support/quad.h"

namespace zwang::test {

namespace {

struct Outgrown : std::runtime_error {
  Outgrown() : std::runtime_error("more than 128 bits") {}
};

Wide product(Wide a, Wide b) {
  Wide c = 0;
  if (__builtin_mul_overflow(a, b, &c)) throw Outgrown();
  return c;
}

Rational reduced(Wide top, Wide bottom) {
  Wide a = top < 0 ? -top : top, b = bottom < 0 ? -bottom : bottom;
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  if (a == 0) return {0, 1};
  return bottom < 0 ? Rational{-(top / a), -(bottom / a)} : Rational{top / a, bottom / a};
}

Rational times(const Rational& x, const Rational& y) {
  return reduced(product(x.top, y.top), product(x.bottom, y.bottom));
}

Rational over(const Rational& x, const Rational& y) {
  return reduced(product(x.top, y.bottom), product(x.bottom, y.top));
}

Rational minus(const Rational& x, const Rational& y) {
  Wide top = 0;
  if (__builtin_sub_overflow(product(x.top, y.bottom), product(y.top, x.bottom), &top))
    throw Outgrown();
  return reduced(top, product(x.bottom, y.bottom));
}

Rational whole(double x) { return {static_cast<Wide>(x), 1}; }

using Rows = std::vector<std::vector<Rational>>;

/// Reduced row echelon form over the first `columns`; which row leads each column, or −1.
std::vector<int> eliminate(Rows& rows, std::size_t columns) {
  std::vector<int> leader(columns, -1);
  std::size_t next = 0;
  for (std::size_t j = 0; j < columns && next < rows.size(); ++j) {
    std::size_t pivot = next;
    while (pivot < rows.size() && rows[pivot][j].top == 0) ++pivot;
    if (pivot == rows.size()) continue;
    std::swap(rows[pivot], rows[next]);
    const Rational head = rows[next][j];
    for (Rational& x : rows[next]) x = over(x, head);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == next || rows[i][j].top == 0) continue;
      const Rational factor = rows[i][j];
      for (std::size_t k = 0; k < rows[i].size(); ++k)
        rows[i][k] = minus(rows[i][k], times(factor, rows[next][k]));
    }
    leader[j] = static_cast<int>(next++);
  }
  return leader;
}

/// ẍ and λ, each if it is unique.
std::vector<std::optional<Rational>> solve(const System& s, const Vector& force) {
  const auto n = static_cast<std::size_t>(s.n()), m = static_cast<std::size_t>(s.m());
  const Matrix W = s.W.size() ? Matrix(s.W.asDiagonal()) : Matrix(Matrix::Identity(s.m(), s.m()));
  const Matrix normal = s.A.transpose() * W * s.A;
  const Vector wanted = s.A.transpose() * W * s.b;
  Rows rows(2 * n, std::vector<Rational>(n + m + 1));
  for (std::size_t i = 0; i < n; ++i) {
    const auto I = static_cast<Index>(i);
    for (std::size_t j = 0; j < n; ++j) {
      rows[i][j] = whole(s.M(I, static_cast<Index>(j)));
      rows[n + i][j] = whole(normal(I, static_cast<Index>(j)));
    }
    for (std::size_t j = 0; j < m; ++j) rows[i][n + j] = whole(-s.A(static_cast<Index>(j), I));
    rows[i][n + m] = whole(force(I));
    rows[n + i][n + m] = whole(wanted(I));
  }
  const std::vector<int> leader = eliminate(rows, n + m);
  std::vector<std::optional<Rational>> answer(n + m);
  for (std::size_t j = 0; j < n + m; ++j) {
    if (leader[j] < 0) continue;
    const std::vector<Rational>& row = rows[static_cast<std::size_t>(leader[j])];
    bool unique = true;
    for (std::size_t k = 0; k < n + m; ++k)
      if (leader[k] < 0 && row[k].top != 0) unique = false;
    if (unique) answer[j] = row[n + m];
  }
  return answer;
}

std::vector<Rational> without(const Vector& from, const Matrix& B, const std::vector<Rational>& x) {
  std::vector<Rational> result;
  for (Index i = 0; i < B.rows(); ++i) {
    Rational rest = whole(from(i));
    for (Index j = 0; j < B.cols(); ++j)
      rest = minus(rest, times(whole(B(i, j)), x[static_cast<std::size_t>(j)]));
    result.push_back(rest);
  }
  return result;
}

}  // namespace

std::optional<RationalAnswer> rational_instant(const System& s) try {
  const auto n = static_cast<std::size_t>(s.n());
  const auto ideal = solve(s, s.Q);
  const auto real = s.C.size() ? solve(s, Vector(s.Q + s.C)) : ideal;
  RationalAnswer answer;
  std::vector<Rational> ideal_xdd;
  for (std::size_t i = 0; i < n; ++i) {
    if (!ideal[i] || !real[i]) return std::nullopt;
    ideal_xdd.push_back(*ideal[i]);
    answer.xdd.push_back(*real[i]);
  }
  answer.multipliers.assign(ideal.begin() + static_cast<std::ptrdiff_t>(n), ideal.end());
  const std::vector<Rational> F_L = without(s.Q, s.M, ideal_xdd);  // with the other sign
  const std::vector<Rational> F = without(s.Q, s.M, answer.xdd);
  for (std::size_t i = 0; i < n; ++i) {
    answer.F_L.push_back(minus({0, 1}, F_L[i]));
    answer.F_C.push_back(minus(F_L[i], F[i]));
  }
  answer.residual = without(s.b, s.A, answer.xdd);
  return answer;
} catch (const Outgrown&) {
  return std::nullopt;
}

bool contains(double lower, double upper, const Rational& x) {
  if (x.bottom >> 59 != 0) throw std::runtime_error("too many digits to compare without rounding");
  const auto top = static_cast<Quad>(x.top), bottom = static_cast<Quad>(x.bottom);
  return static_cast<Quad>(lower) * bottom <= top && top <= static_cast<Quad>(upper) * bottom;
}

}  // namespace zwang::test
