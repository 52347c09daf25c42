// SPDX-License-Identifier: Apache-2.0
// Letters: z_k the axis of rate k, o_k a point on it, c the centre of a solid. A rate that turns
// gives c the velocity z_k × (c − o_k), one that shifts gives it z_k; a screw does both. The axes
// themselves are turned by the rates before them, whence J̇.

#include "support/solids_twin.h"

#include <algorithm>

#include "support/twin_places.h"

namespace zwang::bodies {

namespace {

using V = Vec3<double>;

/// J_k and J̇_k v of one solid with its centre at c: the rates on its path, one column each.
SolidTwin jacobian(const TwinPlaces& places, Index solid, const V& c, const double* v) {
  const Tree& tree = places.tree;
  SolidTwin twin;
  twin.J.assign(static_cast<std::size_t>(6 * tree.nv), 0.0);
  V linear = zero3<double>(), angular = zero3<double>();
  const V cdot = places.velocity(solid, c, v);
  for (Index i = solid; i != ground; i = tree.bodies[static_cast<std::size_t>(i)].parent) {
    const Body& body = tree.bodies[static_cast<std::size_t>(i)];
    for (Index k = body.v; k < body.v + rates(body.joint); ++k) {
      const TwinAxis& by = places.axis(k);
      const V arm = c - by.o, zdot = cross(places.omega_of(by, v), by.z);
      const V armdot = cdot - places.velocity(i, by.o, v);
      double column[6];
      store(by.turn * cross(by.z, arm) + by.shift * by.z, column);
      store(by.turn * by.z, column + 3);
      for (Index r = 0; r < 6; ++r) twin.J[static_cast<std::size_t>(r * tree.nv + k)] = column[r];
      linear += v[k] * (by.turn * (cross(zdot, arm) + cross(by.z, armdot)) + by.shift * zdot);
      angular += (v[k] * by.turn) * zdot;
    }
  }
  store(linear, twin.drift);
  store(angular, twin.drift + 3);
  return twin;
}

/// M_k and n_k of one solid.
void fill_inertia(const SolidNumbers& solid, const Mat3<double>& R, const V& omega,
                  SolidTwin& twin) {
  const Sym3<double> I = sym3<double>(solid.inertia);
  const V unit[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::fill(twin.M, twin.M + 36, 0.0);
  for (std::size_t j = 0; j < 3; ++j) {
    twin.M[7 * j] = solid.mass;  // [SOLIDS 3]
    double column[3];
    store(R * (I * transposed(R, unit[j])), column);
    for (std::size_t i = 0; i < 3; ++i) twin.M[6 * (3 + i) + 3 + j] = column[i];
  }
  store(zero3<double>(), twin.n);
  store(cross(omega, R * (I * transposed(R, omega))), twin.n + 3);  // [SOLIDS 5]
}

void multiply6(const double* M, const double* a, double* M_a) {
  for (std::size_t i = 0; i < 6; ++i) {
    M_a[i] = 0;
    for (std::size_t j = 0; j < 6; ++j) M_a[i] += M[6 * i + j] * a[j];
  }
}

/// M_k⁻¹ f, the inertia's part by Cramer's rule.
void divide_by_inertia(const double* M, const double* f, double* a) {
  for (std::size_t i = 0; i < 3; ++i) a[i] = f[i] / M[0];
  const V x = {M[21], M[27], M[33]}, y = {M[22], M[28], M[34]}, z = {M[23], M[29], M[35]};
  const V t = vec3<double>(f + 3);
  const double determinant = dot(x, cross(y, z));
  a[3] = dot(t, cross(y, z)) / determinant;
  a[4] = dot(x, cross(t, z)) / determinant;
  a[5] = dot(x, cross(y, t)) / determinant;
}

}  // namespace

SolidsTwin solids_twin(const Tree& tree, const Solids& solids, const double* q, const double* v) {
  const TwinPlaces places(tree, solids, q);
  const std::size_t nv = static_cast<std::size_t>(tree.nv);
  SolidsTwin twin;
  twin.H.assign(nv * nv, 0.0);
  twin.h.assign(nv, 0.0);
  for (Index i = 0; i < tree.size(); ++i) {
    const SolidNumbers& solid = solids.of[static_cast<std::size_t>(i)];
    const V c = places.origin(i) + places.R(i) * vec3<double>(solid.center);
    twin.of.push_back(jacobian(places, i, c, v));
    SolidTwin& k = twin.of.back();
    fill_inertia(solid, places.R(i), places.omega(i, v), k);
    double needed[6];
    multiply6(k.M, k.drift, needed);
    for (std::size_t r = 0; r < 6; ++r) needed[r] += k.n[r];
    for (std::size_t l = 0; l < nv; ++l) {
      double column[6], moved[6];
      for (std::size_t r = 0; r < 6; ++r) column[r] = k.J[r * nv + l];
      multiply6(k.M, column, moved);
      for (std::size_t r = 0; r < 6; ++r) {
        twin.h[l] += column[r] * needed[r];  // [SOLIDS 8]
        for (std::size_t j = 0; j < nv; ++j) twin.H[j * nv + l] += k.J[r * nv + j] * moved[r];
      }
    }
  }
  return twin;
}

double gauss_twin(const SolidsTwin& twin, const std::vector<double>& w, const double* vdot) {
  const std::size_t nv = twin.h.size();
  double V_sum = 0;
  for (std::size_t k = 0; k < twin.of.size(); ++k) {
    const SolidTwin& solid = twin.of[k];
    double net[6], a_k[6], deviation[6], weighted[6];
    for (std::size_t r = 0; r < 6; ++r) net[r] = w[6 * k + r] - solid.n[r];
    divide_by_inertia(solid.M, net, a_k);  // [SOLIDS 4]
    for (std::size_t r = 0; r < 6; ++r) {
      double abar_k = solid.drift[r];
      for (std::size_t l = 0; l < nv; ++l) abar_k += solid.J[r * nv + l] * vdot[l];  // [SOLIDS 4]
      deviation[r] = abar_k - a_k[r];
    }
    multiply6(solid.M, deviation, weighted);
    for (std::size_t r = 0; r < 6; ++r) V_sum += deviation[r] * weighted[r];  // [SOLIDS 1,2]
  }
  return V_sum;
}

std::vector<double> applied_twin(const SolidsTwin& twin, const std::vector<double>& w) {
  const std::size_t nv = twin.h.size();
  std::vector<double> Q(nv, 0.0);
  for (std::size_t k = 0; k < twin.of.size(); ++k)
    for (std::size_t r = 0; r < 6; ++r)
      for (std::size_t l = 0; l < nv; ++l)
        Q[l] += twin.of[k].J[r * nv + l] * w[6 * k + r];  // [SOLIDS 8, erratum 13]
  return Q;
}

}  // namespace zwang::bodies
