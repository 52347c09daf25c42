// SPDX-License-Identifier: Apache-2.0
// The mass matrix over all coordinates: what formulas give, and GᵀH G of the tree with v = G q̇; the
// length of a quaternion, of which H knows nothing, has a mass of its own.

#include <algorithm>

#include "bodies/block_mass.h"
#include "bodies/coordinate_rates.h"
#include "bodies/inverse_dynamics.h"
#include "equations/solids/moving_solids.h"

namespace zwang::equations {

using bodies::Vec3;

namespace {

/// The bodies of a block of M.
struct BodyBlock {
  Index first = 0, last = 0;           // bodies, to before the last
  Index q = 0, nq = 0, v = 0, nv = 0;  // their coordinates and rates, in the tree's numbers
  double* M = nullptr;                 // the number at (q, q)
  Index stride = 1;                    // of its rows
};

/// Of the block of `width` coordinates from `begin` on; bodies before `body` were in others.
BodyBlock block_at(const Solids& solids, Index body, Index begin, Index width, double* M) {
  const std::vector<bodies::Body>& all = solids.tree.bodies;
  const Index end = begin + width - solids.first;
  BodyBlock block;
  block.first = block.last = body;
  block.stride = width;
  while (block.last < solids.tree.size()) {
    const bodies::Body& next = all[at(block.last)];
    if (next.q + coordinates(next.joint) > end) break;
    if (block.last == block.first) block.q = next.q, block.v = next.v;
    block.nq = next.q + coordinates(next.joint) - block.q;
    block.nv = next.v + rates(next.joint) - block.v;
    ++block.last;
  }
  block.M = M + (block.q + solids.first - begin) * (width + 1);
  return block;
}

/// GᵀH G of one block; H and half: room.
void add_turned(const bodies::Tree& tree, const BodyBlock& block, const double* q, const double* H,
                double* half, double* over_v, double* over_q) {
  const Index nv = block.nv, nq = block.nq;
  if (nv == nq) {
    for (Index i = 0; i < nv; ++i) {
      for (Index j = 0; j < nv; ++j) block.M[i * block.stride + j] += H[i * nv + j];
    }
    return;
  }
  // G H row by row (H is symmetric), then by columns.
  const auto turn = [&](const double* from, double* to) {
    bodies::forces_over_coordinates(tree, block.first, block.last, q, from, to);
  };
  for (Index i = 0; i < nv; ++i) turn(H + i * nv, half + i * nq);
  for (Index j = 0; j < nq; ++j) {
    for (Index i = 0; i < nv; ++i) over_v[i] = half[i * nq + j];
    turn(over_v, over_q);
    for (Index i = 0; i < nq; ++i) block.M[i * block.stride + j] += over_q[i];
  }
}

}  // namespace

// M's blocks of the tree ← GᵀH G, block by block.
void MovingSolids::add_tree_mass(double* M) noexcept {
  composite_.gather(solids_.tree, numbers_, kinematics_);
  Index first_body = 0, first = 0;
  for (const std::size_t size : equations_.mass_blocks) {
    const auto width = static_cast<Index>(size);
    const BodyBlock block = block_at(solids_, first_body, first, width, M);
    bodies::fill_block(solids_.tree, kinematics_, &composite_.of(0), block.first, block.last,
                       scratch_.H.data(), block.nv);
    add_turned(solids_.tree, block, q(), scratch_.H.data(), scratch_.half.data(),
               scratch_.tau.data(), scratch_.over_q.data());
    for (Index body = block.first; body < block.last; ++body) {
      const bodies::Body& own = solids_.tree.bodies[at(body)];
      if (!has_quaternion(own.joint)) continue;
      const Index place = own.q + coordinates(own.joint) - 4;
      const double* const e = q() + place;
      double ee = 0;
      for (int k = 0; k < 4; ++k) ee += e[k] * e[k];
      const double mass = length_mass(body) / (ee * ee);
      double* const corner = block.M + (place - block.q) * (width + 1);
      for (Index i = 0; i < 4; ++i) {
        for (Index j = 0; j < 4; ++j) corner[i * width + j] += mass * e[i] * e[j];
      }
    }
    first_body = block.last;
    first += width;
    M += width * width;
  }
}

// A metric for trees whose H is not laid out.
void MovingSolids::add_diagonal(double* M) noexcept {
  const bodies::Tree& tree = solids_.tree;
  double* const diagonal = M + (solids_.block - equations_.layout.begin(Array::M));
  composite_.gather(tree, numbers_, kinematics_);
  for (std::size_t k = 0; k < tree.bodies.size(); ++k) {
    const bodies::Body& body = tree.bodies[k];
    const Index plain = coordinates(body.joint) - (has_quaternion(body.joint) ? 4 : 0);
    for (Index i = 0; i < plain; ++i) {
      const bodies::Motion<double>& S = kinematics_.S(body.v + i);
      diagonal[body.q + i] += dot(S, composite_.of(static_cast<Index>(k)) * S);
    }
    for (Index i = plain; i < bodies::coordinates(body.joint); ++i) {
      diagonal[body.q + i] += 4 * length_mass(static_cast<Index>(k));
    }
  }
}

// ∂Ẋ/∂q̇ of one written coordinate, over all coordinates; of a true one itself.
void MovingSolids::fill_column(Index coordinate, double* row) noexcept {
  std::fill_n(row, n_, 0.0);
  if (coordinate < n_) {
    row[coordinate] = 1;
    return;
  }
  const Index f = (coordinate - n_) / 3, k = (coordinate - n_) % 3;
  const Frame& frame = solids_.frames[at(f)];
  const Vec3<double> unit = {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
  std::fill_n(scratch_.tau.data(), solids_.tree.nv, 0.0);
  bodies::add_force(solids_.tree, kinematics_, frame.body,
                    wrench_of(frame.kind, kinematics_[frame.body].R, local(f), unit),
                    scratch_.tau.data());
  bodies::forces_over_coordinates(solids_.tree, q(), scratch_.tau.data(), row + solids_.first);
}

// PᵀM_x P, entry by entry: few formulas give points of bodies a mass.
void MovingSolids::add_mass_along(const double* numbers, double* M) noexcept {
  double *const left = scratch_.column.data(), *const right = left + n_;
  for (const WrittenMass::Along& entry : solids_.mass.along) {
    fill_column(entry.row, left);
    fill_column(entry.column, right);
    Index first = 0;
    double* block = M;
    for (const std::size_t size : equations_.mass_blocks) {
      const auto width = static_cast<Index>(size);
      for (Index i = 0; i < width; ++i) {
        const double x = numbers[entry.from] * left[first + i];
        for (Index j = 0; j < width; ++j) block[i * width + j] += x * right[first + j];
      }
      block += width * width;
      first += width;
    }
  }
}

void MovingSolids::reduce_other_mass(const double* numbers, double* M) const noexcept {
  const Index count = solids_.block - equations_.layout.begin(Array::M);
  std::fill_n(M, count, 0.0);
  for (const WrittenMass::Copy& copy : solids_.mass.copies) {
    const Index to = copy.to - equations_.layout.begin(Array::M);
    if (to < count) M[to] += numbers[copy.from];
  }
}

void MovingSolids::reduce_mass(const double* numbers, double* M) noexcept {
  Index entries = 0;
  for (const std::size_t size : equations_.mass_blocks) entries += static_cast<Index>(size * size);
  std::fill_n(M, entries, 0.0);
  for (const WrittenMass::Copy& copy : solids_.mass.copies) {
    M[copy.to - equations_.layout.begin(Array::M)] += numbers[copy.from];
  }
  if (solids_.tree.nq > 0) solids_.dense ? add_tree_mass(M) : add_diagonal(M);
  add_mass_along(numbers, M);
}

}  // namespace zwang::equations
