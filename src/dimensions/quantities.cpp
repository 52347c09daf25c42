// SPDX-License-Identifier: Apache-2.0
#include "dimensions/quantities.h"

#include <array>

namespace zwang::compile {

using units::Dimension;

namespace {

Quantity quotient(const Quantity& x, const Quantity& y, double power = 1) {
  if (!x.dimension || !y.dimension) return {};
  return {*x.dimension / pow(*y.dimension, power), x.angle};
}

// "p[3].x''": p.x, and 2.
std::pair<std::string, int> stripped(std::string_view name) {
  std::string path;
  int primes = 0, depth = 0;
  for (const char c : name) {
    if (c == '[') ++depth;
    if (c == '\'') ++primes;
    if (depth == 0 && c != '\'') path += c;
    if (c == ']') --depth;
  }
  return {path, primes};
}

enum class Of : std::uint8_t { time, name, force, multiplier, energy, power, gauss };

struct Meaning {
  std::string_view begins;
  Of of;
};

// As columns of runs and extremals are described; the first that fits.
constexpr std::array meanings = std::to_array<Meaning>({
    {"time", Of::time},
    {"independent variable", Of::time},
    {"length of the step", Of::time},
    {"coordinate", Of::name},
    {"rate", Of::name},
    {"acceleration", Of::name},
    {"observable", Of::name},
    {"control", Of::name},
    {"force of", Of::force},
    {"non-ideal force", Of::force},
    {"applied force", Of::force},
    {"multiplier", Of::multiplier},
    {"energy", Of::energy},
    {"kinetic energy", Of::energy},
    {"potential energy", Of::energy},
    {"work of", Of::energy},
    {"rates times momenta", Of::energy},
    {"the integrand", Of::energy},
    {"power", Of::power},
    {"Gauss's function", Of::gauss},
});

}  // namespace

// A torque is an energy per angle.
std::string Quantity::unit() const {
  if (!dimension) return {};
  if (!angle) return units::unit_of(*dimension);
  if (*dimension == units::energy) return "N m";
  for (int power = 0; power <= 2; ++power) {
    if (*dimension == pow(units::per_time, power))
      return power == 0 ? "rad" : power == 1 ? "rad/s" : "rad/s^2";
  }
  return units::unit_of(*dimension);
}

Quantity Quantities::of(std::string_view name) const {
  if (const auto own = names.find(name); own != names.end()) return own->second;
  const auto [path, primes] = stripped(name);
  for (std::string_view rest = path;;) {
    if (const auto at = names.find(rest); at != names.end()) {
      Quantity found = quotient(at->second, time, primes);
      found.angle = at->second.angle;
      return found;
    }
    const std::size_t dot = rest.rfind('.');
    if (dot == std::string_view::npos) return {};
    rest = rest.substr(0, dot);
  }
}

Quantity Quantities::force_along(std::string_view name) const {
  if (name.find(".joint_torque") != std::string_view::npos) return energy;
  return quotient(energy, of(name));
}

units::ShownAs Quantities::shown_as(const std::string& si) const {
  for (const units::ShownAs& one : shown) {
    if (one.si == si) return one;
  }
  return {si, si, 1};
}

std::string Quantities::unit_of_column(std::string_view name, std::string_view meaning) const {
  if (!given) return {};
  for (const Meaning& one : meanings) {
    if (!meaning.starts_with(one.begins)) continue;
    switch (one.of) {
      case Of::time:
        return time.unit();
      case Of::name:
        return of(name).unit();
      case Of::force: {
        // force(rod).bob.x is along bob.x; joint(crank).x, force(pin, rod).x along x of the world.
        const std::size_t close = name.find(").");
        const bool along = name.starts_with("force(") && close != std::string_view::npos &&
                           name.substr(0, close).find(',') == std::string_view::npos;
        const std::string unit = along ? force_along(name.substr(close + 2)).unit()
                                       : quotient(energy, {units::length}).unit();
        return unit == "J" ? "N m" : unit;
      }
      case Of::multiplier: {
        const std::size_t open = name.find('('), end = name.find_first_of(",)", open);
        if (open == std::string_view::npos || end == std::string_view::npos) return {};
        const auto at = multipliers.find(stripped(name.substr(open + 1, end - open - 1)).first);
        const std::string unit = at == multipliers.end() ? "" : at->second.unit();
        return unit == "J" ? "N m" : unit;
      }
      case Of::energy:
        return energy.unit();
      case Of::power:
        return quotient(energy, time).unit();
      case Of::gauss:
        return quotient(energy, time, 2).unit();
    }
  }
  return {};
}

}  // namespace zwang::compile
