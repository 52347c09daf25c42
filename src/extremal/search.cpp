// SPDX-License-Identifier: Apache-2.0
#include "extremal/search.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <numbers>

#include "extremal/continuation.h"
#include "extremal/deflation.h"
#include "extremal/shooting.h"

namespace zwang::extremal {

namespace {

constexpr double rough = 1e-4;      // tolerance of shots
constexpr double same = 1e-5;       // curves nearer than this are one
constexpr int rounds = 4;           // the speed is doubled in each
constexpr int shots_in_line = 160;  // of one degree of freedom, in each round
constexpr std::size_t most_shots_in_line = 3000;
constexpr double closeness = 0.15;  // of the ends of neighbouring shots, in parts of the extent
constexpr int shots_in_space = 240;
constexpr double most_extents = 100;  // a shot that goes farther than so many is lost
constexpr long most_evaluations = 5000;
constexpr double golden_angle = 2.399963229728653;
constexpr int most_in_vain = 120;        // shots in space, one after the other
constexpr std::size_t most_tries = 240;  // first curves per round

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// The k-th number of van der Corput's sequence in a base.
double radical_inverse(unsigned k, unsigned base) {
  double inverse = 0, digit = 1.0 / base;
  for (; k > 0; k /= base, digit /= base) inverse += digit * (k % base);
  return inverse;
}

// How far from its start a curve goes.
double extent_of(const Curve& curve) {
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
  return extent > 1e-6 * size ? extent : size;
}

/// Shots from the start.
class Shooter {
 public:
  Shooter(Attempt& attempt, const Solution& first)
      : attempt_(attempt),
        question_(attempt.question()),
        bvp_(question_.bvp()),
        n_(bvp_.n),
        z0_(first.curve.at(0), first.curve.at(0) + bvp_.size()),
        p_(first.curve.p),
        extent_(extent_of(first.curve)),
        B_(at(bvp_.conditions())) {
    find_tangents();
  }

  Index freedom() const { return static_cast<Index>(tangents_.size()) / n_; }

  /// How far a shot ends from where it should: of all conditions.
  struct Shot {
    std::vector<double> direction;
    double miss = INFINITY;
    Curve curve;
  };

