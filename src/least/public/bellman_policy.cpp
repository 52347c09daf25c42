// SPDX-License-Identifier: Apache-2.0
// Bellman's policy, stage by stage.  [KNUX99] section 3 in square-root form.
//
// Columns are chosen by a pivoted QR of C with equilibrated rows (the rank rule); then the leading
// r columns are factored as they are, C_r = U T11, so that lengths are those of the user's rows.

#include <algorithm>
#include <cmath>
#include <string>

#include "least/method/bellman_printed.h"
#include "least/workspace.h"
#include "linalg/rank.h"
#include "linalg/tall_qr.h"
#include "linalg/vector.h"
#include "zwang/papers.h"
#include "zwang/status.h"

namespace zwang {

static double dot(const double* x, const double* y, std::size_t count) {
  return linalg::dot(x, y, static_cast<Index>(count));
}

static void check(const char* argument, std::size_t got, std::size_t wanted) {
  if (got != wanted)
    throw InputError(argument, "has " + std::to_string(got) + " entries where " +
                                   std::to_string(wanted) + " are needed");
}

BellmanPolicy::BellmanPolicy(std::span<const double> C, std::size_t rows, std::size_t columns)
    : m_(rows), n_(columns), C_(rows * columns) {
  check("C", C.size(), rows * columns);
  for (std::size_t i = 0; i < m_; ++i)
    for (std::size_t j = 0; j < n_; ++j) C_[j * m_ + i] = C[i * n_ + j];
  build();
}

/// One stage: S ← S − β fᵀ/(α + √α) with f = Sᵀc; β is written, α returned.     [KNUX99 21-22]
static double advance(std::size_t r, const double* c, std::vector<double>& S, double* beta) {
  std::vector<double> f(r, 0);
  for (std::size_t i = 0; i < r; ++i)
    for (std::size_t j = 0; j < r; ++j) f[j] += S[i * r + j] * c[i];
  const double alpha = 1 + dot(f.data(), f.data(), r);
  for (std::size_t i = 0; i < r; ++i) {
    beta[i] = dot(S.data() + i * r, f.data(), r);
    for (std::size_t j = 0; j < r; ++j) S[i * r + j] -= beta[i] * f[j] / (alpha + std::sqrt(alpha));
  }
  return alpha;
}

/// The order of the columns, the first `rank` independent.
static std::size_t choose_columns(std::size_t m, std::size_t n, const std::vector<double>& C,
                                  std::vector<std::size_t>& order) {
  const auto rows = static_cast<Index>(m), lanes = static_cast<Index>(n);
  linalg::LaneQr qr(rows, lanes, 0);
  for (Index i = 0; i < rows; ++i) {
    double s2 = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double x = qr.row(i)[j] = C[j * m + static_cast<std::size_t>(i)];
      s2 += x * x;
    }
    for (std::size_t j = 0; s2 > 0 && j < n; ++j) qr.row(i)[j] /= std::sqrt(s2);
  }
  qr.view.equilibrate = false;
  qr.view.tolerance = linalg::instant_tolerance(rows, lanes);
  const Index rank = linalg::kernels().row_qr(qr.view);
  order.resize(n);
  for (std::size_t k = 0; k < n; ++k) order[k] = static_cast<std::size_t>(qr.order[k]);
  return static_cast<std::size_t>(rank);
}

