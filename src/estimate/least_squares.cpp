// SPDX-License-Identifier: Apache-2.0
#include "estimate/least_squares.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "estimate/compress.h"
#include "estimate/singular.h"
#include "linalg/tall_qr.h"
#include "linalg/vector.h"

namespace zwang::estimate {

namespace {

constexpr double huber_at = 1.345,
                 cauchy_at = 2.385;  // 95 % as good as squares where errors are normal
constexpr double eps = std::numeric_limits<double>::epsilon();
// The part of the residuals that a step could still explain: a millionth of what they are to each other.
constexpr double small_slope = 1e-7;

// Of columns of length 1: what is left of dependent ones, whose slopes have nine digits or so.
constexpr double nothing = 1e-7;

/// One search.
class Search {
 public:
  Search(const Problem& problem, std::vector<double> x)
      : problem_(problem), n_(problem.unknowns), m_(problem.residuals) {
    now_.x = std::move(x);
    for (Index j = 0; j < n_; ++j) now_.x[at(j)] = inside(j, now_.x[at(j)]);
    scale_.assign(at(n_), 0.0);
    now_.held.assign(at(n_), 0);
  }

  Answer run() {
    if (!evaluate(now_)) return now_;
    now_.ending = Ending::too_many_steps;
    while (now_.steps < problem_.most_steps) {
      prepare();
      if (now_.slope <= small_slope) return ended(Ending::converged);
      if (!step()) return ended(last_was_tiny_ ? Ending::converged : Ending::no_progress);
      ++now_.steps;
      if (last_was_tiny_) {
        prepare();
        return ended(Ending::converged);
      }
    }
    prepare();
    return now_;
  }

 private:
  Answer& ended(Ending ending) {
    now_.ending = ending;
    return now_;
  }
  double inside(Index j, double x) const {
    return std::min(std::max(x, problem_.lower[at(j)]), problem_.upper[at(j)]);
  }

  bool evaluate(Answer& there) {
    ++now_.evaluations;
    there.r.assign(at(m_), 0.0);
    there.J.assign(at(m_ * n_), 0.0);
    if (!problem_.evaluate(there.x, there.r, there.J)) return false;
    if (!linalg::all_finite(there.r) || !linalg::all_finite(there.J)) return false;
    there.cost = 0;
    for (const double r : there.r) there.cost += loss_of(problem_.loss, r);
    return std::isfinite(there.cost);
  }

  // Residuals and slopes as they count, the scaling, and which unknowns are free to move.
  void prepare() {
    root_.resize(at(m_));
    for (Index i = 0; i < m_; ++i) {
      root_[at(i)] = std::sqrt(weight_of(problem_.loss, now_.r[at(i)]));
    }
    free_.clear();
    for (Index j = 0; j < n_; ++j) {
      double square = 0, along = 0;
      for (Index i = 0; i < m_; ++i) {
        const double entry = root_[at(i)] * now_.J[at(j * m_ + i)];
        square += entry * entry;
        along += entry * root_[at(i)] * now_.r[at(i)];
      }
      scale_[at(j)] = std::max(scale_[at(j)], std::sqrt(square));
      const double x = now_.x[at(j)];
      now_.held[at(j)] =
          (x <= problem_.lower[at(j)] && along > 0) || (x >= problem_.upper[at(j)] && along < 0);
      if (!now_.held[at(j)] && square > 0) free_.push_back(j);
    }
    now_.slope = explained();
  }

  // The share of the residuals in the range of the free columns, by a step that is hardly damped.
  double explained() {
    compress_rows();
    if (free_.empty()) return 0;
    const std::vector<double> p = step_for(1e-14);
    double part = 0, all = 0;
    const Index k = small_;
    for (Index i = 0; i < k; ++i) {
      double change = 0;
      for (std::size_t c = 0; c < free_.size(); ++c) {
        change += G_[c * at(k) + at(i)] * p[at(free_[c])] * scale_[at(free_[c])];
      }
      part += change * change;
      all += G_[at((k - 1) * k + i)] * G_[at((k - 1) * k + i)];
    }
    return all > 0 ? std::sqrt(part / all) : 0;
  }

  // W^½ (J D⁻¹, −r) of the free columns, with as few rows as columns.
  void compress_rows() {
    small_ = static_cast<Index>(free_.size()) + 1;
    std::vector<double> A(at(m_ * small_));
    for (std::size_t c = 0; c < free_.size(); ++c) {
      const Index j = free_[c];
      for (Index i = 0; i < m_; ++i) {
        A[c * at(m_) + at(i)] = root_[at(i)] * now_.J[at(j * m_ + i)] / scale_[at(j)];
      }
    }
    for (Index i = 0; i < m_; ++i) {
      A[at((small_ - 1) * m_ + i)] = -root_[at(i)] * now_.r[at(i)];
    }
    G_ = compress(m_, small_, A);
    leave_out_null_directions();
  }

  // Along directions that change nothing, a step would follow nothing but rounding.
  void leave_out_null_directions() {
    const Index k = small_ - 1;
    const std::vector<double> slopes(G_.begin(), G_.end() - small_);
    const Singular svd = singular_values(small_, k, slopes);
    for (Index c = 0; c < k; ++c) {
      if (svd.values[at(c)] > nothing) continue;
      const double* const v = svd.vectors.data() + c * k;
      for (Index i = 0; i < small_; ++i) {
        double along = 0;
        for (Index j = 0; j < k; ++j) along += slopes[at(j * small_ + i)] * v[j];
        for (Index j = 0; j < k; ++j) G_[at(j * small_ + i)] -= along * v[j];
      }
    }
  }

