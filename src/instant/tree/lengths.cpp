// SPDX-License-Identifier: Apache-2.0
#include "instant/tree/lengths.h"

#include <algorithm>

#include "base/contract.h"
#include "bodies/space/quaternion.h"

namespace zwang::instant {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

TreeLengths::TreeLengths(const equations::Equations& equations)
    : first_(equations.solids->first), others_(equations.m) {
  for (const bodies::Body& body : equations.solids->tree.bodies) {
    if (!has_quaternion(body.joint)) continue;
    of_.push_back({first_ + body.q + coordinates(body.joint) - 4, -1, {}, {}, {}});
  }
  const equations::Pattern& A = equations.A();
  for (Index i = equations.m; i-- > 0;) {
    const bool norm = equations.rows[at(i)].kind == equations::Kind::norm;
    if (norm) others_ = i;
    for (Index k = A.begin[at(i)]; k < A.begin[at(i) + 1]; ++k) {
      for (std::size_t l = 0; l < of_.size(); ++l) {
        const Index component = A.column[at(k)] - of_[l].coordinate;
        if (component < 0 || component >= 4) continue;
        if (norm) of_[l].row = i;
        if (!norm) entries_.push_back({i, k, static_cast<Index>(l), component});
      }
    }
  }
  expects(others_ + count() == equations.m);
}

void TreeLengths::move(const equations::Workspace& numbers) noexcept {
  for (Length& length : of_) {
    const Index i = length.coordinate - first_;
    std::copy_n(numbers.solids()->q() + i, 4, length.e);
    std::copy_n(numbers.solids()->coordinate_rates() + i, 4, length.ed);
  }
}

// ë = ½ e (0, v̇) + s: all of ë that v̇ does not tell.
void TreeLengths::ask_for_acceleration() noexcept {
  for (Length& length : of_) {
    store(acceleration_of(bodies::quaternion(length.e), bodies::quaternion(length.ed),
                          bodies::zero3<double>()),
          length.s);
  }
}

void TreeLengths::ask_for_change(const double* demand, const unsigned char* takes_part) noexcept {
  for (Length& length : of_) {
    double square = 0;
    for (const double x : length.e) square += x * x;
    const double share = takes_part[length.row] ? demand[length.row] / square : 0.0;
    for (int k = 0; k < 4; ++k) length.s[k] = share * length.e[k];
  }
}

void TreeLengths::take_off(const double* A, double* b) const noexcept {
  for (const Entry& entry : entries_) {
    b[entry.row] -= A[entry.entry] * of_[at(entry.length)].s[entry.component];
  }
}

void TreeLengths::add(double* x) const noexcept {
  for (const Length& length : of_) {
    for (Index k = 0; k < 4; ++k) x[length.coordinate + k] += length.s[k];
  }
}

void TreeLengths::fill_multipliers(const double* A, double* lambda) const noexcept {
  for (const Length& length : of_) lambda[length.row] = 0;
  for (const Entry& entry : entries_) {
    const Length& length = of_[at(entry.length)];
    double square = 0;
    for (const double x : length.e) square += x * x;
    lambda[length.row] -= lambda[entry.row] * A[entry.entry] * length.e[entry.component] / square;
  }
}

}  // namespace zwang::instant
