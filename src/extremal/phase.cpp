// SPDX-License-Identifier: Apache-2.0
#include "extremal/phase.h"

#include <algorithm>
#include <cmath>

#include "extremal/shooter.h"

namespace zwang::extremal {

namespace {

constexpr double still = 1e-6;  // of what a curve moves, beside where it is and how long it takes
constexpr double alike = 1e-6;  // of its amplitude
constexpr Index most_repetitions = 12;
constexpr Index most_intervals = 20'000;
constexpr double no_drag = 1e-6;                   // by τ: more is no solution of the question
constexpr double amplitudes[] = {1, 0.7, 1.4, 2};  // times that of the guess

double largest_rate(const bvp::Curve& curve) {
  double most = 0;
  for (Index k = 0; k <= curve.intervals(); ++k) {
    for (Index i = 0; i < curve.n; ++i) most = std::max(most, std::abs(curve.at(k)[curve.n + i]));
  }
  return most;
}

/// x″ = a + κ x′ with κ as an unknown, and one condition more: where it begins.
class WithDrag {
 public:
  WithDrag(Question& question, const bvp::Curve& guess)
      : question_(question),
        n_(guess.n),
        state_(guess.at(0), guess.at(0) + 2 * n_),
        rates_(2 * n_) {
    question.set(guess.p.data());
    std::copy_n(guess.at(0) + n_, n_, rates_.begin());
    question.rate(0, guess.at(0), rates_.data() + n_);
    for (const double x : rates_) square_ += x * x;
  }

  bvp::Solution solve_from(bvp::Curve guess, double tolerance) {
    guess.p = {0.0};
    bvp::SolveOptions options;
    options.tolerance = tolerance;
    options.most_intervals = most_intervals;
    bvp::Solution solution = solve(bvp(), options, std::move(guess));
    const double drag = solution.curve.p.empty() ? 0 : solution.curve.p[0];
    if (solution.outcome == bvp::Outcome::done && std::abs(drag) > no_drag)
      solution.outcome = bvp::Outcome::not_converged;
    solution.curve.p.clear();
    return solution;
  }

 private:
  bvp::Bvp bvp() noexcept {
    bvp::Bvp bvp = question_.bvp();
    bvp.parameters = 1;
    bvp.self = this;
    bvp.set = [](void* self, const double* p) noexcept {
      WithDrag& drag = *static_cast<WithDrag*>(self);
      drag.kappa_ = p[0];
      return drag.question_.set(nullptr);
    };
    bvp.rate = [](void* self, double tau, const double* z, double* g) noexcept {
      WithDrag& drag = *static_cast<WithDrag*>(self);
      if (!drag.question_.rate(tau, z, g)) return false;
      for (Index i = 0; i < drag.n_; ++i) g[i] += drag.kappa_ * z[drag.n_ + i];
      return true;
    };
    bvp.slopes = [](void* self, double tau, const double* z, double* g, double* gz,
                    double* gp) noexcept {
      WithDrag& drag = *static_cast<WithDrag*>(self);
      const Index n = drag.n_;
      if (!drag.question_.slopes(tau, z, g, gz, gp)) return false;
      for (Index i = 0; i < n; ++i) {
        g[i] += drag.kappa_ * z[n + i];
        gz[i * 2 * n + n + i] += drag.kappa_;
        gp[i] = z[n + i];
      }
      return true;
    };
    bvp.ends = [](void* self, const double* z0, const double* z1, double* B, double* B0, double* B1,
                  double* Bp) noexcept {
      return static_cast<WithDrag*>(self)->ends(z0, z1, B, B0, B1, Bp);
    };
    return bvp;
  }

  bool ends(const double* z0, const double* z1, double* B, double* B0, double* B1,
            double* Bp) noexcept {
    const Index size = 2 * n_;
    if (!question_.ends(z0, z1, B, B0, B1, Bp)) return false;
    B[size] = 0;
    for (Index i = 0; i < size; ++i) {
      B[size] += rates_[i] * (z0[i] - state_[i]) / square_;
      if (!B0) continue;
      B0[size * size + i] = rates_[i] / square_;
      B1[size * size + i] = 0;
    }
    for (Index k = 0; B0 && k <= size; ++k) Bp[k] = 0;
    return true;
  }

