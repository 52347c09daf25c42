// SPDX-License-Identifier: Apache-2.0
// Courses: prescribed motions, one line for all of them, and the drives that make them.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

#include "api/run_files.h"

namespace zwang {
namespace {

/// The two-link arm of textbooks: masses at the ends of massless links, relative angles.
struct Arm {
  double m1, m2, l1, l2, g, a, b, w;

  std::string text(const std::string& course) const {
    std::ostringstream text;
    text.precision(17);
    text << "[plane]\n[parameters]\nm1 = " << m1 << "\nm2 = " << m2 << "\nl1 = " << l1
         << "\nl2 = " << l2 << "\na = " << a << "\nb = " << b << "\nw = " << w
         << "\n[free]\ngravity = [0, " << -g << "]\n"
         << "[[bodies]]\nname = \"upper\"\njoint = \"hinge\"\nmass = \"m1\"\ncenter = [\"l1\", 0]\n"
         << "inertia = 0\n"
         << "[[bodies]]\nname = \"fore\"\nparent = \"upper\"\njoint = \"hinge\"\nat = [\"l1\", 0]\n"
         << "mass = \"m2\"\ncenter = [\"l2\", 0]\ninertia = 0\npoints = { tip = [\"l2\", 0] }\n"
         << "[[constraints]]\n"
         << course << "\n[simulate]\nduration = \"2/w\"\nsamples = 20\n";
    return text.str();
  }

  // Torques for angles, rates and accelerations.
  std::pair<double, double> torques(double p, double q, double dp, double dq, double ddp,
                                    double ddq) const {
    const double k = m2 * l1 * l2, c = k * std::cos(q), s = k * std::sin(q);
    const double I = m2 * l2 * l2;
    const double fore = m2 * g * l2 * std::cos(p + q);
    return {((m1 + m2) * l1 * l1 + I + 2 * c) * ddp + (I + c) * ddq - s * (2 * dp * dq + dq * dq) +
                (m1 + m2) * g * l1 * std::cos(p) + fore,
            (I + c) * ddp + I * ddq + s * dp * dp + fore};
  }

  // On the course p = a sin(w t), q = b + cos(w t).
  std::pair<double, double> torques_at(double t) const {
    const double s = std::sin(w * t), c = std::cos(w * t);
    return torques(a * s, b + c, a * w * c, -w * s, -a * w * w * s, -w * w * c);
  }
};

const std::string angles = R"toml(
course = { "upper.angle" = "a*sin(w*t)", "fore.angle" = "b + cos(w*t)" })toml";

// The same, by the names of the joints.
const std::string joints = R"toml(
course = { upper = "a*sin(w*t)", fore = "b + cos(w*t)" })toml";

// With any masses, lengths and times: whether the coordinate's own drive or all drives do it.
TEST(Course, OfAnglesNeedsTheTorquesOfTheTextbook) {
  const unsigned seed = 20;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> one(0.5, 2), scale(-3, 3);
  for (int k = 0; k < 6; ++k) {
    const double mass = std::pow(10, scale(random)), length = std::pow(10, scale(random)),
                 rate = std::pow(10, scale(random));
    const double m1 = mass * one(random), m2 = mass * one(random), l1 = length * one(random),
                 l2 = length * one(random), g = length * rate * rate * one(random), a = one(random),
                 b = one(random), w = rate * one(random);
    const Arm arm{m1, m2, l1, l2, g, a, b, w};
    for (const char* const servo : {"", "\nservo = \"all\""}) {
      const Trajectory run = test::run_text(arm.text((k % 2 ? angles : joints) + servo));
      ASSERT_EQ(run.summary().ending, Ending::done) << "seed " << seed << ", arm " << k;
      const std::vector<double> t = run.column("t"), upper = run.column("drive(upper.angle)"),
                                fore = run.column("drive(fore.angle)");
      const double size = m1 * l1 * l1 * w * w + (m1 + m2) * g * l1;
      for (std::size_t i = 0; i < t.size(); ++i) {
        const auto [first, second] = arm.torques_at(t[i]);
        EXPECT_NEAR(upper[i], first, 1e-7 * size) << "seed " << seed << ", arm " << k << servo;
        EXPECT_NEAR(fore[i], second, 1e-7 * size) << "seed " << seed << ", arm " << k << servo;
      }
    }
  }
}

