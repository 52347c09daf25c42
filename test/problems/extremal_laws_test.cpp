// SPDX-License-Identifier: Apache-2.0
// What must not change an extremal, or change it in a known way: another basis, another way to write
// the rows, a total derivative added to the integrand, a factor, the direction of time, an earlier
// end. Spherical pendulums between random ends. No oracle but the same question, asked otherwise.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "support/random.h"
#include "zwang/zwang.h"

namespace zwang::test {
namespace {

constexpr double tolerance = 1e-11;
constexpr double same = 1e-8;  // a thousand tolerances: conjugate times and indices rest on slopes

struct Ends {
  Vector from, to;
  double T;
};

Ends random_ends(Random& random) {
  return {random_vector(random, 3).normalized(), random_vector(random, 3).normalized(),
          random.uniform(0.5, 2.0)};
}

/// How the question is put.
struct Wording {
  Matrix basis = Matrix::Identity(3, 3);  // orthonormal; x = basis·u
  std::string integrand = "0.5*(x'^2 + y'^2 + z'^2) - 3*z";
  std::vector<std::string> rows = {"x^2 + y^2 + z^2 = 1"};
};

std::string text(double x) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "(%.17g)", x);
  return digits;
}

/// ", u = …, v = …, w = …": x in the basis.
std::string place(const Wording& wording, const Vector& x) {
  const Vector u = wording.basis.transpose() * x;
  return ", u = \"" + text(u[0]) + "\", v = \"" + text(u[1]) + "\", w = \"" + text(u[2]) + "\"";
}

ExtremalSummary ask(const Wording& wording, const Ends& ends) {
  std::string model = "[coordinates]\nu = 1\nv = 0\nw = 0\n[define]\n";
  const char* names[3] = {"x", "y", "z"};
  for (Index i = 0; i < 3; ++i) {
    const auto row = wording.basis.row(i);
    model += std::string(names[i]) + " = \"" + text(row[0]) + "*u + " + text(row[1]) + "*v + " +
             text(row[2]) + "*w\"\n";
  }
  for (std::size_t i = 0; i < wording.rows.size(); ++i) {
    model += "[[constraints]]\nname = \"row" + std::to_string(i) + "\"\nequation = \"" +
             wording.rows[i] + "\"\n";
  }
  model += "[extremal]\nintegrand = \"" + wording.integrand + "\"\nfrom = { t = 0" +
           place(wording, ends.from) + " }\nto = { t = \"" + text(ends.T) + "\"" +
           place(wording, ends.to) + " }\n";
  ExtremalOptions options;
  options.tolerance = tolerance;
  options.samples = 2;
  return find_extremals(read_model(model, "model.toml"), options).summary();
}

/// Rates, out of the basis.
Vector rates(const Wording& wording, const State& state) {
  return wording.basis * Vector(Eigen::Map<const Vector>(state.v.data(), 3));
}

/// The same curve and the same judgement; the action by a factor and a shift.
void expect_same(const Wording& a, const ExtremalSummary& one, const Wording& b,
                 const ExtremalSummary& other, double factor = 1, double shift = 0) {
  ASSERT_EQ(one.ending, ExtremalEnding::done) << one.message;
  ASSERT_EQ(other.ending, ExtremalEnding::done) << other.message;
  const ExtremalCurve &p = one.extremals[0], &q = other.extremals[0];
  const Vector v = rates(a, p.start), w = rates(b, q.start);
  EXPECT_LE((v - w).norm(), same * (1 + v.norm()));
  EXPECT_NEAR(factor * *p.action + shift, *q.action, same * (1 + std::abs(*p.action)));
  EXPECT_EQ(p.index, q.index);
  ASSERT_EQ(p.conjugate_times.size(), q.conjugate_times.size());
  for (std::size_t i = 0; i < p.conjugate_times.size(); ++i)
    EXPECT_NEAR(p.conjugate_times[i], q.conjugate_times[i], same);
}

template <class Body>
void for_each_seed(Body body) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Ends ends = random_ends(random);
    body(random, ends, ask(Wording(), ends));
  }
}

TEST(ExtremalLaws, AnotherBasisIsTheSameWorld) {
  for_each_seed([](Random& random, const Ends& ends, const ExtremalSummary& plain) {
    Wording turned;
    turned.basis = random_orthogonal(random, 3);
    expect_same(Wording(), plain, turned, ask(turned, ends));
  });
}

TEST(ExtremalLaws, RowsMayBeScaledRepeatedAndRewritten) {
  for_each_seed([](Random& random, const Ends& ends, const ExtremalSummary& plain) {
    const std::string scale = text(std::pow(10.0, random.uniform(-6, 6)));
    Wording other;
    other.rows = {scale + "*(x^2 + y^2 + z^2) = " + scale};
    expect_same(Wording(), plain, other, ask(other, ends));
    other.rows = {"sqrt(x^2 + y^2 + z^2) = 1", "(x^2 + y^2 + z^2)^3 = 1"};
    expect_same(Wording(), plain, other, ask(other, ends));
  });
}

TEST(ExtremalLaws, ATotalDerivativeChangesTheActionOnly) {
  for_each_seed([](Random&, const Ends& ends, const ExtremalSummary& plain) {
    Wording other;
    other.integrand += " + (t*x*z + sin(y))'";
    const double gained =
        ends.T * ends.to[0] * ends.to[2] + std::sin(ends.to[1]) - std::sin(ends.from[1]);
    expect_same(Wording(), plain, other, ask(other, ends), 1, gained);
  });
}

TEST(ExtremalLaws, AFactorScalesTheActionAndItsSignTheVerdict) {
  for_each_seed([](Random& random, const Ends& ends, const ExtremalSummary& plain) {
    const double factor = random.uniform(0.1, 10);
    Wording other;
    other.integrand = text(factor) + "*(" + Wording().integrand + ")";
    expect_same(Wording(), plain, other, ask(other, ends), factor);
    other.integrand = text(-factor) + "*(" + Wording().integrand + ")";
    const ExtremalSummary mirrored = ask(other, ends);
    expect_same(Wording(), plain, other, mirrored, -factor);
    ASSERT_FALSE(mirrored.extremals.empty());
    const std::string verdict = plain.extremals[0].verdict;
    EXPECT_EQ(mirrored.extremals[0].verdict, verdict == "minimum" ? "maximum" : verdict);
    EXPECT_EQ(mirrored.extremals[0].legendre, "negative");
  });
}

TEST(ExtremalLaws, BackwardsItIsTheSameCurve) {
  for_each_seed([](Random&, const Ends& ends, const ExtremalSummary& plain) {
    Ends swapped = ends;
    std::swap(swapped.from, swapped.to);
    const ExtremalSummary back = ask(Wording(), swapped);
    ASSERT_EQ(back.ending, ExtremalEnding::done) << back.message;
    const ExtremalCurve &p = plain.extremals[0], &q = back.extremals[0];
    EXPECT_NEAR(*p.action, *q.action, same * (1 + std::abs(*p.action)));
    EXPECT_EQ(p.index, q.index);
    const Vector v = rates(Wording(), p.start), w = rates(Wording(), q.end);
    EXPECT_LE((v + w).norm(), same * (1 + v.norm()));
  });
}

}  // namespace
}  // namespace zwang::test
