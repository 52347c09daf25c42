// SPDX-License-Identifier: Apache-2.0
#include "variation/fields/broken_fields.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "linalg/spectrum.h"
#include "linalg/vector.h"
#include "variation/fields/end_fields.h"

namespace zwang::variation {

namespace {

// Of a form, beside its largest entry, and beside that of the form on all fields, which may cancel
// where only some are allowed: more is no rounding.
constexpr double skew = 1e-4, skew_of_all = 1e-9;
constexpr double vanishes = 1e-6;  // of its eigenvalues, beside those of a free particle

using std::numbers::pi;
using Numbers = std::vector<double>;

double largest(const Numbers& x) {
  double most = 0;
  for (const double entry : x) most = std::fmax(most, std::fabs(entry));
  return most;
}

class Form {
 public:
  Form(const BrokenFields& fields, const JacobiPlan& plan)
      : fields_(fields),
        ends_(*plan.ends),
        T_(std::fabs(plan.t1 - plan.t0)),
        n_(plan.bvp->n),
        width_(2 * plan.bvp->size() + plan.bvp->parameters),
        allowed_(allowed_by(ends_.held, width_, fields.ends)) {}

  Inertia run(int sign) {
    const Index free = allowed_.free();
    if (free == 0) return {0, 0, true};
    const Numbers all = whole();
    Numbers Q = reduce(all, free), G = reduce(fields_.gram, free);
    if (!symmetrise(Q, free, skew_of_all * largest(all)) || !divide(free, G, Q)) return {};
    const auto values = linalg::eigenvalues(free, Q);
    Inertia inertia{0, 0, static_cast<Index>(values.size()) == free};
    for (const auto& value : values) {
      const double share = sign * value.real() * T_ / (pi * pi);
      if (!std::isfinite(share)) return {};
      if (std::fabs(share) <= vanishes)
        ++inertia.zero;
      else if (share < 0)
        ++inertia.negative;
    }
    return inertia;
  }

 private:
  double apply(const std::vector<double>& rows, Index k, Index field) const {
    return linalg::dot(rows.data() + k * width_, fields_.ends.data() + field * width_, width_);
  }

  /// Σ (along·y)(natural·y') − W(y)·jump(y'), for all pairs.
  Numbers whole() const {
    const Index count = fields_.count, N = fields_.N;
    const Index directions = static_cast<Index>(ends_.natural.size()) / width_;
    Numbers Q(at(count * count));
    for (Index i = 0; i < count; ++i)
      for (Index j = 0; j < count; ++j)
        Q[i * count + j] = -linalg::dot(fields_.W.data() + i * N, fields_.jump.data() + j * N, N);
    Numbers along(at(count)), natural(along);
    for (Index k = 0; k < directions; ++k) {
      for (Index j = 0; j < count; ++j) {
        along[j] = apply(ends_.along, k, j);
        natural[j] = apply(ends_.natural, k, j) +
                     linalg::dot(ends_.along.data() + k * width_, fields_.late.data() + j * n_, n_);
      }
      for (Index i = 0; i < count; ++i)
        for (Index j = 0; j < count; ++j) Q[i * count + j] += along[i] * natural[j];
    }
    return Q;
  }

  /// ZᵀQZ, Z the combinations that the ends allow.
  Numbers reduce(const Numbers& Q, Index free) const {
    const Index count = fields_.count;
    Numbers reduced(at(free * free)), QZ(at(count));
    for (Index b = 0; b < free; ++b) {
      for (Index i = 0; i < count; ++i)
        QZ[i] = linalg::dot(Q.data() + i * count, allowed_.free_basis(b), count);
      for (Index a = 0; a < free; ++a)
        reduced[a * free + b] = linalg::dot(allowed_.free_basis(a), QZ.data(), count);
    }
    return reduced;
  }

  static bool symmetrise(Numbers& Q, Index free, double rounding) {
    const double most = std::fmax(rounding, skew * largest(Q));
    double off = 0;
    for (Index i = 0; i < free; ++i)
      for (Index j = 0; j <= i; ++j) {
        double &below = Q[i * free + j], &above = Q[j * free + i];
        off = std::fmax(off, std::fabs(below - above));
        below = above = 0.5 * (below + above);
      }
    return off <= most;
  }

  /// Q ← L⁻¹ Q L⁻ᵀ with G = L Lᵀ.
  static bool divide(Index free, Numbers& G, Numbers& Q) {
    for (Index k = 0; k < free; ++k) {
      double pivot = G[k * free + k];
      for (Index c = 0; c < k; ++c) pivot -= G[k * free + c] * G[k * free + c];
      if (!(pivot > 0)) return false;
      G[k * free + k] = std::sqrt(pivot);
      for (Index i = k + 1; i < free; ++i) {
        double sum = G[i * free + k];
        for (Index c = 0; c < k; ++c) sum -= G[i * free + c] * G[k * free + c];
        G[i * free + k] = sum / G[k * free + k];
      }
    }
    for (int side = 0; side < 2; ++side) {  // rows; then, Q being symmetric, columns as rows
      for (Index j = 0; j < free; ++j)
        for (Index i = 0; i < free; ++i) {
          double sum = Q[i * free + j];
          for (Index c = 0; c < i; ++c) sum -= G[i * free + c] * Q[c * free + j];
          Q[i * free + j] = sum / G[i * free + i];
        }
      for (Index i = 0; i < free; ++i)
        for (Index j = 0; j < i; ++j) std::swap(Q[i * free + j], Q[j * free + i]);
    }
    return true;
  }

  const BrokenFields& fields_;
  const EndForm& ends_;
  double T_;
  Index n_, width_;
  RowSpace allowed_;
};

}  // namespace

Inertia inertia_of(const BrokenFields& fields, const JacobiPlan& plan, int sign) {
  return Form(fields, plan).run(sign);
}

}  // namespace zwang::variation