// A point is prescribed and the joints are driven: the start is put on the course, rates too, and the motion
// stays there.
TEST(Course, OfAPointIsFollowedByAllDrivesFromItsStart) {
  const Arm arm{2, 1, 1, 0.8, 9.81, 0.3, 0, 1};
  const Trajectory run = test::run_text(
      arm.text("course = { \"fore.tip.x\" = \"1 + a*sin(t)\", \"fore.tip.y\" = \"0.5*cos(t)\" }\n"
               "servo = \"all\"\n[[observe]]\nname = \"tip\"\nformula = \"fore.tip\""));
  ASSERT_EQ(run.summary().ending, Ending::done);
  EXPECT_LT(run.summary().max_position_residual, 1e-13);
  EXPECT_LT(run.summary().max_velocity_residual, 1e-13);
  const std::vector<double> t = run.column("t"), x = run.column("tip.x"), y = run.column("tip.y");
  const std::vector<double> p = run.column("upper.angle"), q = run.column("fore.angle");
  const std::vector<double> u = run.column("drive(upper.angle)"),
                            v = run.column("drive(fore.angle)");
  for (std::size_t i = 0; i < t.size(); ++i) {
    EXPECT_NEAR(x[i], 1 + 0.3 * std::sin(t[i]), 1e-12);
    EXPECT_NEAR(y[i], 0.5 * std::cos(t[i]), 1e-12);
    // Rates and accelerations from J q' = x', by hand.
    const double s1 = std::sin(p[i]), c1 = std::cos(p[i]), s12 = 0.8 * std::sin(p[i] + q[i]),
                 c12 = 0.8 * std::cos(p[i] + q[i]);
    const double det = (-s1 - s12) * c12 + s12 * (c1 + c12);
    const auto solve = [&](double fx, double fy) {
      return std::pair((c12 * fx + s12 * fy) / det, ((-s1 - s12) * fy - (c1 + c12) * fx) / det);
    };
    const auto [dp, dq] = solve(0.3 * std::cos(t[i]), -0.5 * std::sin(t[i]));
    const double both = (dp + dq) * (dp + dq);
    const auto [ddp, ddq] = solve(-0.3 * std::sin(t[i]) + c1 * dp * dp + c12 * both,
                                  -0.5 * std::cos(t[i]) + s1 * dp * dp + s12 * both);
    const auto [first, second] = arm.torques(p[i], q[i], dp, dq, ddp, ddq);
    EXPECT_NEAR(u[i], first, 1e-7);
    EXPECT_NEAR(v[i], second, 1e-7);
  }
}

// Through numbers of a file. The spline was made anew in 30 digits (mpmath), and the torques are those of
// the two-link arm with its rods as cylinders and its load as a disk.
TEST(Course, OfNumbersNeedsTheTorquesOfTheirSpline) {
  RunOptions options;
  options.samples = 41;
  const Trajectory run = test::run_file("arm_on_course.toml", options);
  const std::vector<double> upper = run.column("drive(upper.angle)"),
                            fore = run.column("drive(fore.angle)");
  ASSERT_EQ(upper.size(), 41u);
  struct Known {
    std::size_t sample;
    double upper, fore;
  };
  for (const Known& known : {Known{0, 31.39681238328, 2.274994784055},
                             {11, 42.5597527382, 9.134147848253},
                             {20, 27.2160991687, 9.301242574304},
                             {40, -0.03228852277976, 4.105421241145}}) {
    EXPECT_NEAR(upper[known.sample], known.upper, 1e-7) << known.sample;
    EXPECT_NEAR(fore[known.sample], known.fore, 1e-7) << known.sample;
  }
}

