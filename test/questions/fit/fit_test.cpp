// SPDX-License-Identifier: Apache-2.0
// Fits against linear least squares written by hand, their intervals against many synthetic sets, and what they
// say of data that do not suffice. ZWANG_SOAK=1 takes a thousand sets.

#include "zwang/fit.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/random.h"

namespace zwang::test {
namespace {

constexpr const char* thrown = R"(
[parameters]
g = 9
[coordinates]
y = 0
[free]
lagrangian = "y'^2/2 - g*y"
)";

FitData height(Random& random, double noise, int count = 30) {
  FitData data;
  for (int i = 0; i < count; ++i) {
    const double t = 0.05 * i;
    data.t.push_back(t);
    data.columns["y"].push_back(1.5 + 4 * t - 9.81 * t * t / 2 + noise * random.normal());
  }
  return data;
}

FitOptions asked(std::vector<FitData> data, const std::vector<std::string>& unknowns) {
  FitOptions options;
  options.data = std::move(data);
  options.unknowns.emplace();
  for (const std::string& name : unknowns) options.unknowns->emplace_back().name = name;
  return options;
}

/// x = (AᵀA)⁻¹Aᵀb and the diagonal of (AᵀA)⁻¹ for y = x₀ + x₁ t − x₂ t²/2, by Cramer's rule.
struct Parabola {
  std::array<double, 3> x, inverse;
  double squares = 0;

  explicit Parabola(const FitData& data) {
    std::array<std::array<long double, 3>, 3> N = {};
    std::array<long double, 3> c = {};
    const auto row = [](double t) {
      return std::array<long double, 3>{1, t, -static_cast<long double>(t) * t / 2};
    };
    for (std::size_t i = 0; i < data.t.size(); ++i) {
      const auto a = row(data.t[i]);
      for (int j = 0; j < 3; ++j) {
        c[j] += a[j] * data.columns.at("y")[i];
        for (int k = 0; k < 3; ++k) N[j][k] += a[j] * a[k];
      }
    }
    const auto minor = [&](int j, int k) {
      const int a = (j + 1) % 3, b = (j + 2) % 3, d = (k + 1) % 3, e = (k + 2) % 3;
      return N[a][d] * N[b][e] - N[a][e] * N[b][d];
    };
    const long double det = N[0][0] * minor(0, 0) + N[0][1] * minor(0, 1) + N[0][2] * minor(0, 2);
    for (int j = 0; j < 3; ++j) {
      long double sum = 0;
      for (int k = 0; k < 3; ++k) sum += minor(k, j) / det * c[k];
      x[j] = static_cast<double>(sum);
      inverse[j] = static_cast<double>(minor(j, j) / det);
    }
    for (std::size_t i = 0; i < data.t.size(); ++i) {
      const auto a = row(data.t[i]);
      const double r =
          static_cast<double>(a[0] * x[0] + a[1] * x[1] + a[2] * x[2]) - data.columns.at("y")[i];
      squares += r * r;
    }
  }
};

TEST(Fit, AgreesWithLinearLeastSquares) {
  Random random(3);
  const FitData data = height(random, 0.02);
  const Parabola by_hand(data);
  const Model model = read_model(thrown, "thrown.toml");
  for (const bool weighed : {false, true}) {
    FitOptions options = asked({data}, {"y", "y'", "g"});
    if (weighed) options.weights = {{"y", 0.03}};
    const FitResult result = fit(model, options);
    ASSERT_EQ(result.problem, "");
    EXPECT_TRUE(result.converged) << result.text;
    const double s = weighed ? 0.03 : std::sqrt(by_hand.squares / 27);
    const double far = weighed ? 1.959963985 : 2.051830516;  // of 27 degrees of freedom
    for (std::size_t k = 0; k < 3; ++k) {
      const FitEstimate& one = result.estimates[k];
      EXPECT_NEAR(one.value, by_hand.x[k], 1e-8 * std::abs(by_hand.x[k])) << one.name;
      const double deviation = s * std::sqrt(by_hand.inverse[k]);
      EXPECT_NEAR(one.deviation, deviation, 1e-6 * deviation);
      EXPECT_NEAR(one.upper - one.value, far * deviation, 1e-6 * deviation);
    }
    EXPECT_EQ(result.freedom, 27);
  }
}

// Of N sets the share that an interval of 95 % covers has a deviation of √(0.95·0.05/N): 1.8 % of 150 sets.
TEST(Fit, IntervalsCoverAsOftenAsTheySay) {
  const int sets = std::getenv("ZWANG_SOAK") ? 1000 : 150;
  const double least = sets == 1000 ? 0.93 : 0.95 - 3 * 0.018;
  const double most = sets == 1000 ? 0.97 : 0.95 + 2.7 * 0.018;
  const Model model = read_model(R"(
[parameters]
w = 2
c = 0.3
x0 = 1
[coordinates]
x = "x0"
[free]
lagrangian = "x'^2/2 - w^2*x^2/2"
[[forces]]
on = "x"
force = "-c*x'"
)",
                                 "spring.toml");
  // x = e^(−ct/2) (cos ωt + c/2ω sin ωt), ω² = w² − c²/4, at the truth w = 2.1, c = 0.25, x0 = 1.
  const double omega = std::sqrt(2.1 * 2.1 - 0.25 * 0.25 / 4);
  const double truth[] = {2.1, 0.25, 1};
  int covered[3] = {};
  for (int set = 0; set < sets; ++set) {
    Random random(static_cast<std::uint64_t>(100 + set));
    FitData data;
    for (int i = 0; i < 25; ++i) {
      const double t = 0.2 * i;
      data.t.push_back(t);
      data.columns["x"].push_back(std::exp(-0.125 * t) *
                                      (std::cos(omega * t) + 0.125 / omega * std::sin(omega * t)) +
                                  0.05 * random.normal());
    }
    FitOptions options = asked({data}, {"w", "c", "x0"});
    options.tolerance = 1e-7;
    const FitResult result = fit(model, options);
    ASSERT_TRUE(result.converged) << "seed " << 100 + set << ": " << result.text;
    for (int k = 0; k < 3; ++k) {
      const FitEstimate& one = result.estimates[static_cast<std::size_t>(k)];
      covered[k] += one.lower <= truth[k] && truth[k] <= one.upper;
    }
  }
  for (const int count : covered) {
    const double share = static_cast<double>(count) / sets;
    RecordProperty("covered", std::to_string(share));
    EXPECT_GE(share, least);
    EXPECT_LE(share, most);
  }
}

