// SPDX-License-Identifier: Apache-2.0
#include "extremal/conjugate_sweep.h"

#include <algorithm>
#include <cmath>

#include "extremal/column_space.h"
#include "linalg/singular_values.h"
#include "linalg/vector.h"

namespace zwang::extremal {

namespace {

// Remainders of columns, beside the columns: what is smaller could be the error of the fields, some
// 1e-12 of a column.
constexpr double kRegular = 1e-6;  // of W: else a zero is near, and another point tells more
constexpr double kApart = 1e-9;    // of H: else the fields have not come apart yet
constexpr double kSkew = 1e-2;     // of Q, beside its largest entry: more is no rounding

}  // namespace

ConjugateSweep::ConjugateSweep(const JacobiPlan& plan, const FieldScales& scales,
                               LagrangianPlane& plane, int sign)
    : plan_(plan), plane_(plane), sign_(sign), N_(plane.size()), fields_(plan, scales, 3 * N_) {
  for (auto* matrix :
       {&o_.W, &o_.P, &o_.E, &a_.W, &a_.P, &a_.E, &W_, &H_, &Q_, &gram_, &K_, &C_, &R_, &S_})
    matrix->resize(N_ * N_);
  size_.resize(N_);
}

bool ConjugateSweep::begin() {
  if (!plane_.take(fields_.tau(), fields_.z())) return false;
  if (plan_.start.empty()) {
    plane_.vertical(fields_.column(0));
  } else {
    if (static_cast<Index>(plan_.start.size()) != N_ * fields_.length()) return false;
    std::copy(plan_.start.begin(), plan_.start.end(), fields_.column(0));
  }
  for (Index c = 0; c < N_; ++c) {  // columns of any size were allowed
    const double size = fields_.size_of(c);
    for (Index i = 0; size > 0 && i < fields_.length(); ++i) fields_.column(c)[i] /= size;
  }
  begin_here(o_, 1);
  begin_here(a_, 2);
  find_regular(o_, kApart);
  find_regular(a_, kApart);
  fields_.mark(at_a_);
  return true;
}

void ConjugateSweep::begin_here(Origin& origin, Index set) {
  plane_.vertical(fields_.column(set * N_));
  for (Index c = 0; c < N_; ++c) {
    plane_.position(fields_.column(c), origin.W.data() + c * N_);
    plane_.momentum(fields_.column(set * N_ + c), origin.P.data() + c * N_);
  }
  origin.regular = N_;
}

// What vanishes at the start itself does not count, and must not be counted for its rounding: what
// is kept are combinations of fields that do not vanish there.
void ConjugateSweep::find_regular(Origin& origin, double least) noexcept {
  for (Index i = 0; i < N_; ++i)
    for (Index c = 0; c < N_; ++c) origin.E[i * N_ + c] = origin.W[c * N_ + i];
  std::fill(size_.begin(), size_.end(), 1.0);
  const Index rank = orthonormalise(N_, origin.E.data(), C_.data(), size_.data(), least);
  origin.regular = std::min(origin.regular, rank);
}

// W where the fields are.
bool ConjugateSweep::take_here() noexcept {
  if (!plane_.take(fields_.tau(), fields_.z()) || plane_.size() != N_) return false;
  for (Index c = 0; c < N_; ++c) plane_.position(fields_.column(c), W_.data() + c * N_);
  return true;
}

// Whether H of a set can be inverted here; then H C has orthonormal columns.
bool ConjugateSweep::apart(Index set) noexcept {
  for (Index c = 0; c < N_; ++c) {
    plane_.position(fields_.column(set * N_ + c), H_.data() + c * N_);
    size_[c] = linalg::norm(H_.data() + c * N_, N_);
  }
  return orthonormalise(N_, H_.data(), C_.data(), size_.data(), kApart) == N_;
}

// Whether W is far from vanishing here, beside what it was at a; K is how to make it orthonormal.
bool ConjugateSweep::regular() noexcept {
  std::copy(W_.begin(), W_.end(), R_.begin());
  for (Index c = 0; c < N_; ++c)
    size_[c] =
        std::fmax(linalg::norm(a_.W.data() + c * N_, N_), linalg::norm(W_.data() + c * N_, N_));
  return orthonormalise(N_, R_.data(), K_.data(), size_.data(), kRegular) == N_;
}

// Q from o; false where H has no inverse.
bool ConjugateSweep::compare() noexcept {
  const Index N = N_;
  if (!apart(1)) return false;
  multiply_transposed(N, H_.data(), W_.data(), S_.data());  // H C = U: H⁻¹W = C UᵀW
  multiply(N, C_.data(), S_.data(), R_.data());
  multiply(N, o_.P.data(), R_.data(), S_.data());
  multiply_transposed(N, o_.W.data(), S_.data(), R_.data());
  const Index r = o_.regular;
  if (r < N) {
    multiply(N, R_.data(), o_.E.data(), S_.data());
    multiply_transposed(N, o_.E.data(), S_.data(), R_.data());
  }
  double largest = 0, skew = 0;
  for (Index i = 0; i < r; ++i)
    for (Index j = 0; j <= i; ++j) {
      const double above = R_[i * N + j], below = R_[j * N + i];
      Q_[i * r + j] = Q_[j * r + i] = 0.5 * sign_ * (above + below);
      largest = std::fmax(largest, std::fabs(above));
      skew = std::fmax(skew, std::fabs(above - below));
    }
  if (!(skew <= kSkew * largest)) planes_ = false;
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

// a becomes o, and here becomes a: the fields are combined so that W is orthonormal here.
bool ConjugateSweep::renew() {
  add_to_gram(gram_);
  multiply(N_, gram_.data(), K_.data(), R_.data());
  multiply_transposed(N_, K_.data(), R_.data(), gram_.data());
  fields_.combine(N_, K_.data());
  std::swap(o_, a_);
  multiply(N_, o_.W.data(), K_.data(), R_.data());
  std::copy(R_.begin(), R_.end(), o_.W.begin());
  if (o_.regular < N_) find_regular(o_, 0);  // the same number
  std::copy_n(fields_.column(2 * N_), N_ * fields_.length(), fields_.column(N_));
  begin_here(a_, 2);
  fields_.mark(at_a_);
  if (!take_here() || !compare()) return false;
  below_ = negative_eigenvalues();
  return true;
}

// From a to here, by the rule of the trapezium: a measure of size needs no better.
void ConjugateSweep::add_to_gram(std::vector<double>& gram) noexcept {
  const double half = 0.5 * (fields_.tau() - at_a_.tau);
  for (const auto* W : {&a_.W, &W_}) {
    multiply_transposed(N_, W->data(), W->data(), R_.data());
    for (Index k = 0; k < N_ * N_; ++k) gram[k] += half * R_[k];
  }
}

std::vector<double> ConjugateSweep::ratios() {
  if (!take_here()) return {};
  std::vector<double> gram = gram_;
  add_to_gram(gram);
  for (double& entry : gram) entry /= fields_.tau();
  return linalg::relative_singular_values(N_, W_, gram);
}

}  // namespace zwang::extremal
