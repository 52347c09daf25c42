// SPDX-License-Identifier: Apache-2.0
#include "dimensions/measure.h"

#include <algorithm>
#include <cmath>

namespace zwang::compile {

namespace {

constexpr double rounding = 1e-9;
// Powers beyond are those of no quantity; they would end in numbers that are none.
constexpr double most_power = 1e6;
// Each that is found is put into all others. In a model with more of them, the last remain open.
constexpr std::size_t most_unknowns = 1000;

// Squares of angles are none.
int one_angle(int power) { return std::abs(power) == 1 ? power : 0; }

Measure sum(const Measure& x, const Measure& y, double factor) {
  if (x.any || y.any) return any_measure();
  Measure result;
  for (std::size_t i = 0; i < units::base_units; ++i) {
    result.known.power[i] = x.known.power[i] + factor * y.known.power[i];
    if (!(std::abs(result.known.power[i]) < most_power)) return any_measure();
  }
  auto one = x.unknowns.begin();
  auto other = y.unknowns.begin();
  while (one != x.unknowns.end() || other != y.unknowns.end()) {
    const bool left =
        other == y.unknowns.end() || (one != x.unknowns.end() && one->first <= other->first);
    const bool right =
        one == x.unknowns.end() || (other != y.unknowns.end() && other->first <= one->first);
    const int number = left ? one->first : other->first;
    double power = 0;
    if (left) power += (one++)->second;
    if (right) power += factor * (other++)->second;
    if (!(std::abs(power) < most_power)) return any_measure();
    if (std::abs(power) > rounding) result.unknowns.emplace_back(number, power);
  }
  return result;
}

}  // namespace

Measure operator*(const Measure& x, const Measure& y) {
  Measure result = sum(x, y, 1);
  result.angle = one_angle(x.angle + y.angle);
  return result;
}

Measure operator/(const Measure& x, const Measure& y) {
  Measure result = sum(x, y, -1);
  result.angle = one_angle(x.angle - y.angle);
  return result;
}

Measure pow(const Measure& x, double exponent) {
  if (x.any) return x;
  Measure result = sum({}, x, exponent);
  if (std::abs(exponent - 1) < rounding) result.angle = x.angle;
  return result;
}

Measure OpenDimensions::add(std::string name) {
  if (unknowns_.size() >= most_unknowns) return any_measure();
  Measure one;
  one.unknowns.emplace_back(static_cast<int>(unknowns_.size()), 1.0);
  unknowns_.push_back({std::move(name), std::nullopt});
  return one;
}

Measure OpenDimensions::settled(const Measure& x) const {
  if (x.any) return x;
  Measure result(x.known);
  for (const auto& [number, power] : x.unknowns) {
    Measure one;
    one.unknowns.emplace_back(number, 1.0);
    result = sum(result, unknowns_[static_cast<std::size_t>(number)].found.value_or(one), power);
  }
  result.angle = x.angle;
  return result;
}

bool OpenDimensions::equate(const Measure& x, const Measure& y) {
  if (x.any || y.any) return true;
  const Measure rest = sum(settled(x), settled(y), -1);
  if (rest.any) return true;
  if (rest.unknowns.empty()) return rest.known.is_plain();
  // The youngest is the one that knows least of where it comes from.
  const auto [number, power] = rest.unknowns.back();
  Measure others = rest;
  others.unknowns.pop_back();
  const Measure found = sum({}, others, -1 / power);
  unknowns_[static_cast<std::size_t>(number)].found = found;
  const auto is_it = [n = number](const auto& one) { return one.first == n; };
  for (Open& unknown : unknowns_) {
    if (!unknown.found) continue;
    const auto& among = unknown.found->unknowns;
    if (std::none_of(among.begin(), among.end(), is_it)) continue;
    unknown.found = settled(*unknown.found);
  }
  return true;
}

std::optional<units::Dimension> OpenDimensions::dimension(const Measure& x) const {
  const Measure all = settled(x);
  if (all.any || !all.unknowns.empty()) return std::nullopt;
  return all.known;
}

std::string OpenDimensions::words(const Measure& x) const {
  const Measure all = settled(x);
  if (all.any) return "a quantity of any dimension";
  if (all.unknowns.empty()) return units::words(all.known);
  std::string words = units::unit_of(all.known);
  for (const auto& [number, power] : all.unknowns) {
    words += (words.empty() ? "the unit of '" : " times the unit of '") +
             unknowns_[static_cast<std::size_t>(number)].name + "'";
    if (std::abs(power - 1) > rounding) words += "^" + units::exponent_words(power);
  }
  return "a quantity in " + words;
}

}  // namespace zwang::compile
