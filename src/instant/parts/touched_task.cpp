// SPDX-License-Identifier: Apache-2.0
#include "instant/parts/touched_task.h"

#include <algorithm>

namespace zwang::instant {

TouchedTask::TouchedTask(const equations::Equations& equations)
    : equations_(equations),
      parts_(equations.mass_blocks, equations.A().begin, equations.A().column),
      asks_(equations.rows.size()),
      all_kinds_(equations.rows.size()),
      place_(at(equations.n), -1),
      row_place_(equations.rows.size(), -1) {}

void TouchedTask::choose(const unsigned char* kind) {
  std::copy_n(kind, all_kinds_.size(), all_kinds_.begin());
  for (std::size_t i = 0; i < asks_.size(); ++i) asks_[i] = kind[i] != least::idle_row;
  parts_.split(asks_.data());
  touched_.clear();
  for (Index p = 0; p < parts_.count(); ++p) {
    const least::Parts::List rows = parts_.rows(p);
    const bool is_touched = std::any_of(rows.begin(), rows.end(),
                                        [kind](Index i) { return kind[i] != least::equality_row; });
    if (is_touched) touched_.push_back(p);
  }
}

void TouchedTask::forget() {
  for (const Index i : coordinates_) place_[at(i)] = -1;
  for (const Index i : rows_) row_place_[at(i)] = -1;
  blocks_.clear();
  coordinates_.clear();
  rows_.clear();
}

void TouchedTask::add(Index part) {
  const auto append = [](std::vector<Index>& to, least::Parts::List list) {
    to.insert(to.end(), list.begin(), list.end());
  };
  append(blocks_, parts_.blocks(part));
  append(coordinates_, parts_.coordinates(part));
  append(rows_, parts_.rows(part));
}

void TouchedTask::finish() {
  for (std::vector<Index>* list : {&blocks_, &coordinates_, &rows_})
    std::sort(list->begin(), list->end());
  for (Index i = 0; i < n(); ++i) place_[at(coordinates_[at(i)])] = i;
  kind_.clear();
  for (Index j = 0; j < m(); ++j) {
    row_place_[at(rows_[at(j)])] = j;
    kind_.push_back(all_kinds_[at(rows_[at(j)])]);
  }
}

void TouchedTask::take(Index number) {
  forget();
  add(touched_[at(number)]);
  finish();
}

void TouchedTask::take_all() {
  forget();
  for (const Index part : touched_) add(part);
  finish();
}

least::Task TouchedTask::task(equations::Workspace& numbers, const double* C) {
  M_.clear();
  sizes_.clear();
  for (const Index block : blocks_) {
    const Index size = parts_.block_size(block);
    const double* const M = numbers.M() + parts_.block_begin(block);
    M_.insert(M_.end(), M, M + size * size);
    sizes_.push_back(at(size));
  }
  Q_.clear();
  C_.clear();
  for (const Index i : coordinates_) {
    Q_.push_back(numbers.Q()[i]);
    if (C) C_.push_back(C[i]);
  }
  A_.assign(at(m() * n()), 0.0);
  b_.clear();
  W_.clear();
  const equations::Pattern& A = equations_.A();
  for (Index j = 0; j < m(); ++j) {
    const std::size_t row = at(rows_[at(j)]);
    b_.push_back(numbers.b()[row]);
    if (!equations_.weights.empty()) W_.push_back(equations_.weights[row]);
    for (Index e = A.begin[row]; e < A.begin[row + 1]; ++e)
      A_[at(j * n() + place(A.column[at(e)]))] = numbers.A()[e];
  }
  least::Task task;
  task.n = n();
  task.m = m();
  task.mass = least::Mass::blocks;
  task.M = M_.data();
  task.blocks = sizes_.data();
  task.block_count = static_cast<Index>(sizes_.size());
  task.Q = Q_.data();
  task.A = A_.data();
  task.b = b_.data();
  task.C = C ? C_.data() : nullptr;
  task.W = W_.empty() ? nullptr : W_.data();
  return task;
}

}  // namespace zwang::instant
