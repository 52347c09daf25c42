// SPDX-License-Identifier: Apache-2.0
#include "report/groups.h"

#include <algorithm>
#include <array>

namespace zwang::report {

namespace {

struct Meaning {
  std::string_view begins, group;
  int interest;
};

// As run_columns and extremal_columns write them; the first that fits. What there are few of, and
// tells of the whole, goes before what there is of every body.
constexpr std::array meanings = std::to_array<Meaning>({
    {"time", "time", 0},
    {"independent variable", "time", 0},
    {"number of the extremal", "extremal", 0},
    {"drawing", "drawing", 1},
    {"coordinate", "coordinate", 2},
    {"observable", "observable", 0},
    {"energy minus its start", "balance", 0},
    {"energy", "energy", 0},
    {"kinetic energy", "energy", 0},
    {"potential energy", "energy", 0},
    {"rates times momenta", "energy", 0},
    {"work of", "work", 0},
    {"control", "control", 1},
    {"demand not met", "residual", 0},
    {"what is wanted", "residual", 0},  // in older records
    {"residual", "residual", 0},
    {"independent constraint equations", "rank", 0},
    {"independent rows", "rank", 0},  // in older records
    {"length of the step", "step", 0},
    {"Gauss's function", "other", 0},
    {"the integrand", "other", 0},
    {"rate", "rate", 6},
    {"force of constraint", "force", 7},
    {"force of joint", "force", 7},
    {"applied force", "force", 7},
    {"non-ideal force", "force", 7},
    {"multiplier", "multiplier", 8},
    {"power", "power", 9},
    {"acceleration", "acceleration", 10},
});

// force(rod).bob.x is of rod; bob.x'' of bob; p[3].y of p[3]; theta of theta.
std::string owner(const std::string& name, std::string_view group) {
  const std::size_t open = name.find('(');
  if (group == "force" || group == "multiplier" || group == "power" || group == "drawing") {
    const std::size_t close = name.find_first_of("),", open == std::string::npos ? 0 : open);
    if (open == std::string::npos || close == std::string::npos) return {};
    return name.substr(open + 1, close - open - 1);
  }
  if (group != "coordinate" && group != "rate" && group != "acceleration") return {};
  std::string of = name.substr(0, name.find_last_not_of('\'') + 1);
  if (of.starts_with("deviation.")) of = of.substr(10);
  const std::size_t dot = of.rfind('.');
  return dot == std::string::npos ? of : of.substr(0, dot);
}

}  // namespace

Group group_of(const record::Column& column) {
  const auto at = std::find_if(meanings.begin(), meanings.end(), [&](const Meaning& m) {
    return column.meaning.starts_with(m.begins);
  });
  if (at == meanings.end()) return {"other", "", 11};
  return {std::string(at->group), owner(column.name, at->group), at->interest};
}

}  // namespace zwang::report
