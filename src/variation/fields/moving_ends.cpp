// SPDX-License-Identifier: Apache-2.0
#include "variation/fields/moving_ends.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "linalg/spectrum.h"
#include "linalg/vector.h"

namespace zwang::variation {

namespace {

// What is left of a condition on fields that satisfy it by themselves, beside its terms: they are
// known to some 1e-10.
constexpr double satisfied = 1e-8;
constexpr double dependent = 1e-7;  // conditions, of each other

using Numbers = std::vector<double>;

double largest_term(const double* row, const double* column, Index width) {
  double largest = 0;
  for (Index i = 0; i < width; ++i) largest = std::fmax(largest, std::fabs(row[i] * column[i]));
  return largest;
}

/// The rows that speak of the start alone. False where one speaks of both ends.
bool take_start_rows(const Numbers& rows, const JacobiPlan& plan, Numbers& of_start) {
  const Index size = plan.bvp->size(), width = 2 * size + plan.bvp->parameters;
  for (Index first = 0; first < static_cast<Index>(rows.size()); first += width) {
    const double *start = rows.data() + first, *end = start + size, *p = end + size;
    if (linalg::vanishes(start, size)) continue;
    if (!linalg::vanishes(end, size) ||
        !linalg::vanishes(p + plan.integrals, plan.bvp->parameters - plan.integrals))
      return false;
    of_start.insert(of_start.end(), start, start + width);
  }
  return true;
}

/// Columns of a start, with a place for what they are at the end.
Numbers widen(const Numbers& columns, Index size, Index length) {
  Numbers wide;
  for (auto column = columns.begin(); column != columns.end(); column += length) {
    wide.insert(wide.end(), column, column + size);
    wide.insert(wide.end(), at(size), 0.0);
    wide.insert(wide.end(), column + size, column + length);
  }
  return wide;
}

/// Combinations of columns (of length `width`) on which the rows vanish: the free ones.
linalg::RowSpace allowed_by(const Numbers& rows, Index width, const Numbers& columns) {
  const Index count = static_cast<Index>(columns.size()) / width;
  linalg::RowSpace space(count);
  Numbers condition(count);
  for (Index first = 0; first < static_cast<Index>(rows.size()); first += width) {
    const double* const row = rows.data() + first;
    double largest = 0;
    for (Index j = 0; j < count; ++j) {
      condition[j] = linalg::dot(row, columns.data() + j * width, width);
      largest = std::fmax(largest, largest_term(row, columns.data() + j * width, width));
    }
    if (linalg::norm(condition.data(), count) > satisfied * largest)
      space.add(condition.data(), dependent);
  }
  space.complete();
  return space;
}

}  // namespace

bool leave_start(LagrangianPlane& plane, JacobiPlan& plan, bool& focal) {
  const Index N = plane.size(), length = plane.length(), size = plan.bvp->size();
  const Index across = N - plan.integrals;
  Numbers columns((N + across) * length), of_start;
  plane.vertical(columns.data());
  if (!plane.horizontal(columns.data() + N * length)) return false;
  focal = take_start_rows(plan.ends->held, plan, of_start) &&
          take_start_rows(plan.ends->natural, plan, of_start);
  if (!focal) {
    plan.others.insert(plan.others.end(), columns.begin() + N * length, columns.end());
    return true;
  }
  const linalg::RowSpace space = allowed_by(of_start, size + length, widen(columns, size, length));
  if (space.free() != N) return false;
  plan.start.assign(N * length, 0);
  for (Index c = 0; c < N; ++c)
    for (Index k = 0; k < N + across; ++k)
      for (Index i = 0; i < length; ++i)
        plan.start[c * length + i] += space.free_basis(c)[k] * columns[k * length + i];
  return true;
}

namespace {

// Of a form, beside its largest entry, and beside that of the form on all fields, which may cancel
// where only some are allowed: more is no rounding.
constexpr double skew = 1e-4, skew_of_all = 1e-9;
constexpr double vanishes = 1e-6;  // of its eigenvalues, beside those of a free particle

using std::numbers::pi;
using Numbers = std::vector<double>;

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
    if (!symmetrise(Q, free, skew_of_all * linalg::largest(all)) || !divide(free, G, Q)) return {};
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
    Numbers Q(count * count);
    for (Index i = 0; i < count; ++i)
      for (Index j = 0; j < count; ++j)
        Q[i * count + j] = -linalg::dot(fields_.W.data() + i * N, fields_.jump.data() + j * N, N);
    Numbers along(count), natural(along);
    for (Index k = 0; k < directions; ++k) {
      for (Index j = 0; j < count; ++j) {
        along[j] = apply(ends_.along, k, j);
        natural[j] = apply(ends_.natural, k, j) +
                     linalg::dot(ends_.along.data() + k * width_, fields_.late.data() + j * n_, n_);
      }
      for (Index i = 0; i < count; ++i)
        for (Index j = 0; j < count; ++j) Q[i * count + j] += along[i] * natural[j];  // [ENDS 36]
    }
    return Q;
  }

  /// ZᵀQZ, Z the combinations that the ends allow.
  Numbers reduce(const Numbers& Q, Index free) const {
    const Index count = fields_.count;
    Numbers reduced(free * free), QZ(count);
    for (Index b = 0; b < free; ++b) {
      for (Index i = 0; i < count; ++i)
        QZ[i] = linalg::dot(Q.data() + i * count, allowed_.free_basis(b), count);
      for (Index a = 0; a < free; ++a)
        reduced[a * free + b] = linalg::dot(allowed_.free_basis(a), QZ.data(), count);
    }
    return reduced;
  }

  static bool symmetrise(Numbers& Q, Index free, double rounding) {
    const double most = std::fmax(rounding, skew * linalg::largest(Q));
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
  linalg::RowSpace allowed_;
};

}  // namespace

Inertia inertia_of(const BrokenFields& fields, const JacobiPlan& plan, int sign) {
  return Form(fields, plan).run(sign);
}

}  // namespace zwang::variation
