// SPDX-License-Identifier: Apache-2.0
#include "motion/tree_sweep.h"

#include <algorithm>

#include "bodies/quaternion.h"
#include "motion/felt_rows.h"

namespace zwang::motion {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Where x is in the list, appended if it is not.
Index place_of(std::vector<Index>& list, Index x) {
  const auto found = std::find(list.begin(), list.end(), x);
  const Index place = found - list.begin();
  if (found == list.end()) list.push_back(x);
  return place;
}

/// Where coordinates of the tree have their rates.
struct Coordinate {
  Index rate, quaternion, component;
};

std::vector<Coordinate> coordinates_of(const bodies::Tree& tree) {
  std::vector<Coordinate> all;
  for (const bodies::Body& body : tree.bodies) {
    const Index count = coordinates(body.joint),
                plain = count - (has_quaternion(body.joint) ? 4 : 0);
    for (Index i = 0; i < plain; ++i) all.push_back({body.v + i, -1, 0});
    for (Index i = plain; i < count; ++i)
      all.push_back({body.v + plain, body.q + plain, i - plain});
  }
  return all;
}

std::vector<bodies::RowShape> shapes_of(const equations::Solids& solids, Index rows) {
  std::vector<bodies::RowShape> shapes(at(rows));
  const std::vector<Coordinate> coordinates = coordinates_of(solids.tree);
  for (const equations::RowMap::Along& along : solids.A_rows.along) {
    if (along.row < rows) {
      place_of(shapes[at(along.row)].bodies, solids.frames[at(along.frame)].body);
    }
  }
  for (const equations::RowMap::Copy& copy : solids.A_rows.copies) {
    if (copy.row >= rows) continue;
    const Coordinate& coordinate = coordinates[at(copy.column)];
    const Index count = coordinate.quaternion < 0 ? 1 : 3;
    for (Index k = 0; k < count; ++k) place_of(shapes[at(copy.row)].rates, coordinate.rate + k);
  }
  return shapes;
}

}  // namespace

TreeSweep::TreeSweep(const equations::Equations& equations, Index rows)
    : equations_(equations),
      solids_(*equations.solids),
      rows_(rows),
      shapes_(shapes_of(solids_, rows)),
      tau_(at(solids_.tree.nq)),
      armature_(at(solids_.tree.nv)),
      constrained_(solids_.tree, shapes_) {
  std::vector<Index> first_wrench, first_number;
  for (const bodies::RowShape& shape : shapes_) {
    first_wrench.push_back(static_cast<Index>(wrenches_.size()));
    first_number.push_back(static_cast<Index>(numbers_.size()));
    wrenches_.resize(wrenches_.size() + shape.bodies.size());
    numbers_.resize(numbers_.size() + shape.rates.size());
  }
  const std::vector<Coordinate> coordinates = coordinates_of(solids_.tree);
  for (std::size_t k = 0; k < solids_.A_rows.along.size(); ++k) {
    const equations::RowMap::Along& along = solids_.A_rows.along[k];
    if (along.row >= rows) continue;
    const Index body = solids_.frames[at(along.frame)].body;
    wrench_of_.push_back(
        {static_cast<Index>(k),
         first_wrench[at(along.row)] + place_of(shapes_[at(along.row)].bodies, body)});
  }
  for (const equations::RowMap::Copy& copy : solids_.A_rows.copies) {
    if (copy.row >= rows) continue;
    const Coordinate& to = coordinates[at(copy.column)];
    // The three rates of a quaternion stand one behind the other: they came together.
    const Index slot = first_number[at(copy.row)] + place_of(shapes_[at(copy.row)].rates, to.rate);
    number_of_.push_back({copy.row, copy.from, slot, to.quaternion, to.component});
  }
}

void TreeSweep::prepare(const equations::MovingSolids& solids) noexcept {
  if (prepared_ == &solids && version_ == solids.version()) return;
  constrained_.prepare(solids.numbers(), false);
  prepared_ = &solids;
  version_ = solids.version();
}

void TreeSweep::fill_rows(equations::Workspace& numbers) noexcept {
  const double* const A = numbers.written_A();
  const equations::MovingSolids& solids = *numbers.solids();
  std::fill(wrenches_.begin(), wrenches_.end(), bodies::zero_force<double>());
  std::fill(numbers_.begin(), numbers_.end(), 0.0);
  for (const Wrench& wrench : wrench_of_) {
    const equations::RowMap::Along& along = solids_.A_rows.along[at(wrench.along)];
    if (!is_felt(equations_.A, numbers.A(), along.row)) continue;
    const equations::Frame& frame = solids_.frames[at(along.frame)];
    wrenches_[at(wrench.slot)] += wrench_of(frame.kind, solids.kinematics()[frame.body].R,
                                            solids.local(along.frame), along.entries(A));
  }
  for (const Number& number : number_of_) {
    if (number.quaternion < 0) {
      numbers_[at(number.slot)] += A[number.from];
      continue;
    }
    double over_e[4] = {0, 0, 0, 0};
    over_e[number.component] = A[number.from];
    const bodies::Vec3<double> over_omega = bodies::over_omega(
        bodies::quaternion(solids.q() + number.quaternion), bodies::quaternion<double>(over_e));
    numbers_[at(number.slot)] += over_omega.x;
    numbers_[at(number.slot + 1)] += over_omega.y;
    numbers_[at(number.slot + 2)] += over_omega.z;
  }
  const bodies::Force<double>* wrench = wrenches_.data();
  const double* number = numbers_.data();
  for (Index i = 0; i < rows_; ++i) {
    const bodies::RowShape& shape = shapes_[at(i)];
    for (Index k = 0; k < static_cast<Index>(shape.bodies.size()); ++k) {
      constrained_.rows().set_wrench(i, k, *wrench++);
    }
    for (Index k = 0; k < static_cast<Index>(shape.rates.size()); ++k) {
      constrained_.rows().set_number(i, k, *number++);
    }
  }
}

bodies::Answer TreeSweep::solve(equations::Workspace& numbers, const double* b, double* vdot,
                                double* lambda) noexcept {
  equations::MovingSolids& solids = *numbers.solids();
  prepare(solids);
  constrained_.place(solids.q(), solids.rates());
  fill_rows(numbers);
  solids.fill_load(numbers.at(0), tau_.data());
  for (const equations::WrittenMass::Rotor& rotor : solids_.mass.rotors) {
    armature_[at(rotor.rate)] = *numbers.at(rotor.from);
  }
  bodies::Asked asked;
  asked.b = b;
  asked.weights = equations_.weights.empty() ? nullptr : equations_.weights.data();
  const bodies::Load load{tau_.data(), solids.wrenches(),
                          bodies::vec3<double>(solids.numbers().gravity)};
  bodies::Answer answer = constrained_.solve(
      load, asked, vdot, lambda, solids_.mass.rotors.empty() ? nullptr : armature_.data());
  // The quick way takes all rows for independent, also those that nothing feels: they ask for 0 = b.
  for (Index i = 0; answer.quick && i < rows_; ++i) {
    if (is_felt(equations_.A, numbers.A(), i)) continue;
    --answer.rank;
    if (b[i] != 0 && answer.status == Status::ok) answer.status = Status::contradictory;
  }
  return answer;
}

}  // namespace zwang::motion
