// SPDX-License-Identifier: Apache-2.0
#include "bodies/articulated.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"
#include "linalg/rank.h"

namespace zwang::bodies {

namespace {

/// IA − U Uᵀ/d, w = U/d: what is left of an inertia along whose column a rate gives way.
ArticulatedInertia<double> reduced(const ArticulatedInertia<double>& I, const Force<double>& U,
                                   const Force<double>& w) noexcept {
  const Vec3<double>&n = U.torque, &f = U.force, &wn = w.torque, &wf = w.force;
  const auto dyad = [](const Vec3<double>& a, const Vec3<double>& b) {
    return Sym3<double>{-a.x * b.x, -a.y * b.y, -a.z * b.z, -a.x * b.y, -a.x * b.z, -a.y * b.z};
  };
  return {I.second + dyad(n, wn), I.coupling - Mat3<double>{wf.x * n, wf.y * n, wf.z * n},
          I.mass + dyad(f, wf)};
}

double trace(const Sym3<double>& A) noexcept { return A.xx + A.yy + A.zz; }

template <class F>
void each_inward(const Tree& tree, F&& f) {
  for (Index i = tree.size(); i-- > 0;) f(i, tree.bodies[static_cast<std::size_t>(i)]);
}
template <class F>
void each_outward(const Tree& tree, F&& f) {
  for (Index i = 0; i < tree.size(); ++i) f(i, tree.bodies[static_cast<std::size_t>(i)]);
}

}  // namespace

Articulated::Articulated(const Tree& tree)
    : inertia_(tree.bodies.size()),
      sizes_(tree.bodies.size()),
      p_(tree.bodies.size()),
      a_(tree.bodies.size()),
      pivots_(static_cast<std::size_t>(tree.nv)),
      u_(static_cast<std::size_t>(tree.nv)) {}

void Articulated::eliminate(Index number, const double* armature) noexcept {
  const Body& body = tree_->bodies[static_cast<std::size_t>(number)];
  ArticulatedInertia<double>& I = inertia_[static_cast<std::size_t>(number)];
  const Size own = sizes_[static_cast<std::size_t>(number)];
  for (Index j = body.v + rates(body.joint); j-- > body.v;) {
    const Motion<double>& S = kinematics_->S(j);
    const Force<double> U = I * S;
    const double d = dot(S, U) + (armature ? armature[j] : 0);
    const double size = own.turning * dot(S.angular, S.angular) +
                        own.sliding * dot(S.linear, S.linear) + (armature ? armature[j] : 0);
    // A body is a matrix of order 6, whatever hangs on it: the sums behind d are that short.
    if (d > linalg::mass_tolerance(6) * size && d < 1e300) {
      const double root = std::sqrt(d);
      pivots_[static_cast<std::size_t>(j)] = {U, root, 1 / root};
      I = reduced(I, U, (1 / d) * U);
    } else {
      pivots_[static_cast<std::size_t>(j)] = {zero_force<double>(), 0, 0};
      if (weak_ < 0) weak_ = number;
    }
  }
}

bool Articulated::factor(const Tree& tree, const Solids& solids, const Kinematics& kinematics,
                         const double* armature) noexcept {
  expects(inertia_.size() == tree.bodies.size() && solids.of.size() == tree.bodies.size());
  tree_ = &tree;
  kinematics_ = &kinematics;
  weak_ = -1;
  for (std::size_t i = 0; i < inertia_.size(); ++i) {
    const Inertia<double> own = inertia_of(solids.of[i], kinematics[static_cast<Index>(i)].R);
    inertia_[i] = articulated(own);
    sizes_[i] = {trace(own.second), own.mass};
  }
  each_inward(tree, [&](Index i, const Body& body) {
    eliminate(i, armature);
    if (body.parent == ground) return;
    const Vec3<double>& r = kinematics[i].r;
    const Size& from = sizes_[static_cast<std::size_t>(i)];
    Size& to = sizes_[static_cast<std::size_t>(body.parent)];
    to.turning += from.turning + from.sliding * dot(r, r);
    to.sliding += from.sliding;
    inertia_[static_cast<std::size_t>(body.parent)] +=
        inward(inertia_[static_cast<std::size_t>(i)], r);
  });
  return weak_ < 0;
}

/// u of every rate, with the forces that the load and the rates bring, from the leaves inward.
void Articulated::sink(const Solids& solids, const Load& load) noexcept {
  const Kinematics& kinematics = *kinematics_;
  for (std::size_t i = 0; i < p_.size(); ++i) {
    const BodyState& state = kinematics[static_cast<Index>(i)];
    p_[i] = gyroscopic(inertia_of<double>(solids.of[i], state.R),
                       state.velocity.angular);  // [SOLIDS 5]
    if (load.wrenches) p_[i] -= load.wrenches[i];
  }
  each_inward(*tree_, [&](Index i, const Body& body) {
    Force<double> p = p_[static_cast<std::size_t>(i)];
    for (Index j = body.v + rates(body.joint); j-- > body.v;) {
      const Pivot& pivot = pivots_[static_cast<std::size_t>(j)];
      const double u = (load.tau ? load.tau[j] : 0) - dot(kinematics.S(j), p);
      u_[static_cast<std::size_t>(j)] = u;
      p += (u * pivot.inverse_root * pivot.inverse_root) * pivot.U;
    }
    if (body.parent == ground) return;
    p += inertia_[static_cast<std::size_t>(i)] * kinematics[i].c;
    p_[static_cast<std::size_t>(body.parent)] += inward(p, kinematics[i].r);
  });
}

void Articulated::accelerate(const Solids& solids, const Load& load,
                             double* acceleration) noexcept {
  sink(solids, load);
  // Gravity is an acceleration of the ground, upward.
  const Motion<double> up = {zero3<double>(), -load.gravity};
  each_outward(*tree_, [&](Index i, const Body& body) {
    const BodyState& state = (*kinematics_)[i];
    const Motion<double>& from =
        body.parent == ground ? up : a_[static_cast<std::size_t>(body.parent)];
    Motion<double> a = outward(from, state.r) + state.c;
    for (Index j = body.v, end = body.v + rates(body.joint); j < end; ++j) {
      const Pivot& pivot = pivots_[static_cast<std::size_t>(j)];
      const double left = u_[static_cast<std::size_t>(j)] - dot(a, pivot.U);
      acceleration[j] =
          left * pivot.inverse_root * pivot.inverse_root;  // a = H⁻¹(Jᵀw − h) [UK92 2], [SOLIDS 8]
      a += acceleration[j] * kinematics_->S(j);
    }
    a_[static_cast<std::size_t>(i)] = a;
  });
}

void Articulated::weigh_load(const Solids& solids, const Load& load, double* half) noexcept {
  sink(solids, load);
  const Motion<double> up = {zero3<double>(), -load.gravity};
  each_outward(*tree_, [&](Index i, const Body& body) {
    const Motion<double> bias = (*kinematics_)[i].bias + up;
    for (Index j = body.v, end = body.v + rates(body.joint); j < end; ++j) {
      const Pivot& pivot = pivots_[static_cast<std::size_t>(j)];
      half[j] = (u_[static_cast<std::size_t>(j)] - dot(bias, pivot.U)) *
                pivot.inverse_root;  // [SOLIDS 8]
    }
  });
}

void Articulated::solve(double* x) noexcept {
  weigh(x);
  unweigh(x);
}

void Articulated::weigh_body(Index i, double* x) noexcept {
  const Body& body = tree_->bodies[static_cast<std::size_t>(i)];
  Force<double> p = p_[static_cast<std::size_t>(i)];
  for (Index j = body.v + rates(body.joint); j-- > body.v;) {
    const Pivot& pivot = pivots_[static_cast<std::size_t>(j)];
    x[j] = (x[j] - dot(kinematics_->S(j), p)) * pivot.inverse_root;  // D = A L⁻ᵀ [FKNU05 2]
    p += (x[j] * pivot.inverse_root) * pivot.U;
  }
  if (body.parent != ground)
    p_[static_cast<std::size_t>(body.parent)] += inward(p, (*kinematics_)[i].r);
}

void Articulated::weigh(double* x) noexcept {
  std::fill(p_.begin(), p_.end(), zero_force<double>());
  each_inward(*tree_, [&](Index i, const Body&) { weigh_body(i, x); });
}

void Articulated::weigh_back(double* y) noexcept {
  std::fill(p_.begin(), p_.end(), zero_force<double>());
  each_inward(*tree_, [&](Index i, const Body& body) {
    Force<double> p = p_[static_cast<std::size_t>(i)];
    for (Index j = body.v + rates(body.joint); j-- > body.v;) {
      const Pivot& pivot = pivots_[static_cast<std::size_t>(j)];
      const double x = y[j] * pivot.root + dot(kinematics_->S(j), p);
      p += (y[j] * pivot.inverse_root) * pivot.U;
      y[j] = x;
    }
    if (body.parent != ground)
      p_[static_cast<std::size_t>(body.parent)] += inward(p, (*kinematics_)[i].r);
  });
}

void Articulated::unweigh(double* y) noexcept {
  each_outward(*tree_, [&](Index i, const Body& body) {
    Motion<double> a = body.parent == ground ? zero_motion<double>()
                                             : outward(a_[static_cast<std::size_t>(body.parent)],
                                                       (*kinematics_)[i].r);
    for (Index j = body.v, end = body.v + rates(body.joint); j < end; ++j) {
      const Pivot& pivot = pivots_[static_cast<std::size_t>(j)];
      y[j] = (y[j] - dot(a, pivot.U) * pivot.inverse_root) * pivot.inverse_root;
      a += y[j] * kinematics_->S(j);
    }
    a_[static_cast<std::size_t>(i)] = a;
  });
}

/// A force f on the body, whose rates from `rate` on have had it already.
void Articulated::climb(Index body, Index rate, Force<double> f, double* x) const noexcept {
  for (Index i = body; i != ground;) {
    const Body& at = tree_->bodies[static_cast<std::size_t>(i)];
    for (Index j = rate; j-- > at.v;) {
      const Pivot& pivot = pivots_[static_cast<std::size_t>(j)];
      const double y = dot(kinematics_->S(j), f) * pivot.inverse_root;  // [FKNU05 2]
      x[j] += y;
      f -= (y * pivot.inverse_root) * pivot.U;
    }
    f = inward(f, (*kinematics_)[i].r);
    i = at.parent;
    if (i == ground) return;
    const Body& next = tree_->bodies[static_cast<std::size_t>(i)];
    rate = next.v + rates(next.joint);
  }
}

void Articulated::weigh_wrench(Index body, const Force<double>& wrench, double* x) const noexcept {
  if (body == ground) return;
  const Body& at = tree_->bodies[static_cast<std::size_t>(body)];
  climb(body, at.v + rates(at.joint), wrench, x);
}

void Articulated::weigh_rate(Index body, Index rate, double force, double* x) const noexcept {
  const Pivot& pivot = pivots_[static_cast<std::size_t>(rate)];
  const double y = force * pivot.inverse_root;  // [FKNU05 2]
  x[rate] += y;
  climb(body, rate, -(y * pivot.inverse_root) * pivot.U, x);
}

}  // namespace zwang::bodies
