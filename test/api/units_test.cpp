// SPDX-License-Identifier: Apache-2.0
// Models of models/ given units have the numbers that they had without, to the last bit; and results say
// what they are measured in.

#include "zwang/units.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numbers>
#include <regex>
#include <set>

#include "zwang/extremal.h"
#include "zwang/fit.h"
#include "zwang/periodic.h"
#include "zwang/run.h"
#include "zwang/sweep.h"

namespace zwang::test {
namespace {

std::string model_text(const std::string& name) {
  std::ifstream file(ZWANG_TEST_DATA "/../../models/" + name + ".toml", std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Change {
  const char *from, *to;
};

std::string changed(std::string text, const std::vector<Change>& changes) {
  for (const auto& [from, to] : changes) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) text.replace(at, std::string(from).size(), to);
  }
  return text;
}

struct Given {
  const char* model;
  std::vector<Change> changes;
};

// Each number in another unit than that of the SI where it has one.
const std::vector<Given>& models() {
  static const std::vector<Given> all = {
      {"pendulum",
       {{"m = 1.0", "m = \"1000 g\""},
        {"l = 1.0", "l = \"100 cm\""},
        {"g = 9.81", "g = \"9.81 m/s^2\""},
        {"duration = 10", "duration = \"10000 ms\""}}},
      {"spherical_pendulum",
       {{"m = 1.0", "m = \"1 kg\""},
        {"l = 1.0", "l = \"1e3 mm\""},
        {"g = 9.81", "g = \"9810 mm/s^2\""},
        {"[0, 2, 0]", "[0, \"200 cm/s\", 0]"},
        {"duration = 10", "duration = \"10 s\""}}},
      {"bouncing_ball",
       {{"m   = 1.0", "m   = \"1 kg\""},
        {"g   = 9.81", "g   = \"9.81 m/s²\""},
        {"h   = 1.0", "h   = \"0.001 km\""},
        {"[0.1, 0]", "[\"100 mm/s\", 0]"},
        {"duration = 5", "duration = \"5 s\""}}},
      {"stick_slip_belt",
       {{"m     = 1.0", "m     = \"1 kg\""},
        {"k     = 20.0", "k     = \"0.02 N/mm\""},
        {"g     = 9.81", "g     = \"9.81 m/s^2\""},
        {"V     = 0.8", "V     = \"80 cm/s\""},
        {"omega = 2.0", "omega = \"2 rad/s\""},
        {"duration = 10", "duration = \"10 s\""}}},
      {"double_pendulum",
       {{"m1 = 1.0", "m1 = \"1 kg\""},
        {"m2 = 1.0", "m2 = \"1 kg\""},
        {"l1 = 1.0", "l1 = \"1 m\""},
        {"l2 = 1.0", "l2 = \"1 m\""},
        {"g  = 9.81", "g  = \"9.81 m/s^2\""},
        {"duration  = 10", "duration  = \"10 s\""}}},
      {"two_link_arm",
       {{"m1 = 2.0", "m1 = \"2 kg\""},
        {"m2 = 1.5", "m2 = \"1500 g\""},
        {"l1 = 1.0", "l1 = \"1 m\""},
        {"l2 = 0.8", "l2 = \"80 cm\""},
        {"g  = 9.81", "g  = \"9.81 m/s^2\""},
        {"\"x2 = 1 + 0.3*sin(t)\"", "\"x2 = 1 m + 0.3 m*sin(t*1 rad/s)\""},
        {"gains    = [5, 6]", "gains    = [\"5 1/s\", \"6 1/s^2\"]"},
        {"y2 = 1.2", "y2 = 1.2 m"},
        {"gains    = [5, 6]", "gains    = [\"5 1/s\", \"6 1/s^2\"]"},
        {"y2 - 1.2", "y2 - 1200 mm"},
        {"duration = 4", "duration = \"4 s\""}}},
      {"crane",
       {{"M = 5.0", "M = \"5 kg\""},
        {"m = 2.0", "m = \"2 kg\""},
        {"l = 3.0", "l = \"3 m\""},
        {"g = 9.81", "g = \"9.81 m/s^2\""},
        {"position = [1, 0]", "position = [\"1 m\", 0]"},
        {"position = [1, \"-l\"]", "position = [\"1 m\", \"-l\"]"},
        {"trolley.x = 1 + 0.5*sin(t)", "trolley.x = 1 m + 0.5 m*sin(t/(1 s))"},
        {"gains    = [4, 4]", "gains    = [\"4 1/s\", \"4 1/s^2\"]"},
        {"gains    = [2, 1]", "gains    = [\"2 1/s\", \"1 1/s^2\"]"},
        {"duration = 10", "duration = \"10 s\""}}},
      {"heavy_top",
       {{"-9.81", "\"-9.81 m/s^2\""},
        {"mass    = 15", "mass    = \"15 kg\""},
        {"[0.234375, 0.46875, 0.234375]",
         "[\"0.234375 kg m^2\", \"0.46875 kg m^2\", \"0.234375 kg m^2\"]"},
        {"[0, 1, 0]", "[0, \"1 m\", 0]"},
        {"[0, 150, -4.61538]", "[0, \"150 rad/s\", \"-4.61538 rad/s\"]"},
        {"duration = 2", "duration = \"2 s\""}}},
      {"box_on_incline",
       {{"v     = 2", "v     = \"2 m/s\""},
        {"-9.81", "\"-9.81 m/s^2\""},
        {"density = 700", "density = \"0.7 g/cm^3\""},
        {"[0.4, 0.3, 0.2]", "[\"40 cm\", \"30 cm\", \"20 cm\"]"},
        {"0.1*sin(slope)", "0.1 m*sin(slope)"},
        {"0.1*cos(slope)", "0.1 m*cos(slope)"},
        {"duration = 2", "duration = \"2 s\""}}},
  };
  return all;
}

/// The number behind "NAME =" at the beginning of each line becomes a text with a unit.
std::string measured(const std::string& text, const std::string& name, const std::string& unit) {
  const std::regex line("(^|\n)(" + name + " *= *)(-?[0-9][-+.e0-9]*)");
  EXPECT_TRUE(std::regex_search(text, line)) << name;
  return std::regex_replace(text, line, "$1$2\"$3 " + unit + "\"");
}

/// A model with and without units, as a table of changes says.
struct Pair {
  std::string name, without, with;
};

std::vector<Pair> pairs_of(const std::string& list) {
  std::vector<Pair> all;
  std::ifstream file(ZWANG_TEST_DATA "/units/" + list);
  EXPECT_TRUE(file);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    const std::size_t arrow = line.find(" -> "), space = line.find(' ');
    if (line.starts_with("== ")) {
      const std::string text = model_text(line.substr(3));
      all.push_back({line.substr(3), text, text});
    } else if (arrow != line.npos) {
      const std::string from = line.substr(0, arrow), to = line.substr(arrow + 4);
      all.back().with = changed(all.back().with, {{from.c_str(), to.c_str()}});
    } else {
      all.back().with = measured(all.back().with, line.substr(0, space), line.substr(space + 1));
    }
  }
  return all;
}

std::vector<Pair> pairs() {
  std::vector<Pair> all = pairs_of("models.txt");
  for (const auto& [name, changes] : models()) {
    const std::string text = model_text(name);
    all.push_back({name, text, changed(text, changes)});
  }
  return all;
}

std::string place_of(const std::string& name) {
  return ZWANG_TEST_DATA "/../../models/" + name + ".toml";
}

// Every model of models/ that has no units of its own, but for two equations of pure numbers.
TEST(Units, AreGivenToEveryModel) {
  std::set<std::string> given = {"bratu", "troesch"};
  for (const char* const list : {"models.txt", "extremals.txt"})
    for (const Pair& pair : pairs_of(list)) given.insert(pair.name);
  for (const auto& [name, changes] : models()) given.insert(name);
  for (const auto& file : std::filesystem::directory_iterator(ZWANG_TEST_DATA "/../../models")) {
    if (file.path().extension() != ".toml" || given.contains(file.path().stem().string())) continue;
    const Model own = load_model(file.path().string());
    EXPECT_EQ(unit_of(own, "t"), "s") << file.path() << " has no units, and none are given to it";
  }
}

TEST(Units, LeaveTheNumbersOfModelsAsTheyAre) {
  const std::vector<Pair> all = pairs();
  EXPECT_GE(all.size(), 69u);
  for (const Pair& pair : all) {
    const std::string& name = pair.name;
    const Model without = read_model(pair.without, place_of(name)),
                with = read_model(pair.with, place_of(name));
    EXPECT_EQ(with.start().q, without.start().q) << name;
    EXPECT_EQ(with.start().v, without.start().v) << name;
    EXPECT_EQ(with.parameter_values(), without.parameter_values()) << name;
    const ModelInstant one = solve_instant(with), other = solve_instant(without);
    EXPECT_EQ(one.instant.acceleration, other.instant.acceleration) << name;
    EXPECT_EQ(one.observables, other.observables) << name;
    EXPECT_EQ(one.energy, other.energy) << name;
    EXPECT_EQ(unit_of(without, without.coordinates().front()), "") << name;
    EXPECT_EQ(unit_of(with, "t"), "s") << name;
  }
}

TEST(Units, LeaveTheNumbersOfExtremalsAsTheyAre) {
  for (const Pair& pair : pairs_of("extremals.txt")) {
    const std::string& name = pair.name;
    const Model without = read_model(pair.without, place_of(name)),
                with = read_model(pair.with, place_of(name));
    EXPECT_EQ(with.start().q, without.start().q) << name;
    EXPECT_EQ(with.parameter_values(), without.parameter_values()) << name;
    // Those that take longest only in the long form.
    const std::set<std::string> quick = {"brachistochrone", "catenary",  "dido",
                                         "shortest_path",   "soap_film", "zermelo",
                                         "zermelo_time"};
    if (!std::getenv("ZWANG_SOAK") && !quick.contains(name)) continue;
    const Extremals one = find_extremals(with), other = find_extremals(without);
    ASSERT_EQ(one.summary().extremals.size(), other.summary().extremals.size()) << name;
    for (std::size_t k = 0; k < one.summary().extremals.size(); ++k)
      EXPECT_EQ(one.summary().extremals[k].action, other.summary().extremals[k].action) << name;
  }
}

TEST(Units, OfResults) {
  const auto& pendulum = models().front();
  const Model model = read_model(changed(model_text("pendulum"), pendulum.changes) +
                                     "[units]\nlength = \"mm\"\nangle = \"deg\"\n",
                                 "pendulum");
  EXPECT_EQ(unit_of(model, "l"), "m");
  EXPECT_EQ(unit_of(model, "g"), "m/s^2");
  EXPECT_EQ(unit_of(model, "bob.x"), "m");
  EXPECT_EQ(unit_of(model, "bob.x'"), "m/s");
  EXPECT_EQ(unit_of(model, "angle"), "rad");
  EXPECT_EQ(unit_of(model, "force(rod).bob.x"), "N");
  EXPECT_EQ(unit_of(model, "reaction(rod)"), "N");
  EXPECT_EQ(unit_of(model, "nobody"), "");
  EXPECT_EQ(shown_unit_of(model, "bob.x'").unit, "mm/s");
  EXPECT_EQ(shown_unit_of(model, "bob.x").factor, 1000);
  EXPECT_NEAR(shown_unit_of(model, "angle").factor, 180 / std::numbers::pi, 1e-13);
  RunOptions options;
  const std::string json = to_json(run(model, options), {});
  EXPECT_NE(json.find("\"bob.x'\": \"m/s\""), std::string::npos);
}

TEST(Units, OfSettings) {
  EXPECT_EQ(read_quantity("40 cm"), 0.4);
  EXPECT_EQ(read_quantity("40cm"), 0.4);
  EXPECT_EQ(read_quantity(" -3 "), -3);
  EXPECT_EQ(read_quantity("+1.5e3 mm"), 1.5);
  EXPECT_EQ(read_quantity("1e-3"), 1e-3);
  EXPECT_EQ(read_quantity("2*3"), 6);
  EXPECT_EQ(read_quantity("2*25 mm"), 0.05);
  EXPECT_EQ(read_quantity("sqrt(2)*(1 m)"), std::sqrt(2));
  EXPECT_EQ(read_quantity("sin(pi/6)"), std::sin(std::numbers::pi / 6));
  for (const char* const text : {"2*l", "1 m + 2 s", "1/0", "sqrt(-1)", "\"\n[x]", "3\n"})
    EXPECT_FALSE(read_quantity(text)) << text;
  for (const char* const text : {"", "m", "3 mmm", "1e", "3 m m^n", ".", "1.2.3"})
    EXPECT_FALSE(read_quantity(text)) << text;
  const Model with = read_model(changed(model_text("pendulum"), models().front().changes), "p"),
              without = read_model(model_text("pendulum"), "p");
  EXPECT_EQ(unit_misfit(with, "l", "40 cm"), "");
  EXPECT_EQ(unit_misfit(with, "l", "0.4"), "");
  EXPECT_EQ(unit_misfit(with, "l", "2*40 cm"), "");
  EXPECT_EQ(unit_misfit(with, "l", "2*sin(30 deg)"), "");
  EXPECT_EQ(unit_misfit(with, "l", "2*4 s"), "'l' is a length (m), not a time (s)");
  EXPECT_EQ(unit_misfit(with, "l", "4 s"), "'l' is a length (m), not a time (s)");
  EXPECT_EQ(unit_misfit(with, "bob.x'", "4 m"), "'bob.x'' is a speed (m/s), not a length (m)");
  EXPECT_EQ(unit_misfit(without, "l", "40 cm"), "the model has no units; give 'l' a plain number");
}

std::string oscillator(const std::string& question);

// Tables of sweeps have the units of runs' tables, also of formulas that only the sweep watches; instants those of
// forces and multipliers besides.
TEST(Units, OfSweepsAndInstants) {
  const Model model = read_model(oscillator(""), "oscillator.toml");
  Sweep asked = *asked_sweep(read_model(
      oscillator("[sweep]\nvary = { k = { grid = [\"3 N/m\", \"4 N/m\"] } }\n"
                 "watch = { far = \"max(x)\", push = \"max(k*x)\", part = \"max(x)/(1 cm)\" }\n"),
      "oscillator.toml"));
  const SweepResult result = sweep(model, asked);
  EXPECT_EQ(result.units, (std::vector<std::string>{"N/m", "m", "N", ""}));
  EXPECT_TRUE(to_csv(result).starts_with(
      "# units: -, N/m, -, m, N, -, -\nrun,k,status,far,push,part,message\n"))
      << to_csv(result);
  EXPECT_NE(to_json(result).find("\"push\": \"N\""), std::string::npos);
  const std::string instant = to_json(solve_instant(model), model, false);
  for (const char* part :
       {"\"x''\": \"m/s^2\"", "\"k\": \"N/m\"", "\"force_units\"", "\"x\": \"N\""})
    EXPECT_NE(instant.find(part), std::string::npos) << part << "\n" << instant;
}

TEST(Units, OfModelsWithoutThemAreNotTold) {
  const Model model = read_model(model_text("pendulum"), "pendulum");
  EXPECT_EQ(to_json(solve_instant(model), model, false).find("units"), std::string::npos);
  EXPECT_TRUE(
      to_csv(sweep(model, *asked_sweep(read_model(model_text("pendulum") +
                                                      "[sweep]\nvary = { l = { grid = [1, 2] } }\n",
                                                  "p"))))
          .starts_with("run,"));
}

std::string oscillator(const std::string& question) {
  return R"toml(
[parameters]
k = "2 N/m"
m = "1 kg"
[coordinates]
x = "10 cm"
[free]
lagrangian = "0.5*m*x'^2 - 0.5*k*x^2"
[simulate]
duration = "1 s"
)toml" + question;
}

