// SPDX-License-Identifier: Apache-2.0
#include "instant/response.h"

#include <algorithm>

#include "least/method.h"
#include "linalg/vector.h"

namespace zwang::instant {

namespace {

// States lie on the constraints as nearly as the tolerance of the question, as those of a run do.
Options options_of_states() {
  Options options;
  options.tolerance = RankTolerance::stepping;
  options.diagnose = false;
  return options;
}

bool zero(const double* x, Index count) noexcept {
  return std::all_of(x, x + count, [](double entry) { return entry == 0; });
}

}  // namespace

Index directions_that_matter(const equations::TwoEnds& two) {
  return two.unknowns > 0 ? two.directions() : two.lambdas + two.integrals;
}

Response::General::General(Index n, Index m)
    : options(options_of_states()), workspace(n, m, options) {
  least::prepare(n, m, instant);
}

Response::Slopes::Slopes(const equations::Equations& equations)
    : changes(equations, directions_that_matter(equations.two_ends)),
      dx(at(changes.columns() * equations.n)),
      dm(at(changes.columns() * equations.m)),
      w(at(equations.n)) {}

Response::Response(const equations::Equations& equations)
    : equations_(equations), task_(equations), x_(at(equations.n)), lambda_(at(equations.m)) {}

bool Response::indefinite() const {
  if (regular_) return !small_.definite();
  return general_ && general_->instant.inertia.positive > 0 &&
         general_->instant.inertia.negative > 0;
}

bool Response::solve(equations::Workspace& numbers) noexcept {
  const least::Task now = task(numbers);
  if (solve_regular(now)) return true;
  const Status status = solve_any(now).status;
  return status == Status::ok || status == Status::contradictory;
}

// From the factors that give its derivatives too.
bool Response::solve_regular(const least::Task& task) noexcept {
  regular_ = false;
  if (!small_.factor(task)) return false;
  small_.tangent(task.Q, task.b, 1, x_.data());  // ẍ = N Q + K₁ b [UK92 5a]
  if (task.m > 0) small_.multipliers(x_.data(), task.Q, lambda_.data());  // [XUMK94 13]
  acceleration_ = x_.data();
  multipliers_ = lambda_.data();
  regular_ = linalg::all_finite(x_.data(), task.n) && linalg::all_finite(lambda_.data(), task.m);
  return regular_;
}

const Instant& Response::solve_any(const least::Task& task) noexcept {
  regular_ = false;
  if (!general_) general_ = std::make_unique<General>(task.n, task.m);
  Instant& now = general_->instant;
  least::solve(task, general_->options, general_->workspace, now);
  acceleration_ = now.acceleration.data();
  multipliers_ = now.multipliers.data();
  return now;
}

bool Response::factor_any(equations::Workspace& numbers) noexcept {
  std::unique_ptr<least::Derivative>& derivative = slopes_->general;
  if (!derivative) derivative = std::make_unique<least::Derivative>(equations_.n, equations_.m);
  return derivative->factor(task_.of(numbers), RankTolerance::stepping);
}

bool Response::differentiate(equations::Workspace& numbers, double t, const double* x,
                             const double* v) noexcept {
  if (!slopes_) slopes_ = std::make_unique<Slopes>(equations_);
  // Programs of slopes overwrite neither M nor A: those of the dynamics are still there.
  if (!regular_ && !factor_any(numbers)) return false;
  slopes_->changes.fill(numbers, t, x, v, acceleration_, multipliers_);
  if (regular_) {
    differentiate_regular();
  } else {
    differentiate_any(numbers);
  }
  return true;
}

void Response::differentiate_regular() noexcept {
  const Index n = equations_.n, m = equations_.m;
  const bool multipliers = equations_.two_ends.lambdas > 0;
  const double *g = slopes_->changes.g(), *h = slopes_->changes.h();
  double *dx = slopes_->dx.data(), *dm = slopes_->dm.data();
  for (Index k = slopes_->changes.columns(); k-- > 0; g += n, h += m, dx += n, dm += m) {
    if (zero(g, n) && zero(h, m)) {  // as for all that is cyclic
      std::fill_n(dx, n, 0.0);
      std::fill_n(dm, m, 0.0);
      continue;
    }
    small_.tangent(g, h, 1, dx);
    if (multipliers) small_.multipliers(dx, g, dm);
  }
}

void Response::differentiate_any(equations::Workspace& numbers) noexcept {
  const Index n = equations_.n, m = equations_.m, columns = slopes_->changes.columns();
  const double* const g = slopes_->changes.g();
  least::Derivative& derivative = *slopes_->general;
  derivative.tangent(g, m > 0 ? slopes_->changes.h() : nullptr, nullptr, columns,
                     slopes_->dx.data());
  if (equations_.two_ends.lambdas == 0) return;
  // Aᵀ∂λ = M ∂ẍ − g, which lies in the range of Aᵀ.
  const least::Task task = task_.of(numbers);
  double* const w = slopes_->w.data();
  for (Index k = 0; k < columns; ++k) {
    least::mass_times(task, by(k), w);
    for (Index i = 0; i < n; ++i) w[i] -= g[k * n + i];
    derivative.adjoint(w, nullptr, slopes_->dm.data() + k * m, nullptr);
  }
}

}  // namespace zwang::instant
