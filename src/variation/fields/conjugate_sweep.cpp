// SPDX-License-Identifier: Apache-2.0
#include "variation/fields/conjugate_sweep.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/gram_schmidt.h"
#include "linalg/singular_values.h"
#include "linalg/vector.h"

namespace zwang::variation {

namespace {

// Remainders of columns, beside the columns: what is smaller could be the error of the fields, some
// 1e-12 of a column.
constexpr double far = 1e-6;           // of W: else a zero is near, and another point tells more
constexpr double come_apart = 1e-9;    // of H: else the fields have not come apart yet
constexpr double skew_at_most = 1e-2;  // of Q, beside its largest entry: more is no rounding

}  // namespace

ConjugateSweep::ConjugateSweep(const JacobiPlan& plan, const FieldScales& scales,
                               LagrangianPlane& plane, int sign)
    : plan_(plan),
      scales_(scales),
      plane_(plane),
      sign_(sign),
      N_(plane.size()),
      all_(N_ + static_cast<Index>(plan.others.size()) / plane.length()),
      fields_(plan, scales, all_ + 2 * N_) {
  for (auto* matrix :
       {&o_.P, &o_.E, &a_.P, &a_.E, &here_.H, &here_.Q, &scratch_.C, &scratch_.R, &scratch_.S})
    matrix->resize(N_ * N_);
  for (auto* matrix : {&o_.W, &a_.W, &here_.W}) matrix->resize(N_ * all_);
  for (auto* matrix : {&gram_, &K_}) matrix->resize(all_ * all_);
  scratch_.size.resize(N_);
  scratch_.row.resize(all_);
}

bool ConjugateSweep::begin() {
  if (!plane_.take(fields_.tau(), fields_.z())) return false;
  if (plan_.start.empty()) {
    plane_.vertical(fields_.column(0));
  } else {
    if (static_cast<Index>(plan_.start.size()) != N_ * fields_.length()) return false;
    std::copy(plan_.start.begin(), plan_.start.end(), fields_.column(0));
  }
  std::copy(plan_.others.begin(), plan_.others.end(), fields_.column(N_));
  for (Index c = 0; c < all_; ++c) {  // columns of any size were allowed
    const double size = fields_.size_of(c);
    for (Index i = 0; size > 0 && i < fields_.length(); ++i) fields_.column(c)[i] /= size;
    start_.dz.insert(start_.dz.end(), fields_.column(c), fields_.column(c) + plan_.bvp->size());
  }
  fields_.let_vanish(N_, all_ - N_);
  start_.G_v = plane_.G_v();
  begin_here(o_, 1);
  begin_here(a_, 2);
  find_regular(o_, come_apart);
  find_regular(a_, come_apart);
  fields_.mark(at_a_);
  return true;
}

void ConjugateSweep::begin_here(Origin& origin, Index set) {
  plane_.vertical(set_of(set));
  for (Index c = 0; c < all_; ++c) plane_.position(fields_.column(c), origin.W.data() + c * N_);
  for (Index c = 0; c < N_; ++c)
    plane_.momentum(set_of(set) + c * fields_.length(), origin.P.data() + c * N_);
  origin.tau = fields_.tau();
  origin.regular = N_;
  origin.vanished = static_cast<Index>(vanished_.size());
}

// What vanishes at the start itself does not count, and must not be counted for its rounding: what
// is kept are combinations of fields that do not vanish there.
void ConjugateSweep::find_regular(Origin& origin, double least) noexcept {
  for (Index i = 0; i < N_; ++i)
    for (Index c = 0; c < N_; ++c) origin.E[i * N_ + c] = origin.W[c * N_ + i];
  std::fill(scratch_.size.begin(), scratch_.size.end(), 1.0);
  const Index rank =
      linalg::orthonormalise(N_, origin.E.data(), scratch_.C.data(), scratch_.size.data(), least);
  origin.regular = std::min(origin.regular, rank);
}

// W where the fields are.
bool ConjugateSweep::take_here() noexcept {
  if (!plane_.take(fields_.tau(), fields_.z()) || plane_.size() != N_) return false;
  for (Index c = 0; c < all_; ++c) plane_.position(fields_.column(c), here_.W.data() + c * N_);
  return true;
}

// Whether H of a set can be inverted here; then H C has orthonormal columns. A field that moves
// nothing, such as λ where F is of no account, leaves but its rounding.
bool ConjugateSweep::apart(Index set) noexcept {
  const Index first = all_ + (set - 1) * N_;
  for (Index c = 0; c < N_; ++c) {
    plane_.position(fields_.column(first + c), here_.H.data() + c * N_);
    scratch_.size[c] =
        std::fmax(linalg::norm(here_.H.data() + c * N_, N_), fields_.size_of(first + c));
  }
  return linalg::orthonormalise(N_, here_.H.data(), scratch_.C.data(), scratch_.size.data(),
                                come_apart) == N_;
}

// Whether W is far from vanishing here, beside what it was at a; K is how to make it orthonormal.
bool ConjugateSweep::regular() noexcept {
  std::copy_n(here_.W.begin(), N_ * N_, scratch_.R.begin());
  for (Index c = 0; c < N_; ++c)
    scratch_.size[c] = std::fmax(linalg::norm(a_.W.data() + c * N_, N_),
                                 linalg::norm(here_.W.data() + c * N_, N_));
  return linalg::orthonormalise(N_, scratch_.R.data(), scratch_.S.data(), scratch_.size.data(),
                                far) == N_;
}

// Q from o; false where H has no inverse.  [ENDS 35]
bool ConjugateSweep::compare() noexcept {
  const Index N = N_;
  if (!apart(1)) return false;
  linalg::multiply_transposed(N, here_.H.data(), here_.W.data(),
                              scratch_.S.data());  // H C = U: H⁻¹W = C UᵀW
  linalg::multiply(N, scratch_.C.data(), scratch_.S.data(), scratch_.R.data());
  linalg::multiply(N, o_.P.data(), scratch_.R.data(), scratch_.S.data());
  linalg::multiply_transposed(N, o_.W.data(), scratch_.S.data(), scratch_.R.data());
  const Index r = o_.regular;
  if (r < N) {
    linalg::multiply(N, scratch_.R.data(), o_.E.data(), scratch_.S.data());
    linalg::multiply_transposed(N, o_.E.data(), scratch_.S.data(), scratch_.R.data());
  }
  double largest = 0, skew = 0;
  for (Index i = 0; i < r; ++i)
    for (Index j = 0; j <= i; ++j) {
      const double above = scratch_.R[i * N + j], below = scratch_.R[j * N + i];
      here_.Q[i * r + j] = here_.Q[j * r + i] = 0.5 * sign_ * (above + below);  // [ENDS 35]
      largest = std::fmax(largest, std::fabs(above));
      skew = std::fmax(skew, std::fabs(above - below));
    }
  if (!(skew <= skew_at_most * largest)) planes_ = false;
  return true;
}

bool ConjugateSweep::step(double to) {
  if (!fields_.step(to) || !take_here()) return false;
  if (!apart(2) || !regular()) return true;
  return compare() && count() && renew();
}

bool ConjugateSweep::settle() {
  if (!take_here()) return false;
  if (fields_.tau() > at_a_.tau && compare() && !count()) return false;
  return told_ && planes_;
}

// The fields are combined so that W is orthonormal here, and the others vanish here: so they never
// grow, nor become like each other.
void ConjugateSweep::combine() {
  const double* const U = scratch_.R.data();  // W C of those asked about
  std::fill(K_.begin(), K_.end(), 0.0);
  for (Index c = 0; c < N_; ++c) std::copy_n(scratch_.S.data() + c * N_, N_, K_.data() + c * all_);
  for (Index c = N_; c < all_; ++c) {
    K_[c * all_ + c] = 1;
    for (Index k = 0; k < N_; ++k) {
      const double part = linalg::dot(U + k * N_, here_.W.data() + c * N_, N_);
      for (Index i = 0; i < N_; ++i) K_[c * all_ + i] -= part * scratch_.S[k * N_ + i];
    }
  }
  fields_.combine(all_, K_.data());
  linalg::combine_columns(plan_.bvp->size(), all_, K_.data(), start_.dz.data(),
                          scratch_.row.data());
  linalg::combine_columns(N_, all_, K_.data(), o_.W.data(), scratch_.row.data());
  for (int side = 0; side < 2; ++side) {
    linalg::combine_columns(all_, all_, K_.data(), gram_.data(), scratch_.row.data());
    for (Index i = 0; i < all_; ++i)
      for (Index j = 0; j < i; ++j) std::swap(gram_[i * all_ + j], gram_[j * all_ + i]);
  }
}

// a becomes o, and here becomes a.
bool ConjugateSweep::renew() {
  add_to_gram(gram_);
  if (!regular()) return false;  // R and S, which others have used
  std::swap(o_, a_);
  combine();
  if (o_.regular < N_) find_regular(o_, 0);  // the same number
  std::copy_n(set_of(2), N_ * fields_.length(), set_of(1));
  begin_here(a_, 2);
  fields_.mark(at_a_);
  if (!take_here() || !compare()) return false;
  below_ = negative_eigenvalues();
  return true;
}

// From a to here, by the rule of the trapezium: a measure of size needs no better.
void ConjugateSweep::add_to_gram(std::vector<double>& gram) const {
  const double half = 0.5 * (fields_.tau() - at_a_.tau);
  for (const auto* W : {&a_.W, &here_.W})
    for (Index i = 0; i < all_; ++i)
      for (Index j = 0; j < all_; ++j)
        gram[j * all_ + i] += half * linalg::dot(W->data() + i * N_, W->data() + j * N_, N_);
}

std::vector<double> ConjugateSweep::ratios() {
  if (!take_here()) return {};
  std::vector<double> gram = gram_, own;
  add_to_gram(gram);
  for (Index c = 0; c < N_; ++c)
    for (Index i = 0; i < N_; ++i) own.push_back(gram[c * all_ + i] / fields_.tau());
  return linalg::relative_singular_values(N_, {here_.W.data(), at(N_ * N_)}, own);
}

}  // namespace zwang::variation
