// SPDX-License-Identifier: Apache-2.0
#include "bodies/derivative/derivative_pattern.h"

#include <algorithm>

namespace zwang::bodies {

namespace {

std::size_t place(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

CommonPaths::CommonPaths(const Tree& tree, const Changes& changes)
    : blocks_(tree.bodies.size()), body_(place(changes.count())) {
  count_rows(tree, changes);
  Index rows = 0;
  for (Index i = 0; i < tree.size(); ++i) {
    const Index own = changes.count(tree.bodies[place(i)]);
    block(i).rows = rows;
    block(i).entries = entries_;
    rows += block(i).count;
    entries_ += own * block(i).count;
    std::fill_n(body_.begin() + block(i).first, own, i);
  }
  rows_.resize(place(rows));
  list_rows(tree, changes);
}

void CommonPaths::count_rows(const Tree& tree, const Changes& changes) {
  for (Index i = 0; i < tree.size(); ++i) {
    const Body& body = tree.bodies[place(i)];
    const Index own = changes.count(body);
    block(i).first = changes.first(body);
    if (body.parent != ground)
      block(i).above = block(body.parent).above + changes.count(tree.bodies[place(body.parent)]);
    block(i).count += block(i).above;
    for (Index j = i; j != ground; j = tree.bodies[place(j)].parent) block(j).count += own;
  }
}

// Bodies ascend, and so do the rows of each: what carries it comes before it, what it carries after.
void CommonPaths::list_rows(const Tree& tree, const Changes& changes) {
  std::vector<Index> next(blocks_.size());
  for (Index i = 0; i < tree.size(); ++i) {
    const Body& body = tree.bodies[place(i)];
    next[place(i)] = block(i).rows + block(i).above;
    if (body.parent != ground)
      std::copy_n(rows_.begin() + block(body.parent).rows, block(i).above,
                  rows_.begin() + block(i).rows);
    for (Index j = i; j != ground; j = tree.bodies[place(j)].parent)
      for (Index k = 0; k < changes.count(body); ++k)
        rows_[place(next[place(j)]++)] = changes.first(body) + k;
  }
}

}  // namespace zwang::bodies
