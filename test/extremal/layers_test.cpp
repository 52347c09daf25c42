// SPDX-License-Identifier: Apache-2.0
// Layers between the points of a mesh: what is called an extremal is one, or nothing is.

#include "extremal/layers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>

#include "extremal/find.h"
#include "support/compile_text.h"
#include "zwang/extremal.h"

namespace zwang::extremal {
namespace {

constexpr double kEnd = 0.0137;  // beside the points of any even mesh

std::string question(const std::string& n, double w) {
  return "[parameters]\nw = " + std::to_string(w) + "\n[coordinates]\ny = 0\n[extremal]\n" +
         "independent = \"x\"\nintegrand = \"(" + n + ")*sqrt(1 + y'^2)\"\n" +
         "from = { x = 0, y = " + std::to_string(1 + kEnd) + " }\n" +
         "to = { x = 2, y = " + std::to_string(-1 + kEnd) + " }\n";
}

// ∫ f over a range with a layer at 0, in pieces that double away from it, by Gauss's rule of five points.
double integral(const std::function<double(double)>& f, double from, double to, double w) {
  constexpr double c[] = {0, 0.5384693101056831, 0.9061798459386640};
  constexpr double b[] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
  const auto piece = [&](double x0, double x1) {
    const double m = 0.5 * (x0 + x1), h = 0.5 * (x1 - x0);
    double sum = b[0] * f(m);
    for (int k = 1; k < 3; ++k) sum += b[k] * (f(m - h * c[k]) + f(m + h * c[k]));
    return h * sum;
  };
  std::vector<double> cuts;
  for (double d = 0.25 * w; d < 4; d *= 1.25) {
    if (-d > from) cuts.insert(cuts.begin(), -d);
    if (d < to) cuts.push_back(d);
  }
  cuts.insert(cuts.begin(), from);
  cuts.push_back(to);
  double sum = 0;
  for (std::size_t k = 1; k < cuts.size(); ++k) sum += piece(cuts[k - 1], cuts[k]);
  return sum;
}

// n(y)·√(1 + y'²) keeps n/√(1 + y'²) = c: Snell's law, and what is left are integrals over y.
double least_action(const std::function<double(double)>& n, double w) {
  const double from = -1 + kEnd, to = 1 + kEnd;
  double low = 0, high = std::min(n(from), n(to));
  for (int i = 0; i < 100; ++i) {
    const double c = 0.5 * (low + high);
    const double reach =
        integral([&](double y) { return c / std::sqrt(n(y) * n(y) - c * c); }, from, to, w);
    (reach < 2 ? low : high) = c;
  }
  const double c = low;
  return integral([&](double y) { return n(y) * n(y) / std::sqrt(n(y) * n(y) - c * c); }, from, to,
                  w);
}

struct Case {
  const char* formula;
  double (*n)(double y, double w);
};

constexpr Case kCases[] = {
    {"1.25 - 0.25*tanh(y/w)", [](double y, double w) { return 1.25 - 0.25 * std::tanh(y / w); }},
    {"1 + exp(-(y/w)^2)", [](double y, double w) { return 1 + std::exp(-y * y / (w * w)); }},
    {"1 + 1/(1 + (y/w)^2)", [](double y, double w) { return 1 + 1 / (1 + y * y / (w * w)); }},
};

// A straight line through a layer that no point of its mesh sees was once called a minimum.
TEST(Layers, WhatIsFoundIsRightOrNothingIs) {
  int found = 0;
  for (const Case& one : kCases) {
    for (const double w : {0.1, 0.01, 1e-3, 1e-4, 1e-6}) {
      // Where Newton's iteration tries in vain for long, the soak has the time.
      const bool quick = w == 0.1 || w == 1e-6;
      if (!quick && !std::getenv("ZWANG_SOAK")) continue;
      const compile::Compiled compiled =
          test::compile_text(question(one.formula, w), {.extremal = true});
      const Answer answer = find(compiled.equations, {});
      if (answer.found.empty()) {
        EXPECT_TRUE(answer.failure == Failure::too_fine || answer.failure == Failure::not_found);
        continue;
      }
      ++found;
      const double action = least_action([&](double y) { return one.n(y, w); }, w);
      EXPECT_NEAR(answer.found.front().action, action, 1e-8) << one.formula << ", w = " << w;
    }
  }
  EXPECT_GE(found, 3);
}

TEST(Layers, AreSeenWhereTheyLieInTime) {
  for (const double w : {1e-2, 1e-4, 1e-6}) {
    const compile::Compiled compiled =
        test::compile_text(question("1.25 - 0.25*tanh((x - 1.0137)/w)", w), {.extremal = true});
    const Answer answer = find(compiled.equations, {});
    ASSERT_EQ(answer.found.size(), 1u) << w;
    // n y'/√(1 + y'²) = c: as above, over x.
    const auto n = [&](double x) { return 1.25 - 0.25 * std::tanh(x / w); };
    double low = 0, high = 1;
    for (int i = 0; i < 100; ++i) {
      const double c = 0.5 * (low + high);
      const auto slope = [&](double x) { return c / std::sqrt(n(x) * n(x) - c * c); };
      (integral(slope, -1.0137, 2 - 1.0137, w) < 2 ? low : high) = c;
    }
    const auto F = [&](double x) { return n(x) * n(x) / std::sqrt(n(x) * n(x) - low * low); };
    EXPECT_NEAR(answer.found.front().action, integral(F, -1.0137, 2 - 1.0137, w), 1e-8) << w;
  }
}

// Wider ones first, and from there to those that are meant.
TEST(Layers, AreFollowedFromWiderOnes) {
  for (const double w : {1e-3}) {
    const Extremals found = find_extremals(read_model(question(kCases[0].formula, w), "test"));
    ASSERT_EQ(found.summary().extremals.size(), 1u) << found.summary().message;
    const double action = least_action([&](double y) { return kCases[0].n(y, w); }, w);
    EXPECT_NEAR(*found.summary().extremals.front().action, action, 1e-8) << w;
    EXPECT_EQ(found.summary().extremals.front().verdict, "minimum");
  }
}

}  // namespace
}  // namespace zwang::extremal
