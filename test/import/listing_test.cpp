// SPDX-License-Identifier: Apache-2.0
// Nothing gets lost without a word: whatever stands in a robot file is read, and then it matters, or it
// is remarked.

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <sstream>

#include "import/model_text.h"
#include "import/parse.h"
#include "import/reading.h"

namespace zwang::test {

namespace {

using import::Node;
using import::Robot;

std::string file(const std::string& name) {
  std::ifstream stream(std::string(ZWANG_TEST_DATA) + "/robots/" + name);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

Robot read_file(const std::string& text) {
  return read(text, {}, {{"walker_contact.xml", file("walker_contact.xml")}});
}

bool remarked(const Robot& robot, const std::string& what, int line) {
  for (const import::Remark& remark : robot.remarks)
    if (remark.what.starts_with(what) && remark.line == line) return true;
  return false;
}

/// Calls `visit` for every element of a robot that is not remarked as a whole, with what is around it.
void walk(const Node& node, const Robot& robot, const std::function<void(const Node&)>& visit) {
  const int line = node.source->line(node.place.begin);
  if (remarked(robot, "<" + node.tag, line)) return;
  visit(node);
  for (const Node& child : node.children) walk(child, robot, visit);
}

/// What matters only to contacts and to those who start from a keyframe, which are remarked in words of
/// their own: the floor, what others call a geom, a mesh without mass.
bool is_elsewhere(const Node& node, const std::string& attribute) {
  const std::string* name = node.find("name");
  if (node.tag == "geom" && (attribute == "name" || attribute == "mesh")) return true;
  return node.tag == "key" || (name && *name == "floor");
}

}  // namespace

/// The robots of the test data.
class Listing : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    text_ = file(GetParam());
    robot_ = read_file(text_);
    ASSERT_EQ(complaints(robot_), "");
    source_.emplace("robot.xml", text_);
    root_ = import::parse(*source_, findings_);
    ASSERT_TRUE(root_);
  }

  std::string with(Place place, const std::string& words) const {
    std::string text = text_;
    return text.replace(static_cast<std::size_t>(place.begin),
                        static_cast<std::size_t>(place.length), words);
  }

  std::string text_;
  Robot robot_;
  std::optional<import::Source> source_;
  import::Findings findings_;
  std::optional<Node> root_;
};

TEST_P(Listing, AnUnknownAttributeIsRemarkedAnywhere) {
  int count = 0;
  walk(*root_, robot_, [&](const Node& node) {
    if (node.tag == "include") return;  // gone before anybody looks
    ++count;
    const Robot changed = read_file(with(node.place, node.tag + " zz='1'"));
    EXPECT_TRUE(remarked(changed, "'zz' of <" + node.tag + ">", source_->line(node.place.begin)))
        << node.tag << " in line " << source_->line(node.place.begin);
  });
  EXPECT_GT(count, 10);
}

TEST_P(Listing, AnUnknownElementIsRemarkedAnywhere) {
  int count = 0;
  walk(*root_, robot_, [&](const Node& node) {
    if (node.children.empty()) return;
    ++count;
    const Node& child = node.children.front();
    const Robot changed = read_file(with({child.place.begin - 1, 0}, "<zz name='it'/>"));
    EXPECT_TRUE(remarked(changed, "<zz name='it'>", source_->line(child.place.begin)))
        << node.tag << " in line " << source_->line(node.place.begin);
  });
  EXPECT_GT(count, 5);
}

// A value that is not remarked cannot change without changing the model, or being complained of.
TEST_P(Listing, WhatIsNotRemarkedMatters) {
  const std::string model = import::model_text(robot_);
  int count = 0;
  walk(*root_, robot_, [&](const Node& node) {
    for (const import::Attribute& attribute : node.attributes) {
      const int line = source_->line(node.place.begin);
      if (remarked(robot_, "'" + attribute.name + "' of <" + node.tag + ">", line)) continue;
      if (is_elsewhere(node, attribute.name)) continue;
      ++count;
      const Robot changed = read_file(with(import::place_of(node, attribute.name), "?"));
      EXPECT_TRUE(!changed.ok() || import::model_text(changed) != model)
          << attribute.name << " of <" << node.tag << "> in line " << line;
    }
  });
  EXPECT_GT(count, 20);
}

INSTANTIATE_TEST_SUITE_P(Robots, Listing,
                         testing::Values("arm7.urdf", "gripper.urdf", "four_bar.xml", "walker.xml"),
                         [](const auto& about) {
                           const std::string name = about.param;
                           return name.substr(0, name.find('.'));
                         });

}  // namespace zwang::test
