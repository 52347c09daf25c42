// SPDX-License-Identifier: Apache-2.0
#include "instant/parts/part_task.h"

#include <algorithm>

namespace zwang::instant {

namespace {

template <class T>
void make_room(std::vector<T>& room, Index size) {
  if (static_cast<Index>(room.size()) < size) room.resize(at(size));
}

}  // namespace

PartTask::PartTask(const equations::Equations& equations)
    : equations_(equations),
      parts_(equations.mass_blocks, equations.A().begin, equations.A().column) {}

bool PartTask::split(const unsigned char* takes_part) {
  if (!parts_.split(takes_part)) return false;
  for (Index p = 0; p < parts_.count(); ++p) {
    const Index n = parts_.coordinates(p).size, m = parts_.rows(p).size;
    Index mass = 0;
    for (const Index block : parts_.blocks(p))
      mass += parts_.block_size(block) * parts_.block_size(block);
    make_room(M_, mass);
    make_room(A_, m * n);
    for (std::vector<double>* of_rows : {&b_, &W_}) make_room(*of_rows, m + 1);
    for (std::vector<double>* of_coordinates : {&Q_, &C_}) make_room(*of_coordinates, n);
    make_room(blocks_, parts_.blocks(p).size);
  }
  return true;
}

least::Task PartTask::of(Index part, equations::Workspace& numbers,
                         const PartNumbers& instead) noexcept {
  const least::Parts::List coordinates = parts_.coordinates(part), rows = parts_.rows(part);
  const least::Parts::List blocks = parts_.blocks(part);
  const double* const Q = instead.Q ? instead.Q : numbers.Q();
  const double* const b = instead.b ? instead.b : numbers.b();
  least::Task task;
  task.n = coordinates.size;
  task.m = rows.size;
  double* M = M_.data();
  for (Index k = 0; k < blocks.size; ++k) {
    const Index size = parts_.block_size(blocks.numbers[k]);
    M = std::copy_n(numbers.M() + parts_.block_begin(blocks.numbers[k]), size * size, M);
    blocks_[at(k)] = at(size);
  }
  for (Index i = 0; i < task.n; ++i) {
    Q_[at(i)] = Q[coordinates.numbers[i]];
    if (instead.C) C_[at(i)] = instead.C[coordinates.numbers[i]];
  }
  const equations::Pattern& A = equations_.A();
  std::fill_n(A_.data(), task.m * task.n, 0.0);
  for (Index j = 0; j < task.m; ++j) {
    const std::size_t row = at(rows.numbers[j]);
    b_[at(j)] = b[row];
    W_[at(j)] = equations_.weights.empty() ? 1.0 : equations_.weights[row];
    for (Index e = A.begin[row]; e < A.begin[row + 1]; ++e)
      A_[at(j * task.n + parts_.place(A.column[at(e)]))] = numbers.A()[e];
  }
  task.mass = blocks.size == 1        ? least::Mass::full
              : blocks.size == task.n ? least::Mass::diagonal
                                      : least::Mass::blocks;
  task.M = M_.data();
  task.blocks = blocks_.data();
  task.block_count = blocks.size;
  task.Q = Q_.data();
  task.A = A_.data();
  task.b = b_.data();
  task.C = instead.C ? C_.data() : nullptr;
  task.W = equations_.weights.empty() ? nullptr : W_.data();
  return task;
}

}  // namespace zwang::instant