  Question& question_;
  Index n_;
  std::vector<double> state_, rates_;
  double square_ = 0, kappa_ = 0;
};

// About the mean of its ends.
bvp::Curve stretched(bvp::Curve curve, double by) {
  const Index m = curve.n + curve.extra;
  std::vector<double> mean(curve.n);
  for (Index k = 0; k < curve.intervals(); ++k) {
    for (Index i = 0; i < curve.n; ++i)
      mean[i] += (curve.mesh[k + 1] - curve.mesh[k]) * 0.5 * (curve.at(k)[i] + curve.at(k + 1)[i]);
  }
  for (Index k = 0; k <= curve.intervals(); ++k) {
    for (Index i = 0; i < curve.n; ++i) {
      curve.at(k)[i] = mean[i] + by * (curve.at(k)[i] - mean[i]);
      curve.at(k)[curve.n + i] *= by;
    }
  }
  for (std::size_t k = 0; k < curve.rates.size(); ++k) {
    if (static_cast<Index>(k) % m < curve.n) curve.rates[k] *= by;
  }
  return curve;
}

// Whether F_t is more than zero, whatever the state: what is always zero no program writes.
bool integrand_knows_time(const equations::Equations& equations) {
  const auto place = static_cast<std::uint32_t>(
      equations.layout.begin(equations::Array::densities) + equations.two_ends.integrals + 1);
  const auto writes = [place](const equations::Block& block) {
    const auto is_there = [place](const equations::Move& move) { return move.to == place; };
    return std::any_of(block.set.begin(), block.set.end(), is_there) ||
           std::any_of(block.add.begin(), block.add.end(), is_there);
  };
  const auto& blocks = equations.of(equations::Stage::density).blocks;
  return std::any_of(blocks.begin(), blocks.end(), writes);
}

// Of places without any symmetry, beside the guess: at rest a row that moves has a rate.
bool rows_know_time(Question& question, const bvp::Curve& guess) {
  const double size = std::max(extent_of(guess), 1.0);
  std::vector<double> z(guess.size());
  for (Index k = 0; k <= guess.intervals(); ++k) {
    for (Index i = 0; i < guess.n; ++i) {
      const auto number = static_cast<double>((7 * k + 3 * i) % 11);
      z[i] = guess.at(k)[i] + size * (0.618033988749895 * number - 3.1);
    }
    question.evaluate(equations::Stage::projection, guess.mesh[k], z.data());
    for (Index i = 0; i < question.equations().m; ++i) {
      if (question.numbers().rate()[i] != 0) return true;
    }
  }
  return false;
}

}  // namespace

bool is_phase_open(Attempt& attempt) {
  Question& question = attempt.question();
  const equations::TwoEnds& two = question.two_ends();
  const equations::Equations& equations = question.equations();
  const auto is_row = [](const equations::EndRow& row) {
    return row.kind == equations::EndKind::constraint || row.kind == equations::EndKind::velocity;
  };
  const auto all_rows = [&](int end) {
    return std::all_of(two.rows[end].begin(), two.rows[end].end(), is_row);
  };
  const bool periodic =
      !two.periodic.empty() &&
      std::all_of(two.periodic.begin(), two.periodic.end(), [](auto x) { return x; });
  if (!periodic || !two.variational || !all_rows(0) || !all_rows(1)) return false;
  if (two.unknowns + two.integrals + two.lambdas > 0) return false;
  return !integrand_knows_time(equations) && !rows_know_time(question, attempt.plain_guess());
}

bvp::Solution find_periodic(Attempt& attempt) {
  const bvp::Curve guess = attempt.plain_guess();
  bvp::Solution last;
  last.outcome = bvp::Outcome::not_converged;
  for (const double amplitude : amplitudes) {
    if (!attempt.goes_on()) break;
    WithDrag problem(attempt.question(), guess);
    bvp::Solution solution =
        problem.solve_from(stretched(guess, amplitude), attempt.plan().tolerance);
    const bool moves = solution.outcome == bvp::Outcome::done && !is_at_rest(solution.curve);
    if (moves || last.outcome != bvp::Outcome::done) last = std::move(solution);
    if (moves) break;
  }
  return last;
}

bool is_at_rest(const bvp::Curve& curve) {
  double size = 0;
  for (Index k = 0; k <= curve.intervals(); ++k) {
    for (Index i = 0; i < curve.n; ++i) size = std::max(size, std::abs(curve.at(k)[i]));
  }
  return largest_rate(curve) <= still * std::max(size, 1e-300) || largest_rate(curve) < 1e-12;
}

Index repetitions(const bvp::Curve& curve) {
  const double rate = largest_rate(curve);
  std::vector<double> a(curve.size()), b(curve.size());
  for (Index times = most_repetitions; times > 1; --times) {
    bool same = true;
    for (int k = 0; same && k < 60; ++k) {
      const double tau = (k + 0.37) / 60, shifted = tau + 1.0 / static_cast<double>(times);
      evaluate(curve, tau, a.data());
      evaluate(curve, shifted < 1 ? shifted : shifted - 1, b.data());
      for (Index i = curve.n; i < 2 * curve.n; ++i)
        same = same && std::abs(a[i] - b[i]) <= alike * rate;
    }
    if (same) return times;
  }
  return 1;
}

}  // namespace zwang::extremal
