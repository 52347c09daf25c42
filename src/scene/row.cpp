// SPDX-License-Identifier: Apache-2.0
#include "scene/row.h"

#include <algorithm>
#include <cmath>

#include "model/model_parts.h"

namespace zwang::scene {

namespace {

// Ways from the start at which gradients are taken, in units of the picture's size.
constexpr Triple ways[] = {{0.31, 0.17, -0.23},   {-0.29, 0.37, 0.19}, {0.13, -0.41, 0.11},
                           {-0.07, -0.23, -0.43}, {0.47, 0.05, 0.29},  {-0.11, 0.53, -0.31}};
// Of the picture's size: lines that pass a point at this distance go through it.
constexpr double close = 1e-7;

double dot(const Triple& a, const Triple& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Triple minus(const Triple& a, const Triple& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
double length(const Triple& a) { return std::sqrt(dot(a, a)); }

/// Lines, and the point that is nearest to all of them.
struct Lines {
  std::vector<Triple> at, along;  // unit vectors

  double distance(const Triple& point, std::size_t k) const {
    const Triple r = minus(point, at[k]);
    const double s = dot(r, along[k]);
    return length({r[0] - s * along[k][0], r[1] - s * along[k][1], r[2] - s * along[k][2]});
  }

  /// Σ (1 − u uᵀ)(c − x) = 0 by Cramer's rule; nothing where they are parallel.
  std::optional<Triple> nearest() const {
    double P[3][3] = {}, b[3] = {};
    for (std::size_t k = 0; k < at.size(); ++k) {
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
          const double p = (i == j ? 1.0 : 0.0) - along[k][i] * along[k][j];
          P[i][j] += p;
          b[i] += p * at[k][j];
        }
      }
    }
    const auto det = [](const double(&m)[3][3]) {
      return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
             m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
             m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    };
    const double whole = det(P);
    if (!(std::abs(whole) > 1e-4)) return std::nullopt;
    Triple centre;
    for (int column = 0; column < 3; ++column) {
      double replaced[3][3];
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) replaced[i][j] = j == column ? b[i] : P[i][j];
      centre[column] = det(replaced) / whole;
    }
    return centre;
  }
};

}  // namespace

Row::Row(const Model& model, equations::Workspace& workspace, Index row, const Mover& mover)
    : workspace_(workspace),
      equations_(model.parts().equations()),
      row_(row),
      mover_(mover),
      state_(model.start()),
      changed_(state_) {
  std::fill(changed_.v.begin(), changed_.v.end(), 0.0);
}

void Row::evaluate(const Triple& at, double dt) {
  for (std::size_t k = 0; k < mover_.coordinates.size(); ++k) {
    changed_.q[mover_.coordinates[k]] = at[k];
  }
  workspace_.evaluate(equations::Stage::projection, state_.t + dt, changed_.q.data(),
                      changed_.v.data());
}

// Of bodies, inputs are more than coordinates: the whole stage fills them.
void Row::hurry(const Model& model) {
  if (equations_.solids) return;
  alone_ = model.parts().source.residual(row_);
  if (!alone_) return;
  inputs_.assign(static_cast<std::size_t>(equations_.inputs), 0.0);
  scratch_.assign(static_cast<std::size_t>(scratch_size(*alone_)), 0.0);
  for (std::size_t k = 0; k < equations_.parameters.size(); ++k)
    inputs_[equations_.parameter_slots[k]] = equations_.parameters[k];
  for (std::size_t i = 0; i < changed_.q.size(); ++i)
    inputs_[equations_.q_slots[i]] = changed_.q[i];
}

double Row::value(const Triple& at, double dt) {
  if (alone_) {
    inputs_[equations_.t_slot] = state_.t + dt;
    for (std::size_t k = 0; k < mover_.coordinates.size(); ++k)
      inputs_[equations_.q_slots[mover_.coordinates[k]]] = at[k];
    double output = 0, value = 0;
    run(*alone_, inputs_.data(), &output, scratch_.data(), &value);
    return value;
  }
  evaluate(at, dt);
  return workspace_.residual()[row_];
}

Triple Row::gradient(const Triple& at, double dt) {
  evaluate(at, dt);
  Triple g{};
  const auto row = static_cast<std::size_t>(row_);
  for (Index e = equations_.A().begin[row]; e < equations_.A().begin[row + 1]; ++e) {
    const auto column = static_cast<std::size_t>(equations_.A().column[e]);
    for (std::size_t k = 0; k < mover_.coordinates.size(); ++k) {
      if (mover_.coordinates[k] == column) g[k] = workspace_.A()[e];
    }
  }
  return g;
}

Triple Row::start() const {
  Triple at{};
  for (std::size_t k = 0; k < mover_.coordinates.size(); ++k)
    at[k] = state_.q[mover_.coordinates[k]];
  return at;
}

std::optional<Triple> Row::centre(double size) {
  return meet(size, 0, 0.217);  // a centre that moves is none
}

std::optional<Triple> Row::centre_at(double size, double dt) { return meet(size, dt, 0); }

/// Where gradients meet, the first taken at dt and each next one `later`.
std::optional<Triple> Row::meet(double size, double dt, double later) {
  const Triple begin = start();
  const bool flat = mover_.coordinates.size() == 2;
  Lines lines;
  for (const Triple& way : ways) {
    const Triple at{begin[0] + size * way[0], begin[1] + size * way[1],
                    flat ? 0.0 : begin[2] + size * way[2]};
    const Triple g = gradient(at, dt);
    const double norm = length(g);
    if (!(norm > 0) || !std::isfinite(norm)) return std::nullopt;
    lines.at.push_back(at);
    lines.along.push_back({g[0] / norm, g[1] / norm, g[2] / norm});
    dt += later;
  }
  const std::optional<Triple> centre = lines.nearest();
  if (!centre) return std::nullopt;
  for (std::size_t k = 0; k < lines.at.size(); ++k) {
    if (!(lines.distance(*centre, k) <= close * (size + length(*centre)))) return std::nullopt;
  }
  return centre;
}

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

bool moves(Row& row, double size) {
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
    Row row(model, *workspace_, bound.row, mover);
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

}  // namespace zwang::scene
