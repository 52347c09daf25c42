// SPDX-License-Identifier: Apache-2.0
// How many fields vanish between a and here, and where.

#include <algorithm>
#include <cmath>
#include <iterator>

#include "linalg/spectrum.h"
#include "linalg/symmetric.h"
#include "linalg/vector.h"
#include "variation/fields/conjugate_sweep.h"

namespace zwang::variation {

namespace {

constexpr double finest = 1e-13;  // of τ: rounding of the times that it stands for
// Of b − a: a secant gains half as many digits again from here.
constexpr double near_enough = 1e-9;

}  // namespace

Index ConjugateSweep::negative_eigenvalues() const {
  const Index r = o_.regular;
  std::vector<double> Q = here_.Q;
  std::vector<Index> order(r);
  std::vector<unsigned char> pair(r);
  return linalg::factor_symmetric({r, Q.data(), r, order.data(), pair.data(), 0, 0}).negative;
}

// Rising.
std::vector<double> ConjugateSweep::eigenvalues() const {
  std::vector<double> values;
  for (const auto& value : linalg::eigenvalues(o_.regular, here_.Q)) values.push_back(value.real());
  std::sort(values.begin(), values.end());
  return values;
}

bool ConjugateSweep::count() {
  told_ = true;
  const Index negative = negative_eigenvalues();
  if (negative <= below_) return true;
  fields_.mark(at_b_);
  fields_.move_only(all_ + N_);
  const std::vector<double> at_b = eigenvalues(), at_a = eigenvalues(at_a_.tau);
  for (Index which = below_; which < negative && which < std::ssize(at_b); ++which)
    vanished_.push_back(locate(which, at_a.empty() ? HUGE_VAL : at_a[which], at_b[which]));
  fields_.move_only(all_ + 2 * N_);
  fields_.go_back(at_b_);
  return take_here();
}

// At τ; none where they are not known: so near to the start.
std::vector<double> ConjugateSweep::eigenvalues(double tau) {
  fields_.go_back(at_a_);
  if (!fields_.go(tau) || !take_here() || !compare()) return {};
  return eigenvalues();
}

// By secants between the ends that are known, with a bisection now and then in case they crawl. The
// sorted eigenvalues fall through zero one after the other, at the latest at b.
double ConjugateSweep::locate(Index which, double at_a, double at_b) {
  double low = at_a_.tau, high = at_b_.tau;
  double before = low, at_before = at_a, last = high, at_last = at_b;
  const double near = std::fmax(finest, near_enough * (high - low));
  for (int i = 0; at_b < 0 && high - low > finest; ++i) {
    double tau = last - at_last * (last - before) / (at_last - at_before);
    const bool known = std::isfinite(at_before) && std::isfinite(at_last);
    if (known && std::fabs(tau - last) <= near) return std::clamp(tau, low, high);
    const bool secant = known && i % 5 < 4 && tau > low && tau < high;
    if (!secant) tau = 0.5 * (low + high);
    before = last;
    at_before = at_last;
    last = tau;
    const std::vector<double> here = eigenvalues(tau);
    at_last = here.empty() ? HUGE_VAL : here[which];
    (at_last < 0 ? high : low) = tau;
  }
  return high;
}

// The fields of a walk where it has come to the end.

// Its mean along the extremal, in units of W and τ.
double ConjugateSweep::square_of_speed() const {
  const bvp::Curve& curve = *plan_.curve;
  double sum = 0;
  for (Index i = 0; i <= curve.intervals(); ++i)
    for (Index k = 0; k < curve.n; ++k) {
      const double rate = curve.at(i)[curve.n + k] / scales_.x[k];
      sum += rate * rate;
    }
  return sum > 0 ? sum / static_cast<double>(curve.intervals() + 1) : 1;
}

BrokenFields ConjugateSweep::broken() {
  const Index size = plan_.bvp->size(), length = fields_.length(), width = size + length;
  const Index first = all_ - N_ + o_.regular, n = plan_.bvp->n;
  // What vanishes at o is among the fields H already.
  std::vector<double> combined = combinations();
  BrokenFields broken;
  broken.N = N_;
  broken.count = first + N_;
  broken.ends.assign(broken.count * width, 0);
  broken.W.assign(broken.count * N_, 0);
  broken.jump = broken.W;
  broken.late.assign(broken.count * n, 0);
  const auto add = [&](double factor, const double* from, Index count, double* to) {
    for (Index i = 0; i < count; ++i) to[i] += factor * from[i];
  };
  for (Index c = 0; c < first; ++c)
    for (Index k = 0; k < all_; ++k) {
      const double factor = combined[c * all_ + k];
      if (factor == 0) continue;
      add(factor, start_.dz.data() + k * size, size, broken.ends.data() + c * width);
      add(factor, fields_.column(k), length, broken.ends.data() + c * width + size);
      add(factor, o_.W.data() + k * N_, N_, broken.W.data() + c * N_);
    }
  for (Index c = 0; c < N_; ++c) {
    std::copy_n(set_of(1) + c * length, length, broken.ends.data() + (first + c) * width + size);
    std::copy_n(o_.P.data() + c * N_, N_, broken.jump.data() + (first + c) * N_);
    const double* const dmu = set_of(1) + c * length + size;
    for (Index k = 0; k < plan_.integrals; ++k)
      add(dmu[k], start_.G_v.data() + k * n, n, broken.late.data() + (first + c) * n);
  }
  measure(combined, broken);
  return broken;
}

// all × (regular + others): fields that do not vanish at o.
std::vector<double> ConjugateSweep::combinations() const {
  const Index r = o_.regular;
  std::vector<double> combined(all_ * (r + all_ - N_), 0);
  for (Index c = 0; c < r; ++c) {
    if (r == N_)
      combined[c * all_ + c] = 1;
    else
      std::copy_n(o_.E.data() + c * N_, N_, combined.data() + c * all_);
  }
  for (Index c = r; c < r + all_ - N_; ++c) combined[c * all_ + N_ + c - r] = 1;
  return combined;
}

// ∫|W|² as if there were no break, what the break adds at the end, and what moves in time.
void ConjugateSweep::measure(const std::vector<double>& combined, BrokenFields& broken) {
  const Index count = broken.count, first = count - N_;
  const Index size = plan_.bvp->size(), parameters = plan_.bvp->parameters;
  const Index width = 2 * size + parameters;
  std::vector<double> gram = gram_, W(at(count * N_));
  add_to_gram(gram);
  broken.gram.assign(count * count, 0);
  for (Index a = 0; a < first; ++a)
    for (Index b = 0; b < first; ++b)
      for (Index i = 0; i < all_; ++i)
        broken.gram[a * count + b] +=
            combined[a * all_ + i] *
            linalg::dot(gram.data() + i * all_, combined.data() + b * all_, all_);
  for (Index c = 0; c < count; ++c)
    plane_.position(broken.ends.data() + c * width + size, W.data() + c * N_);
  const double half = 0.5 * (fields_.tau() - o_.tau), speed = square_of_speed();
  for (Index a = 0; a < count; ++a)
    for (Index b = 0; b < count; ++b) {
      broken.gram[a * count + b] += half * linalg::dot(W.data() + a * N_, W.data() + b * N_, N_);
      for (Index j = 0; j < parameters; ++j) {
        const double stretch = plan_.ends->stretch[j];
        broken.gram[a * count + b] += speed * stretch * stretch *
                                      broken.ends[a * width + 2 * size + j] *
                                      broken.ends[b * width + 2 * size + j];
      }
    }
}

}  // namespace zwang::variation
