// SPDX-License-Identifier: Apache-2.0
#include "equations/solids/solids_tangent.h"

#include <algorithm>

#include "equations/solids/solids_rest.h"

namespace zwang::equations {

SolidsTangent::SolidsTangent(const Equations& equations, MovingSolids& solids)
    : equations_(equations),
      moving_(solids),
      solids_(solids.layout()),
      n_(equations.n),
      G_written_(by_columns(solids_.written.pattern(Array::G), 2 * solids_.n_written())),
      H_written_(by_columns(solids_.written.pattern(Array::H), 2 * solids_.n_written())),
      changes_(solids_.tree, bodies::Over::coordinates),
      tree_(solids_.tree, changes_),
      actions_(solids_.tree.bodies.size()),
      rest_(solids_.n_written() - n_),
      turned_(solids_.n_written()),
      dR_(solids_.n_written()),
      dr_(n_),
      db_(equations.m) {
  list_frames();
  if (equations.layout.sizes().directions > 0) {
    by_parameter_ = std::make_unique<SolidsByParameter>(equations, solids);
  }
}

// Which frames each coordinate of the tree moves.
void SolidsTangent::list_frames() {
  const auto each = [&](auto visit) {
    for (std::size_t f = 0; f < solids_.frames.size(); ++f) {
      for (Index i = solids_.frames[f].body; i != bodies::ground;) {
        const bodies::Body& body = solids_.tree.bodies[at(i)];
        for (Index k = 0; k < coordinates(body.joint); ++k) visit(f, at(body.q + k));
        i = body.parent;
      }
    }
  };
  seen_begin_.assign(at(solids_.tree.nq) + 1, 0);
  each([&](std::size_t, std::size_t k) { ++seen_begin_[k + 1]; });
  for (std::size_t k = 1; k < seen_begin_.size(); ++k) seen_begin_[k] += seen_begin_[k - 1];
  seen_next_ = seen_begin_;
  seen_.resize(at(seen_begin_.back()));
  each([&](std::size_t f, std::size_t k) {
    seen_[at(seen_next_[k]++)].frame = static_cast<Index>(f);
  });
}

// H q̈ + h − JᵀR_x by the tree's coordinates and rates.
void SolidsTangent::fill_tree(const double* acceleration) noexcept {
  const bodies::Tree& tree = solids_.tree;
  const bodies::Kinematics& kinematics = moving_.kinematics();
  changes_.fill(tree, kinematics, moving_.q(), moving_.coordinate_rates(),
                acceleration + solids_.first);
  std::fill(actions_.begin(), actions_.end(), bodies::Action{});
  for (std::size_t f = 0; f < solids_.frames.size(); ++f) {
    const Frame& frame = solids_.frames[f];
    const auto force = bodies::vec3<double>(rest_.data() + 3 * f);
    const auto d =
        kinematics[frame.body].R * bodies::vec3<double>(moving_.local(static_cast<Index>(f)));
    bodies::Action& action = actions_[at(frame.body)];
    if (frame.kind == FrameKind::point) add_at_point(action, d, force);
    if (frame.kind == FrameKind::vector) add_along_vector(action, d, force);
    if (frame.kind == FrameKind::omega) add_torque(action, force);
  }
  tree_.form(tree, moving_.numbers(), kinematics, changes_, moving_.q(),
             {actions_.data(), bodies::vec3<double>(moving_.numbers().gravity)});
}

// In the order of list_frames().
void SolidsTangent::look_at_frames() noexcept {
  std::copy(seen_begin_.begin(), seen_begin_.end(), seen_next_.begin());
  const auto see = [&](Index k, const bodies::JetChange& by_position,
                       const bodies::JetChange& by_rate) {
    Seen& seen = seen_[at(seen_next_[at(k)]++)];
    seen.by_position = by_position;
    seen.by_rate = by_rate;
  };
  const bodies::Tree& tree = solids_.tree;
  const bodies::Kinematics& kinematics = moving_.kinematics();
  for (std::size_t f = 0; f < solids_.frames.size(); ++f) {
    const Frame& frame = solids_.frames[f];
    const auto local = bodies::vec3<double>(moving_.local(static_cast<Index>(f)));
    if (frame.kind == FrameKind::point)
      each_point_change(tree, kinematics, changes_, frame.body, local, see);
    if (frame.kind == FrameKind::vector)
      each_vector_change(tree, kinematics, changes_, frame.body, local, see);
    if (frame.kind == FrameKind::omega)
      each_omega_change(tree, kinematics, changes_, frame.body, see);
  }
}

void SolidsTangent::form(double* numbers, const double* acceleration,
                         const double* multipliers) noexcept {
  fill_rest(moving_, numbers, acceleration, multipliers, rest_.data());
  fill_tree(acceleration);
  look_at_frames();
  for (const bool rate : {false, true}) {
    for (Index j = 0; j < n_; ++j) add_column(numbers, j, rate);
  }
}

// ∂R and ∂(b − A ẍ) by one input of the programs.
void SolidsTangent::add_written(const double* numbers, Index column, double change) noexcept {
  const auto add = [&](const ColumnMap& map, const double* values, double* sums) {
    for (Index k = map.begin[at(column)]; k < map.begin[at(column) + 1]; ++k) {
      sums[map.row[at(k)]] += values[map.entry[at(k)]] * change;
    }
  };
  add(G_written_, numbers + solids_.written.begin(Array::G), dR_.data());
  add(H_written_, numbers + solids_.written.begin(Array::H), db_.data());
}

// ∂R and ∂(b − A ẍ) along one direction, and what they come to over the true coordinates.
void SolidsTangent::add_column(double* numbers, Index coordinate, bool rate) noexcept {
  double *const dR = dR_.data(), *const db = db_.data(), *const turned = turned_.data();
  const Index rates = solids_.n_written(), of_tree = coordinate - solids_.first;
  std::fill_n(dR, solids_.n_written(), 0.0);
  std::fill_n(db, equations_.m, 0.0);
  add_written(numbers, rate ? rates + coordinate : coordinate, 1);
  if (of_tree >= 0) {
    std::fill_n(turned, solids_.n_written(), 0.0);
    for (Index s = seen_begin_[at(of_tree)]; s < seen_begin_[at(of_tree) + 1]; ++s) {
      const Seen& seen = seen_[at(s)];
      const bodies::JetChange& change = rate ? seen.by_rate : seen.by_position;
      double X[3], Xd[3];
      store(change.value, X);
      store(change.rate, Xd);
      const Index first = n_ + 3 * seen.frame;
      store(change.acceleration, turned + first);
      for (Index k = 0; k < 3; ++k) {
        add_written(numbers, first + k, X[k]);
        add_written(numbers, rates + first + k, Xd[k]);
      }
    }
    for (const WrittenMass::Along& entry : solids_.mass.along) {
      dR[entry.row] -= numbers[entry.from] * turned[entry.column];
    }
    for (const RowMap::Along& along : solids_.A_rows.along) {
      for (Index k = 0; k < 3; ++k) {
        if (along.from[k] < 0) continue;
        db[along.row] -= numbers[solids_.written.begin(Array::A) + along.from[k]] *
                         turned[n_ + 3 * along.frame + k];
      }
    }
  }
  moving_.reduce_force(dR, dr_.data());
  if (of_tree >= 0) {
    const bodies::CommonPaths& pattern = tree_.pattern();
    const double* const entries =
        (rate ? tree_.by_rate() : tree_.by_position()) + pattern.begin(of_tree);
    for (Index k = 0; k < pattern.count(of_tree); ++k) {
      dr_.data()[solids_.first + pattern.rows(of_tree)[k]] -= entries[k];
    }
  }
  const Index column = rate ? n_ + coordinate : coordinate;
  const auto scatter = [column](const ColumnMap& map, const double* from, double* to) {
    for (Index k = map.begin[at(column)]; k < map.begin[at(column) + 1]; ++k) {
      to[map.entry[at(k)]] = from[map.row[at(k)]];
    }
  };
  scatter(solids_.G_columns, dr_.data(), numbers + equations_.layout.begin(Array::G));
  scatter(solids_.H_columns, db, numbers + equations_.layout.begin(Array::H));
}

}  // namespace zwang::equations
