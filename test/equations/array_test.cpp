// SPDX-License-Identifier: Apache-2.0
// The table of the seam against itself: what a line of it says must be so wherever it is used.

#include "equations/array.h"

#include <gtest/gtest.h>

#include <set>

#include "equations/layout.h"

namespace zwang::test {
namespace {

using equations::Array;
using equations::Form;
using equations::Layout;
using equations::Pattern;
using equations::Shape;
using equations::Sizes;
using equations::Stage;

std::vector<Array> all_arrays() {
  std::vector<Array> all;
  for (std::size_t k = 0; k < equations::arrays; ++k) all.push_back(static_cast<Array>(k));
  return all;
}

/// Sizes that are all different, and prime: no two shapes are equal by accident.
Sizes prime_sizes() {
  Sizes s;
  s.n = 2, s.m = 3, s.mass = 5, s.observables = 7, s.reactions = 11, s.limits = 13, s.sliding = 17;
  s.controls = 19, s.events = 23, s.sets = 29, s.directions = 31, s.properties = 37;
  s.two_ends = true, s.parameters = 41, s.unknowns = 43, s.integrals = 47, s.from = 53, s.to = 59;
  s.arguments = 61, s.switches = 67;
  return s;
}

/// Every entry of its rows and columns, but the first column of even rows.
Pattern some_pattern(Shape shape) {
  std::vector<std::pair<Index, Index>> places;
  for (Index i = 0; i < shape.rows; ++i) {
    for (Index j = i % 2 == 0 ? 1 : 0; j < shape.columns; ++j) places.emplace_back(i, j);
  }
  return equations::make_pattern(shape.rows, std::move(places));
}

Layout laid_out(const Sizes& sizes) {
  Layout layout(sizes);
  for (const Array array : all_arrays()) {
    if (is_sparse(array)) layout.set(array, some_pattern(layout.shape(array)));
  }
  layout.place_all();
  return layout;
}

TEST(Array, EveryOneIsFilledInBySomeStageOfMotionOrOfTwoEnds) {
  for (const Array array : all_arrays()) {
    int motion = 0, two_ended = 0;
    for (std::size_t k = 0; k < equations::stages; ++k) {
      const auto stage = static_cast<Stage>(k);
      if (!facts(array).stages.has(stage)) continue;
      (is_two_ended(stage) ? two_ended : motion) += 1;
    }
    EXPECT_TRUE((motion > 0) != (two_ended > 0)) << facts(array).name;
    EXPECT_LE(two_ended, 1) << facts(array).name;
    EXPECT_LE(motion, 2) << facts(array).name;
  }
}

TEST(Array, EveryStageFillsInSomeArray) {
  for (std::size_t k = 0; k < equations::stages; ++k) {
    const std::vector<Array> all = all_arrays();
    EXPECT_TRUE(
        std::any_of(all.begin(), all.end(),
                    [k](Array array) { return facts(array).stages.has(static_cast<Stage>(k)); }))
        << "stage " << k;
  }
}

TEST(Array, NamesAreDifferentAndInTheirOrder) {
  std::set<std::string_view> names;
  for (const Array array : all_arrays()) names.insert(facts(array).name);
  EXPECT_EQ(names.size(), equations::arrays);
  EXPECT_EQ(facts(Array::Q).name, "Q");
  EXPECT_EQ(facts(Array::rate_slope).name, "rate_slope");
  EXPECT_EQ(facts(Array::to_curvature).name, "to_curvature");
}

// The symbols of the papers: M n×n by blocks, Q n, A m×n, b m, G n×2n, H m×2n, B controls×n.
TEST(Array, ShapesAreThoseOfTheSymbols) {
  const Layout layout(prime_sizes());
  const auto is = [&](Array array, Index rows, Index columns) {
    const Shape shape = layout.shape(array);
    EXPECT_EQ(shape.rows, rows) << facts(array).name;
    EXPECT_EQ(shape.columns, columns) << facts(array).name;
  };
  is(Array::M, 5, 1);
  is(Array::Q, 2, 1);
  is(Array::A, 3, 2);
  is(Array::b, 3, 1);
  is(Array::G, 2, 4);
  is(Array::H, 3, 4);
  is(Array::C_slope, 11, 2);
  is(Array::B, 19, 2);
  is(Array::row_slope, 31, 3);
  is(Array::properties, 32, 37);
  is(Array::densities, 47 + 2 + 43, 1);
  is(Array::density_slopes, 31, 47 + 2 + 43);
  is(Array::to_gradient, 59, 4);
  is(Array::from_slopes, 43, 53);
  is(Array::from_curvature, 45, 45);
}

TEST(Array, WhatIsAskedOfTheEndsComesInPairs) {
  Sizes sizes = prime_sizes();
  sizes.to = sizes.from;
  for (const auto& [from, to] : {std::pair{Array::from_values, Array::to_values},
                                 {Array::from_gradient, Array::to_gradient},
                                 {Array::from_slopes, Array::to_slopes},
                                 {Array::from_curvature, Array::to_curvature}}) {
    EXPECT_EQ(of_end(from, 0), from);
    EXPECT_EQ(of_end(from, 1), to);
    EXPECT_EQ(facts(from).shape(sizes).rows, facts(to).shape(sizes).rows);
    EXPECT_EQ(facts(from).shape(sizes).columns, facts(to).shape(sizes).columns);
    for (const Stage stage : {Stage::from, Stage::curve_from}) {
      EXPECT_EQ(facts(from).stages.has(stage), facts(to).stages.has(of_end(stage, 1)));
    }
  }
}

TEST(Layout, ArraysStandOneAfterTheOtherWithoutOverlap) {
  const Layout layout = laid_out(prime_sizes());
  std::vector<int> owners(at(layout.size()), 0);
  for (const Array array : all_arrays()) {
    for (Index k = 0; k < layout.size(array); ++k) ++owners[at(layout.begin(array) + k)];
  }
  EXPECT_EQ(std::count(owners.begin(), owners.end(), 1), layout.size());
}

TEST(Layout, SizesAreThoseOfShapesOrPatterns) {
  const Layout layout = laid_out(prime_sizes());
  for (const Array array : all_arrays()) {
    const Shape shape = layout.shape(array);
    const Index expected =
        is_sparse(array) ? some_pattern(shape).entries() : shape.rows * shape.columns;
    EXPECT_EQ(layout.size(array), expected) << facts(array).name;
    EXPECT_GT(expected, 0) << facts(array).name;
  }
}

TEST(Layout, PatternsAreKeptForEachSparseArray) {
  const Layout layout = laid_out(prime_sizes());
  for (const Array array : all_arrays()) {
    if (!is_sparse(array)) continue;
    EXPECT_EQ(layout.pattern(array).begin, some_pattern(layout.shape(array)).begin);
    EXPECT_EQ(layout.pattern(array).column, some_pattern(layout.shape(array)).column);
  }
}

TEST(Layout, HasNoRoomForTwoEndsThatNobodyAsksFor) {
  Sizes sizes;
  sizes.n = 10000;
  Layout layout(sizes);
  layout.place_all();
  EXPECT_EQ(layout.size(Array::F_xx), 0);
  EXPECT_EQ(layout.size(), 2 * sizes.n + 2);  // Q, C, the energy and the power
}

TEST(Layout, ReducedArraysStandBehindAndOthersStay) {
  const Layout written = laid_out(prime_sizes());
  Layout layout = written;
  Sizes sizes = prime_sizes();
  sizes.n = 1;
  sizes.mass = 1;
  layout.place_reduced(sizes);
  Index next = written.size();
  for (const Array array : all_arrays()) {
    const bool reduced = facts(array).with_bodies == equations::WithBodies::reduced;
    EXPECT_EQ(layout.begin(array), reduced ? next : written.begin(array)) << facts(array).name;
    if (reduced) next += layout.size(array);
  }
  EXPECT_EQ(layout.size(), next);
  EXPECT_EQ(layout.size(Array::Q), 1);
  EXPECT_EQ(written.size(Array::Q), 2);
}

}  // namespace
}  // namespace zwang::test
