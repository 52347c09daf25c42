// SPDX-License-Identifier: Apache-2.0
#include "scene/centres.h"

#include <algorithm>
#include <cmath>

#include "compile/loaded/model_parts.h"

namespace zwang {

namespace {

// A picture shows so many rods apart; and finding centres takes time that grows with the rows.
constexpr std::size_t most_rows = 200, most_centres = 24;

// About how far the particle is from anything.
double size_of(const Triple& start) {
  const double size = std::hypot(start[0], start[1], start[2]);
  return size > 0 ? size : 1.0;
}

// What differs by rounding is called the same, so that a centre that stays level has no column for it.
double settled(double x, double size) {
  const double unit = std::exp2(std::floor(std::log2(size)) - 36);
  return std::round(x / unit) * unit + 0.0;  // 0, not −0
}

bool moves(SceneRow& row, double size) {
  if (!row.depends_on_time() || row.centre(size)) return false;
  for (const double dt : {0.0, 0.173, 0.619, 1.377}) {
    if (!row.centre_at(size, dt)) return false;
  }
  return true;
}

}  // namespace

MovingCentres::MovingCentres(const Model& model) : movers_(movers_of(model)) {
  from_ = model.start().t;
  const std::vector<Bound> rows = bound_rows(model, movers_);
  if (rows.empty() || rows.size() > most_rows) return;
  const equations::Equations& equations = model.parts().equations();
  workspace_ = std::make_unique<equations::Workspace>(equations);
  for (const Bound& bound : rows) {
    const Mover& mover = movers_[bound.movers[0]];
    const auto kind = equations.rows[bound.row].kind;
    if (bound.movers.size() != 1 || !mover.particle || kind != equations::Kind::equality ||
        mover.coordinates.size() < 2 || found_.size() == most_centres)
      continue;
    SceneRow row(model, *workspace_, bound.row, mover);
    const double size = size_of(row.start());
    if (!moves(row, size)) continue;
    found_.push_back({bound, mover.coordinates.size()});
    rows_.push_back(row);
    sizes_.push_back(size);
  }
}

Triple MovingCentres::at(std::size_t number, double t) {
  const double size = sizes_[number];
  Triple at = rows_[number].centre_at(size, t - from_).value_or(Triple{});
  for (double& x : at) x = settled(x, size);
  return at;
}

}  // namespace zwang
