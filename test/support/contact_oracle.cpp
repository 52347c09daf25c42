// SPDX-License-Identifier: Apache-2.0
#include "support/contact_oracle.h"

#include <algorithm>
#include <cmath>

namespace zwang::test {

Vector nonnegative_least_squares(const Matrix& A, const Vector& b, double* left) {
  const Index n = A.cols();
  Vector z = Vector::Zero(n);
  std::vector<Index> in;
  for (int round = 0; round < 30 * n + 30; ++round) {
    const Vector w = A.transpose() * (b - A * z);
    Index best = -1;
    double most = 1e-12;
    for (Index j = 0; j < n; ++j)
      if (std::find(in.begin(), in.end(), j) == in.end() && w(j) > most) most = w(j), best = j;
    if (best < 0) break;
    in.push_back(best);
    for (;;) {
      Matrix part(A.rows(), static_cast<Index>(in.size()));
      for (std::size_t k = 0; k < in.size(); ++k) part.col(static_cast<Index>(k)) = A.col(in[k]);
      const Vector s = part.completeOrthogonalDecomposition().solve(b);
      if (s.minCoeff() > 0) {
        z.setZero();
        for (std::size_t k = 0; k < in.size(); ++k) z(in[k]) = s(static_cast<Index>(k));
        break;
      }
      double step = 1;
      for (std::size_t k = 0; k < in.size(); ++k) {
        const double own = z(in[k]), next = s(static_cast<Index>(k));
        if (next <= 0) step = std::min(step, own > 0 ? own / (own - next) : 0.0);
      }
      std::vector<Index> stay;
      for (std::size_t k = 0; k < in.size(); ++k) {
        double& own = z(in[k]);
        own += step * (s(static_cast<Index>(k)) - own);
        if (own > 1e-14)
          stay.push_back(in[k]);
        else
          own = 0;
      }
      if (stay == in) break;
      in = stay;
      if (in.empty()) break;
    }
  }
  *left = (A * z - b).norm();
  return z;
}

namespace {

/// Equalities E r = e and inequalities B r ≥ d of one mode.
struct ModeRows {
  Matrix E, B;
  Vector e, d;
};

void append(Matrix& A, Vector& b, const Vector& row, double value) {
  A.conservativeResize(A.rows() + 1, row.size());
  A.row(A.rows() - 1) = row.transpose();
  b.conservativeResize(b.size() + 1);
  b(b.size() - 1) = value;
}

class Enumeration {
 public:
  explicit Enumeration(const least::ContactProblem& problem) : problem_(problem), n_(problem.size) {
    const Matrix H = Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(
        problem.H.data(), n_, problem.freedom);
    H_ = H;
    G_ = H * H.transpose();
    c_ = Eigen::Map<const Vector>(problem.c.data(), n_);
    for (Index i = 0; i < n_; ++i)
      size_ = std::max(size_, problem.terms[static_cast<std::size_t>(i)]);
    if (size_ == 0) size_ = 1;
    const double g = G_.diagonal().maxCoeff();
    G_ /= g;
    H_ /= std::sqrt(g);
    c_ /= size_;
    force_ = size_ / g;
  }

  ContactTruth run() {
    press_.assign(static_cast<std::size_t>(problem_.normals), 0);
    grip_.assign(problem_.rubbing.size(), 0);
    descend(0);
    return truth_;
  }

 private:
  // Modes: of a normal 0 open (or N ≤ 0 where it is bilateral), 1 closed; of what rubs −1, 0 (stick), 1.
  void descend(std::size_t k) {
    if (k < press_.size()) {
      for (const int press : {0, 1}) {
        press_[k] = press;
        descend(k + 1);
      }
      return;
    }
    const std::size_t x = k - press_.size();
    if (x == grip_.size()) return look();
    const bool slides = problem_.rubbing[x].slides;
    for (const int grip : {-1, 0, 1}) {
      if (slides && grip != 0) continue;
      grip_[x] = grip;
      descend(k + 1);
    }
  }

  Vector unit(Index i) const { return Vector::Unit(n_, i); }

  void look() {
    ModeRows rows;
    rows.E.resize(0, n_);
    rows.B.resize(0, n_);
    for (Index j = 0; j < problem_.normals; ++j) {
      const bool sided = problem_.sided[static_cast<std::size_t>(j)];
      const bool closed = press_[static_cast<std::size_t>(j)] != 0;
      if (sided && !closed) {
        append(rows.E, rows.e, unit(j), 0);
        append(rows.B, rows.d, G_.row(j), -c_(j));
      } else {
        append(rows.E, rows.e, G_.row(j), -c_(j));
        append(rows.B, rows.d, closed ? unit(j) : Vector(-unit(j)), 0);
      }
    }
    for (std::size_t k = 0; k < grip_.size(); ++k) {
      const least::Rubbing& x = problem_.rubbing[k];
      Vector L = Vector::Zero(n_);
      const double constant = x.sliding / force_;
      bool off = constant == 0;
      for (const least::Coefficient& mu : x.coefficients) {
        const bool closed = press_[static_cast<std::size_t>(mu.normal)] != 0;
        const bool sided = problem_.sided[static_cast<std::size_t>(mu.normal)];
        off = off && sided && !closed;
        L(mu.normal) += (closed || sided ? 1 : -1) * mu.sliding;
      }
      const Vector f = unit(x.first), a = G_.row(x.first);
      const double c = c_(x.first);
      if (off) {
        if (grip_[k] != 0) return;
        append(rows.E, rows.e, f, 0);
      } else if (x.slides) {
        append(rows.E, rows.e, f + x.direction[0] * L, -x.direction[0] * constant);
      } else if (grip_[k] == 0) {
        append(rows.E, rows.e, a, -c);
        append(rows.B, rows.d, L - f, -constant);
        append(rows.B, rows.d, L + f, -constant);
      } else {
        const double d = grip_[k];
        append(rows.E, rows.e, f + d * L, -d * constant);
        append(rows.B, rows.d, d * a, -d * c);
      }
    }
    solve(rows);
  }

  void solve(const ModeRows& rows) {
    constexpr double tolerance = 1e-8;
    const auto factor = rows.E.completeOrthogonalDecomposition();
    const Vector r = factor.solve(rows.e);
    if ((rows.E * r - rows.e).norm() > tolerance * (1 + r.norm())) return;
    if (rows.B.rows() == 0 || (rows.B * r - rows.d).minCoeff() >= -tolerance) return keep(r);
    if (factor.rank() == n_) return;
    Matrix Z = Eigen::FullPivLU<Matrix>(rows.E).setThreshold(1e-10).kernel();
    const Index free = Z.cols(), count = rows.B.rows();
    Matrix A(count, 2 * free + count);
    A << rows.B * Z, -rows.B * Z, -Matrix::Identity(count, count);
    double left = 0;
    const Vector z = nonnegative_least_squares(A, rows.d - rows.B * r, &left);
    if (left > tolerance) return;
    keep(r + Z * (z.head(free) - z.segment(free, free)));
  }

  void keep(const Vector& r) {
    const Vector motion = H_.transpose() * r;
    for (const Vector& known : truth_.motions)
      if ((known - motion).norm() <= 1e-6 * (1 + motion.norm())) return;
    truth_.motions.push_back(motion);
  }

  const least::ContactProblem& problem_;
  Index n_;
  Matrix G_, H_;
  Vector c_;
  double size_ = 0, force_ = 1;
  std::vector<int> press_, grip_;
  ContactTruth truth_;
};

}  // namespace

ContactTruth all_modes(const least::ContactProblem& problem) { return Enumeration(problem).run(); }

}  // namespace zwang::test
