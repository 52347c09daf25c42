// SPDX-License-Identifier: Apache-2.0
#include "laws/friction/compliant.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::least {

Compliant::Compliant(const Island& island, double& left)
    : island_(island), left_(left), matrix_(island), rubbed_(island.sided.size(), 0) {
  for (auto* v : {&x_, &before_, &step_, &F_})
    v->assign(static_cast<std::size_t>(island.H.freedom), 0.0);
  for (auto* v : {&u_, &r_, &hat_}) v->assign(static_cast<std::size_t>(island.n), 0.0);
}

/// f of one that rubs, given N of all.
void Compliant::rub(const IslandRubbing& x, double compliance) {
  const double limit = island_.limit(x, r_.data());
  double* const f = r_.data() + x.first;
  for (Index i = 0; i < x.rows; ++i)
    f[i] = x.slides ? -limit * x.direction[i] : wish(x.first + i, compliance);
  if (!x.slides) onto_disc(limit, x.rows, f);
}

void Compliant::rub_slopes(const IslandRubbing& x, double compliance) {
  const double limit = island_.limit(x, r_.data());
  double e[3] = {}, w[9] = {}, size = 0;
  for (Index i = 0; i < x.rows; ++i) {
    e[i] = x.slides ? -x.direction[i] : wish(x.first + i, compliance);
    size = std::hypot(size, e[i]);
  }
  const bool holds = !x.slides && size <= limit;
  for (Index i = 0; i < x.rows && !x.slides; ++i)
    for (Index j = 0; j < x.rows; ++j) {
      const double own = i == j ? 1 : 0;
      w[i * x.rows + j] = holds ? own / compliance
                                : limit / (size * compliance) * (own - e[i] * e[j] / (size * size));
    }
  if (!x.slides) matrix_.add(x.first, x.rows, w);
  if (holds) return;
  for (Index i = 0; i < x.rows && !x.slides; ++i) e[i] /= size;
  for (const Coefficient& mu : x.coefficients) {
    const double N = r_[mu.normal];
    const double sign = N > 0 ? 1 : N < 0 && !island_.sided[mu.normal] ? -1 : 0;
    matrix_.add_skew(x.first, x.rows, e, mu.normal, sign * mu.sliding / compliance);
  }
}

/// N and f at once: the point of the cone nearest to what they would be without it.
void Compliant::project(const IslandRubbing& x, double compliance) {
  const Coefficient& mu = x.coefficients.front();
  double* const f = r_.data() + x.first;
  double& N = r_[mu.normal];
  N = wish(mu.normal, compliance);
  for (Index i = 0; i < x.rows; ++i) f[i] = wish(x.first + i, compliance);
  const double size = linalg::norm(f, x.rows);
  if (size <= mu.sliding * N) return;
  const double along = std::fmax(0.0, (N + mu.sliding * size) / (1 + mu.sliding * mu.sliding));
  N = along;
  for (Index i = 0; i < x.rows; ++i) f[i] = size > 0 ? f[i] * (mu.sliding * along / size) : 0;
}

void Compliant::project_slopes(const IslandRubbing& x, double compliance) {
  const Coefficient& mu = x.coefficients.front();
  const double one = 1 / compliance, N = wish(mu.normal, compliance);
  double e[3] = {}, w[9] = {}, size = 0;
  for (Index i = 0; i < x.rows; ++i) {
    e[i] = wish(x.first + i, compliance);
    size = std::hypot(size, e[i]);
  }
  const bool inside = size <= mu.sliding * N;
  if (!inside && mu.sliding * size <= -N) return;
  const double s = 1 / (1 + mu.sliding * mu.sliding), along = s * (N + mu.sliding * size);
  for (Index i = 0; i < x.rows; ++i)
    for (Index j = 0; j < x.rows; ++j) {
      const double own = i == j ? 1 : 0, ee = inside ? 0 : e[i] * e[j] / (size * size);
      w[i * x.rows + j] =
          inside
              ? own * one
              : one * (mu.sliding * along / size * (own - ee) + s * mu.sliding * mu.sliding * ee);
    }
  matrix_.add(x.first, x.rows, w);
  const double normal = inside ? one : s * one;
  matrix_.add(mu.normal, 1, &normal);
  if (inside) return;
  for (Index i = 0; i < x.rows; ++i)
    matrix_.add_both(x.first + i, mu.normal, s * mu.sliding * one * e[i] / size);
}

