// SPDX-License-Identifier: Apache-2.0
// table("cam.csv", t) in models: motions that are known, files that are wrong.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "read/data/data_file.h"
#include "support/random.h"
#include "zwang/error.h"
#include "zwang/model.h"
#include "zwang/run.h"

namespace zwang::compile {
namespace {

namespace fs = std::filesystem;

/// A folder with a model and its data, for one test.
class Folder {
 public:
  Folder() : path_(fs::path(testing::TempDir()) / "zwang_tables") {
    fs::remove_all(path_);
    fs::create_directories(path_ / "data");
  }
  ~Folder() { fs::remove_all(path_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  std::string model() const { return (path_ / "model.toml").string(); }

 private:
  fs::path path_;
};

template <class F>
std::string rows(double from, double to, int count, F f) {
  std::string text = "# measured\nx; lift; other\n";
  for (int k = 0; k < count; ++k) {
    const double x = from + (to - from) * k / (count - 1);
    text +=
        Expression(x).text + "; " + Expression(f(x)).text + ";" + Expression(2 * f(x)).text + "\n";
  }
  return text;
}

std::string complaint_of(const Folder& folder, const std::string& formula) {
  try {
    read_model(
        "[coordinates]\nx = 0\n[free]\nkinetic = \"x'^2/2\"\n[[observe]]\nname = \"y\"\nformula = "
        "'''" +
            formula + "'''\n",
        folder.model());
  } catch (const ModelError& error) {
    const Complaint& first = error.complaints().front();
    return std::string(first.code) + ": " + first.what +
           (first.hint.empty() ? "" : " (" + first.hint + ")");
  }
  return {};
}

// A cam x = f(t), f of degree 3: the constraint asks for x'' = f''(t) exactly.
TEST(Tables, DriveACamWithExactAccelerations) {
  const Folder folder;
  folder.write("data/cam.csv", rows(0, 2, 9, [](double t) { return 0.3 * t * t * t - t + 1; }));
  const std::string text = R"toml(
[coordinates]
x = { start = 1, rate = -1 }
[free]
kinetic = "x'^2/2"
[[constraints]]
name     = "cam"
equation = "x = table('data/cam.csv', t, column = 'lift')"
[[observe]]
name    = "twice"
formula = "table('data/cam.csv', t, column = 'other', kind = 'linear')"
[simulate]
duration = 2
output   = 9
)toml";
  const Trajectory motion = run(read_model(text, folder.model()));
  EXPECT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  const auto t = motion.column("t"), x = motion.column("x"),
             force = motion.column("multiplier(cam)");
  for (std::size_t k = 0; k < t.size(); ++k) {
    EXPECT_NEAR(x[k], 0.3 * t[k] * t[k] * t[k] - t[k] + 1, 1e-12);
    EXPECT_NEAR(force[k], 1.8 * t[k], 1e-10);
    EXPECT_NEAR(motion.column("twice")[k], 2 * x[k], 1e-12);  // the samples are at its points
  }
}

// A spring measured at some points is a spring: x'' = −4x.
TEST(Tables, AreForcesThatDependOnTheMotion) {
  const Folder folder;
  folder.write("spring.csv", "-2 8\n-0.3 1.2\n0 0\n1.7 -6.8\n2 -8\n");
  for (const char* const kind : {"linear", "cubic", "monotone"}) {
    const std::string text = std::string(R"toml(
[coordinates]
x = 1.5
[free]
kinetic = "x'^2/2"
[[forces]]
on    = "x"
force = "table('spring.csv', x, kind = ')toml") +
                             kind + R"toml(')"
[simulate]
duration = 3
)toml";
    const Trajectory motion = run(read_model(text, folder.model()));
    EXPECT_NEAR(motion.column("x").back(), 1.5 * std::cos(6), 1e-7) << kind;
  }
}

// What moves beyond the data ends there, and the message names the file.
TEST(Tables, EndTheRunWhereTheirDataEnd) {
  const Folder folder;
  folder.write("push.csv", "0, 1\n1, 1\n2, 1\n");
  const std::string text = R"toml(
[coordinates]
x = 0
[free]
kinetic = "x'^2/2"
[[forces]]
on    = "x"
force = "table('push.csv', x)"
[simulate]
duration = 10
)toml";
  const Trajectory motion = run(read_model(text, folder.model()));
  EXPECT_NE(motion.summary().ending, Ending::done);
  EXPECT_NEAR(motion.summary().end.t, 2, 1e-3);  // x = t²/2
  EXPECT_NE(motion.summary().message.find("push.csv"), std::string::npos)
      << motion.summary().message;
  std::string held = text;
  held.insert(held.find(", x)") + 3, ", beyond = 'hold'");
  EXPECT_NEAR(run(read_model(held, folder.model())).column("x").back(), 50, 1e-6);
}

TEST(Tables, SayWhatIsWrongWithThem) {
  const Folder folder;
  folder.write("good.csv", "x, y\n0, 1\n1, 2\n");
  folder.write("back.csv", "0 1\n2 3\n1 4\n");
  folder.write("words.csv", "0 1\n2 three\n");
  folder.write("comma.csv", "0;1\n0,5;2\n");
  folder.write("short.csv", "0, 1, 2\n1, 2\n");
  folder.write("one.csv", "0\n1\n");
  folder.write("empty.csv", "# nothing\n");
  EXPECT_EQ(complaint_of(folder, "table(\"good.csv\", t)"), "");
  EXPECT_EQ(complaint_of(
                folder,
                "table('good.csv', table(\"good.csv\", t, beyond = 'hold') + x', kind = 'linear')"),
            "");
  EXPECT_EQ(complaint_of(folder, "table('good.csv', t, column = 'x') + table"),
            "E204: 'table' is not a coordinate, a parameter or a function");
  EXPECT_EQ(complaint_of(folder, "table('goood.csv', t)"),
            "E217: 'goood.csv' is not there (it is looked for beside the model)");
  EXPECT_EQ(complaint_of(folder, "table('../good.csv', t)"),
            "E217: '../good.csv' is not in the folder of the model (put it beside the model)");
  EXPECT_EQ(complaint_of(folder, "table('/etc/passwd', t)"),
            "E217: '/etc/passwd' is not in the folder of the model (put it beside the model)");
  EXPECT_EQ(complaint_of(folder, "table('good.csv', t, column = 'z')"),
            "E217: 'good.csv' has no column 'z' (one of x, y)");
  EXPECT_EQ(
      complaint_of(folder, "table('good.csv', t, kind = 'spline')"),
      "E217: 'spline' is not one of the kinds of tables (linear, cubic, monotone or periodic)");
  EXPECT_EQ(complaint_of(folder, "table('good.csv', t, kind = 'periodic')"),
            "E217: 'good.csv' must begin and end with the same value to be periodic");
  EXPECT_EQ(complaint_of(folder, "table('back.csv', t)"),
            "E217: 'back.csv' must increase in its first column; number 3 does not");
  EXPECT_EQ(complaint_of(folder, "table('words.csv', t)"),
            "E217: 'words.csv' line 2: column 2 is not a finite number");
  EXPECT_EQ(complaint_of(folder, "table('comma.csv', t)"),
            "E217: 'comma.csv' line 2: column 1 is not a finite number (decimals are separated by "
            "a point)");
  EXPECT_EQ(complaint_of(folder, "table('short.csv', t)"),
            "E217: 'short.csv' line 2: expected 3 numbers, found 2");
  EXPECT_EQ(complaint_of(folder, "table('one.csv', t)"), "E217: 'one.csv' has only one column");
  EXPECT_EQ(complaint_of(folder, "table('empty.csv', t)"), "E217: 'empty.csv' has no numbers");
  EXPECT_EQ(complaint_of(folder, "table('good.csv, t)"),
            "E203: the quotes that begin here do not end (write table(\"motor.csv\", x))");
  EXPECT_EQ(complaint_of(folder, "table('good.csv')"),
            "E203: expected ',' and what is looked up, found ')' (write table(\"motor.csv\", x))");
  EXPECT_EQ(complaint_of(folder, "table('good.csv', [t, t])"),
            "E205: a table takes a number, not a vector in the plane");
}

// Any bytes are a file, good or wrong; nothing else happens.
TEST(Tables, TakeAnyBytes) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    test::Random random(seed);
    std::string text;
    const char* const letters = "0123456789.,;\t -+eE#\n\nx\"\xC3\xA9";
    for (int k = 0; k < 60; ++k) text += letters[random.integer(0, 24)];
    const read::DataFile file = read::parse_data(text);
    if (!file.ok()) continue;
    for (const auto& column : file.columns) {
      EXPECT_EQ(column.size(), file.columns[0].size()) << "seed " << seed;
      for (const double x : column) EXPECT_TRUE(std::isfinite(x)) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace zwang::compile
