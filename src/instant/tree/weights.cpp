// SPDX-License-Identifier: Apache-2.0
#include "instant/tree/weights.h"

#include <algorithm>
#include <cmath>

#include "bodies/coordinate_rates.h"

namespace zwang::instant {

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
  for (std::vector<RateEntry>& copies : written_entries(equations, equations.m)) {
    rows_.push_back({std::move(copies), {}, {}});
  }
  for (const equations::RowMap::Along& along : solids_.A_rows.along) {
    rows_[at(along.row)].on.push_back(&along);
  }
  for (Index i = 0; i < equations.m; ++i) find_steps(i);
}

// Bodies on whose coordinates the row may have entries, or that it pulls at, and those that carry them.
void TreeWeights::find_steps(Index i) {
  const bodies::Tree& tree = solids_.tree;
  const equations::Pattern& A = equations_.A();
  Row& row = rows_[at(i)];
  std::vector<char> concerned(tree.bodies.size(), 0);
  std::vector<Index> place(tree.bodies.size(), -1);
  for (const equations::RowMap::Along* along : row.on) {
    concerned[at(solids_.frames[at(along->frame)].body)] = 1;
  }
  Index last = A.begin[at(i) + 1];
  for (Index k = tree.size(); k-- > 0;) {
    const bodies::Body& body = tree.bodies[at(k)];
    Index first = last;
    while (first > A.begin[at(i)] && A.column[at(first - 1)] >= plain_ + body.q) --first;
    if (concerned[at(k)] || first < last) {
      place[at(k)] = static_cast<Index>(row.steps.size());
      row.steps.push_back({k, -1, first, last, bodies::zero_force<double>(), false});
      if (body.parent != bodies::ground) concerned[at(body.parent)] = 1;
    }
    last = first;
  }
  for (Step& step : row.steps) {
    const Index parent = tree.bodies[at(step.body)].parent;
    if (parent != bodies::ground) step.up = place[at(parent)];
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
  std::copy_n(numbers.written(equations::Array::Q), plain_, w);
  divide_blocks(w);
  solids.fill_load(numbers.at(0), tau_.data());
  const bodies::Load load{tau_.data(), solids.wrenches(),
                          bodies::vec3<double>(solids.numbers().gravity)};
  articulated_.weigh_load(solids.numbers(), load, w + plain_);  // [SOLIDS 8]
}

/// The row's wrenches on its bodies, and on those that carry them what is left there if no joint gave
/// way; `bound` from the entries of A, of which those that are rounding are 0.
void TreeWeights::load_row(equations::Workspace& numbers, Row& row) noexcept {
  const double *const A = numbers.A(), *const written = numbers.written(equations::Array::A);
  for (Step& step : row.steps) {
    step.wrench = bodies::zero_force<double>();
    step.bound = std::any_of(A + step.first, A + step.last, [](double x) { return x != 0; });
  }
  for (std::size_t k = row.steps.size(); k-- > 0;) {
    Step& step = row.steps[k];
    step.bound |= step.up >= 0 && row.steps[at(step.up)].bound;
  }
  for (const equations::RowMap::Along* along : row.on) {
    const equations::Frame& frame = solids_.frames[at(along->frame)];
    const auto step = std::find_if(row.steps.begin(), row.steps.end(),
                                   [&](const Step& s) { return s.body == frame.body; });
    step->wrench += wrench_of(frame.kind, (*kinematics_)[frame.body].R,
                              numbers.solids()->local(along->frame), along->entries(written));
  }
}

// A wrench goes down its path and gives way to the joints that it moves, which keeps its digits
// however long the path is. Where several meet and hold each other, what is left of them is rounding:
// from there on only what the joints gave way to goes on.
void TreeWeights::fill_rows(equations::Workspace& numbers, const unsigned char* takes_part,
                            Index rows, double* D) noexcept {
  const Index width = size();
  std::fill_n(D, rows * width, 0.0);
  for (Index i = 0; i < rows; ++i, D += width) {
    if (takes_part && !takes_part[i]) continue;
    Row& row = rows_[at(i)];
    load_row(numbers, row);
    for (const RateEntry& entry : row.copies) {
      entry.read(numbers.written(equations::Array::A), q_.data(),
                 [&](Index k, double x) { D[entry.to + k] = x; });
    }
    for (const Step& step : row.steps) articulated_.hang(step.body, step.wrench);
    for (Step& step : row.steps) {
      if (!step.bound) articulated_.add(step.body, -step.wrench);
      articulated_.weigh_body(step.body, D + plain_);  // [FKNU05 2]
      if (step.bound && step.up >= 0) {
        row.steps[at(step.up)].wrench += inward(step.wrench, (*kinematics_)[step.body].r);
      }
    }
    if (plain_ > 0) divide_blocks(D);
  }
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

}  // namespace zwang::instant
