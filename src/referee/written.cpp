// SPDX-License-Identifier: Apache-2.0
#include "referee/written.h"

#include <algorithm>
#include <utility>

#include "assemble/parts.h"
#include "derive/system.h"

namespace zwang::referee {

using formula::Node;

namespace {

constexpr double no_pivot = 1e-26;  // of the largest: dependent rows leave rounding of 1e-33 or so

template <class Append>
void append_all(const deriving::Matrix<Node>& rows, const Append& append) {
  for (const auto& row : rows) append(row);
}

}  // namespace

std::size_t solve_consistent(std::size_t n, std::vector<Quad>& H, std::vector<Quad>& x) {
  const std::size_t width = n + 1;
  std::vector<std::size_t> column(n);
  for (std::size_t j = 0; j < n; ++j) column[j] = j;
  // Rows and columns of one size each: multipliers and accelerations have different units.
  for (std::size_t i = 0; i < n; ++i) {
    Quad largest = 0;
    for (std::size_t j = 0; j < n; ++j) largest = std::max(largest, magnitude(H[i * width + j]));
    if (largest > 0)
      for (std::size_t j = 0; j < width; ++j) H[i * width + j] /= largest;
  }
  Quad first = 0;
  std::size_t rank = 0;
  for (; rank < n; ++rank) {
    std::size_t row = rank, pivot = rank;
    Quad most = 0;
    for (std::size_t i = rank; i < n; ++i) {
      for (std::size_t j = rank; j < n; ++j) {
        const Quad size = magnitude(H[i * width + column[j]]);
        if (size > most) most = size, row = i, pivot = j;
      }
    }
    first = std::max(first, most);
    if (!(most > no_pivot * first)) break;
    std::swap(column[rank], column[pivot]);
    if (row != rank)
      std::swap_ranges(H.begin() + static_cast<std::ptrdiff_t>(row * width),
                       H.begin() + static_cast<std::ptrdiff_t>((row + 1) * width),
                       H.begin() + static_cast<std::ptrdiff_t>(rank * width));
    const Quad* const own = &H[rank * width];
    for (std::size_t i = rank + 1; i < n; ++i) {
      Quad* const other = &H[i * width];
      const Quad factor = other[column[rank]] / own[column[rank]];
      if (factor == 0) continue;
      for (std::size_t j = rank; j < n; ++j) other[column[j]] -= factor * own[column[j]];
      other[n] -= factor * own[n];
    }
  }
  x.assign(n, Quad(0));
  for (std::size_t k = rank; k-- > 0;) {
    Quad sum = H[k * width + n];
    for (std::size_t j = k + 1; j < rank; ++j) sum -= H[k * width + column[j]] * x[column[j]];
    x[column[k]] = sum / H[k * width + column[k]];
  }
  return rank;
}

Written::Written(compile::Scope& scope) {
  compile::Assembly assembly(scope);
  std::vector<Node> q = all_coordinates(scope);
  n_ = q.size();
  assembly.set_coordinates(q);
  add_free_motion(scope, assembly);
  add_particles(scope, assembly);
  add_forces(scope, assembly);
  compile::Names names;
  std::vector<double> weights;
  add_rows(scope, assembly, names, rows_, weights);
  m_ = rows_.size();
  const deriving::System system = deriving::write_out(scope, assembly, q, static_cast<Index>(m_));
  const formula::Graph& graph = scope.graph();
  std::vector<Node> instant, residuals;
  const auto into = [](std::vector<Node>& all) {
    return [&all](const std::vector<Node>& row) { all.insert(all.end(), row.begin(), row.end()); };
  };
  append_all(system.M, into(instant));
  into(instant)(system.Q);
  append_all(system.A, into(instant));
  into(instant)(system.b);
  append_all(system.A, into(residuals));
  into(residuals)(system.residual);
  into(residuals)(system.rate);
  instant_ = Formulas(graph, instant);
  residuals_ = Formulas(graph, residuals);
  for (const Node x : q) {
    q_slots_.push_back(graph.slot(x));
    v_slots_.push_back(graph.slot(scope.symbols().rate(x)));
  }
  t_slot_ = graph.slot(scope.time());
  for (const double number : scope.symbols().numbers()) inputs_.push_back(number);
  inputs_.resize(std::max<std::size_t>(inputs_.size(), graph.slots()), Quad(0));
}

void Written::set_state(Quad t, const Quad* q, const Quad* v) {
  inputs_[t_slot_] = t;
  for (std::size_t i = 0; i < n_; ++i) {
    inputs_[q_slots_[i]] = q[i];
    inputs_[v_slots_[i]] = v[i];
  }
}

// In their order, by Gram and Schmidt.
void Written::choose_rows(Quad t, const Quad* q, const Quad* v) {
  constexpr double dependent =
      1e-16;  // what is left of a row that others imply is 1e-30 or so of it
  set_state(t, q, v);
  residuals_.run(inputs_, outputs_);
  kept_.clear();
  std::vector<std::vector<Quad>> basis;
  for (std::size_t k = 0; k < m_; ++k) {
    std::vector<Quad> row(outputs_.begin() + static_cast<std::ptrdiff_t>(k * n_),
                          outputs_.begin() + static_cast<std::ptrdiff_t>((k + 1) * n_));
    const auto dot = [&](const std::vector<Quad>& other) {
      Quad sum = 0;
      for (std::size_t j = 0; j < n_; ++j) sum += row[j] * other[j];
      return sum;
    };
    const Quad before = square_root(dot(row));
    for (int twice = 0; twice < 2; ++twice) {
      for (const std::vector<Quad>& other : basis) {
        const Quad along = dot(other);
        for (std::size_t j = 0; j < n_; ++j) row[j] -= along * other[j];
      }
    }
    const Quad length = square_root(dot(row));
    if (!(length > dependent * before)) continue;
    for (Quad& x : row) x /= length;
    basis.push_back(std::move(row));
    kept_.push_back(k);
  }
}

// M ẍ − Aᵀλ = Q, A ẍ = b [UK92 1].
bool Written::accelerate(Quad t, const Quad* q, const Quad* v, Quad* a) {
  set_state(t, q, v);
  instant_.run(inputs_, outputs_);
  const Quad *M = outputs_.data(), *Q = M + n_ * n_, *A = Q + n_, *b = A + m_ * n_;
  const std::size_t size = n_ + kept_.size(), width = size + 1;
  std::vector<Quad> H(size * width, Quad(0)), x;
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 0; j < n_; ++j) H[i * width + j] = M[i * n_ + j];
    for (std::size_t k = 0; k < kept_.size(); ++k) H[i * width + n_ + k] = -A[kept_[k] * n_ + i];
    H[i * width + size] = Q[i];
  }
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    for (std::size_t j = 0; j < n_; ++j) H[(n_ + k) * width + j] = A[kept_[k] * n_ + j];
    H[(n_ + k) * width + size] = b[kept_[k]];
  }
  solve_consistent(size, H, x);
  std::copy_n(x.begin(), n_, a);
  return std::all_of(a, a + n_, [](Quad y) { return y - y == 0; });
}

