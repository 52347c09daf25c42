// SPDX-License-Identifier: Apache-2.0
#include "instant/laws/reaction_value.h"

#include <algorithm>
#include <cmath>

#include "instant/laws/detail.h"

namespace zwang::instant {

using equations::Reaction;
using of_laws::components;

namespace {

// Calls visit(place, a) for the entries of row i that act on the object; place: among its coordinates.
template <class Visit>
void for_each_entry(const equations::Equations& equations, const equations::Workspace& numbers,
                    const Reaction& reaction, Index i, Visit visit) noexcept {
  const auto& object = reaction.coordinates;
  // What is seen of a body stands behind the coordinates, in the rows as written.
  const bool seen = !object.empty() && object.front() >= equations.n;
  const equations::Pattern& A =
      seen ? equations.solids->written.pattern(equations::Array::A) : equations.A();
  const double* const values = seen ? numbers.written(equations::Array::A) : numbers.A();
  std::size_t place = 0;  // both lists ascend
  for (Index e = A.begin[i]; e < A.begin[i + 1]; ++e) {
    const Index j = A.column[e];
    while (place < object.size() && object[place] < j) ++place;
    if (place == object.size()) return;
    if (object[place] == j) visit(place, values[e]);
  }
}

}  // namespace

double strength(const equations::Equations& equations, const equations::Workspace& numbers,
                const Reaction& reaction) noexcept {
  if (reaction.multiplier || reaction.pressure) return 1;
  double square = 0;
  for_each_entry(equations, numbers, reaction, reaction.first_row,
                 [&](std::size_t, double a) { square += a * a; });
  return std::sqrt(square);
}

void fill_force(const equations::Equations& equations, const equations::Workspace& numbers,
                const Reaction& reaction, const double* lambda, double* sigma) noexcept {
  if (reaction.multiplier || reaction.pressure || reaction.rows == 1) {
    sigma[0] = lambda[reaction.first_row] * strength(equations, numbers, reaction);
    return;
  }
  std::fill_n(sigma, components(reaction), 0.0);
  for (Index i = reaction.first_row; i < reaction.first_row + reaction.rows; ++i) {
    for_each_entry(equations, numbers, reaction, i, [&](std::size_t place, double a) {
      sigma[place] += a * lambda[i];
    });  // [XUMK94 13]
  }
}

double value_of(const equations::Equations& equations, const equations::Workspace& numbers,
                const Reaction& reaction, const double* lambda, double* room) noexcept {
  fill_force(equations, numbers, reaction, lambda, room);
  if (reaction.multiplier) return room[0];
  double square = 0;
  for (Index k = 0; k < components(reaction); ++k) square += room[k] * room[k];
  return std::sqrt(square);
}

bool limits_read_one(const equations::Equations& equations) {
  for (const equations::Sliding& contact : equations.sliding)
    if (contact.normals.size() > 1) return false;
  return true;
}

}  // namespace zwang::instant
