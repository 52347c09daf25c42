// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the sweeps refuse, by the rows themselves: D = A L⁻ᵀ, row by row from the recursion that factors
// H = L Lᵀ, factored by the one solver of rows. Slower than the kernel of trees, and by another route:
// it takes a row's wrenches and numbers as they are.

#include "bodies/articulated.h"
#include "bodies/constrained_case.h"
#include "linalg/rank.h"
#include "linalg/row_solver.h"
#include "linalg/vector.h"

namespace zwang::test {

/// How a system of a tree and its rows ended.
struct Ended {
  Status status = Status::ok;  // or contradictory, mass_not_definite, overflow
  Index rank = 0;
  Index near_singular = 0;
  Index weak = -1;  // where the mass is not definite: a body that nothing moves
  double least_pivot = 1;
  bool quick = true;  // the sweeps did it
};

inline Ended ended(const bodies::Answer& answer) {
  Ended end;
  end.rank = answer.rank;
  end.least_pivot = answer.least_pivot;
  end.quick = answer.solved;
  return end;
}

/// y = g + D⁺(b − D g) with the conventions of least/: g becomes y; λ of least norm with Dᵀλ = y − g.
inline Ended meet_with_care(linalg::RowSolver& rows, const double* b, const double* weights,
                            RankTolerance tolerance, double* g, double* lambda) {
  const Index n = rows.n(), m = rows.m();
  Ended end;
  for (Index i = 0; i < n; ++i) rows.row(i)[m] = g[i];
  if (!rows.factor(b)) end.status = Status::overflow;
  const bool stepping = tolerance == RankTolerance::stepping;
  const double allowed = stepping ? linalg::stepping_tolerance() : linalg::instant_tolerance(m, n);
  if (rows.meet(b, weights, linalg::norm(g, n), allowed)) end.status = Status::contradictory;
  end.near_singular = stepping ? rows.near_singular() : 0;
  if (end.near_singular > 0) rows.damp(b);
  AlignedArray y(n + 8);
  for (Index i = 0; i < n; ++i) {
    const double free = rows.row(i)[m];  // Q_Hᵀg
    y.data()[i] = i < rows.rank ? rows.z.data()[i] : free;
    if (i < rows.rank) rows.z_y.data()[i] = rows.z.data()[i] - free;
  }
  double* vector = y.data();
  linalg::kernels().apply_reflectors(rows.view, rows.rank, &vector, 1);
  std::copy_n(y.data(), n, g);
  rows.share(lambda);
  end.rank = rows.rank;
  end.least_pivot = rows.least_pivot;
  return end;
}

/// b is meant as `of` says.
inline Ended solve_with_care(const LoopedTree& c, RankTolerance tolerance, Vector& x,
                             Vector& lambda, bodies::Asked::Of of = bodies::Asked::Of::rates) {
  const Index n = c.n(), m = c.m();
  const RandomTree& t = c.t;
  bodies::Kinematics kinematics(t.tree);
  kinematics.place(t.tree, t.solids, t.q.data());
  kinematics.move(t.tree, t.v.data());
  bodies::Articulated articulated(t.tree);
  Ended end;
  end.quick = false;
  if (!articulated.factor(t.tree, t.solids, kinematics)) {
    end.status = Status::mass_not_definite;
    end.weak = articulated.weak();
  }
  articulated.weigh_load(t.solids, c.acting(), x.data());
  Vector b = c.b;
  const bodies::RowPlan plan(t.tree, c.shapes);
  linalg::RowSolver rows(n, m, 1);
  rows.make_room_to_damp();
  for (Index r = 0; r < m; ++r) {
    Vector D = Vector::Zero(n);
    for (std::size_t k = 0; k < c.wrenches[at(r)].size(); ++k) {
      const Index body = c.shapes[at(r)].bodies[k];
      if (body == bodies::ground) continue;
      articulated.weigh_wrench(body, c.wrenches[at(r)][k], D.data());
      if (of == bodies::Asked::Of::bodies) b(r) -= dot(kinematics[body].bias, c.wrenches[at(r)][k]);
    }
    for (std::size_t k = 0; k < c.numbers[at(r)].size(); ++k) {
      const Index rate = c.shapes[at(r)].rates[k];
      articulated.weigh_rate(plan.owner(rate), rate, c.numbers[at(r)][k], D.data());
    }
    for (Index j = 0; j < n; ++j) rows.row(j)[r] = D(j);
  }
  if (m > 0) {
    const double* const weights = c.weights.size() > 0 ? c.weights.data() : nullptr;
    const Index weak = end.weak;
    const Status mass = end.status;
    end = meet_with_care(rows, b.data(), weights, tolerance, x.data(), lambda.data());
    end.quick = false;
    end.weak = weak;
    if (mass != Status::ok) end.status = mass;
  }
  articulated.unweigh(x.data());
  return end;
}

}  // namespace zwang::test
