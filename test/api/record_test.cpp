// SPDX-License-Identifier: Apache-2.0
// Results from a file are those that were written; columns are seen where they stand.

#include "zwang/record.h"

#include <gtest/gtest.h>

#include <bit>
#include <fstream>

#include "record/scratch.h"
#include "zwang/extremal.h"
#include "zwang/run.h"

namespace zwang {
namespace {

std::vector<std::uint64_t> bits(const std::vector<double>& x) {
  std::vector<std::uint64_t> found;
  for (const double one : x) found.push_back(std::bit_cast<std::uint64_t>(one));
  return found;
}

class RecordFileOf : public testing::Test {
 protected:
  std::string path(const char* name) const { return scratch_.path(name); }

 private:
  test::Scratch scratch_;
};

void expect_same(const Samples& one, const Samples& other) {
  ASSERT_EQ(one.columns(), other.columns());
  ASSERT_EQ(one.samples(), other.samples());
  for (const std::string& name : one.columns())
    EXPECT_EQ(bits(one.column(name)), bits(other.column(name))) << name;
}

TEST_F(RecordFileOf, AMotionIsTheMotion) {
  for (const char* const name : {"pendulum", "four_bar_hinges", "bouncing_ball"}) {
    const Model model = load_model(ZWANG_TEST_DATA "/../../models/" + std::string(name) + ".toml");
    RunOptions options;
    options.duration = 1;
    options.samples = 41;
    const Trajectory run_ = run(model, options);
    write_hdf5(run_, path("run.h5"));
    const Record record = read_record(path("run.h5"));
    expect_same(run_, record);
    EXPECT_FALSE(record.of_extremals());
    EXPECT_EQ(bits(record.column("step")), bits(run_.column("step")));
    EXPECT_EQ(record.text(), model.description().text);
    EXPECT_NE(record.summary().find(run_.summary().message.substr(0, 20)), std::string::npos);
    EXPECT_EQ(bits(run(record.model(), options).column("t")), bits(run_.column("t")));
  }
}

TEST_F(RecordFileOf, SettingsComeBackToTheBit) {
  const double third = 1.0 / 3;
  const Model model = read_model(
      "[parameters]\nl = 1\n[coordinates]\nx = \"l\"\n[free]\nlagrangian = \"x'^2/2 - x^2/2\"\n",
      "m.toml", {{"l", third}});
  RunOptions options;
  options.duration = 1;
  write_hdf5(run(model, options), path("run.h5"));
  const Record record = read_record(path("run.h5"));
  EXPECT_EQ(record.settings(), (Settings{{"l", third}}));
  EXPECT_EQ(bits(record.model().start().q), bits(model.start().q));
  EXPECT_EQ(record.source(), "m.toml");
}

TEST_F(RecordFileOf, ExtremalsAreTheExtremals) {
  const Extremals found =
      find_extremals(load_model(ZWANG_TEST_DATA "/../../models/geodesic_sphere.toml"));
  write_hdf5(found, path("found.h5"));
  const Record record = read_record(path("found.h5"));
  EXPECT_TRUE(record.of_extremals());
  expect_same(found, record);
}

TEST_F(RecordFileOf, WhatIsNoneIsRefused) {
  EXPECT_THROW(read_record(path("nothing.h5")), FileTrouble);
  std::ofstream(path("text.h5")) << "no record";
  EXPECT_THROW(read_record(path("text.h5")), FileTrouble);
}

TEST(Samples, AViewIsTheColumnWhereItStands) {
  const Model model = load_model(ZWANG_TEST_DATA "/../../models/double_pendulum.toml");
  RunOptions options;
  for (const bool every_step : {false, true}) {
    options = {};
    options.duration = every_step ? 20 : 1;
    if (every_step) options.every_step = true;  // nobody knows how many before
    if (!every_step) options.samples = 30001;   // more than a chunk of the table
    const Trajectory trajectory = run(model, options);
    const ColumnView first = trajectory.view(trajectory.columns()[0]);
    for (std::size_t k = 0; k < trajectory.columns().size(); ++k) {
      const ColumnView view = trajectory.view(trajectory.columns()[k]);
      EXPECT_EQ(view.data, first.data + k);  // side by side, and the same at every call
      const std::vector<double> copy = trajectory.column(trajectory.columns()[k]);
      ASSERT_EQ(view.samples, copy.size());
      for (std::size_t i = 0; i < copy.size(); i += 97) EXPECT_EQ(view[i], copy[i]);
    }
  }
  EXPECT_THROW(run(model, options).view("nobody"), InputError);
}

}  // namespace
}  // namespace zwang
