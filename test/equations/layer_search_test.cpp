// SPDX-License-Identifier: Apache-2.0
// Arguments that pass what matters between two places: found, wherever and however narrow; smooth ones not.

#include "equations/layer_search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random.h"

namespace zwang::equations {
namespace {

struct Line {
  double place, width;
  double (*u)(double x);
};

std::vector<Layer> layers_of(Argument::Scale scale, Line line, int places) {
  const Argument argument{scale, false};
  LayerSearch search({&argument, 1});
  const ArgumentsAlong along{&line, [](void* self, double at, double* u) noexcept {
                               const Line& l = *static_cast<Line*>(self);
                               *u = l.u((at - l.place) / l.width);
                             }};
  std::vector<Layer> all;
  for (int k = 0; k <= places; ++k) {
    const auto found = search.look(static_cast<double>(k) / places, along);
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

TEST(LayerSearch, FindsLayersOfEveryWidth) {
  test::Random random(3);
  for (const double w : {1e-2, 1e-4, 1e-6, 1e-9}) {
    for (int trial = 0; trial < 20; ++trial) {
      const double c = random.uniform(0.15, 0.85);
      const struct {
        Argument::Scale scale;
        double (*u)(double);
      } cases[] = {
          {Argument::Scale::plain, [](double x) { return x; }},
          {Argument::Scale::plain, [](double x) { return -x * x; }},
          {Argument::Scale::plain, [](double x) { return 3 - std::abs(x); }},
          {Argument::Scale::ratio, [](double x) { return 1 + x * x; }},
          {Argument::Scale::ratio, [](double x) { return 0.1 + std::abs(x); }},
          {Argument::Scale::edge, [](double x) { return 1 - std::abs(x); }},
      };
      for (const auto& one : cases) {
        const std::vector<Layer> found = layers_of(one.scale, {c, w, one.u}, 20);
        ASSERT_FALSE(found.empty()) << "w = " << w << ", at " << c;
        // The widest of them passes zero at three widths from its middle.
        EXPECT_NEAR(found.front().at, c, 4 * w);
        EXPECT_GT(found.front().width, 0.02 * w);
        EXPECT_LT(found.front().width, 4 * w);
      }
    }
  }
}

// Places as those of a mesh, far apart here and near each other there: what lies between two of them shows
// at the others by little.
TEST(LayerSearch, FindsPolesBetweenUnevenPlaces) {
  const Argument argument{Argument::Scale::ratio, false};
  for (const double w : {1e-3, 1e-6, 1e-9}) {
    for (int k = 1; k < 20; ++k) {
      LayerSearch search({&argument, 1});
      Line line{0.1 + 0.01 * k, w, [](double x) { return 0.1 + std::abs(x); }};
      const ArgumentsAlong along{&line, [](void* self, double at, double* u) noexcept {
                                   const Line& l = *static_cast<Line*>(self);
                                   *u = l.u((at - l.place) / l.width);
                                 }};
      std::vector<Layer> all;
      for (const double at : {0.0, 0.05, 0.1, 0.3, 0.35, 0.4}) {
        const auto found = search.look(at, along);
        all.insert(all.end(), found.begin(), found.end());
      }
      ASSERT_FALSE(all.empty()) << "w = " << w << ", at " << line.place;
      EXPECT_NEAR(all.front().at, line.place, w);
    }
  }
}

TEST(LayerSearch, LeavesSmoothArgumentsAlone) {
  const auto wide = [](double x) { return 0.9 * std::sin(x); };
  EXPECT_TRUE(layers_of(Argument::Scale::plain, {0.5, 0.1, wide}, 20).empty());
  EXPECT_TRUE(layers_of(Argument::Scale::ratio, {0.5, 0.2, [](double x) { return 1 + x * x; }}, 20)
                  .empty());
  EXPECT_TRUE(layers_of(Argument::Scale::edge, {0.5, 1, [](double x) { return x; }}, 20).empty());
}

}  // namespace
}  // namespace zwang::equations
