// SPDX-License-Identifier: Apache-2.0
#pragma once
// Every number of a compiled two-ended question against its twin by hand.

#include <string>
#include <vector>

#include "compile/two_ends_pair.h"
#include "support/compile_text.h"

namespace zwang::test {

inline compile::CompileOptions two_ended() {
  compile::CompileOptions options;
  options.extremal = true;
  return options;
}

inline std::string word(const char* what, std::size_t i, std::size_t j = 0) {
  return std::string(what) + "[" + std::to_string(i) + "][" + std::to_string(j) + "]";
}

// Tolerances are relative to 1 + |value|. The numbers have errors of 1e-15 times some operations. F is
// a hundred at the most, so that differences, done once, twice or thrice, leave 1e-17/h, 1e-17/h² and
// 1e-17/h³ of rounding: 5e-15, 3e-12, 2e-9; an order and more for what they miss and add up.
inline constexpr double once = 1e-12, twice = 1e-10, thrice = 1e-7;

// −ṗ without acceleration, and F_x: Q of the functional  [XUMK94 17, erratum 1].
inline Function force(const HandQuestion& hand, std::size_t i) {
  const Function F = hand.sum(), p = d(F, v_(i));
  return [=, n = hand.n](const Point& x) {
    Real Q = d(F, q_(i))(x) - d(p, t_())(x);
    for (std::size_t j = 0; j < n; ++j) Q -= d(p, q_(j))(x) * x.v[j];
    return Q;
  };
}

inline Function mass(const HandQuestion& hand, std::size_t i, std::size_t j) {
  return d(d(hand.sum(), v_(i)), v_(j));
}

// M where it stands: blocks of coordinates.
inline double mass_number(const Equations& equations, Workspace& numbers, std::size_t i,
                          std::size_t j) {
  std::size_t first = 0, begin = 0;
  for (const std::size_t size : equations.mass_blocks) {
    if (i >= first && i < first + size) {
      if (j < first || j >= first + size) return 0;
      return numbers.M()[begin + (i - first) * size + (j - first)];
    }
    begin += size * size;
    first += size;
  }
  return 0;
}

inline void expect_law(const HandQuestion& hand, const Equations& equations, Pair& pair) {
  pair.evaluate(equations::Stage::dynamics);
  for (std::size_t i = 0; i < hand.n; ++i) {
    pair.expect(equations.layout.begin(equations::Array::Q) + static_cast<Index>(i), force(hand, i),
                twice, word("Q", i));
    for (std::size_t j = 0; j < hand.n; ++j) {
      const auto wanted = static_cast<double>(mass(hand, i, j)(pair.point));
      EXPECT_NEAR(mass_number(equations, pair.numbers(), i, j), wanted,
                  twice * (1 + std::abs(wanted)))
          << word("M", i, j);
    }
  }
}

// Q − M ẍ + Aᵀm along a coordinate.
inline Function instant_force(const HandQuestion& hand, const Pair& pair, std::size_t i) {
  return [&hand, &pair, i](const Point& x) {
    Real sum = force(hand, i)(x);
    for (std::size_t j = 0; j < hand.n; ++j) sum -= mass(hand, i, j)(x) * pair.acceleration[j];
    for (std::size_t k = 0; k < hand.phi.size(); ++k) {
      sum += d(hand.phi[k], q_(i))(x) * pair.multipliers[hand.phi_rows[k]];
    }
    for (std::size_t k = 0; k < hand.f.size(); ++k) {
      sum += d(hand.f[k], v_(i))(x) * pair.multipliers[hand.f_rows[k]];
    }
    return sum;
  };
}

// d/dt without acceleration.
inline Function coasting(const Function& f, std::size_t n) {
  return [f, n](const Point& x) {
    Real rate = d(f, t_())(x);
    for (std::size_t j = 0; j < n; ++j) rate += d(f, q_(j))(x) * x.v[j];
    return rate;
  };
}

// b − A ẍ of a row whose rate is given  [XUMK94 22,23] [FKNU05 36,37].
inline Function instant_row(const HandQuestion& hand, const Pair& pair, const Function& rate) {
  return [&, rate, b = coasting(rate, hand.n)](const Point& x) {
    Real sum = -b(x);
    for (std::size_t j = 0; j < hand.n; ++j) sum -= d(rate, v_(j))(x) * pair.acceleration[j];
    return sum;
  };
}

/// A row: its number, its residual, its rate.
struct HandRow {
  std::size_t number;
  Function residual, rate;
};

inline std::vector<HandRow> rows_of(const HandQuestion& hand) {
  std::vector<HandRow> rows;
  for (std::size_t k = 0; k < hand.phi.size(); ++k) {
    rows.push_back({hand.phi_rows[k], hand.phi[k], coasting(hand.phi[k], hand.n)});
  }
  for (std::size_t k = 0; k < hand.f.size(); ++k) {
    rows.push_back({hand.f_rows[k], hand.f[k], hand.f[k]});
  }
  return rows;
}

inline void expect_instant_slopes(const HandQuestion& hand, const Equations& equations,
                                  Pair& pair) {
  const equations::Layout& layout = equations.layout;
  const std::vector<Variable> directions = pair.directions();
  ASSERT_EQ(directions.size(), static_cast<std::size_t>(equations.two_ends.directions()));
  pair.evaluate_slopes();
  for (std::size_t k = 0; k < directions.size(); ++k) {
    for (std::size_t i = 0; i < hand.n; ++i) {
      pair.expect(layout.begin(equations::Array::force_slope) + static_cast<Index>(k * hand.n + i),
                  d(instant_force(hand, pair, i), directions[k]), thrice,
                  word("force slope", k, i));
    }
    for (const HandRow& row : rows_of(hand)) {
      const Index place = static_cast<Index>(k) * equations.m + static_cast<Index>(row.number);
      pair.expect(layout.begin(equations::Array::row_slope) + place,
                  d(instant_row(hand, pair, row.rate), directions[k]), thrice,
                  word("row slope", k, row.number));
      pair.expect(layout.begin(equations::Array::residual_slope) + place,
                  d(row.residual, directions[k]), once, word("residual slope", k, row.number));
      pair.expect(layout.begin(equations::Array::rate_slope) + place, d(row.rate, directions[k]),
                  twice, word("rate slope", k, row.number));
    }
  }
}

// The entries of a row of a pattern over (q, v), zero where there are none.
inline void expect_tangent_row(const equations::Pattern& pattern, const double* entries,
                               std::size_t row, const Function& f, const Pair& pair) {
  const std::size_t n = pair.point.q.size();
  std::vector<double> numbers(2 * n);
  for (Index e = pattern.begin[row]; e < pattern.begin[row + 1]; ++e) {
    numbers[static_cast<std::size_t>(pattern.column[static_cast<std::size_t>(e)])] = entries[e];
  }
  for (std::size_t j = 0; j < 2 * n; ++j) {
    const auto wanted = static_cast<double>(d(f, j < n ? q_(j) : v_(j - n))(pair.point));
    EXPECT_NEAR(numbers[j], wanted, thrice * (1 + std::abs(wanted))) << word("tangent", row, j);
  }
}

inline void expect_tangent(const HandQuestion& hand, const Equations& equations, Pair& pair) {
  pair.evaluate_slopes();  // sets ẍ and the multipliers
  pair.evaluate(equations::Stage::derivatives);
  for (std::size_t i = 0; i < hand.n; ++i) {
    expect_tangent_row(equations.G(), pair.numbers().G(), i, instant_force(hand, pair, i), pair);
  }
  for (const HandRow& row : rows_of(hand)) {
    expect_tangent_row(equations.H(), pair.numbers().H(), row.number,
                       instant_row(hand, pair, row.rate), pair);
  }
}

inline void expect_settled(const HandQuestion& hand, const Equations& equations, Pair& pair) {
  const equations::Layout& layout = pair.layout();
  const std::size_t u = hand.p.size();
  ASSERT_EQ(hand.parameters.size(), equations.parameters.size());
  pair.evaluate(equations::Stage::settle);
  for (std::size_t k = 0; k < hand.parameters.size(); ++k) {
    pair.expect(layout.begin(equations::Array::settled) + static_cast<Index>(k), hand.parameters[k],
                once, word("parameter", k));
  }
  for (std::size_t end = 0; end < 2; ++end) {
    pair.expect(layout.begin(equations::Array::times) + static_cast<Index>(end), hand.time[end],
                once, word("time", end));
    for (std::size_t j = 0; j < u; ++j) {
      pair.expect(layout.begin(equations::Array::time_slopes) + static_cast<Index>(end * u + j),
                  d(hand.time[end], p_(j)), once, word("time slope", end, j));
    }
  }
  for (std::size_t k = 0; k < hand.targets.size(); ++k) {
    pair.expect(layout.begin(equations::Array::targets) + static_cast<Index>(k), hand.targets[k],
                once, word("target", k));
    for (std::size_t j = 0; j < u; ++j) {
      pair.expect(layout.begin(equations::Array::target_slopes) + static_cast<Index>(k * u + j),
                  d(hand.targets[k], p_(j)), once, word("target slope", k, j));
    }
  }
}

// G, F* − v·F*_v, F*_t, F*_p.
inline std::vector<Function> densities(const HandQuestion& hand) {
  std::vector<Function> all = hand.G;
  const Function F = hand.sum();
  all.push_back([F, n = hand.n](const Point& x) {
    Real rest = F(x);
    for (std::size_t i = 0; i < n; ++i) rest -= x.v[i] * d(F, v_(i))(x);
    return rest;
  });
  all.push_back(d(F, t_()));
  for (std::size_t j = 0; j < hand.p.size(); ++j) all.push_back(d(F, p_(j)));
  return all;
}

inline void expect_momentum(const std::vector<Function>& p, Pair& pair) {
  const equations::Layout& layout = pair.layout();
  const std::vector<Variable> directions = pair.directions();
  pair.evaluate(equations::Stage::density);
  pair.evaluate(equations::Stage::density_slopes);
  for (std::size_t i = 0, n = p.size(); i < n; ++i) {
    const auto row = static_cast<Index>(i);
    pair.expect(layout.begin(equations::Array::momentum) + row, p[i], once, word("momentum", i));
    for (std::size_t j = 0; j < n; ++j) {
      const Index place =
          layout.begin(equations::Array::momentum_gradient) + static_cast<Index>(i * 2 * n + j);
      pair.expect(place, d(p[i], q_(j)), twice, word("p_q", i, j));
      pair.expect(place + static_cast<Index>(n), d(p[i], v_(j)), twice, word("p_v", i, j));
    }
    for (std::size_t k = 0; k < directions.size(); ++k) {
      pair.expect(layout.begin(equations::Array::momentum_slopes) + static_cast<Index>(k * n + i),
                  d(p[i], directions[k]), twice, word("momentum slope", k, i));
    }
  }
}

inline void expect_densities(const HandQuestion& hand, Pair& pair) {
  const equations::Layout& layout = pair.layout();
  const std::vector<Function> all = densities(hand);
  const std::vector<Variable> directions = pair.directions();
  pair.evaluate(equations::Stage::density);
  pair.evaluate(equations::Stage::density_slopes);
  pair.expect(layout.begin(equations::Array::integrand), hand.F, once, "integrand");
  for (std::size_t k = 0; k < all.size(); ++k) {
    pair.expect(layout.begin(equations::Array::densities) + static_cast<Index>(k), all[k], once,
                word("density", k));
    for (std::size_t j = 0; j < hand.n; ++j) {
      const Index place =
          layout.begin(equations::Array::density_gradient) + static_cast<Index>(k * 2 * hand.n + j);
      pair.expect(place, d(all[k], q_(j)), twice, word("density by q", k, j));
      pair.expect(place + static_cast<Index>(hand.n), d(all[k], v_(j)), twice,
                  word("density by v", k, j));
    }
    for (std::size_t j = 0; j < directions.size(); ++j) {
      pair.expect(
          layout.begin(equations::Array::density_slopes) + static_cast<Index>(j * all.size() + k),
          d(all[k], directions[j]), twice, word("density slope", j, k));
    }
  }
}

inline void expect_second(const HandQuestion& hand, Pair& pair) {
  const equations::Layout& layout = pair.layout();
  pair.evaluate_slopes();  // sets the multipliers
  pair.evaluate(equations::Stage::second);
  const Function F = hand.sum();
  const Function rows = [&](const Point& x) {
    Real sum = 0;
    for (std::size_t k = 0; k < hand.phi.size(); ++k) {
      sum += pair.multipliers[hand.phi_rows[k]] * hand.phi[k](x);
    }
    return sum;
  };
  for (std::size_t i = 0; i < hand.n; ++i) {
    pair.expect(layout.begin(equations::Array::F_x) + static_cast<Index>(i), d(F, q_(i)), once,
                word("F_x", i));
    for (std::size_t j = 0; j < hand.n; ++j) {
      const auto entry = static_cast<Index>(i * hand.n + j);
      pair.expect(layout.begin(equations::Array::F_xx) + entry, d(d(F, q_(i)), q_(j)), twice,
                  word("F_xx", i, j));
      pair.expect(layout.begin(equations::Array::F_xv) + entry, d(d(F, q_(i)), v_(j)), twice,
                  word("F_xv", i, j));
      pair.expect(layout.begin(equations::Array::curvature) + entry, d(d(rows, q_(i)), q_(j)),
                  twice, word("curvature", i, j));
    }
  }
}

/// The same with the time that the end has.
inline Function at_end(const Function& f, const Function& time) {
  return [=](Point x) {
    x.t = time(x);
    return f(x);
  };
}

inline void expect_end_rows(const HandQuestion& hand, Pair& pair, int end) {
  const equations::Layout& layout = pair.layout();
  const std::vector<Function>& rows = hand.rows[end];
  ASSERT_EQ(pair.two_ends().rows[end].size(), rows.size());
  pair.evaluate(of_end(equations::Stage::from, end), hand.time[end](pair.point));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const Function row = at_end(rows[r], hand.time[end]);
    pair.expect(layout.begin(of_end(equations::Array::from_values, end)) + static_cast<Index>(r),
                row, once, word("end row", r));
    for (std::size_t j = 0; j < hand.n; ++j) {
      const Index place = layout.begin(of_end(equations::Array::from_gradient, end)) +
                          static_cast<Index>(r * 2 * hand.n + j);
      pair.expect(place, d(row, q_(j)), once, word("end row by q", r, j));
      pair.expect(place + static_cast<Index>(hand.n), d(row, v_(j)), once,
                  word("end row by v", r, j));
    }
    for (std::size_t j = 0; j < hand.p.size(); ++j) {
      pair.expect(layout.begin(of_end(equations::Array::from_slopes, end)) +
                      static_cast<Index>(j * rows.size() + r),
                  d(row, p_(j)), once, word("end slope", j, r));
    }
  }
}

