// SPDX-License-Identifier: Apache-2.0
#include "instant/combination.h"

#include <algorithm>
#include <cmath>

#include "least/rows.h"
#include "least/scale.h"
#include "least/weigh.h"
#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::instant {

namespace {

Index room(Index size) { return std::max(size, Index{1}); }

}  // namespace

Combination::Combination(Index m_) : m(m_), unit(room(m_)), W(room(m_ * m_)), rows(at(m_)) {}

// Eight sums at a time stay in registers; each has its products in the order of the rows.
void Combination::combine(const double* from, Index width, double* out) const noexcept {
  constexpr Index block = 8;
  for (Index k = 0; k < rank; ++k) {
    const double* const weights = W.data() + k * m;
    Index j = 0;
    for (; j + block <= width; j += block) {
      double sum[block] = {};
      for (Index i = 0; i < m; ++i) {
        const double w = weights[i];
        if (w == 0) continue;
        const double* const row = from + i * width + j;
        for (Index p = 0; p < block; ++p) sum[p] += w * row[p];
      }
      std::copy_n(sum, block, out + k * width + j);
    }
    for (; j < width; ++j) {
      double sum = 0;
      for (Index i = 0; i < m; ++i) {
        if (weights[i] != 0) sum += weights[i] * from[i * width + j];
      }
      out[k * width + j] = sum;
    }
  }
  std::fill_n(out + rank * width, (m - rank) * width, 0.0);
}

Combiner::Combiner(Index n, Index m)
    : n_(n),
      m_(m),
      choice_(m, n),
      here_(m),
      A_(room(m * n)),
      b_(room(m)),
      tau_(room(n)),
      null_(room(m * m)),
      lambda_(room(m)) {}

// D as the choice has it.
void Combiner::weigh(const least::Task& task, least::Workspace& ws) noexcept {
  const bool definite = least::weigh(task, ws) != 0;
  if (!definite) least::scale_coordinates(task, tau_.data());
  for (Index i = 0; i < m_; ++i) {
    double* const d = choice_.D() + i * n_;
    for (Index j = 0; j < n_; ++j) {
      d[j] = definite ? ws.rows.row(j)[i] : task.A[i * n_ + j] * tau_.data()[j];  // [FKNU05 2]
    }
  }
}

void Combiner::fill_lengths(const least::Task& task, least::Workspace& ws,
                            double* length) noexcept {
  weigh(task, ws);
  for (Index i = 0; i < m_; ++i) length[i] = linalg::norm(choice_.D() + i * n_, n_);
}

void Combiner::choose(const least::Task& task, least::Workspace& ws, const RowRule& rule,
                      Combination& out) noexcept {
  weigh(task, ws);
  for (Index i = 0; i < m_; ++i) {
    double* const d = choice_.D() + i * n_;
    for (Index j = 0; j < n_; ++j) d[j] = rule.unit[i] > 0 ? d[j] / rule.unit[i] : 0;
  }
  choice_.choose(rule.tolerance, rule.most);
  std::copy_n(rule.unit, m_, out.unit.data());
  out.rank = choice_.rank();
  out.least = choice_.least();
  out.next = choice_.next();
  choice_.fill_range(out.W.data());
  for (Index k = 0; k < out.rank; ++k) {
    for (Index i = 0; i < m_; ++i) {
      if (rule.unit[i] > 0) out.W.data()[k * m_ + i] /= rule.unit[i];
    }
  }
  std::fill(out.rows.begin(), out.rows.end(), static_cast<unsigned char>(0));
  for (Index k = 0; k < out.rank; ++k) out.rows[at(choice_.order()[k])] = 1;
}

least::Task Combiner::of(const least::Task& task, const Combination& kept) noexcept {
  least::Task out = task;
  kept.combine(task.A, n_, A_.data());
  kept.combine(task.b, 1, b_.data());
  out.A = A_.data();
  out.b = b_.data();
  out.W = nullptr;  // they do not fight
  return out;
}

const double* Combiner::demand(const double* of_rows, const Combination& kept) noexcept {
  kept.combine(of_rows, 1, b_.data());
  return b_.data();
}

void Combiner::spread(const Combination& kept, std::vector<double>& lambda) noexcept {
  std::copy(lambda.begin(), lambda.end(), lambda_.data());
  for (Index i = 0; i < m_; ++i) {
    double sum = 0;
    for (Index k = 0; k < kept.rank; ++k) sum += kept.W.data()[k * m_ + i] * lambda_.data()[k];
    lambda[at(i)] = sum;
  }
}

void Combiner::solve_in_full(const least::Task& task, const Combination& kept,
                             const Options& options, least::Workspace& ws, Instant& out) noexcept {
  choose(task, ws, {kept.unit.data(), 0, kept.rank}, here_);
  choice_.fill_null(null_.data());
  least::solve(of(task, here_), options, ws, out);
  if (out.status != Status::ok) return;
  spread(here_, out.multipliers);
  shorten(out);
  for (Index i = 0; i < m_; ++i) {
    const double* const row = task.A + i * n_;
    out.misfit[at(i)] = task.b[i] - linalg::dot(row, out.free_acceleration.data(), n_);
    out.residual[at(i)] = task.b[i] - linalg::dot(row, out.acceleration.data(), n_);
  }
  out.vanished.clear();
  for (Index i = 0; i < m_; ++i) {
    if (least::vanished(task, i)) out.vanished.push_back(at(i));
  }
}

// λ of minimum norm in the rows as given, and which of it has one value: combinations N A = 0 change it
// and nothing else.
void Combiner::shorten(Instant& out) noexcept {
  const double* const unit = here_.unit.data();
  const Index count = m_ - here_.rank;
  const double rounding = linalg::coefficient_tolerance(m_, n_, here_.least);
  std::fill(out.unique.begin(), out.unique.end(), static_cast<unsigned char>(1));
  for (Index k = 0; k < count; ++k) {
    double* const x = null_.data() + k * m_;
    for (Index i = 0; i < m_; ++i) {
      if (std::abs(x[i]) > rounding) out.unique[at(i)] = 0;
      x[i] = std::abs(x[i]) > rounding && unit[i] > 0 ? x[i] / unit[i] : 0;
    }
    for (int twice = 0; twice < 2; ++twice) {
      for (Index l = 0; l < k; ++l) {
        const double* const y = null_.data() + l * m_;
        const double t = linalg::dot(x, y, m_);
        for (Index i = 0; i < m_; ++i) x[i] -= t * y[i];
      }
    }
    const double length = linalg::norm(x, m_);
    const double along = length > 0 ? linalg::dot(x, out.multipliers.data(), m_) / length : 0;
    for (Index i = 0; length > 0 && i < m_; ++i) {
      x[i] /= length;
      out.multipliers[at(i)] -= along * x[i];
    }
  }
}

}  // namespace zwang::instant