void BellmanPolicy::build() {
  r_ = choose_columns(m_, n_, C_, order_);
  std::vector<double> leading(m_ * r_);
  for (std::size_t k = 0; k < r_; ++k)
    for (std::size_t i = 0; i < m_; ++i) leading[k * m_ + i] = C_[order_[k] * m_ + i];
  const linalg::Tall tall(leading, static_cast<Index>(m_), static_cast<Index>(r_));
  const std::vector<std::size_t> chosen(order_.begin(),
                                        order_.begin() + static_cast<std::ptrdiff_t>(r_));
  for (std::size_t k = 0; k < r_; ++k)
    order_[k] = chosen[static_cast<std::size_t>(tall.view.column_order[k])];

  U_.assign(m_ * r_, 0);
  for (std::size_t k = 0; k < r_; ++k)
    linalg::basis_column(tall.view, static_cast<Index>(k), U_.data() + k * m_);
  c_.assign(n_ * r_, 0);
  beta_.assign(n_ * r_, 0);
  alpha_.assign(n_, 1);
  for (std::size_t k = 0; k < n_; ++k)
    for (std::size_t i = 0; i < r_; ++i)
      c_[k * r_ + i] = dot(U_.data() + i * m_, C_.data() + order_[k] * m_, m_);
  for (std::size_t k = 0; k < r_; ++k) {  // T11 as factored: triangular to the last bit
    for (std::size_t i = 0; i < k; ++i) c_[k * r_ + i] = tall.view.T[k * m_ + i];
    c_[k * r_ + k] = tall.view.diagonal[k];
    for (std::size_t i = k + 1; i < r_; ++i) c_[k * r_ + i] = 0;
  }
  S_ = factor(r_);
  for (std::size_t k = r_; k < n_; ++k)
    alpha_[k] = advance(r_, c_.data() + k * r_, S_, beta_.data() + k * r_);
}

/// S after `stages` stages: T11⁻ᵀ [KNUX99 13,26], then one update a stage.      [KNUX99 27-29]
std::vector<double> BellmanPolicy::factor(std::size_t stages) const {
  std::vector<double> S(r_ * r_, 0);
  for (std::size_t i = 0; i < r_; ++i) {
    const double* column = c_.data() + i * r_;
    S[i * r_ + i] = 1;
    for (std::size_t k = 0; k < i; ++k)
      for (std::size_t j = 0; j <= k; ++j) S[i * r_ + j] -= column[k] * S[k * r_ + j];
    for (std::size_t j = 0; j <= i; ++j) S[i * r_ + j] /= column[i];
  }
  std::vector<double> beta(r_);
  for (std::size_t k = r_; k < stages; ++k) advance(r_, c_.data() + k * r_, S, beta.data());
  return S;
}

std::vector<double> BellmanPolicy::reduce(std::span<const double> demand) const {
  check("demand", demand.size(), m_);
  std::vector<double> d(r_);
  for (std::size_t i = 0; i < r_; ++i) d[i] = dot(U_.data() + i * m_, demand.data(), m_);
  return d;
}

std::vector<double> BellmanPolicy::beta(std::size_t stage) const {
  std::vector<double> full(m_, 0);
  for (std::size_t i = 0; i < r_; ++i)
    for (std::size_t j = 0; j < m_; ++j) full[j] += U_[i * m_ + j] * beta_[stage * r_ + i];
  return full;
}

// [KNUX99 23-24]
double BellmanPolicy::choice(std::size_t stage, std::span<const double> demand) const {
  const std::vector<double> d = reduce(demand);
  return dot(beta_.data() + stage * r_, d.data(), r_) / alpha_[stage];  // [KNUX99 24]
}

// What Bellman's recurrence defines [KNUX99 9], in closed form.
double BellmanPolicy::value(std::size_t stages, std::span<const double> demand) const {
  const std::vector<double> S = factor(stages), d = reduce(demand);
  double g = 0;
  for (std::size_t j = 0; j < r_; ++j) {
    double x = 0;
    for (std::size_t i = 0; i < r_; ++i) x += S[i * r_ + j] * d[i];
    g += x * x;  // [KNUX99 14,19]
  }
  return g;
}

std::vector<double> BellmanPolicy::value_matrix(std::size_t stages) const {
  const std::vector<double> S = factor(stages);
  std::vector<double> B(m_ * r_, 0), R(m_ * m_, 0);  // B = U S, R = B Bᵀ
  for (std::size_t i = 0; i < m_; ++i)
    for (std::size_t k = 0; k < r_; ++k)
      for (std::size_t j = 0; j < r_; ++j) B[i * r_ + j] += U_[k * m_ + i] * S[k * r_ + j];
  for (std::size_t i = 0; i < m_; ++i)
    for (std::size_t j = 0; j < m_; ++j)
      R[i * m_ + j] = dot(B.data() + i * r_, B.data() + j * r_, r_);
  return R;
}

