// SPDX-License-Identifier: Apache-2.0
// Texts that are no XML, or no XML that we take.

#include "import/parse.h"

#include <gtest/gtest.h>

#include "import/reading.h"

namespace zwang::test {

namespace {

std::string in_a_robot(const std::string& text) { return "<robot name='r'>\n" + text; }

}  // namespace

TEST(ImportParse, ATagThatIsNotClosedIsShown) {
  EXPECT_EQ(complaints(read(in_a_robot("<link name='a'>\n</robot>\n"))),
            "robot.xml:3:3: E401: mismatched tags: one is closed that is not open, or left open\n"
            "  </robot>\n"
            "    ^\n");
}

TEST(ImportParse, BrokenTagsAndAttributesAreShown) {
  EXPECT_EQ(complaints(read(in_a_robot("<link name=a/>\n</robot>\n"))),
            "robot.xml:2:12: E401: this attribute is malformed: it should be name=\"value\"\n"
            "  <link name=a/>\n"
            "             ^\n");
  EXPECT_EQ(codes(read(in_a_robot("<link <a/>"))), "E401 2:7");
  EXPECT_EQ(codes(read(in_a_robot("<!-- never closed"))), "E401 2:17");
  EXPECT_EQ(codes(read("no robot")), "E401 1:1");
  EXPECT_EQ(codes(read("")), "E401 1:1");
}

TEST(ImportParse, OneRootAndNothingBesides) {
  EXPECT_EQ(codes(read("<robot/>\n<robot/>")), "E401 2:2");
  EXPECT_EQ(codes(read("<robot/>\nmore")), "E401 2:1");
}

TEST(ImportParse, AnAttributeIsGivenOnce) {
  EXPECT_EQ(complaints(read("<robot name='a' name='b'><link name='l'/></robot>")),
            "robot.xml:1:2: E401: the attribute 'name' is given twice\n"
            "  <robot name='a' name='b'><link name='l'/></robot>\n"
            "   ^^^^^\n");
}

// A billion laughs: ten entities, each ten times the one before.
TEST(ImportParse, ADoctypeIsRefused) {
  const std::string laughs =
      "<?xml version='1.0'?>\n<!DOCTYPE r [<!ENTITY a 'ha'>\n"
      "<!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>]>\n<robot name='&b;'/>";
  const import::Robot robot = read(laughs);
  EXPECT_EQ(codes(robot), "E402 2:11");
  ASSERT_FALSE(robot.ok());
  EXPECT_EQ(robot.complaints[0].what,
            "a DOCTYPE is not allowed: it could expand to an enormous file");
}

TEST(ImportParse, EntitiesStayAsTheyAre) {
  const import::Robot robot = read("<robot name='a &amp; &b; &#65;'><link name='l'/></robot>");
  EXPECT_EQ(robot.model.title, "a & &b; A");
}

TEST(ImportParse, OnlyUtf8IsRead) {
  EXPECT_EQ(codes(read("<robot name='\xFF'/>")), "E402 1:14");
  EXPECT_EQ(codes(read(std::string("<robot/>\0<robot/>", 17))), "E402 1:9");
  EXPECT_EQ(codes(read("\xFF\xFE<\0r\0", {})), "E402 1:1");
}

TEST(ImportParse, DepthAndSizesHaveLimits) {
  std::string deep = "<mujoco><worldbody>";
  for (int i = 0; i < 999; ++i) deep += "<body>";
  EXPECT_EQ(codes(read(deep)), "E401 1:" + std::to_string(deep.size()));
  for (int i = 0; i < 999; ++i) deep += "</body>";
  EXPECT_EQ(codes(read(deep + "</worldbody></mujoco>")), "E402 1:6009");

  std::string wide = "<robot";
  for (int i = 0; i < 300; ++i) wide += " a" + std::to_string(i) + "='1'";
  EXPECT_EQ(codes(read(wide + "/>")).substr(0, 8), "E402 1:2");

  std::string many(2 * import::max_elements + 1, '<');
  EXPECT_EQ(codes(read(many)), "E402 1:1");
  std::string large(static_cast<std::size_t>(import::max_bytes) + 1, ' ');
  EXPECT_EQ(codes(read(large)), "E402 1:1");
}

TEST(ImportParse, ADeepChainOfBodiesIsRead) {
  std::string deep = "<mujoco><worldbody>";
  for (int i = 0; i < 900; ++i) deep += "<body><joint/><geom size='1'/>";
  for (int i = 0; i < 900; ++i) deep += "</body>";
  const import::Robot robot = read(deep + "</worldbody></mujoco>");
  EXPECT_EQ(complaints(robot), "");
  EXPECT_EQ(robot.model.bodies.size(), 900u);
}

TEST(ImportParse, OtherRootsAreNoRobots) {
  EXPECT_EQ(complaints(read("<sdf version='1.6'/>")),
            "robot.xml:1:2: E403: the root must be <robot> (URDF) or <mujoco> (MJCF), not <sdf>\n"
            "  <sdf version='1.6'/>\n"
            "   ^^^\n");
}

// Every place is found by a look at the text again: attributes in any quotes, with blanks and line
// ends between.
TEST(ImportParse, TheValueOfAnAttributeIsFound) {
  import::Findings findings;
  const import::Source source("x", "<a one = 'x=\"y\"'\n  two=\"'>/\" onetwo='3'/>");
  const auto node = import::parse(source, findings);
  ASSERT_TRUE(node);
  const auto value = [&](const char* name) {
    const Place place = import::place_of(*node, name);
    return source.text().substr(static_cast<std::size_t>(place.begin),
                                static_cast<std::size_t>(place.length));
  };
  EXPECT_EQ(value("one"), "x=\"y\"");
  EXPECT_EQ(value("two"), "'>/");
  EXPECT_EQ(value("onetwo"), "3");
  EXPECT_EQ(value("none"), "a");
}

}  // namespace zwang::test
