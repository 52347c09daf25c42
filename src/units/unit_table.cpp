// SPDX-License-Identifier: Apache-2.0
#include "units/unit_table.h"

#include <algorithm>
#include <numbers>

namespace zwang::units {

namespace {

using std::numbers::pi;

constexpr Dimension of(double kg, double m, double s, double A = 0, double K = 0) {
  return {{kg, m, s, A, K}};
}
constexpr std::string_view all = "pnumckMGT", some = "umkMG", none;

constexpr Unit si(Dimension dimension, int ten = 0) { return {dimension, 0, ten, 1, 1}; }
constexpr Unit other(Dimension dimension, double times, double over = 1) {
  return {dimension, 0, 0, times, over};
}
constexpr Unit turning(Dimension dimension, double times, double over = 1) {
  return {dimension, 1, 0, times, over};
}

// The international units of 1959, the SI of 2019. No word is a letter that formulas use for
// something else in every second model: tonne and L, not t and l.
constexpr UnitWord table[] = {
    {"m", si(length), "pnumcdk"},
    {"g", si(mass, -3), "numkM"},
    {"s", si(time), "pnum"},
    {"A", si(of(0, 0, 0, 1)), "numk"},
    {"K", si(of(0, 0, 0, 0, 1)), "m"},
    {"N", si(force), some},
    {"J", si(energy), some},
    {"W", si(of(1, 2, -3)), some},
    {"Pa", si(of(1, -1, -2)), "mhkMG"},
    {"Hz", si(of(0, 0, -1)), "mkMG"},
    {"Nm", si(energy), some},
    {"rad", turning(plain, 1), "um"},
    {"deg", turning(plain, pi, 180), none},
    {"°", turning(plain, pi, 180), none},
    {"arcmin", turning(plain, pi, 10800), none},
    {"arcsec", turning(plain, pi, 648000), none},
    {"rev", turning(plain, 2 * pi), none},
    {"rpm", turning(of(0, 0, -1), 2 * pi, 60), none},
    {"min", other(time, 60), none},
    {"h", other(time, 3600), none},
    {"day", other(time, 86400), none},
    {"tonne", si(mass, 3), none},
    {"L", si(of(0, 3, 0), -3), "um"},
    {"bar", si(of(1, -1, -2), 5), "m"},
    {"atm", other(of(1, -1, -2), 101325), none},
    {"psi", other(of(1, -1, -2), 6894.757293168361), none},
    {"Wh", other(energy, 3600), "mkMG"},
    {"eV", other(energy, 1.602176634e-19), "mkMGT"},
    {"cal", other(energy, 4.184), "k"},
    {"hp", other(of(1, 2, -3), 745.6998715822702), none},
    {"PS", other(of(1, 2, -3), 735.49875), none},
    {"g0", other(of(0, 1, -2), 9.80665), none},
    {"kgf", other(force, 9.80665), none},
    {"lbf", other(force, 4.4482216152605), none},
    {"lb", other(mass, 0.45359237), none},
    {"oz", other(mass, 0.028349523125), none},
    {"slug", other(mass, 14.593902937206364), none},
    {"in", other(length, 0.0254), none},
    {"ft", other(length, 0.3048), none},
    {"yd", other(length, 0.9144), none},
    {"mi", other(length, 1609.344), none},
    {"nmi", other(length, 1852), none},
    {"mph", other(of(0, 1, -1), 0.44704), none},
    {"kn", other(of(0, 1, -1), 1852, 3600), none},
    {"au", other(length, 149597870700.0), none},
    {"C", si(of(0, 0, 1, 1)), "pnum"},
    {"V", si(of(1, 2, -3, -1)), "numkM"},
    {"ohm", si(of(1, 2, -3, -2)), "mkM"},
    {"Ω", si(of(1, 2, -3, -2)), "mkM"},
    {"F", si(of(-1, -2, 4, 2)), "pnum"},
    {"H", si(of(1, 2, -2, -2)), "num"},
    {"T", si(of(1, 0, -2, -1)), "num"},
    {"Wb", si(of(1, 2, -2, -1)), "m"},
};

struct Prefix {
  std::string_view word;
  char letter;
  int ten;
};
constexpr Prefix prefixes[] = {
    {"p", 'p', -12}, {"n", 'n', -9}, {"u", 'u', -6}, {"µ", 'u', -6}, {"μ", 'u', -6},
    {"m", 'm', -3},  {"c", 'c', -2}, {"d", 'd', -1}, {"h", 'h', 2},  {"k", 'k', 3},
    {"M", 'M', 6},   {"G", 'G', 9},  {"T", 'T', 12},
};

const UnitWord* find(std::string_view word) {
  const auto* const at = std::find_if(std::begin(table), std::end(table),
                                      [&](const UnitWord& one) { return one.word == word; });
  return at == std::end(table) ? nullptr : at;
}

}  // namespace

std::span<const UnitWord> unit_table() { return table; }

std::optional<Unit> unit_of_word(std::string_view word) {
  if (const UnitWord* const one = find(word)) return one->unit;
  for (const Prefix& prefix : prefixes) {
    if (!word.starts_with(prefix.word)) continue;
    const UnitWord* const one = find(word.substr(prefix.word.size()));
    if (!one || one->prefixes.find(prefix.letter) == std::string_view::npos) continue;
    Unit unit = one->unit;
    unit.ten += prefix.ten;
    return unit;
  }
  return std::nullopt;
}

}  // namespace zwang::units
