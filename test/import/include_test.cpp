// SPDX-License-Identifier: Apache-2.0
// MJCF files that include others.

#include <gtest/gtest.h>

#include "import/files.h"
#include "import/reading.h"

namespace zwang::test {

namespace {

const std::string part =
    "<mujocoinclude><geom size='1' mass='3'/>\n<tendon name='t'/></mujocoinclude>";

std::string with_include(const std::string& file) {
  return "<mujoco><worldbody><body name='a'>\n<include file='" + file +
         "'/></body></worldbody></mujoco>";
}

}  // namespace

TEST(Include, ContentsComeInItsPlace) {
  const import::Robot robot = read(with_include("part.xml"), {}, {{"part.xml", part}});
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(number(robot.model.bodies.at(0).mass), 3);
  // Remarks name the file they are about.
  bool found = false;
  for (const import::Remark& remark : robot.remarks)
    found = found ||
            (remark.what == "<tendon name='t'>" && remark.source == "part.xml" && remark.line == 2);
  EXPECT_TRUE(found);
}

TEST(Include, FilesIncludeFiles) {
  const import::Robot robot =
      read(with_include("one"), {}, {{"one", "<x><include file='two'/></x>"}, {"two", part}});
  ASSERT_TRUE(robot.ok()) << complaints(robot);
  EXPECT_EQ(number(robot.model.bodies.at(0).mass), 3);
}

// Beside the file that includes them, or beside the robot's own as older files have it.
TEST(Include, FilesAreSoughtBesideTheirOwn) {
  const std::map<std::string, std::string> nested{
      {"parts/leg/leg.xml", "<x><include file='foot.xml'/></x>"}, {"parts/leg/foot.xml", part}};
  const import::Robot beside = read(with_include("parts/leg/leg.xml"), {}, nested);
  ASSERT_TRUE(beside.ok()) << complaints(beside);
  EXPECT_EQ(number(beside.model.bodies.at(0).mass), 3);
  const std::map<std::string, std::string> above{
      {"parts/leg/leg.xml", "<x><include file='../foot.xml'/></x>"}, {"parts/foot.xml", part}};
  EXPECT_TRUE(read(with_include("parts/leg/leg.xml"), {}, above).ok());
  const std::map<std::string, std::string> old{
      {"parts/leg.xml", "<x><include file='parts/foot.xml'/></x>"}, {"parts/foot.xml", part}};
  EXPECT_TRUE(read(with_include("parts/leg.xml"), {}, old).ok());
}

TEST(Include, AMissingFileIsNamed) {
  EXPECT_EQ(complaints(read(with_include("part.xml"))),
            "robot.xml:2:16: E411: the file 'part.xml' cannot be read\n"
            "  <include file='part.xml'/></body></worldbody></mujoco>\n"
            "                 ^^^^^^^^\n");
  EXPECT_EQ(codes(read("<mujoco><include/></mujoco>")).substr(0, 9), "E404 1:10");
}

TEST(Include, WhatIsWrongThereIsShownThere) {
  EXPECT_EQ(complaints(read(with_include("part.xml"), {}, {{"part.xml", "<x><geom></x>"}})),
            "part.xml:1:12: E401: mismatched tags: one is closed that is not open, or left open\n"
            "  <x><geom></x>\n"
            "             ^\n");
  EXPECT_EQ(
      complaints(read(with_include("part.xml"), {}, {{"part.xml", "<x><geom size='-1'/></x>"}})),
      "part.xml:1:16: E405: sizes must be positive\n"
      "  <x><geom size='-1'/></x>\n"
      "                 ^^\n");
}

TEST(Include, CirclesEnd) {
  const std::string self = "<x><include file='self'/></x>";
  EXPECT_EQ(complaints(read(with_include("self"), {}, {{"self", self}})),
            "self:1:19: E411: the file 'self' is included twice\n"
            "  <x><include file='self'/></x>\n"
            "                    ^^^^\n");
}

TEST(Include, FilesTogetherHaveLimits) {
  std::string deep = "<x>", ends;
  for (int i = 0; i < 990; ++i) deep += "<frame>", ends += "</frame>";
  deep += ends + "</x>";
  std::string nest = "<mujoco><worldbody>", tail;
  for (int i = 0; i < 20; ++i) nest += "<body>", tail += "</body>";
  nest += "<include file='deep'/>" + tail + "</worldbody></mujoco>";
  EXPECT_EQ(codes(read(nest, {}, {{"deep", deep}})).substr(0, 4), "E402");

  std::map<std::string, std::string> files;
  std::string all = "<mujoco>";
  for (int i = 0; i < 501; ++i) {
    files[std::to_string(i)] = "<x/>";
    all += "<include file='" + std::to_string(i) + "'/>";
  }
  const import::Robot robot = read(all + "</mujoco>", {}, files);
  EXPECT_EQ(robot.complaints.at(0).what, "the file '500' is one file too many");
}

TEST(Include, FilesOnTheDiskAreBesideTheRobot) {
  const std::string folder = std::string(ZWANG_TEST_DATA) + "/robots/";
  const import::Files files = import::files_beside(folder + "walker.xml");
  EXPECT_TRUE(files.read("walker_contact.xml"));
  EXPECT_TRUE(files.exists("walker_contact.xml"));
  EXPECT_FALSE(files.read("no such file"));
  EXPECT_FALSE(files.exists("no such file"));
  EXPECT_FALSE(files.read("."));  // a folder is no file
  EXPECT_FALSE(import::read_file("/dev/zero"));
  const import::Robot missing = import::load_robot(folder + "none.urdf");
  EXPECT_EQ(complaints(missing), "E411: the file '" + folder + "none.urdf' cannot be read\n");
}

}  // namespace zwang::test