// The shortest change: δ = Aᵀμ, A Aᵀ μ = −φ.
bool Written::project(Quad t, Quad* q, Quad* v) {
  if (m_ == 0) return true;
  const auto correct = [&](bool places, Quad* y) {
    set_state(t, q, v);
    residuals_.run(inputs_, outputs_);
    const Quad *A = outputs_.data(), *residual = A + m_ * n_, *rate = residual + m_;
    const std::size_t width = m_ + 1;
    std::vector<Quad> H(m_ * width, Quad(0)), mu;
    const auto binds = [&](std::size_t k) {
      return places ? rows_[k].level == equations::Level::position
                    : rows_[k].level != equations::Level::acceleration;
    };
    for (std::size_t k = 0; k < m_; ++k) {
      if (!binds(k)) continue;
      for (std::size_t l = 0; l < m_; ++l) {
        if (!binds(l)) continue;
        for (std::size_t j = 0; j < n_; ++j) H[k * width + l] += A[k * n_ + j] * A[l * n_ + j];
      }
      H[k * width + m_] = -(places ? residual : rate)[k];
    }
    solve_consistent(m_, H, mu);
    Quad most = 0;
    for (std::size_t j = 0; j < n_; ++j) {
      Quad change = 0;
      for (std::size_t k = 0; k < m_; ++k) change += A[k * n_ + j] * mu[k];
      y[j] += change;
      most = std::max(most, magnitude(change));
    }
    return most;
  };
  Quad last = -1;
  for (int round = 0; round < 12; ++round) {
    const Quad change = correct(true, q);
    if (!(change - change == 0)) return false;
    if (change == 0 || (last >= 0 && change >= last)) break;
    last = change;
  }
  const Quad change = correct(false, v);
  correct(false, v);
  choose_rows(t, q, v);
  return change - change == 0;
}

}  // namespace zwang::referee
