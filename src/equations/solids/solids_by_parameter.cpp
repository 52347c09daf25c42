// SPDX-License-Identifier: Apache-2.0
#include "equations/solids/solids_by_parameter.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"
#include "bodies/coordinate_rates.h"
#include "equations/solids/solids_rest.h"

namespace zwang::equations {

namespace {

/// sums ← sums + one column of a pattern, times x.
void add_column(const ColumnMap& map, const double* entries, Index column, double x,
                double* sums) noexcept {
  for (Index k = map.begin[at(column)]; k < map.begin[at(column) + 1]; ++k) {
    sums[map.row[at(k)]] += entries[map.entry[at(k)]] * x;
  }
}

}  // namespace

SolidsByParameter::SolidsByParameter(const Equations& equations, MovingSolids& moving)
    : equations_(equations),
      moving_(moving),
      solids_(moving.layout()),
      n_(equations.n),
      m_(equations.m),
      frames_(static_cast<Index>(solids_.frames.size())),
      parameters_(equations.layout.sizes().directions),
      G_(by_columns(solids_.written.pattern(Array::G), 2 * solids_.n_written())),
      H_(by_columns(solids_.written.pattern(Array::H), 2 * solids_.n_written())),
      tree_(solids_.tree),
      rest_(3 * frames_),
      dR_(solids_.n_written()),
      seen_(3 * frames_),
      scratch_(solids_.tree.nq) {
  expects(equations.tangent.compiled);
  change_.of.resize(solids_.tree.bodies.size());
  for (const RowMap::Along& along : solids_.A_rows.along) {
    rates_see_ = rates_see_ || equations.rows[at(along.row)].level == Level::velocity;
  }
}

void SolidsByParameter::form(Index k, double* numbers, const double* acceleration,
                             const double* multipliers) noexcept {
  copy_written(k, numbers);
  moves_ = read(k, numbers);
  double* const force_slope = numbers + equations_.layout.begin(Array::force_slope) + k * n_;
  if (!moves_) return moving_.reduce_force(dR_.data(), force_slope);
  move(acceleration);
  add_frames(k, numbers);
  add_rows(k, numbers);
  moving_.reduce_force(dR_.data(), force_slope);
  fill_rest(moving_, numbers, acceleration, multipliers, rest_.data());
  add_tree(force_slope);
  add_lengths(acceleration, force_slope);
}

// What formulas say, X being given.
void SolidsByParameter::copy_written(Index k, double* numbers) noexcept {
  const Layout &from = solids_.written, &to = equations_.layout;
  for (const Array slope : {Array::row_slope, Array::residual_slope, Array::rate_slope}) {
    std::copy_n(numbers + from.begin(slope) + k * m_, m_, numbers + to.begin(slope) + k * m_);
  }
  std::copy_n(numbers + from.begin(Array::force_slope) + k * solids_.n_written(),
              solids_.n_written(), dR_.data());
}

// The change of the solids' numbers; false: there is none.
bool SolidsByParameter::read(Index k, const double* numbers) noexcept {
  const Index count = equations_.layout.sizes().properties;
  local_change_ = numbers + equations_.layout.begin(Array::properties) + (k + 1) * count;
  bodies::read(local_change_, change_);
  return std::any_of(local_change_, local_change_ + count, [](double x) { return x != 0; });
}

void SolidsByParameter::move(const double* acceleration) noexcept {
  const bodies::Tree& tree = solids_.tree;
  bodies::rates_from(tree, moving_.q(), acceleration + solids_.first, scratch_.udot.data());
  bodies::rates_bias(tree, moving_.q(), moving_.coordinate_rates(), scratch_.tau.data());
  for (Index i = 0; i < tree.nv; ++i) scratch_.udot.data()[i] += scratch_.tau.data()[i];
  tree_.move(tree, moving_.numbers(), change_, moving_.q(), moving_.rates(), scratch_.udot.data());
}

bodies::JetChange SolidsByParameter::look(Index f) noexcept {
  const Frame& frame = solids_.frames[at(f)];
  if (frame.kind == FrameKind::omega) return tree_.omega(frame.body);
  const auto local = bodies::dual3(moving_.local(f), local_change_ + frame.local);
  return frame.kind == FrameKind::point ? tree_.point(frame.body, local)
                                        : tree_.vector(frame.body, local);
}

// What follows in the written forces and rows from X, Ẋ and Ẍ that change.
void SolidsByParameter::add_frames(Index k, double* numbers) noexcept {
  double* const row_slope = numbers + equations_.layout.begin(Array::row_slope) + k * m_;
  const double* const G = numbers + solids_.written.begin(Array::G);
  const double* const H = numbers + solids_.written.begin(Array::H);
  for (Index f = 0; f < frames_; ++f) {
    const bodies::JetChange change = look(f);
    store(change.value, seen_.X.data() + 3 * f);
    store(change.rate, seen_.Xd.data() + 3 * f);
    store(change.acceleration, seen_.Xdd.data() + 3 * f);
  }
  for (Index i = 0; i < 3 * frames_; ++i) {
    const Index X = n_ + i, Xd = solids_.n_written() + X;
    add_column(G_, G, X, seen_.X.data()[i], dR_.data());
    add_column(G_, G, Xd, seen_.Xd.data()[i], dR_.data());
    add_column(H_, H, X, seen_.X.data()[i], row_slope);
    add_column(H_, H, Xd, seen_.Xd.data()[i], row_slope);
  }
  for (const WrittenMass::Along& entry : solids_.mass.along) {
    if (entry.column < n_) continue;
    dR_.data()[entry.row] -= numbers[entry.from] * seen_.Xdd.data()[entry.column - n_];
  }
}

// A_x ∂X in the residuals, A_x ∂Ẋ in their rates, A_x ∂Ẍ in what is asked of accelerations. In rows of
// positions ∂φ̇/∂X = −½ ∂b/∂Ẋ, which H contains.
void SolidsByParameter::add_rows(Index k, double* numbers) noexcept {
  double *const row = numbers + equations_.layout.begin(Array::row_slope) + k * m_,
                *const residual = numbers + equations_.layout.begin(Array::residual_slope) + k * m_,
                *const rate = numbers + equations_.layout.begin(Array::rate_slope) + k * m_;
  for (const RowMap::Along& along : solids_.A_rows.along) {
    const auto a = along.entries(numbers + solids_.written.begin(Array::A));
    const auto of = [&](const AlignedArray& change) {
      return dot(a, bodies::vec3<double>(change.data() + 3 * along.frame));
    };
    row[along.row] -= of(seen_.Xdd);
    rate[along.row] += of(seen_.Xd);
    const Level level = equations_.rows[at(along.row)].level;
    if (level == Level::position) residual[along.row] += of(seen_.X);
    if (level == Level::velocity) residual[along.row] += of(seen_.Xd);
  }
  for (Index i = 0; i < 3 * frames_; ++i) {
    const Index column = solids_.n_written() + n_ + i;
    for (Index j = H_.begin[at(column)]; j < H_.begin[at(column) + 1]; ++j) {
      const Index r = H_.row[at(j)];
      if (equations_.rows[at(r)].level != Level::position) continue;
      rate[r] -=
          0.5 * numbers[solids_.written.begin(Array::H) + H_.entry[at(j)]] * seen_.X.data()[i];
    }
  }
}

// − ∂(H q̈ + h − JᵀR_x).
void SolidsByParameter::add_tree(double* force_slope) noexcept {
  for (Index f = 0; f < frames_; ++f) {
    const Frame& frame = solids_.frames[at(f)];
    const auto force = bodies::vec3<double>(rest_.data() + 3 * f);
    if (frame.kind == FrameKind::omega) {
      tree_.act(frame.body, {force, bodies::zero3<double>()});
      continue;
    }
    const auto local = bodies::dual3(moving_.local(f), local_change_ + frame.local);
    frame.kind == FrameKind::point ? tree_.act_at_point(frame.body, local, force)
                                   : tree_.act_along_vector(frame.body, local, force);
  }
  tree_.forces(solids_.tree, scratch_.tau.data());
  bodies::forces_over_coordinates(solids_.tree, moving_.q(), scratch_.tau.data(),
                                  scratch_.over_q.data());
  for (Index i = 0; i < solids_.tree.nq; ++i)
    force_slope[solids_.first + i] -= scratch_.over_q.data()[i];
}

// What the length of a quaternion weighs is of the size of its body's inertia, and changes with it.
void SolidsByParameter::add_lengths(const double* acceleration, double* force_slope) noexcept {
  moving_.for_each_quaternion([&](Index body, Index first) {
    const bodies::SolidNumbers &solid = moving_.numbers().of[at(body)],
                               &change = change_.of[at(body)];
    double mass = 0;
    for (int k = 0; k < 3; ++k) {
      mass += change.inertia[k] + change.mass * solid.center[k] * solid.center[k] +
              2 * solid.mass * solid.center[k] * change.center[k];
    }
    const double *const e = moving_.q() + first, *const ed = moving_.coordinate_rates() + first,
                        *const edd = acceleration + solids_.first + first;
    double ee = 0, pull = 0;
    for (int k = 0; k < 4; ++k) {
      ee += e[k] * e[k];
      pull += ed[k] * ed[k] + e[k] * edd[k];
    }
    for (int k = 0; k < 4; ++k) {
      force_slope[solids_.first + first + k] -= mass * pull / (ee * ee) * e[k];
    }
  });
}

double SolidsByParameter::step(const double* x) noexcept {
  double size = 0, reach = 0;
  for (Index i = 0; i < 3 * frames_; ++i) {
    seen_.kept.data()[i] = x[solids_.frame_slots[at(i)]];
    size = std::max(size, std::abs(seen_.kept.data()[i]));
  }
  const double least = size > 0 ? 0.01 * size : 1.0;
  for (Index i = 0; i < 3 * frames_; ++i) {
    reach = std::max(reach, std::abs(seen_.X.data()[i]) / (std::abs(seen_.kept.data()[i]) + least));
  }
  return 1e-3 / (reach > 0 ? reach : 1.0);
}

void SolidsByParameter::shift(double step, double* x) const noexcept {
  for (Index i = 0; i < 3 * frames_; ++i) {
    x[solids_.frame_slots[at(i)]] = seen_.kept.data()[i] + step * seen_.X.data()[i];
  }
}

void SolidsByParameter::add_to_rates(Index k, double weight, double* numbers) const noexcept {
  for (Index i = 0; i < m_; ++i) {
    if (equations_.rows[at(i)].level != Level::velocity) continue;
    const double change = weight * numbers[equations_.layout.begin(Array::rate) + i];
    numbers[equations_.layout.begin(Array::rate_slope) + k * m_ + i] += change;
    numbers[equations_.layout.begin(Array::residual_slope) + k * m_ + i] += change;
  }
}

}  // namespace zwang::equations