std::vector<double> BellmanPolicy::shortest(std::span<const double> demand) const {
  std::vector<double> d = reduce(demand), y(n_, 0);
  for (std::size_t k = n_; k-- > r_;) {
    const double y_k = dot(beta_.data() + k * r_, d.data(), r_) / alpha_[k];  // [KNUX99 30-32]
    for (std::size_t i = 0; i < r_; ++i) d[i] -= c_[k * r_ + i] * y_k;        // [KNUX99 25]
    y[order_[k]] = y_k;
  }
  for (std::size_t k = r_; k-- > 0;) {  // [KNUX99 11,33]
    for (std::size_t j = k + 1; j < r_; ++j) d[k] -= c_[j * r_ + k] * d[j];
    d[k] /= c_[k * r_ + k];
    y[order_[k]] = d[k];
  }
  return y;
}

std::vector<double> BellmanPolicy::multipliers(std::span<const double> demand) const {
  const std::vector<double> d = reduce(demand);
  std::vector<double> x(r_, 0), lambda(m_, 0);
  for (std::size_t i = 0; i < r_; ++i)
    for (std::size_t j = 0; j < r_; ++j) x[j] += S_[i * r_ + j] * d[i];
  for (std::size_t i = 0; i < r_; ++i) {
    const double t = dot(S_.data() + i * r_, x.data(), r_);
    for (std::size_t j = 0; j < m_; ++j) lambda[j] += U_[i * m_ + j] * t;
  }
  return lambda;
}

void BellmanPolicy::add_particle(std::span<const double> column) {
  std::vector<double> d = reduce(column), rest(column.begin(), column.end());
  for (std::size_t i = 0; i < r_; ++i)
    for (std::size_t j = 0; j < m_; ++j) rest[j] -= U_[i * m_ + j] * d[i];
  C_.insert(C_.end(), column.begin(), column.end());
  n_ += 1;
  const double tolerance =
      linalg::instant_tolerance(static_cast<Index>(m_), static_cast<Index>(n_));
  if (dot(rest.data(), rest.data(), m_) >
      tolerance * tolerance * dot(column.data(), column.data(), m_))
    return build();
  order_.push_back(n_ - 1);
  c_.insert(c_.end(), d.begin(), d.end());
  beta_.resize(n_ * r_);
  alpha_.push_back(advance(r_, d.data(), S_, beta_.data() + (n_ - 1) * r_));
}

void BellmanPolicy::add_constraint(std::span<const double> row) {
  check("row", row.size(), n_);
  std::vector<double> C((m_ + 1) * n_);
  for (std::size_t j = 0; j < n_; ++j) {
    for (std::size_t i = 0; i < m_; ++i) C[j * (m_ + 1) + i] = C_[j * m_ + i];
    C[j * (m_ + 1) + m_] = row[j];
  }
  C_ = std::move(C);
  m_ += 1;
  build();
}

PrintedRecursion recursion_as_printed(std::span<const double> C, std::size_t rows,
                                      std::size_t columns, std::size_t rank,
                                      std::span<const double> demand) {
  check("C", C.size(), rows * columns);
  check("demand", demand.size(), rows);
  if (rank > std::min(rows, columns))
    throw InputError("rank", "is " + std::to_string(rank) + ", more than the smaller of " +
                                 std::to_string(rows) + " rows and " + std::to_string(columns) +
                                 " columns");
  std::vector<double> by_column(C.size());
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) by_column[j * rows + i] = C[i * columns + j];
  return least::shortest_as_printed(static_cast<Index>(rows), static_cast<Index>(columns),
                                    static_cast<Index>(rank), by_column,
                                    {demand.begin(), demand.end()});
}

}  // namespace zwang
