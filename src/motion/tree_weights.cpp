// SPDX-License-Identifier: Apache-2.0
#include "motion/tree_weights.h"

#include <algorithm>
#include <cmath>

#include "bodies/coordinate_rates.h"
#include "bodies/quaternion.h"
#include "motion/felt_rows.h"

namespace zwang::motion {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }
Index room(Index size) { return std::max(size, Index{1}); }

Index entries_of(const std::vector<Index>& blocks) {
  Index entries = 0;
  for (const Index size : blocks) entries += size * size;
  return entries;
}

std::vector<Index> blocks_before(const equations::Equations& equations, Index plain) {
  std::vector<Index> blocks;
  Index first = 0;
  for (const std::size_t size : equations.mass_blocks) {
    if (first >= plain) break;
    blocks.push_back(static_cast<Index>(size));
    first += static_cast<Index>(size);
  }
  return blocks;
}

}  // namespace

TreeWeights::TreeWeights(const equations::Equations& equations)
    : equations_(equations),
      solids_(*equations.solids),
      plain_(solids_.first),
      blocks_(blocks_before(equations, plain_)),
      articulated_(solids_.tree),
      kept_(solids_.tree),
      L_(room(entries_of(blocks_))),
      armature_(room(solids_.tree.nv)),
      q_(room(solids_.tree.nq)),
      tau_(room(solids_.tree.nq)) {
  for (std::size_t k = 0; k < solids_.tree.bodies.size(); ++k) {
    const bodies::Body& body = solids_.tree.bodies[k];
    const Index count = coordinates(body.joint),
                plain = count - (has_quaternion(body.joint) ? 4 : 0);
    for (Index i = 0; i < count; ++i) {
      places_.push_back(
          {static_cast<Index>(k), body.v + std::min(i, plain), i < plain ? Index{-1} : i - plain});
    }
  }
}

// Row by row; of a block that is not positive the first pivot tells.
bool TreeWeights::factor_blocks(const double* M) noexcept {
  double* L = L_.data();
  for (const Index size : blocks_) {
    for (Index i = 0; i < size; ++i) {
      for (Index j = 0; j <= i; ++j) {
        double sum = M[j * size + i];  // the upper triangle is read
        for (Index k = 0; k < j; ++k) sum -= L[i * size + k] * L[j * size + k];
        if (i == j && !(sum > 0)) return false;
        L[i * size + j] = i == j ? std::sqrt(sum) : sum / L[j * size + j];
      }
    }
    L += size * size;
    M += size * size;
  }
  return true;
}

bool TreeWeights::factor(equations::Workspace& numbers, bool keep) noexcept {
  const equations::MovingSolids& solids = *numbers.solids();
  if (!factor_blocks(numbers.M())) return false;
  kinematics_ = &solids.kinematics();
  if (keep) {
    kept_ = solids.kinematics();  // of one size: nothing is allocated
    kinematics_ = &kept_;
  }
  std::copy_n(solids.q(), solids_.tree.nq, q_.data());
  for (const equations::WrittenMass::Rotor& rotor : solids_.mass.rotors) {
    armature_.data()[rotor.rate] = *numbers.at(rotor.from);
  }
  const double* const armature = solids_.mass.rotors.empty() ? nullptr : armature_.data();
  return articulated_.factor(solids_.tree, solids.numbers(), *kinematics_, armature);
}

void TreeWeights::divide_blocks(double* w) const noexcept {
  const double* L = L_.data();
  for (const Index size : blocks_) {
    for (Index i = 0; i < size; ++i) {
      for (Index k = 0; k < i; ++k) w[i] -= L[i * size + k] * w[k];
      w[i] /= L[i * size + i];
    }
    L += size * size;
    w += size;
  }
}

void TreeWeights::divide_transposed(double* w) noexcept {
  articulated_.unweigh(w + plain_);
  const double* L = L_.data();
  for (const Index size : blocks_) {
    for (Index i = size; i-- > 0;) {
      w[i] /= L[i * size + i];
      for (Index k = 0; k < i; ++k) w[k] -= L[i * size + k] * w[i];
    }
    L += size * size;
    w += size;
  }
}

void TreeWeights::fill_force(equations::Workspace& numbers, double* w) noexcept {
  equations::MovingSolids& solids = *numbers.solids();
  std::copy_n(numbers.at(solids_.written.Q), plain_, w);
  divide_blocks(w);
  solids.fill_load(numbers.at(0), tau_.data());
  const bodies::Load load{tau_.data(), solids.wrenches(),
                          bodies::vec3<double>(solids.numbers().gravity)};
  articulated_.weigh_load(solids.numbers(), load, w + plain_);
}

// An entry of a row along a coordinate of the tree.
void TreeWeights::weigh_entry(Index coordinate, double value, double* w) const noexcept {
  const Place& place = places_[at(coordinate)];
  if (place.component < 0) return articulated_.weigh_rate(place.body, place.rate, value, w);
  double over_e[4] = {0, 0, 0, 0};
  over_e[place.component] = value;
  const bodies::Vec3<double> over_omega =
      bodies::over_omega(bodies::quaternion(q_.data() + coordinate - place.component),
                         bodies::quaternion<double>(over_e));
  articulated_.weigh_rate(place.body, place.rate, over_omega.x, w);
  articulated_.weigh_rate(place.body, place.rate + 1, over_omega.y, w);
  articulated_.weigh_rate(place.body, place.rate + 2, over_omega.z, w);
}

// From the rows as written: what they say of a body goes down one path.
void TreeWeights::fill_rows(equations::Workspace& numbers, const unsigned char* takes_part,
                            Index rows, double* D) const noexcept {
  const double* const written = numbers.written_A();
  const Index width = size();
  std::fill_n(D, rows * width, 0.0);
  const auto counts = [&](Index row) {
    return row < rows && (!takes_part || takes_part[row]) &&
           is_felt(equations_.A, numbers.A(), row);
  };
  for (const equations::RowMap::Copy& copy : solids_.A_rows.copies) {
    if (!counts(copy.row)) continue;
    double* const row = D + copy.row * width;
    if (copy.column < plain_) {
      row[copy.column] += written[copy.from];
    } else {
      weigh_entry(copy.column - plain_, written[copy.from], row + plain_);
    }
  }
  for (const equations::RowMap::Along& along : solids_.A_rows.along) {
    if (!counts(along.row)) continue;
    const equations::Frame& frame = solids_.frames[at(along.frame)];
    const bodies::Force<double> wrench =
        wrench_of(frame.kind, (*kinematics_)[frame.body].R, numbers.solids()->local(along.frame),
                  along.entries(written));
    articulated_.weigh_wrench(frame.body, wrench, D + along.row * width + plain_);
  }
  for (Index i = 0; plain_ > 0 && i < rows; ++i) divide_blocks(D + i * width);
}

void TreeWeights::spread(const double* w, double* x) const noexcept {
  std::copy_n(w, plain_, x);
  bodies::coordinate_rates(solids_.tree, q_.data(), w + plain_, x + plain_);
}

void TreeWeights::spread(const equations::Workspace& numbers, const double* w,
                         double* x) const noexcept {
  std::copy_n(w, plain_, x);
  bodies::coordinate_rates(solids_.tree, numbers.solids()->q(), w + plain_, x + plain_);
}

}  // namespace zwang::motion