  // p = argmin ‖W^½ (J p + r)‖² + μ ‖D p‖² within the bounds: what would go beyond one stops there, and the
  // others go on without it.
  std::vector<double> step_for(double mu) const {
    std::vector<double> p(at(n_), 0.0);
    std::vector<unsigned char> stopped(free_.size(), 0);
    for (bool again = true; again;) {
      again = false;
      move_others(mu, stopped, p);
      for (std::size_t c = 0; c < free_.size(); ++c) {
        const Index j = free_[c];
        const double to = now_.x[at(j)] + p[at(j)];
        if (stopped[c] || to == inside(j, to)) continue;
        p[at(j)] = inside(j, to) - now_.x[at(j)];
        stopped[c] = again = true;
      }
    }
    return p;
  }
  void move_others(double mu, const std::vector<unsigned char>& stopped,
                   std::vector<double>& p) const {
    std::vector<Index> moving;
    std::vector<double> b(G_.end() - small_, G_.end());
    for (std::size_t c = 0; c < free_.size(); ++c) {
      const Index j = free_[c];
      if (!stopped[c]) moving.push_back(static_cast<Index>(c));
      for (Index i = 0; stopped[c] && i < small_; ++i) {
        b[at(i)] -= G_[c * at(small_) + at(i)] * p[at(j)] * scale_[at(j)];
      }
    }
    const auto k = static_cast<Index>(moving.size());
    const Index rows = small_ + k;
    if (k == 0) return;
    linalg::TallRoom room(rows, k, rows);
    const linalg::TallQr qr = room.of(rows, k);
    b.resize(at(rows), 0.0);
    std::vector<double> z(at(k));
    for (Index c = 0; c < k; ++c) {
      std::fill_n(qr.T + c * rows, rows, 0.0);
      std::copy_n(G_.data() + moving[at(c)] * small_, small_, qr.T + c * rows);
      qr.T[c * rows + small_ + c] = std::sqrt(mu);
    }
    linalg::tall_qr(qr);
    linalg::least_squares(qr, b.data(), z.data());
    for (Index c = 0; c < k; ++c) {
      const Index j = free_[at(moving[at(c)])];
      p[at(j)] = z[at(c)] / scale_[at(j)];
    }
  }

  // Tries until the sum becomes smaller; false: it does not.
  bool step() {
    last_was_tiny_ = false;
    for (int attempt = 0; attempt < 60; ++attempt) {
      const std::vector<double> p = step_for(mu_);
      Answer next;
      next.x = now_.x;
      double moved = 0;
      for (Index j = 0; j < n_; ++j) {
        next.x[at(j)] = inside(j, now_.x[at(j)] + p[at(j)]);
        const double by = next.x[at(j)] - now_.x[at(j)];
        moved = std::max(moved, std::abs(by) / (std::abs(now_.x[at(j)]) + std::abs(by) + 1e-300));
      }
      const double expected = foreseen(next.x);
      last_was_tiny_ = moved <= 16 * eps || std::abs(expected) <= 64 * eps * now_.cost;
      const bool good = evaluate(next);
      const double gain = good && expected > 0 ? (now_.cost - next.cost) / expected : -1;
      if (good && gain > 1e-4) {
        take(next);
        mu_ *= std::max(1.0 / 9, 1 - std::pow(2 * gain - 1, 3));
        mu_ = std::max(mu_, 1e-14);
        grow_ = 2;
        return true;
      }
      if (last_was_tiny_) return false;
      mu_ *= grow_;
      grow_ *= 2;
      if (!(mu_ < 1e60)) return false;
    }
    return false;
  }

  // By how much the linear model says that the cost falls.
  double foreseen(const std::vector<double>& x) const {
    double before = 0, after = 0;
    for (Index i = 0; i < m_; ++i) {
      double r = now_.r[at(i)];
      for (Index j = 0; j < n_; ++j) r += now_.J[at(j * m_ + i)] * (x[at(j)] - now_.x[at(j)]);
      const double w = root_[at(i)];
      before += 0.5 * w * w * now_.r[at(i)] * now_.r[at(i)];
      after += 0.5 * w * w * r * r;
    }
    return before - after;
  }

  void take(Answer& next) {
    now_.x = std::move(next.x);
    now_.r = std::move(next.r);
    now_.J = std::move(next.J);
    now_.cost = next.cost;
  }

  const Problem& problem_;
  Index n_, m_;
  Answer now_;
  std::vector<double> root_, scale_;  // √w by residual; D
  std::vector<Index> free_;
  std::vector<double> G_;  // small_ × small_
  Index small_ = 0;
  double mu_ = 1e-3, grow_ = 2;
  bool last_was_tiny_ = false;
};

}  // namespace

double loss_of(Loss loss, double r) noexcept {
  if (loss == Loss::huber && std::abs(r) > huber_at) {
    return huber_at * (std::abs(r) - 0.5 * huber_at);
  }
  if (loss == Loss::cauchy) {
    return 0.5 * cauchy_at * cauchy_at * std::log1p(r * r / (cauchy_at * cauchy_at));
  }
  return 0.5 * r * r;
}

double weight_of(Loss loss, double r) noexcept {
  if (loss == Loss::huber) return std::abs(r) > huber_at ? huber_at / std::abs(r) : 1;
  if (loss == Loss::cauchy) return 1 / (1 + r * r / (cauchy_at * cauchy_at));
  return 1;
}

double curvature_of(Loss loss, double r) noexcept {
  if (loss == Loss::huber) return std::abs(r) > huber_at ? 0 : 1;
  if (loss == Loss::cauchy) {
    const double u = r * r / (cauchy_at * cauchy_at), w = 1 / (1 + u);
    return (1 - u) * w * w;
  }
  return 1;
}

Answer solve(const Problem& problem, std::vector<double> x) {
  return Search(problem, std::move(x)).run();
}

}  // namespace zwang::estimate
