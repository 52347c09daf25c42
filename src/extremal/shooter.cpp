// SPDX-License-Identifier: Apache-2.0
#include "extremal/shooter.h"

#include <algorithm>
#include <list>

#include "bvp/shooting/shooting.h"
#include "bvp/shooting/shot.h"
#include "linalg/vector.h"

namespace zwang::extremal {

namespace {

constexpr double rough = 1e-4;      // tolerance of shots
constexpr int shots_in_line = 160;  // of one degree of freedom, in each round
constexpr std::size_t most_shots_in_line = 3000;
constexpr double closeness = 0.15;  // of the ends of neighbouring shots, in parts of the extent
constexpr int shots_in_space = 240;
constexpr double most_extents = 100;  // a shot that goes farther than so many is lost
constexpr long most_evaluations = 5000, most_of_scan = 1500;
constexpr double golden_angle = 2.399963229728653;

// The k-th number of van der Corput's sequence in a base.
double radical_inverse(unsigned k, unsigned base) {
  double inverse = 0, digit = 1.0 / base;
  for (; k > 0; k /= base, digit /= base) inverse += digit * (k % base);
  return inverse;
}

// How far two shots end from each other; nothing where one did not get there.
double ends_apart(const Shooter::Shot& a, const Shooter::Shot& b) {
  if (!std::isfinite(a.miss) || !std::isfinite(b.miss)) return 0;
  const double *const x = a.curve.at(a.curve.intervals()), *const y =
                                                               b.curve.at(b.curve.intervals());
  double sum = 0;
  for (Index i = 0; i < a.curve.n; ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
  return std::sqrt(sum);
}

}  // namespace

double extent_of(const bvp::Curve& curve) {
  double extent = 0, size = 0;
  for (Index k = 0; k <= curve.intervals(); ++k) {
    double apart = 0, length = 0;
    for (Index i = 0; i < curve.n; ++i) {
      const double x = curve.at(k)[i], from_start = x - curve.at(0)[i];
      apart += from_start * from_start;
      length += x * x;
    }
    extent = std::max(extent, std::sqrt(apart));
    size = std::max(size, std::sqrt(length));
  }
  if (extent > 1e-6 * size) return extent;
  return size > 0 ? size : 1;  // nothing else tells how far it is to the next one
}

Shooter::Shooter(Attempt& attempt, const bvp::Curve& first)
    : attempt_(attempt),
      question_(attempt.question()),
      bvp_(question_.bvp()),
      n_(bvp_.n),
      z0_(first.at(0), first.at(0) + bvp_.size()),
      p_(first.p),
      extent_(extent_of(first)),
      B_(bvp_.conditions()) {
  find_tangents();
}

Shooter::Shot Shooter::shoot(std::vector<double> direction, double stronger) {
  Shot shot;
  std::vector<double> p = p_;
  for (Index k = 0; k < question_.shape().integrals; ++k) p[k] *= stronger;
  const std::vector<double> z = start_of(direction);
  shot.direction = std::move(direction);
  question_.set(p.data());
  evaluations_ = 0;
  if (follow(guarded(), rough, z.data(), p, shot.curve) != bvp::Outcome::done) return shot;
  const Index N = shot.curve.intervals();
  if (!bvp_.ends(bvp_.self, shot.curve.at(0), shot.curve.at(N), B_.data(), nullptr, nullptr,
                 nullptr)) {
    return shot;
  }
  double sum = 0;
  for (const double b : B_) sum += b * b;
  shot.miss = std::sqrt(sum);
  return shot;
}

std::vector<double> Shooter::start_of(const std::vector<double>& direction) const {
  std::vector<double> z = z0_;
  std::fill_n(z.begin() + n_, n_, 0.0);
  for (Index k = 0; k < freedom(); ++k) {
    for (Index i = 0; i < n_; ++i) z[n_ + i] += direction[k] * tangents_[k * n_ + i];
  }
  for (Index i = 0; i < n_; ++i) z[n_ + i] += drift_[i];
  return z;
}

bvp::Curve Shooter::fly(const std::vector<double>& direction, double tolerance) {
  bvp::Curve curve;
  question_.set(p_.data());
  evaluations_ = -19 * most_evaluations;  // one that is wanted may take its time
  const std::vector<double> z = start_of(direction);
  if (follow(guarded(), tolerance, z.data(), p_, curve) != bvp::Outcome::done) return {};
  return curve;
}

Landing Shooter::end_of(const std::vector<double>& direction, double tolerance, bool fields) {
  Landing landing;
  const std::vector<double> z = start_of(direction);
  double speed = 0;
  for (Index i = 0; i < n_; ++i) speed = std::max(speed, std::abs(z[n_ + i]));
  bvp::Scales scales;
  scales.z.assign(z.size(), extent_);
  std::fill_n(scales.z.begin() + n_, n_, std::max(speed, extent_));
  scales.p.assign(p_.size(), 1.0);
  question_.set(p_.data());
  evaluations_ = fields ? -3 * most_evaluations : most_evaluations - most_of_scan;
  const bvp::Bvp bvp = guarded();
  bvp::Shot shot(bvp, scales, tolerance, fields);
  if (!shot.begin(0, z.data())) return landing;
  while (shot.tau() < 1) {
    if (shot.step(1) == ode::Outcome::done) continue;
    landing.spent = evaluations_ > most_evaluations;
    return landing;
  }
  landing.x.assign(shot.z(), shot.z() + n_);
  landing.good = linalg::all_finite(landing.x.data(), n_);
  if (!fields) return landing;
  landing.J.assign(freedom() * n_, 0.0);
  const Index d = bvp.size();
  for (Index k = 0; k < freedom(); ++k) {
    for (Index j = 0; j < n_; ++j) {
      const double* const column = shot.fields() + (n_ + j) * d;
      for (Index i = 0; i < n_; ++i) landing.J[k * n_ + i] += tangents_[k * n_ + j] * column[i];
    }
  }
  return landing;
}

bool Shooter::is_lost(const double* z) noexcept {
  const double far = most_extents * extent_;
  for (Index i = 0; i < n_; ++i) {
    if (!(std::abs(z[i] - z0_[i]) <= far)) return true;
  }
  return ++evaluations_ > most_evaluations;
}

// The same problem, which gives up where a shot is lost: far away, or in ever smaller steps.
bvp::Bvp Shooter::guarded() noexcept {
  bvp::Bvp bvp = bvp_;
  bvp.self = this;
  bvp.set = [](void* self, const double* p) noexcept {
    return static_cast<Shooter*>(self)->question_.set(p);
  };
  bvp.rate = [](void* self, double tau, const double* z, double* g) noexcept {
    Shooter& shooter = *static_cast<Shooter*>(self);
    return !shooter.is_lost(z) && shooter.question_.rate(tau, z, g);
  };
  bvp.slopes = [](void* self, double tau, const double* z, double* g, double* gz,
                  double* gp) noexcept {
    Shooter& shooter = *static_cast<Shooter*>(self);
    return !shooter.is_lost(z) && shooter.question_.slopes(tau, z, g, gz, gp);
  };
  return bvp;
}

// Directions that the rows at the start leave free, and the part of the rate that moving rows ask
// for: what the first extremal has across them.
void Shooter::find_tangents() {
  View view(question_);
  const variation::Functional functional = view.functional();
  std::vector<double> phi(functional.rows), A(functional.rows * n_);
  linalg::RowSpace space(n_);
  if (functional.rows > 0 && functional.position_rows(functional.self, question_.span().t0,
                                                      z0_.data(), phi.data(), A.data())) {
    for (Index i = 0; i < functional.rows; ++i) space.add(A.data() + i * n_, 1e-6);
  }
  space.complete();
  for (Index k = 0; k < space.free(); ++k) {
    tangents_.insert(tangents_.end(), space.free_basis(k), space.free_basis(k) + n_);
  }
  drift_.assign(n_, 0.0);
  for (Index k = 0; k < space.rank(); ++k) {
    double part = 0;
    for (Index i = 0; i < n_; ++i) part += space.basis(k)[i] * z0_[n_ + i];
    for (Index i = 0; i < n_; ++i) drift_[i] += part * space.basis(k)[i];
  }
}

std::vector<Shooter::Shot> best_in_line(Shooter& shooter, double R, double extent) {
  std::list<Shooter::Shot> shots;
  for (int k = 0; k <= shots_in_line && shooter.goes_on(); ++k) {
    shots.push_back(shooter.shoot({R * (2.0 * k / shots_in_line - 1)}));
  }
  if (shots.empty()) return {};
  std::size_t left = most_shots_in_line;
  for (auto shot = shots.begin(), next = std::next(shot);
       next != shots.end() && left > 0 && shooter.goes_on();) {
    const double low = shot->direction[0], high = next->direction[0];
    const bool far = ends_apart(*shot, *next) > closeness * extent;
    if (far && high - low > 1e-7 * R) {
      next = shots.insert(next, shooter.shoot({0.5 * (low + high)}));
      --left;
    } else {
      shot = next++;
    }
  }
  std::vector<double> misses;
  for (const Shooter::Shot& shot : shots) misses.push_back(shot.miss);
  std::vector<Shooter::Shot> best;
  std::size_t k = 0;
  for (Shooter::Shot& shot : shots) {
    const double before = k > 0 ? misses[k - 1] : INFINITY;
    const double after = k + 1 < misses.size() ? misses[k + 1] : INFINITY;
    if (std::isfinite(misses[k]) && misses[k] <= before && misses[k] <= after) {
      best.push_back(std::move(shot));
    }
    ++k;
  }
  std::stable_sort(best.begin(), best.end(), [](const auto& x, const auto& y) {
    return std::abs(x.direction[0]) < std::abs(y.direction[0]);
  });
  return best;
}

std::vector<Shooter::Shot> best_in_space(Shooter& shooter, double slowest, double R,
                                         unsigned& next) {
  constexpr unsigned primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
  const Index freedom = shooter.freedom();
  std::vector<Shooter::Shot> shots;
  for (int k = 0; k < shots_in_space && shooter.goes_on(); ++k) {
    ++next;
    std::vector<double> direction;
    double length = 0;
    if (freedom == 2) {  // as a sunflower sets its seeds
      const double angle = golden_angle * next;
      direction = {std::cos(angle), std::sin(angle)};
      length = 1;
    }
    for (Index i = 0; i < freedom && freedom != 2; ++i) {
      // Sums of three even numbers are round enough.
      double sum = 0;
      for (unsigned j = 0; j < 3; ++j) {
        sum += radical_inverse(next + 7919 * j, primes[(i * 3 + j) % 8]) - 0.5;
      }
      direction.push_back(sum);
      length += sum * sum;
    }
    const double radius = slowest + (R - slowest) * (k + 0.5) / shots_in_space;
    for (double& x : direction) x *= radius / std::sqrt(length);
    constexpr double strengths[] = {1, -1, 4, 9, -4};  // of integrals
    shots.push_back(shooter.shoot(std::move(direction), strengths[k % 5]));
    if (!std::isfinite(shots.back().miss)) shots.pop_back();
  }
  return shots;
}

}  // namespace zwang::extremal