std::string file_text(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The delta robot without controls of its own: its three hinges are what can be driven.
TEST(Course, OfADeltaRobotNeedsNoControls) {
  std::string text = file_text(ZWANG_TEST_DATA "/../../models/delta_robot.toml");
  const auto cut = [&](const std::string& from, const std::string& to, const std::string& with) {
    const std::size_t begin = text.find(from), end = text.find(to, begin);
    ASSERT_NE(end, std::string::npos) << from;
    text.replace(begin, end - begin, with);
  };
  const Trajectory before = test::run_text(text);
  cut("[controls]", "[[constraints]]\nname      = \"course\"", "");
  cut("name      = \"course\"", "[[observe]]",
      "course = { \"plate.position.x\" = \"A*(1 - cos(3*t))\", "
      "\"plate.position.y\" = \"A/2*(1 - cos(6*t))\", \"plate.position.z\" = \"z0\" }\n"
      "servo = \"all\"\n");
  // A family of three arms, shapes and inverse dynamics in at most 60 lines besides comments.
  std::istringstream lines(text);
  int written = 0;
  for (std::string line; std::getline(lines, line);)
    written += line.find_first_not_of(" #") == 0 ? 1 : 0;
  EXPECT_LE(written, 60);
  EXPECT_GE(written, 40);
  const Trajectory after = test::run_text(text);
  ASSERT_EQ(after.summary().ending, Ending::done);
  for (const char* const i : {"1", "2", "3"}) {
    const std::vector<double> u = before.column(std::string("u[") + i + "]");
    const std::vector<double> drive = after.column(std::string("drive(arm[") + i + "].angle)");
    ASSERT_EQ(u.size(), drive.size());
    for (std::size_t k = 0; k < u.size(); ++k) EXPECT_NEAR(drive[k], u[k], 1e-7);
  }
}

// What controls cannot do is said, not done by projection in silence.
TEST(Course, ThatNoDriveCanFollowIsNotCalledMet) {
  const Trajectory run = test::run_text(R"toml(
[coordinates]
x = 0
y = 0
[free]
lagrangian = "x'^2/2 + y'^2/2"
[controls]
u = {}
[[forces]]
on = "x"
force = "u"
[[constraints]]
course = { y = "sin(t)" }
servo = "all"
[simulate]
duration = 1
)toml");
  EXPECT_NE(run.summary().ending, Ending::done);
}

void complains(const std::string& course, const std::string& words) {
  const Arm arm{2, 1, 1, 0.8, 9.81, 0.3, 0, 1};
  try {
    read_model(arm.text(course), "model.toml");
    ADD_FAILURE() << "nothing was said of " << course;
  } catch (const ModelError& error) {
    std::string all;
    for (const Complaint& one : error.complaints()) all += one.text + "\n" + one.hint + "\n";
    EXPECT_NE(all.find(words), std::string::npos) << all;
  }
}

TEST(Course, SaysWhatIsWrong) {
  complains("course = \"nowhere.csv\"", "'nowhere.csv' is not there");
  complains("course = {}", "'course' prescribes nothing");
  complains("course = 3", "the name of a file");
  complains("course = { \"upper.angel\" = \"t\" }", "upper.angle");
  complains("course = { \"upper.angle\" = \"t\" }\nname = \"path\"", "exclude each other");
  complains("course = { \"upper.angle\" = \"t\" }\ngains = [1, 2]", "servo");
  complains(angles + "\n[[constraints]]\ncourse = { \"upper.angle\" = \"t\" }", "prescribed twice");
  complains(angles + "\nservo = [\"u\"]", "'u' is not a control");
  complains(angles + "\nservo = \"some\"", "a list of names of controls");
}

TEST(Course, WithNothingToDriveIsRefused) {
  try {
    read_model(R"toml(
[[particles]]
name = "bob"
mass = 1
position = [0, 0]
[[constraints]]
course = { "bob.x" = "sin(t)" }
servo = "all"
[simulate]
duration = 1
)toml",
               "model.toml");
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("finds nothing to drive"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace zwang
