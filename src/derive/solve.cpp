// SPDX-License-Identifier: Apache-2.0
#include "derive/solve.h"

namespace zwang::deriving {

using formula::Graph;
using formula::Node;
using Vector = std::vector<Node>;

namespace {

Node dot(Graph& g, const Vector& x, const Vector& y) {
  Node sum = g.constant(0);
  for (std::size_t j = 0; j < x.size(); ++j) sum = g.add(sum, g.multiply(x[j], y[j]));
  return sum;
}

Matrix<Node> minor(const Matrix<Node>& M, std::size_t row, std::size_t column) {
  Matrix<Node> result;
  for (std::size_t i = 0; i < M.size(); ++i) {
    if (i == row) continue;
    result.emplace_back();
    for (std::size_t j = 0; j < M.size(); ++j) {
      if (j != column) result.back().push_back(M[i][j]);
    }
  }
  return result;
}

Node determinant(Graph& g, const Matrix<Node>& M) {
  if (M.empty()) return g.constant(1);
  Node sum = g.constant(0);
  for (std::size_t j = 0; j < M.size(); ++j) {
    if (g.is_constant(M[0][j], 0)) continue;
    const Node part = g.multiply(M[0][j], determinant(g, minor(M, 0, j)));
    sum = j % 2 == 0 ? g.add(sum, part) : g.subtract(sum, part);
  }
  return sum;
}

bool is_diagonal(const Graph& g, const Matrix<Node>& M) {
  for (std::size_t i = 0; i < M.size(); ++i) {
    for (std::size_t j = 0; j < M.size(); ++j) {
      if (i != j && !g.is_constant(M[i][j], 0)) return false;
    }
  }
  return true;
}

// M⁻¹ as a matrix of cofactors and what it is divided by.
class Inverse {
 public:
  Inverse(Simplifier& simplifier, const Matrix<Node>& M)
      : simplifier_(simplifier), graph_(simplifier.graph()), diagonal_(is_diagonal(graph_, M)) {
    if (diagonal_) {
      for (std::size_t i = 0; i < M.size(); ++i) divisors_.push_back(M[i][i]);
    } else {
      divisors_.assign(M.size(), simplifier.simple(determinant(graph_, M)));
      for (std::size_t i = 0; i < M.size(); ++i) {
        cofactors_.emplace_back();
        for (std::size_t j = 0; j < M.size(); ++j) {
          const Node cofactor = determinant(graph_, minor(M, j, i));
          const Node signed_one = (i + j) % 2 == 0 ? cofactor : graph_.negate(cofactor);
          cofactors_.back().push_back(simplifier.simple(signed_one));
        }
      }
    }
  }

  bool exists() const {
    for (const Node x : divisors_) {
      if (graph_.is_constant(x, 0)) return false;
    }
    return true;
  }

  Vector times(const Vector& x) {
    Vector result;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Node over = diagonal_ ? x[i] : dot(graph_, cofactors_[i], x);
      result.push_back(simplifier_.simple(graph_.divide(over, divisors_[i])));
    }
    return result;
  }

 private:
  Simplifier& simplifier_;
  Graph& graph_;
  bool diagonal_;
  Vector divisors_;
  Matrix<Node> cofactors_;
};

}  // namespace

std::optional<Vector> solve(Simplifier& simplifier, const Matrix<Node>& S, const Vector& e) {
  Inverse inverse(simplifier, S);
  if (!inverse.exists()) return std::nullopt;
  return inverse.times(e);
}

Vector motion(Simplifier& simplifier, const Explicit& found, const Vector& multipliers) {
  Graph& g = simplifier.graph();
  Vector result;
  for (std::size_t i = 0; i < found.a.size(); ++i) {
    Node sum = found.a[i];
    for (std::size_t k = 0; k < multipliers.size(); ++k) {
      sum = g.add(sum, g.multiply(found.W[k][i], multipliers[k]));
    }
    result.push_back(simplifier.simple(sum));
  }
  return result;
}

void misfits(Simplifier& simplifier, const System& system, Explicit& found) {
  Graph& g = simplifier.graph();
  found.e.clear();
  for (std::size_t k = 0; k < system.b.size(); ++k) {
    const Node met = simplifier.simple(dot(g, system.A[k], found.a));  // A a
    found.e.push_back(simplifier.simple(g.subtract(system.b[k], met)));
  }
}

std::optional<Explicit> solve(Simplifier& simplifier, const System& system) {
  Graph& g = simplifier.graph();
  Inverse M_inverse(simplifier, system.M);
  if (!M_inverse.exists()) return std::nullopt;
  Explicit found;
  found.a = M_inverse.times(system.Q);
  for (const Vector& row : system.A) found.W.push_back(M_inverse.times(row));
  for (std::size_t k = 0; k < system.A.size(); ++k) {
    found.S.emplace_back();
    for (const Vector& column : found.W) {
      found.S[k].push_back(simplifier.simple(dot(g, system.A[k], column)));
    }
  }
  misfits(simplifier, system, found);
  const auto multipliers = solve(simplifier, found.S, found.e);
  if (!multipliers) return std::nullopt;
  found.multipliers = *multipliers;
  found.motion = motion(simplifier, found, found.multipliers);
  return found;
}

}  // namespace zwang::deriving
