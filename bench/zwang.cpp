// SPDX-License-Identifier: Apache-2.0
// Our methods, each through the public InstantSolver, and what else must be right in an answer
// before its time counts: status, rank, forces, residual, multipliers.

#include <algorithm>
#include <cmath>
#include <limits>

#include "contestant.h"
#include "zwang/instant.h"

namespace bench {
namespace {

constexpr double wrong = std::numeric_limits<double>::infinity();

zwang::Problem problem_of(const System& system) {
  zwang::Problem problem;
  problem.mass_matrix = system.M;
  problem.applied_force = system.Q;
  problem.constraint_matrix = system.A_rows;
  problem.constraint_rhs = system.b;
  return problem;
}

class Zwang : public Contestant {
 public:
  Zwang(const Pool& pool, const zwang::Options& options)
      : pool_(pool), options_(options), solver_(pool[0].size.n, pool[0].size.m, options) {
    for (const System& system : pool) problems_.push_back(problem_of(system));
  }

  const double* solve(std::size_t s) override {
    return solver_.solve(problems_[s]).acceleration.data();
  }

  double difference(std::size_t s, const Answer& answer) override {
    const zwang::Instant& instant = solver_.solve(problems_[s]);
    if (instant.status != zwang::Status::ok) return wrong;
    // The proximal iteration makes no rank decision.
    const bool ranks = options_.method != zwang::Method::proximal;
    if (ranks && instant.rank != pool_[s].size.r) return wrong;
    double largest =
        std::max({relative_difference(instant.acceleration, answer.acceleration),
                  relative_difference(instant.constraint_force, answer.constraint_force),
                  residual(pool_[s], instant)});
    if (options_.multipliers) largest = std::max(largest, multipliers(pool_[s], instant, answer));
    return largest;
  }

 private:
  /// The reported b − A ẍ against ‖b‖.
  static double residual(const System& system, const zwang::Instant& instant) {
    if (instant.residual.size() != system.b.size()) return wrong;
    double sum = 0, size = 0;
    for (std::size_t i = 0; i < system.b.size(); ++i) {
      sum += instant.residual[i] * instant.residual[i];
      size += system.b[i] * system.b[i];
    }
    return std::sqrt(sum / size);
  }

  /// Aᵀλ against the constraint force.
  static double multipliers(const System& system, const zwang::Instant& instant,
                            const Answer& answer) {
    const auto [n, m, r] = system.size;
    if (instant.multipliers.size() != m) return wrong;
    std::vector<double> force(n, 0.0);
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        force[j] += system.A_rows[i * n + j] * instant.multipliers[i];
      }
    }
    return relative_difference(force, answer.constraint_force);
  }

  const Pool& pool_;
  zwang::Options options_;
  zwang::InstantSolver solver_;
  std::vector<zwang::Problem> problems_;
};

void enter_method(Field& field, const Pool& pool, const char* name, zwang::Method method,
                  bool multipliers) {
  zwang::Options options;
  options.method = method;
  options.multipliers = multipliers;
  options.diagnose = false;
  enter<Zwang>(field, name, "", Kind::ours, pool, options);
}

}  // namespace

void enter_zwang(Field& field, const Pool& pool) {
  enter_method(field, pool, "explicit", zwang::Method::explicit_, false);
  enter_method(field, pool, "explicit, multipliers", zwang::Method::explicit_, true);
  enter_method(field, pool, "bellman", zwang::Method::bellman, false);
  enter_method(field, pool, "nullspace", zwang::Method::nullspace, false);
  enter_method(field, pool, "proximal", zwang::Method::proximal, false);
}

}  // namespace bench
