// SPDX-License-Identifier: Apache-2.0
// Robots from files to models that run.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "zwang/import.h"
#include "zwang/run.h"

namespace zwang::test {

namespace {

const std::string heavy =
    "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>";

/// A robot file that is gone afterwards.
class Written {
 public:
  Written(const std::string& name, const std::string& text)
      : path_(std::filesystem::path(testing::TempDir()) / ("zwang_" + name)) {
    std::ofstream(path_) << text;
  }
  ~Written() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

bool remarked(const ImportedRobot& robot, const std::string& words) {
  std::string all;
  for (const std::string& line : robot.remarks) all += line + " ";
  return all.find(words) != std::string::npos;
}

/// A four-bar linkage of a rhomb: three hinges, closed by sites that miss by `gap` along the axes.
std::string rhomb(const std::string& gap) {
  const auto bar = [](const std::string& name, const std::string& euler, const std::string& more) {
    return "<body name='" + name + "' pos='1 0 0' euler='0 0 " + euler +
           "'><joint axis='0 0 1'/><geom type='capsule' size='0.02' fromto='0 0 0 1 0 0'/>" + more;
  };
  return "<mujoco><worldbody><site name='end' pos='0 0 " + gap + "'/>" +
         bar("a", "60",
             bar("b", "60",
                 bar("c", "120", "<site name='tip' pos='1 0 0'/></body></body></body>"))) +
         "</worldbody><equality><connect site1='tip' site2='end'/></equality></mujoco>";
}

}  // namespace

TEST(ImportRobot, AThingWithoutJointsIsFree) {
  const Written crate("crate.urdf",
                      "<robot name='crate'><link name='box'>" + heavy + "</link></robot>");
  const ImportedRobot robot = import_robot(crate.path());
  EXPECT_EQ(robot.description.bodies.at(0).joint.text, "free");
  EXPECT_TRUE(remarked(robot, "no joint of it moves: the robot itself is free"));
  EXPECT_EQ(read_model(robot.model, "crate.toml").rates().size(), 6u);
}

TEST(ImportRobot, NoModelIsGivenThatDoesNotCompile) {
  const Written plane("plane.urdf", "<robot name='plane'><link name='floor'/></robot>");
  try {
    import_robot(plane.path());
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.complaints().at(0).code, "E312");
  }
}

// What moves with it has a definite mass matrix; whoever wrote it is told.
TEST(ImportRobot, AnInertiaOfNoBodyIsWarnedOf) {
  const Written arm("arm.urdf",
                    "<robot name='arm'><link name='base'/><link name='thin'><inertial>"
                    "<mass value='1'/><inertia ixx='1' iyy='0.2' izz='0.1'/></inertial></link>"
                    "<joint name='j' type='revolute'><parent link='base'/><child link='thin'/>"
                    "</joint></robot>");
  const ImportedRobot robot = import_robot(arm.path());
  const Diagnosis diagnosis = check(read_model(robot.model, "arm.toml"));
  EXPECT_TRUE(diagnosis.ok());
  std::string found;
  for (const Finding& finding : diagnosis.findings)
    if (finding.code == "inertia") found = finding.severity + ": " + finding.text;
  EXPECT_EQ(
      found,
      "warning: The inertia of 'thin' is of no body: the largest principal moment, 1, exceeds "
      "the two others together, 0.3. The motion is computed with it as given.");
}

// Printed digits are closed and told; more than that is an error of the start, as it was.
TEST(ImportRobot, LoopsCloseThatMissByPrintedDigits) {
  const Written near("near.xml", rhomb("2e-8")), far("far.xml", rhomb("1e-3"));
  const ImportedRobot robot = import_robot(near.path());
  EXPECT_TRUE(remarked(robot, "loops were open by up to 2e-08, the digits of the file"));
  Model model = read_model(robot.model, "near.toml");
  EXPECT_TRUE(check(model).ok());
  RunOptions options;
  options.duration = 0.5;
  const Trajectory trajectory = run(model, options);
  EXPECT_EQ(trajectory.summary().ending, Ending::done) << trajectory.summary().message;
  const ImportedRobot wide = import_robot(far.path());
  EXPECT_FALSE(remarked(wide, "loops miss"));
  EXPECT_FALSE(check(read_model(wide.model, "far.toml")).ok());
}

}  // namespace zwang::test