// Misra1a of the Statistical Reference Datasets of NIST: adsorption, measured by D. Misra (1978), with certified values
// to eleven digits. y = b1 (1 − exp(−b2 x)) is a motion too: y' = b2 (b1 − y), x for the time.
TEST(Fit, AgreesWithCertifiedValues) {
  const Model model = read_model(R"toml(
[parameters]
b1 = 500
b2 = 0.0001
[coordinates]
y = 0
[free]
order = 1
acceleration = ["b2*(b1 - y)"]
)toml",
                                 "misra1a.toml");
  FitData data;
  data.t = {77.6,  114.9, 141.1, 190.8, 239.9, 289.0, 332.8,
            378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0};
  data.columns["y"] = {10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02,
                       44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78};
  FitOptions options = asked({data}, {"b1", "b2"});
  options.tolerance = 1e-12;
  const FitResult result = fit(model, options);
  ASSERT_TRUE(result.converged) << result.text;
  const double certified[] = {2.3894212918e+02, 5.5015643181e-04};
  const double deviation[] = {2.7070075241e+00, 7.2668688436e-06};
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_NEAR(result.estimates[k].value / certified[k], 1, 1e-8);
    EXPECT_NEAR(result.estimates[k].deviation / deviation[k], 1, 1e-7);
  }
  EXPECT_NEAR(result.columns[0].rms, std::sqrt(1.2455138894e-01 / 14), 1e-9);
}

constexpr const char* swinging = R"(
[parameters]
m = 2
l = 0.5
k = 3
b = 0.2
d = 0.1
z = 1
[coordinates]
a = 1
[free]
lagrangian = "m*l^2*a'^2/2 - k*a^2/2"
[[forces]]
on = "a"
force = "-(b + d)*a'"
[[observe]]
name = "angle"
formula = "a"
)";

FitData swings() {
  FitData data;
  for (int i = 0; i < 40; ++i) {
    const double t = 0.1 * i;
    data.t.push_back(t);
    data.columns["angle"].push_back(std::exp(-0.3 * t) * std::cos(2.2 * t));
  }
  return data;
}

TEST(Fit, NamesWhatCannotBeToldApart) {
  const Model model = read_model(swinging, "swinging.toml");
  FitResult result = fit(model, asked({swings()}, {"m", "l"}));
  EXPECT_EQ(result.only, std::vector<std::string>{"m*l^2"});
  EXPECT_FALSE(result.estimates[0].determined);
  EXPECT_NE(result.text.find("cannot tell m and l apart: only m*l^2 is determined"),
            std::string::npos)
      << result.text;

  result = fit(model, asked({swings()}, {"b", "d", "k"}));
  EXPECT_EQ(result.only, std::vector<std::string>{"b + d"});
  EXPECT_TRUE(result.estimates[2].determined);

  result = fit(model, asked({swings()}, {"k", "z"}));
  EXPECT_NE(result.text.find("Nothing that was measured depends on z"), std::string::npos)
      << result.text;
  EXPECT_TRUE(result.estimates[0].determined);
}