// Of Σ ν·row; rows of rates have no part in it.
inline void expect_end_curvature(const HandQuestion& hand, Pair& pair, int end) {
  const TwoEnds& two_ends = pair.two_ends();
  ASSERT_EQ(two_ends.nu_slots[end].size(), hand.rows[end].size());
  for (std::size_t r = 0; r < hand.rows[end].size(); ++r) {
    pair.numbers().set(two_ends.nu_slots[end][r], 0.5 + 0.25 * static_cast<double>(r));
  }
  const Function sum = [&](const Point& x) {
    Real value = 0;
    for (std::size_t r = 0; r < hand.rows[end].size(); ++r) {
      const EndKind kind = two_ends.rows[end][r].kind;
      if (kind == EndKind::rate || kind == EndKind::velocity) continue;
      value += (0.5L + 0.25L * static_cast<Real>(r)) * at_end(hand.rows[end][r], hand.time[end])(x);
    }
    return value;
  };
  std::vector<Variable> by;
  for (std::size_t i = 0; i < hand.n; ++i) by.push_back(q_(i));
  for (std::size_t j = 0; j < hand.p.size(); ++j) by.push_back(p_(j));
  pair.evaluate(of_end(equations::Stage::curve_from, end), hand.time[end](pair.point));
  for (std::size_t i = 0; i < by.size(); ++i) {
    for (std::size_t j = 0; j < by.size(); ++j) {
      pair.expect(pair.layout().begin(of_end(equations::Array::from_curvature, end)) +
                      static_cast<Index>(i * by.size() + j),
                  d(d(sum, by[i]), by[j]), twice, word("end curvature", i, j));
    }
  }
}

