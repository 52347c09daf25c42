// SPDX-License-Identifier: Apache-2.0
// The functions of tapes: the same bits in any company, correct at the edges, close elsewhere.

#include "tape/functions.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "support/random_tape.h"
#include "support/vector_call.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace zwang::test {
namespace {

using tape::Accuracy;
using tape::Function;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.14159265358979323846;  // rounded down by 1.2e-16

const char* const names[] = {"sin",  "cos",  "tan", "asin", "acos", "atan",  "sinh",
                             "cosh", "tanh", "exp", "log",  "pow",  "atan2", "hypot"};

template <class Visit>
void each_function(Visit visit) {
  for (int f = 0; f < tape::function_count; ++f)
    for (Accuracy accuracy : {Accuracy::fast, Accuracy::accurate}) {
      SCOPED_TRACE(std::string(names[f]) + (accuracy == Accuracy::fast ? ", fast" : ", accurate"));
      visit(static_cast<Function>(f), accuracy);
    }
}

/// A normal number times e^±most at the most.
double draw_of_any_size(Random& random, double most) {
  const double x = random.normal();
  return x * std::exp(random.uniform(-most, most));
}

/// Ordinary and special numbers, any bits, whole numbers (powers of negative bases), numbers near
/// ±1 (asin, acos, log) and of all sizes.
double draw_argument(Random& random) {
  switch (random.integer(0, 6)) {
    case 0:
      return special_value(random);
    case 1:
      return std::bit_cast<double>(random.bits());
    case 2:
      return static_cast<double>(random.integer(-20, 20));
    case 3: {
      const double sign = random.chance(0.5) ? 1 : -1;
      return sign * (1 + random.normal() * 1e-6);
    }
    case 4:
      return draw_of_any_size(random, 60);
    case 5:
      return random.normal() * 300;
    default:
      return random.normal();
  }
}

// The foundation of "same bits": groups of four, of which a lane may be a domain error, an
// infinity or so large that libmvec leaves its usual path, against the lane alone.
TEST(Functions, ALaneDependsOnItsOwnArgumentOnly) {
  const Index groups = std::getenv("ZWANG_SOAK") ? 2000000 : 10000;
  each_function([&](Function f, Accuracy accuracy) {
    Random random(static_cast<std::uint64_t>(f));
    const tape::Routine routine = tape::routine(f, accuracy);
    for (Index i = 0; i < groups && !::testing::Test::HasFailure(); ++i) {
      double x[4], z[4], y[4], alone = 0;
      for (int k = 0; k < 4; ++k) x[k] = draw_argument(random), z[k] = draw_argument(random);
      routine(x, z, y, 4);
      for (int k = 0; k < 4; ++k) {
        routine(x + k, z + k, &alone, 1);
        EXPECT_TRUE(same(y[k], alone)) << "group " << i << ", lane " << k << ": f(" << x[k] << ", "
                                       << z[k] << ") is " << y[k] << ", alone " << alone;
      }
    }
  });
}

TEST(Functions, AnyCountIsDoneInPlaceAndNothingBeyond) {
  each_function([](Function f, Accuracy accuracy) {
    Random random(17);
    const tape::Routine routine = tape::routine(f, accuracy);
    for (Index count = 0; count <= 13; ++count) {
      double x[16], z[16], y[16], once[16];
      for (int k = 0; k < 16; ++k) x[k] = draw_argument(random), z[k] = draw_argument(random);
      for (int k = 0; k < 16; ++k) once[k] = k < count ? compute(f, accuracy, x[k], z[k]) : 77;
      for (double& value : y) value = 77;
      routine(x, z, y, count);
      EXPECT_EQ(difference(y, once, 1), "") << count;
      for (double* in_place : {x, z}) {
        double kept[2][16];
        std::copy(x, x + 16, kept[0]), std::copy(z, z + 16, kept[1]);
        if (in_place == z && arity(f) == 1) continue;
        const double beyond = in_place[count];
        routine(x, z, in_place, count);
        const auto n = static_cast<std::size_t>(count);
        EXPECT_EQ(difference({in_place, n}, {once, n}, 1), "") << count;
        EXPECT_TRUE(same(in_place[count], beyond)) << count;
        std::copy(kept[0], kept[0] + 16, x), std::copy(kept[1], kept[1] + 16, z);
      }
    }
  });
}

struct Edge {
  Function f;
  double x, z, value;
};

// Exact, by the C standard's Annex F; signs of zeros count.
const Edge edges[] = {
    {Function::sin, 0.0, 0, 0.0},
    {Function::sin, -0.0, 0, -0.0},
    {Function::sin, kInf, 0, kNan},
    {Function::cos, 0.0, 0, 1},
    {Function::cos, -kInf, 0, kNan},
    {Function::tan, -0.0, 0, -0.0},
    {Function::tan, kInf, 0, kNan},
    {Function::asin, 2, 0, kNan},
    {Function::asin, -1.0000000000000002, 0, kNan},
    {Function::asin, -0.0, 0, -0.0},
    {Function::acos, 1, 0, 0.0},
    {Function::acos, -2, 0, kNan},
    {Function::atan, -0.0, 0, -0.0},
    {Function::sinh, -0.0, 0, -0.0},
    {Function::sinh, -1000, 0, -kInf},
    {Function::cosh, -1000, 0, kInf},
    {Function::cosh, 0, 0, 1},
    {Function::tanh, -kInf, 0, -1},
    {Function::tanh, 1000, 0, 1},
    {Function::tanh, -0.0, 0, -0.0},
    {Function::exp, 1000, 0, kInf},
    {Function::exp, -1000, 0, 0.0},
    {Function::exp, -kInf, 0, 0.0},
    {Function::exp, -0.0, 0, 1},
    {Function::log, 1, 0, 0.0},
    {Function::log, -1, 0, kNan},
    {Function::log, 0.0, 0, -kInf},
    {Function::log, -0.0, 0, -kInf},
    {Function::log, kInf, 0, kInf},
    {Function::pow, -2, 3, -8},
    {Function::pow, -2, 4, 16},
    {Function::pow, -2, 0.5, kNan},
    {Function::pow, 0.0, 0, 1},
    {Function::pow, kNan, 0, 1},
    {Function::pow, 1, kNan, 1},
    {Function::pow, -0.0, -3, -kInf},
    {Function::pow, -0.0, 3, -0.0},
    {Function::pow, 0.0, -2, kInf},
    {Function::pow, -1, kInf, 1},
    {Function::pow, 0.5, -kInf, kInf},
    {Function::pow, 4, 0.5, 2},
    {Function::pow, 2, -1074, 0x1p-1074},
    {Function::pow, 2, 1024, kInf},
    {Function::pow, -kInf, 3, -kInf},
    {Function::atan2, 0.0, 0.0, 0.0},
    {Function::atan2, -0.0, 0.0, -0.0},
    {Function::atan2, 0.0, -1, kPi},
    {Function::atan2, -0.0, -1, -kPi},
    {Function::atan2, 0.0, -0.0, kPi},
    {Function::atan2, -1, 0.0, -kPi / 2},
    {Function::atan2, kInf, -kInf, 3 * kPi / 4},
    {Function::hypot, 3 * 0x1p600, 4 * 0x1p600, 5 * 0x1p600},
    {Function::hypot, -3, 4, 5},
    {Function::hypot, kInf, kNan, kInf},
    {Function::hypot, 3 * 0x1p-1070, 4 * 0x1p-1070, 5 * 0x1p-1070},
    {Function::hypot, 1e308, 1.7e308, kInf},
};

TEST(Functions, AreExactAtTheEdges) {
  for (const Edge& edge : edges)
    for (Accuracy accuracy : {Accuracy::fast, Accuracy::accurate}) {
      const double y = compute(edge.f, accuracy, edge.x, edge.z);
      EXPECT_TRUE(same(y, edge.value))
          << names[static_cast<int>(edge.f)] << "(" << edge.x << ", " << edge.z << ") = " << y;
    }
}

TEST(Functions, ANaNGivesANaN) {
  each_function([](Function f, Accuracy accuracy) {
    EXPECT_TRUE(std::isnan(compute(f, accuracy, kNan, 3)));
    EXPECT_TRUE(std::isnan(compute(f, accuracy, arity(f) == 1 ? kNan : 3, kNan)));
  });
}

#ifdef __x86_64__  // where long double has eleven bits more

long double trusted(Function f, long double x, long double z) {
  using One = long double (*)(long double);
  const One ones[] = {sinl, cosl, tanl, asinl, acosl, atanl, sinhl, coshl, tanhl, expl, logl};
  if (arity(f) == 1) return ones[static_cast<int>(f)](x);
  return f == Function::pow ? powl(x, z) : f == Function::atan2 ? atan2l(x, z) : hypotl(x, z);
}

/// |y − exact| in units of the last place of a double near `exact`.
double ulps(double y, long double exact) {
  const double rounded = static_cast<double>(exact);
  if (std::isnan(rounded) || std::isinf(rounded) || std::isnan(y))
    return same(y, rounded) ? 0 : kInf;
  const int exponent = std::max(std::ilogb(rounded == 0 ? 0x1p-1074 : rounded), -1022);
  return static_cast<double>(std::fabs(static_cast<long double>(y) - exact) /
                             std::ldexp(1.0L, exponent - 52));
}

/// A domain in which the function is finite and not zero almost everywhere.
double draw_in_domain(Function f, Random& random) {
  switch (f) {
    case Function::asin:
    case Function::acos:
      return random.uniform(-1, 1);
    case Function::log:
    case Function::pow:
      return std::exp(random.uniform(-100, 100));
    case Function::sinh:
    case Function::cosh:
    case Function::exp:
      return random.chance(0.5) ? random.normal() : random.uniform(-700, 700);
    default:
      return draw_of_any_size(random, 20);
  }
}

// libmvec promises 4 units; the C library's manual lists at most 2, rounded to whole units.
TEST(Functions, AreWithinTheirUnitsInTheLastPlace) {
  each_function([](Function f, Accuracy accuracy) {
    Random random(static_cast<std::uint64_t>(f) + 100);
    const double allowed = accuracy == Accuracy::fast ? 4 : 2.5;
    for (int i = 0; i < 20000 && !::testing::Test::HasFailure(); ++i) {
      const double x = draw_in_domain(f, random);
      const double z = f == Function::pow ? random.uniform(-7, 7) : draw_in_domain(f, random);
      const double y = compute(f, accuracy, x, z);
      EXPECT_LE(ulps(y, trusted(f, x, z)), allowed) << "x " << x << ", z " << z << ": " << y;
    }
  });
}

// Where the reduction of the argument needs hundreds of bits of π.
TEST(Functions, ReduceHugeAnglesExactly) {
  for (double x : {1e22, 1e300, 1.7e308, kPi / 2, 1e5 * kPi, 0x1.921fb54442d18p+500})
    for (Function f : {Function::sin, Function::cos, Function::tan})
      for (Accuracy accuracy : {Accuracy::fast, Accuracy::accurate})
        EXPECT_LE(ulps(compute(f, accuracy, x, 0), trusted(f, x, 0)), 4)
            << names[static_cast<int>(f)] << " " << x;
  EXPECT_NEAR(compute(Function::sin, Accuracy::fast, 1e22, 0), -0.8522008497671888, 1e-15);
  EXPECT_NEAR(compute(Function::tan, Accuracy::fast, kPi / 2, 0) / 1.633123935319537e16, 1, 1e-15);
}

TEST(Functions, EmittedCodeCallsTheSameFunctions) {
  each_function([](Function f, Accuracy accuracy) {
    const void* entry = tape::entry(f, accuracy);
    if (accuracy == Accuracy::fast && !tape::has_avx2()) {
      EXPECT_EQ(entry, nullptr);
      return;
    }
    ASSERT_NE(entry, nullptr);
    const double x[4] = {0.3, -0.7, 0.9, 0.1}, z[4] = {2, 3, -1, 0.5};
    double routine[4], called[4];
    tape::routine(f, accuracy)(x, z, routine, 4);
    void* code = const_cast<void*>(entry);
    if (accuracy == Accuracy::fast)
      call_with_vectors(entry, arity(f), x, z, called);
    else
      for (int k = 0; k < 4; ++k)
        called[k] = arity(f) == 1 ? reinterpret_cast<double (*)(double)>(code)(x[k])
                                  : reinterpret_cast<double (*)(double, double)>(code)(x[k], z[k]);
    EXPECT_EQ(difference(called, routine, 1), "");
  });
}

// Rounding, masks and flushing as before: the low six bits are flags that arithmetic raises.
TEST(Functions, LeaveTheFloatingPointControlAlone) {
  const unsigned before = _mm_getcsr() & ~0x3Fu;
  each_function([&](Function f, Accuracy accuracy) {
    Random random(5);
    for (int i = 0; i < 1000; ++i) {
      const double x = draw_argument(random), z = draw_argument(random);
      compute(f, accuracy, x, z);
      ASSERT_EQ(_mm_getcsr() & ~0x3Fu, before);
    }
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
    EXPECT_EQ(std::sqrt(static_cast<long double>(2)), 1.4142135623730950488L) << "x87 stack";
  });
}

#endif

}  // namespace
}  // namespace zwang::test