TEST(Fit, NamesRatios) {
  std::string text = swinging;
  text.replace(text.find("-(b + d)*a'"), 11, "-b*a'");
  const Model model = read_model(text, "swinging.toml");
  const FitResult result = fit(model, asked({swings()}, {"m", "k", "b"}));
  EXPECT_EQ(result.only.size(), 2u);
  for (const std::string& one : result.only) {
    EXPECT_TRUE(one == "k/m" || one == "b/m" || one == "m/k" || one == "b/k" || one == "m/b" ||
                one == "k/b")
        << one;
  }
}

TEST(Fit, FindsTheRestitutionOfBounces) {
  const Model model = read_model(R"(
[parameters]
e = 0.7
[coordinates]
y = 1
[free]
lagrangian = "y'^2/2 - 9.81*y"
[[constraints]]
name = "floor"
equation = "y >= 0"
restitution = "e"
)",
                                 "ball.toml");
  FitData data;
  Random random(5);
  for (int i = 0; i < 60; ++i) {
    const double t = 0.03 * i, fall = std::sqrt(2 / 9.81);
    double at = fall, up = 0.8 * 9.81 * fall;
    while (at + 2 * up / 9.81 < t) {
      at += 2 * up / 9.81;
      up *= 0.8;
    }
    data.t.push_back(t);
    data.columns["y"].push_back(
        (t < fall ? 1 - 9.81 * t * t / 2 : up * (t - at) - 9.81 * (t - at) * (t - at) / 2) +
        1e-3 * random.normal());
  }
  const FitResult result = fit(model, asked({data}, {"e", "y"}));
  ASSERT_EQ(result.problem, "");
  EXPECT_TRUE(result.converged) << result.text;
  EXPECT_NEAR(result.estimates[0].value, 0.8, 4 * result.estimates[0].deviation);
  EXPECT_LT(result.estimates[0].deviation, 1e-3);
}

TEST(Fit, LossesKeepOutliersAway) {
  Random random(9);
  FitData data = height(random, 0.01, 60);
  for (const std::size_t i : {54u, 55u, 57u, 58u}) data.columns["y"][i] += 1;
  const Model model = read_model(thrown, "thrown.toml");
  FitOptions options = asked({data}, {"y", "y'", "g"});
  const double off = std::abs(fit(model, options).estimates[2].value - 9.81);
  for (const char* loss : {"huber", "cauchy"}) {
    options.loss = loss;
    const FitResult result = fit(model, options);
    EXPECT_TRUE(result.converged) << result.text;
    EXPECT_LT(std::abs(result.estimates[2].value - 9.81), 0.3 * off) << loss;
    EXPECT_NEAR(result.estimates[2].value, 9.81, 4 * result.estimates[2].deviation) << loss;
  }
}

TEST(Fit, KeepsToBounds) {
  Random random(1);
  const Model model = read_model(thrown, "thrown.toml");
  FitOptions options = asked({height(random, 0.01)}, {"y", "y'", "g"});
  options.unknowns->back().upper = 9.5;
  const FitResult result = fit(model, options);
  EXPECT_EQ(result.estimates[2].value, 9.5);
  EXPECT_TRUE(result.estimates[2].at_bound);
  EXPECT_TRUE(result.converged) << result.text;
}

// Each experiment has its own start; what all have in common is found from both, and the same in any order.
TEST(Fit, TakesSeveralExperiments) {
  Random random(4);
  const Model model = read_model(thrown, "thrown.toml");
  FitData one = height(random, 0.01), other = height(random, 0.01, 20);
  for (std::size_t i = 0; i < other.t.size(); ++i) other.columns["y"][i] += 2 - other.t[i];
  const FitResult both = fit(model, asked({one, other}, {"y", "y'", "g"}));
  const FitResult turned = fit(model, asked({other, one}, {"y", "y'", "g"}));
  ASSERT_EQ(both.estimates.size(), 5u);
  EXPECT_NEAR(both.estimates[0].value, 1.5, 0.02);
  EXPECT_NEAR(both.estimates[1].value, 3.5, 0.02);
  EXPECT_NEAR(both.estimates[3].value, 3, 0.1);
  EXPECT_NEAR(both.estimates[4].value, turned.estimates[4].value, 1e-8);
  const FitResult alone = fit(model, asked({one}, {"y", "y'", "g"}));
  EXPECT_LT(both.estimates[4].deviation, alone.estimates[2].deviation * 1.05);
}

