// SPDX-License-Identifier: Apache-2.0
#include "variation/fields/end_fields.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::variation {

namespace {

// What is left of a condition on fields that satisfy it by themselves, beside its terms: they are
// known to some 1e-10.
constexpr double satisfied = 1e-8;
constexpr double dependent = 1e-7;  // conditions, of each other

using Numbers = std::vector<double>;

double largest_term(const double* row, const double* column, Index width) {
  double largest = 0;
  for (Index i = 0; i < width; ++i) largest = std::fmax(largest, std::fabs(row[i] * column[i]));
  return largest;
}

bool vanishes(const double* x, Index count) {
  return std::all_of(x, x + count, [](double entry) { return entry == 0; });
}

/// The rows that speak of the start alone. False where one speaks of both ends.
bool take_start_rows(const Numbers& rows, const JacobiPlan& plan, Numbers& of_start) {
  const Index size = plan.bvp->size(), width = 2 * size + plan.bvp->parameters;
  for (Index first = 0; first < static_cast<Index>(rows.size()); first += width) {
    const double *start = rows.data() + first, *end = start + size, *p = end + size;
    if (vanishes(start, size)) continue;
    if (!vanishes(end, size) ||
        !vanishes(p + plan.integrals, plan.bvp->parameters - plan.integrals))
      return false;
    of_start.insert(of_start.end(), start, start + width);
  }
  return true;
}

/// Columns of a start, with a place for what they are at the end.
Numbers widen(const Numbers& columns, Index size, Index length) {
  Numbers wide;
  for (auto column = columns.begin(); column != columns.end(); column += length) {
    wide.insert(wide.end(), column, column + size);
    wide.insert(wide.end(), at(size), 0.0);
    wide.insert(wide.end(), column + size, column + length);
  }
  return wide;
}

}  // namespace

RowSpace allowed_by(const Numbers& rows, Index width, const Numbers& columns) {
  const Index count = static_cast<Index>(columns.size()) / width;
  RowSpace space(count);
  Numbers condition(at(count));
  for (Index first = 0; first < static_cast<Index>(rows.size()); first += width) {
    const double* const row = rows.data() + first;
    double largest = 0;
    for (Index j = 0; j < count; ++j) {
      condition[j] = linalg::dot(row, columns.data() + j * width, width);
      largest = std::fmax(largest, largest_term(row, columns.data() + j * width, width));
    }
    if (linalg::norm(condition.data(), count) > satisfied * largest)
      space.add(condition.data(), dependent);
  }
  space.complete();
  return space;
}

bool leave_start(LagrangianPlane& plane, JacobiPlan& plan, bool& focal) {
  const Index N = plane.size(), length = plane.length(), size = plan.bvp->size();
  const Index across = N - plan.integrals;
  Numbers columns(at((N + across) * length)), of_start;
  plane.vertical(columns.data());
  if (!plane.horizontal(columns.data() + N * length)) return false;
  focal = take_start_rows(plan.ends->held, plan, of_start) &&
          take_start_rows(plan.ends->natural, plan, of_start);
  if (!focal) {
    plan.others.insert(plan.others.end(), columns.begin() + N * length, columns.end());
    return true;
  }
  const RowSpace space = allowed_by(of_start, size + length, widen(columns, size, length));
  if (space.free() != N) return false;
  plan.start.assign(at(N * length), 0);
  for (Index c = 0; c < N; ++c)
    for (Index k = 0; k < N + across; ++k)
      for (Index i = 0; i < length; ++i)
        plan.start[c * length + i] += space.free_basis(c)[k] * columns[k * length + i];
  return true;
}

}  // namespace zwang::variation
