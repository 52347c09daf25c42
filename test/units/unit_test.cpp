// SPDX-License-Identifier: Apache-2.0
// Numbers with units: what they are in the SI, to the last bit where the unit is a power of ten.

#include "units/unit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "base/number.h"
#include "units/shown.h"
#include "units/unit_table.h"

namespace zwang::units {
namespace {

using std::numbers::pi;

double value(std::string_view number, std::string_view unit) {
  const auto found = parse_unit(unit);
  EXPECT_TRUE(found) << unit;
  return found ? in_si(number, *found).value_or(std::nan("")) : std::nan("");
}

TEST(Unit, IsReadToTheBitsOfTheSameNumberInTheSi) {
  EXPECT_EQ(value("350", "mm"), 0.35);
  EXPECT_EQ(value("0.35", "mm"), 0.00035);
  EXPECT_EQ(value("2", "N/mm"), 2000);
  EXPECT_EQ(value("1.2e-3", "km"), 1.2);
  EXPECT_EQ(value("7850", "kg/m^3"), 7850);
  EXPECT_EQ(value("7.85", "g/cm^3"), 7850);
  EXPECT_EQ(value("3", "µm"), 3e-6);
  EXPECT_EQ(value("3", "um"), 3e-6);
  EXPECT_EQ(value("36", "km/h"), 10);
  EXPECT_EQ(value("60", "rpm"), 60 * 2 * pi / 60);
  EXPECT_EQ(value("30", "deg"), 30 * pi / 180);
  EXPECT_EQ(value("1", "kWh"), 3.6e6);
  EXPECT_EQ(value("2", "bar"), 2e5);
  EXPECT_EQ(value("1", "in"), 0.0254);
  EXPECT_EQ(value("5", "1/s^2"), 5);
  EXPECT_EQ(value("5", "kN m"), 5000);
  EXPECT_EQ(value("5", "N·m"), 5);
  EXPECT_EQ(value("9.81", "m/s²"), 9.81);
  EXPECT_EQ(value("1", "s^-2"), 1);
  EXPECT_EQ(value("1", "L"), 0.001);
}

// Whatever digits a number has, millimetres are as many metres with the point moved.
TEST(Unit, MovesThePointAndRoundsOnce) {
  std::mt19937_64 random(20261117);
  for (int k = 0; k < 2000; ++k) {
    const std::string digits = std::to_string(random() % 1000000000);
    const std::string point = digits + "." + std::to_string(random() % 1000);
    EXPECT_EQ(value(point, "mm"), std::stod(point + "e-3")) << point;
    EXPECT_EQ(value(point + "e2", "MN"), std::stod(point + "e8")) << point;
  }
}

TEST(Unit, HasADimension) {
  const auto unit = [](std::string_view text) { return unit_of(parse_unit(text)->dimension); };
  EXPECT_EQ(unit("N/mm"), "N/m");
  EXPECT_EQ(unit("kg m/s^2"), "N");
  EXPECT_EQ(unit("N m"), "J");
  EXPECT_EQ(unit("V A"), "W");
  EXPECT_EQ(unit("psi"), "Pa");
  EXPECT_EQ(unit("g0"), "m/s^2");
  EXPECT_EQ(unit("deg"), "");
  EXPECT_EQ(unit("rpm"), "1/s");
  EXPECT_EQ(unit("ohm F"), "s");
  EXPECT_EQ(unit("H/ohm"), "s");
  EXPECT_EQ(unit("Wb/m^2"), "T");
  EXPECT_EQ(words(parse_unit("kg/m^3")->dimension), "a density (kg/m^3)");
  EXPECT_EQ(words(pow(length, 0.5)), "a quantity in m^1/2");
  EXPECT_EQ(words(plain), "a plain number");
}

TEST(Unit, EndsWhereANameBegins) {
  const auto length_of = [](std::string_view text) { return find_unit(text).length; };
  EXPECT_EQ(length_of(" m/s^2*sin(x)"), 6);
  EXPECT_EQ(length_of(" N/mm*x"), 5);
  EXPECT_EQ(length_of(" N*m"), 2);
  EXPECT_EQ(length_of(" m / s"), 2);
  EXPECT_EQ(length_of(" m and x"), 2);
  EXPECT_EQ(length_of(" min(x, y)"), 0);
  EXPECT_EQ(length_of(" m.x"), 0);
  EXPECT_EQ(length_of(" s'"), 0);
  EXPECT_EQ(length_of("x"), 0);
  EXPECT_EQ(length_of(""), 0);
  EXPECT_EQ(length_of("*m"), 0);
  EXPECT_EQ(length_of(" in"), 3);
  EXPECT_EQ(length_of(" MM"), 0);
}

TEST(Unit, RefusesPowersThatAreNone) {
  for (const char* const text : {" m^n", " m^0", " m^10", " m^2.5", " m^", " m^-", " m^1x"})
    EXPECT_FALSE(find_unit(text).problem.empty()) << text;
}

TEST(Unit, IsSafeForAnyBytes) {
  std::mt19937 random(7);
  const std::string_view letters = "mskgNJ/^ ·-12.eµ°²(\xC2\xE2\xFF'";
  for (int k = 0; k < 20000; ++k) {
    std::string text;
    for (std::size_t n = random() % 24; n > 0; --n) text += letters[random() % letters.size()];
    const Found found = find_unit(text);
    ASSERT_GE(found.length, 0);
    ASSERT_LE(static_cast<std::size_t>(found.length), text.size());
  }
}

TEST(Unit, TableIsConsistent) {
  for (const UnitWord& one : unit_table()) {
    EXPECT_TRUE(unit_of_word(one.word)) << one.word;
    EXPECT_GT(one.unit.times, 0) << one.word;
    // With a prefix it may not be another unit.
    for (const char prefix : one.prefixes) {
      const std::string with = prefix + std::string(one.word);
      for (const UnitWord& other : unit_table()) EXPECT_NE(with, other.word);
    }
  }
  for (const std::string& word : quantity_words()) {
    const QuantityWord* const quantity = find_quantity(word);
    EXPECT_TRUE(measures(*parse_unit(quantity->si), *quantity)) << word;
  }
}

TEST(ShownUnits, FollowFromLengthsAnglesAndTimes) {
  const std::vector<std::pair<std::string, std::string>> choices = {
      {"length", "mm"}, {"angle", "deg"}, {"torque", "kN m"}};
  const auto shown = shown_units(choices);
  const auto as = [&](std::string_view si) {
    for (const ShownAs& one : shown) {
      if (one.si == si) return number_text(std::round(one.factor * 1e9) / 1e9) + " " + one.unit;
    }
    return std::string();
  };
  EXPECT_EQ(as("m"), "1000 mm");
  EXPECT_EQ(as("m/s^2"), "1000 mm/s^2");
  EXPECT_EQ(as("m^2"), "1e+06 mm^2");
  EXPECT_EQ(as("rad/s"), number_text(std::round(180 / pi * 1e9) / 1e9) + " deg/s");
  EXPECT_EQ(as("N m"), "0.001 kN m");
  EXPECT_EQ(as("N"), "");
}

}  // namespace
}  // namespace zwang::units