/// What is said of the question, whichever way.
template <class Ask>
std::string refusal(const std::string& question, Ask ask) {
  try {
    ask(read_model(oscillator(question), "oscillator.toml"));
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

// Numbers of [sweep], [fit] and [periodic] are of what they are values of.
TEST(Units, OfQuestionsFit) {
  const auto asked = [](const Model& model) { asked_sweep(model); };
  const auto period = [](const Model& model) { periodic_motion(model); };
  const auto fitted = [](const Model& model) { fit(model); };
  const auto says = [](const std::string& all, const std::string& words) {
    return all.find(words) != std::string::npos;
  };
  EXPECT_EQ(refusal("[sweep]\nvary = { k = { grid = [\"3 N/m\", \"0.1 N/cm\"] } }\n", asked), "");
  EXPECT_TRUE(says(refusal("[sweep]\nvary = { k = { grid = [\"3 N\"] } }\n", asked),
                   "'k' is a stiffness (N/m), not a force (N)"))
      << refusal("[sweep]\nvary = { k = { grid = [\"3 N\"] } }\n", asked);
  EXPECT_EQ(refusal("[periodic]\nperiod = { guess = \"4400 ms\" }\n", period), "");
  EXPECT_TRUE(says(refusal("[periodic]\nperiod = { guess = \"4 m\" }\n", period),
                   "'t' is a time (s), not a length (m)"));
  EXPECT_TRUE(
      says(refusal("[fit]\ndata = \"none.csv\"\nunknowns = { k = { guess = \"3 kg\" } }\n", fitted),
           "'k' is a stiffness (N/m), not a mass (kg)"));
  EXPECT_TRUE(
      says(refusal("[fit]\ndata = \"none.csv\"\nunknowns = { k = {} }\nweights = { x = \"3 s\" }\n",
                   fitted),
           "'x' is a length (m), not a time (s)"));
}

}  // namespace
}  // namespace zwang::test