inline void expect_twins(const HandQuestion& hand) {
  const compile::Compiled compiled = compile_text(hand.text, two_ended());
  ASSERT_TRUE(compiled.diagnostics.empty());
  const Equations& equations = compiled.equations;
  ASSERT_TRUE(equations.two_ends.compiled);
  ASSERT_TRUE(equations.tangent.compiled);
  ASSERT_EQ(equations.two_ends.variational, static_cast<bool>(hand.F));
  ASSERT_EQ(equations.two_ends.lagrange, hand.lagrange);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Pair pair(hand, equations, seed);
    expect_settled(hand, equations, pair);
    for (const int end : {0, 1}) {
      SCOPED_TRACE(end == 0 ? "from" : "to");
      expect_end_rows(hand, pair, end);
      expect_end_curvature(hand, pair, end);
    }
    if (!hand.F) continue;
    expect_law(hand, equations, pair);
    if (seed == 1) {  // third differences take their time
      expect_instant_slopes(hand, equations, pair);
      expect_tangent(hand, equations, pair);
    }
    std::vector<Function> p;
    for (std::size_t i = 0; i < hand.n; ++i) p.push_back(d(hand.sum(), v_(i)));
    expect_momentum(p, pair);
    expect_densities(hand, pair);
    expect_second(hand, pair);
  }
}

}  // namespace zwang::test