  /// With multipliers of integrals so many times those of the first extremal.
  Shot shoot(std::vector<double> direction, double stronger = 1) {
    Shot shot;
    std::vector<double> p = p_;
    for (Index k = 0; k < question_.shape().integrals; ++k) p[at(k)] *= stronger;
    std::vector<double> z = z0_;
    std::fill_n(z.begin() + n_, n_, 0.0);
    for (Index k = 0; k < freedom(); ++k) {
      for (Index i = 0; i < n_; ++i) z[at(n_ + i)] += direction[at(k)] * tangents_[at(k * n_ + i)];
    }
    for (Index i = 0; i < n_; ++i) z[at(n_ + i)] += drift_[at(i)];
    shot.direction = std::move(direction);
    question_.set(p.data());
    evaluations_ = 0;
    if (follow(guarded(), rough, z.data(), p, shot.curve) != Outcome::done) return shot;
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

  /// How far two shots end from each other; nothing where one did not get there.
  static double ends_apart(const Shot& a, const Shot& b) {
    if (!std::isfinite(a.miss) || !std::isfinite(b.miss)) return 0;
    const double *const x = a.curve.at(a.curve.intervals()), *const y =
                                                                 b.curve.at(b.curve.intervals());
    double sum = 0;
    for (Index i = 0; i < a.curve.n; ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
    return std::sqrt(sum);
  }

 private:
  // The same problem, which gives up where a shot is lost: far away, or in ever smaller steps.
  Bvp guarded() noexcept {
    Bvp bvp = bvp_;
    bvp.self = this;
    bvp.set = [](void* self, const double* p) noexcept {
      return static_cast<Shooter*>(self)->question_.set(p);
    };
    bvp.rate = [](void* self, double tau, const double* z, double* g) noexcept {
      Shooter& shooter = *static_cast<Shooter*>(self);
      const double far = most_extents * shooter.extent_;
      for (Index i = 0; i < shooter.n_; ++i) {
        if (!(std::abs(z[i] - shooter.z0_[at(i)]) <= far)) return false;
      }
      return ++shooter.evaluations_ <= most_evaluations && shooter.question_.rate(tau, z, g);
    };
    return bvp;
  }

  // Directions that the rows at the start leave free, and the part of the rate that moving rows ask
  // for: what the first extremal has across them.
  void find_tangents() {
    View view(question_);
    const Functional functional = view.functional();
    std::vector<double> phi(at(functional.rows)), A(at(functional.rows * n_));
    RowSpace space(n_);
    if (functional.rows > 0 && functional.position_rows(functional.self, question_.span().t0,
                                                        z0_.data(), phi.data(), A.data())) {
      for (Index i = 0; i < functional.rows; ++i) space.add(A.data() + i * n_, 1e-6);
    }
    space.complete();
    for (Index k = 0; k < space.free(); ++k) {
      tangents_.insert(tangents_.end(), space.free_basis(k), space.free_basis(k) + n_);
    }
    drift_.assign(at(n_), 0.0);
    for (Index k = 0; k < space.rank(); ++k) {
      double part = 0;
      for (Index i = 0; i < n_; ++i) part += space.basis(k)[i] * z0_[at(n_ + i)];
      for (Index i = 0; i < n_; ++i) drift_[at(i)] += part * space.basis(k)[i];
    }
  }

  Attempt& attempt_;
  Question& question_;
  Bvp bvp_;
  Index n_;
  std::vector<double> z0_, p_;
  double extent_;
  long evaluations_ = 0;
  std::vector<double> B_, tangents_, drift_;
};

// From −R to R, closer where the end of a shot moves far from one shot to the next; of these the
// ones that miss less than their neighbours, slow ones first.
std::vector<Shooter::Shot> best_in_line(Shooter& shooter, double R, double extent) {
  std::list<Shooter::Shot> shots;
  for (int k = 0; k <= shots_in_line; ++k) {
    shots.push_back(shooter.shoot({R * (2.0 * k / shots_in_line - 1)}));
  }
  std::size_t left = most_shots_in_line;
  for (auto shot = shots.begin(), next = std::next(shot); next != shots.end() && left > 0;) {
    const double low = shot->direction[0], high = next->direction[0];
    const bool far = Shooter::ends_apart(*shot, *next) > closeness * extent;
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

// Directions all round, with growing speed up to R; slow ones first.
std::vector<Shooter::Shot> best_in_space(Shooter& shooter, double slowest, double R,
                                         unsigned& next) {
  constexpr unsigned primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
  const Index freedom = shooter.freedom();
  std::vector<Shooter::Shot> shots;
  for (int k = 0; k < shots_in_space; ++k) {
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

bool is_new(const Curve& curve, const std::vector<Solution>& known, double apart = same) {
  return std::none_of(known.begin(), known.end(), [&](const Solution& solution) {
    return distance(solution.curve, curve) < apart;
  });
}

// Of the start, by τ.
double speed_of(const Curve& curve) {
  double sum = 0;
  for (Index i = 0; i < curve.n; ++i) {
    sum += curve.at(0)[curve.n + i] * curve.at(0)[curve.n + i];
  }
  return std::sqrt(sum);
}

// Shots faster than this would lead to more action than the `most` slowest that are known.
double speed_limit(const std::vector<Solution>& known, Index most) {
  std::vector<double> speeds;
  for (const Solution& solution : known) speeds.push_back(speed_of(solution.curve));
  std::sort(speeds.begin(), speeds.end());
  return 1.2 * speeds[at(std::min(most, static_cast<Index>(speeds.size())) - 1)];
}

enum class Way { plain, pushed, by_ends };

// Solved roughly first: most tries lead to what is known.
bool take(Attempt& attempt, Curve guess, Way way, std::vector<Solution>& known) {
  std::vector<const Curve*> curves;
  for (const Solution& solution : known) curves.push_back(&solution.curve);
  Solution roughly;
  if (way == Way::pushed) {
    roughly = attempt.from(std::move(guess), rough, curves);
  } else if (way == Way::plain) {
    roughly = attempt.from(std::move(guess), rough);
  } else {
    Continued continued = continue_in_ends(attempt, std::move(guess));
    if (continued.reached < 1 || !is_new(continued.solution.curve, known, 30 * rough)) return false;
    roughly = attempt.from(std::move(continued.solution.curve), rough);
  }
  if (roughly.outcome != Outcome::done || !is_new(roughly.curve, known)) return false;
  Solution solution = attempt.from(std::move(roughly.curve));
  if (solution.outcome != Outcome::done || !is_new(solution.curve, known)) return false;
  known.push_back(std::move(solution));
  attempt.count(static_cast<Index>(known.size()));
  return true;
}

}  // namespace

Solution search_first(Attempt& attempt) {
  Question& question = attempt.question();
  const Shape& shape = question.shape();
  const Curve guess = attempt.plain_guess();
  Solution nothing;
  nothing.outcome = Outcome::not_converged;
  for (const double lambda : {0.0, 1.0, -1.0, 4.0, -4.0}) {
    if (!attempt.goes_on()) break;
    std::vector<double> z(guess.at(0), guess.at(0) + guess.size());
    for (Index k = 0; k < shape.lambdas; ++k) z[at(shape.lambda() + k)] += lambda;
    std::fill(z.begin() + shape.integral(), z.end(), 0.0);
    Curve shot;
    question.set(guess.p.data());
    if (follow(question.bvp(), rough, z.data(), guess.p, shot) == Outcome::done) {
      Continued continued = continue_in_ends(attempt, std::move(shot));
      if (continued.reached >= 1) return attempt.from(std::move(continued.solution.curve));
    }
    if (shape.lambdas == 0) break;
  }
  return nothing;
}

void search(Attempt& attempt, Index most, std::vector<Solution>& known) {
  const auto enough = [&] { return static_cast<Index>(known.size()) >= most; };
  const Shape& shape = attempt.question().shape();
  // Pushed away from what is known, from the same first curve, as long as that gives something.
  for (int k = 0; k < 3 && !enough() && attempt.goes_on(); ++k) {
    if (!take(attempt, attempt.plain_guess(), Way::pushed, known)) break;
  }
  for (const int sign : {1, -1}) {
    Curve guess;
    if (!enough() && attempt.goes_on() && attempt.minimised_guess(guess, sign, true)) {
      take(attempt, std::move(guess), Way::plain, known);
    }
  }
  if (known.empty() || shape.lambdas > 0) return;
  Shooter shooter(attempt, known.front());
  const double extent = extent_of(known.front().curve);
  double R = std::max(2 * speed_of(known.front().curve), 2 * std::numbers::pi * extent);
  unsigned next = 0;
  const bool in_space = shooter.freedom() > 1 || shape.integrals > 0;
  // A round is finished before its extremals are counted: slower ones may come after faster ones.
  for (int round = 0; round < rounds && !enough(); ++round, R *= 2) {
    std::vector<Shooter::Shot> shots =
        shooter.freedom() == 1 ? best_in_line(shooter, R, extent)
                               : best_in_space(shooter, round == 0 ? 0 : 0.5 * R, R, next);
    if (shots.size() > most_tries) shots.resize(most_tries);
    bool found = false;
    int in_vain = 0;
    for (Shooter::Shot& shot : shots) {
      if (!attempt.goes_on()) return;
      if (in_space && in_vain > most_in_vain) break;
      if (in_space && enough() && speed_of(shot.curve) > speed_limit(known, most)) return;
      const Way way = in_space ? Way::by_ends : Way::plain;
      const bool taken = take(attempt, std::move(shot.curve), way, known);
      found = found || taken;
      in_vain = taken ? 0 : in_vain + 1;
    }
    if (!found && round > 0) return;
  }
}

}  // namespace zwang::extremal