/// r of x, and F = x − Hᵀ r; its length.
double Compliant::misfit(Law law, double compliance) {
  const IslandRows& H = island_.H;
  for (Index i = 0; i < island_.n; ++i) {
    u_[i] = island_.c[i];
    for (Index e = H.begin[i]; e < H.begin[i + 1]; ++e) u_[i] += H.value[e] * x_[H.column[e]];
  }
  for (Index j = 0; j < island_.normals; ++j) {
    const double N = wish(j, compliance);
    r_[j] = island_.sided[j] ? std::fmax(N, 0.0) : N;
  }
  for (const IslandRubbing& x : island_.rubbing)
    law == Law::coulomb ? rub(x, compliance) : project(x, compliance);
  std::copy(x_.begin(), x_.end(), F_.begin());
  for (Index i = 0; i < island_.n; ++i)
    for (Index e = H.begin[i]; r_[i] != 0 && e < H.begin[i + 1]; ++e)
      F_[H.column[e]] -= H.value[e] * r_[i];
  return linalg::norm(F_.data(), H.freedom);
}

void Compliant::add_slopes(Law law, double compliance) {
  matrix_.clear();
  const double one = 1 / compliance;
  for (Index j = 0; j < island_.normals; ++j) {
    if (law == Law::cone && rubbed_[j]) continue;
    if (r_[j] > 0 || !island_.sided[j]) matrix_.add(j, 1, &one);
  }
  for (const IslandRubbing& x : island_.rubbing)
    law == Law::coulomb ? rub_slopes(x, compliance) : project_slopes(x, compliance);
}

bool Compliant::newton(Law law, double compliance, int most) {
  const Index d = island_.H.freedom;
  double size = misfit(law, compliance);
  for (int round = 0; round < most; ++round) {
    if (!std::isfinite(size) || !(left_ > 0)) return false;
    // Rounding of u counts 1/δ times.
    const double enough = 1e-15 * (1 / compliance + linalg::norm(r_.data(), island_.n));
    if (size <= enough) return true;
    add_slopes(law, compliance);
    if (!matrix_.factor()) return false;
    left_ -= matrix_.work();
    for (Index i = 0; i < d; ++i) step_[i] = -F_[i];
    matrix_.solve(step_.data());
    before_ = x_;
    double part = 1, now = size;
    for (int halved = 0;; ++halved, part *= 0.5) {
      const double take = halved > 10 ? 1 : part;  // then it may get worse before it gets better
      for (Index i = 0; i < d; ++i) x_[i] = before_[i] + take * step_[i];
      now = misfit(law, compliance);
      if (halved > 10 || now < size) break;
    }
    if (now >= size && size <= 1e3 * enough) return true;
    size = now;
  }
  return size <= 1e-10 / compliance;
}

/// From forces that a small compliance shares out to those without: r̂ follows r.
bool Compliant::refine(Law law) {
  double before = HUGE_VAL;
  std::vector<double> a(static_cast<std::size_t>(island_.n));
  for (int round = 0; round < 30; ++round) {
    const double worst =
        law == Law::coulomb ? residuals_of(island_, r_.data(), a.data()).worst() : 0;
    double change = 0;
    for (Index i = 0; i < island_.n; ++i) change = std::fmax(change, std::fabs(r_[i] - hat_[i]));
    const double off = law == Law::coulomb ? worst : change;
    if (off <= 1e-13 || (round > 2 && off <= 1e-10 && off > 0.5 * before)) return true;
    before = off;
    hat_ = r_;
    if (!newton(law, 1e-5, 40)) return false;
  }
  return before <= 1e-9;
}

bool Compliant::fade() {
  for (auto* v : {&x_, &hat_}) std::fill(v->begin(), v->end(), 0.0);
  for (const double compliance : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6})
    if (!newton(Law::coulomb, compliance, 60)) return false;
  return refine(Law::coulomb);
}

bool Compliant::rest() {
  std::fill(rubbed_.begin(), rubbed_.end(), static_cast<unsigned char>(0));
  for (const IslandRubbing& x : island_.rubbing) {
    if (x.slides || x.limit != 0 || x.coefficients.size() != 1) return false;
    unsigned char& rubbed = rubbed_[x.coefficients.front().normal];
    if (rubbed || !island_.sided[x.coefficients.front().normal]) return false;
    rubbed = 1;
  }
  for (auto* v : {&x_, &hat_}) std::fill(v->begin(), v->end(), 0.0);
  for (const double compliance : {1e-1, 1e-3, 1e-5})
    if (!newton(Law::cone, compliance, 60)) return false;
  // What cannot rest moves by more than the compliance makes of its forces.
  const double most = 1e-4 * (1 + linalg::largest(r_));
  for (const double u : u_)
    if (std::fabs(u) > most) return false;
  return refine(Law::cone);
}

}  // namespace zwang::least