// Drag that the model does not have; and a frequency so far off that the search ends elsewhere.
TEST(Fit, DoubtsAModelThatLacksSomething) {
  FitData data;
  for (int i = 0; i < 60; ++i) {
    const double t = 0.1 * i;
    data.t.push_back(t);
    data.columns["x"].push_back(std::exp(-0.1 * t) * std::cos(5 * t));
  }
  const Model model = read_model(R"toml(
[parameters]
w = 4.8
[coordinates]
x = 1
[free]
lagrangian = "x'^2/2 - w^2*x^2/2"
)toml",
                                 "spring.toml");
  FitOptions options = asked({data}, {"w"});
  FitResult result = fit(model, options);
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_NE(result.notes[0].find("are not independent"), std::string::npos) << result.notes[0];
  options.unknowns->front().guess = 1;
  result = fit(model, options);
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_NE(result.notes[0].find("wrong minimum"), std::string::npos) << result.notes[0];
}

struct File {
  explicit File(const std::string& text)
      : path((std::filesystem::temp_directory_path() /
              ("zwang_fit_" + std::to_string(std::rand()) + ".csv"))
                 .string()) {
    std::ofstream(path) << text;
  }
  ~File() { std::filesystem::remove(path); }
  std::string path;
};

std::string refusal(const std::string& csv, std::vector<std::string> unknowns = {"g"},
                    std::map<std::string, double> weights = {}) {
  const File file(csv);
  FitOptions options = asked({}, unknowns);
  options.data->emplace_back().file = file.path;
  options.weights = weights;
  try {
    fit(read_model(thrown, "thrown.toml"), options);
  } catch (const std::exception& wrong) {
    std::string what = wrong.what();
    if (const auto at = what.find(file.path); at != std::string::npos)
      what.replace(at, file.path.size(), "FILE");
    return what;
  }
  return "";
}

TEST(Fit, SaysWhatIsWrongWithData) {
  EXPECT_EQ(refusal("t,y\n0,1\n0.1,1.2\n0.2,1.1\n"), "");
  EXPECT_EQ(refusal("time,y\n0,1\n"), "data: the file 'FILE' has no column 't' for the time");
  EXPECT_EQ(refusal("t,h\n0,1\n1,2\n"),
            "data: the file 'FILE' has the columns 'h', none of which is a coordinate, rate or "
            "observable of the model");
  EXPECT_EQ(refusal("t,y\n0,1\n0.1,one\n"), "data: FILE, line 3: 'one' is not a number");
  EXPECT_EQ(refusal("t,y\n0,1\n,2\n"), "data: FILE, line 3: the time is missing");
  EXPECT_EQ(refusal("t,y\n0,1\n0.1\n"), "data: FILE, line 3: has 1 cells, not 2");
  EXPECT_EQ(refusal("t,y\n1,1\n0.1,2\n"), "data: FILE, line 3: the time goes backwards");
  EXPECT_EQ(refusal("t,y\n0,NaN\n1,\n"),
            "data: the file 'FILE' has no measurements: all of its cells are empty or NaN");
  EXPECT_EQ(refusal("t,y\n-1,1\n0,2\n"),
            "data: the file 'FILE' begins at t = -1, before the motion does, at t = 0");
  EXPECT_EQ(refusal("t,y\n0,1\n1,NaN\n"),
            "data: at least 2 measurements are needed for 1 unknown and the deviations of the "
            "measurements; there is only 1");
  EXPECT_EQ(refusal("t,y\n0,1\n1,2\n2,3\n", {"h"}),
            "unknowns: 'h' is neither a parameter nor a coordinate or rate of the start");
  EXPECT_EQ(refusal("t,y\n0,1\n1,2\n2,3\n", {"g"}, {{"z", 1}}),
            "weights: 'z' has a weight, but no column of the data is called so");
  FitOptions options = asked({}, {"g"});
  options.data->emplace_back().file = "there is none.csv";
  EXPECT_THROW(fit(read_model(thrown, "thrown.toml"), options), FileTrouble);
}

TEST(Fit, IsWrittenAsJson) {
  Random random(2);
  const Model model = read_model(thrown, "thrown.toml");
  const FitResult result = fit(model, asked({height(random, 0.01)}, {"y", "y'", "g"}));
  const auto json = nlohmann::json::parse(to_json(result, model));
  EXPECT_EQ(json["status"], "ok");
  EXPECT_EQ(json["estimates"][2]["name"], "g");
  EXPECT_EQ(json["estimates"][2]["value"], result.estimates[2].value);
  EXPECT_EQ(json["covariance"].size(), 3u);
  EXPECT_EQ(json["columns"][0]["measured"].size(), 30u);
}

}  // namespace
}  // namespace zwang::test
