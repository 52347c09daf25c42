// SPDX-License-Identifier: Apache-2.0
#pragma once
// A Bvp of any sizes from two functions.

#include <functional>
#include <vector>

#include "bvp/curve.h"
#include "support/system.h"

namespace zwang::test {

/// g with its derivatives, zero before each call.
struct Rates {
  Vector g;
  Matrix gz, gp;
};

/// B with its derivatives, zero before each call.
struct Ends {
  Vector B;
  Matrix B0, B1, Bp;
};

struct AnyBvp {
  Index n = 0, extra = 0, parameters = 0;
  std::function<void(double tau, const Vector& z, const Vector& p, Rates&)> rates;
  std::function<void(const Vector& z0, const Vector& z1, const Vector& p, Ends&)> ends;

  mutable Vector p;
  mutable long sets = 0, calls = 0;

  /// Valid as long as this is.
  bvp::Bvp bvp() const {
    bvp::Bvp bvp;
    bvp.n = n;
    bvp.extra = extra;
    bvp.parameters = parameters;
    bvp.self = const_cast<AnyBvp*>(this);
    bvp.set = set;
    bvp.rate = [](void* self, double tau, const double* z, double* g) noexcept {
      return fill(self, tau, z, g, nullptr, nullptr);
    };
    bvp.slopes = fill;
    bvp.ends = fill_ends;
    return bvp;
  }

 private:
  static const AnyBvp& of(void* self) { return *static_cast<const AnyBvp*>(self); }
  static void put(const Matrix& from, double* to) {
    if (to) Eigen::Map<Matrix>(to, from.rows(), from.cols()) = from;
  }

  static bool set(void* self, const double* p) noexcept {
    ++of(self).sets;
    of(self).p = Eigen::Map<const Vector>(p, of(self).parameters);
    return true;
  }

  static bool fill(void* self, double tau, const double* z, double* g, double* gz,
                   double* gp) noexcept {
    const AnyBvp& a = of(self);
    ++a.calls;
    const Index m = a.n + a.extra, d = 2 * a.n + a.extra;
    Rates r{Vector::Zero(m), Matrix::Zero(m, d), Matrix::Zero(m, a.parameters)};
    a.rates(tau, Eigen::Map<const Vector>(z, d), a.p, r);
    Eigen::Map<Vector>(g, m) = r.g;
    put(r.gz, gz);
    put(r.gp, gp);
    return r.g.allFinite();
  }

  static bool fill_ends(void* self, const double* z0, const double* z1, double* B, double* B0,
                        double* B1, double* Bp) noexcept {
    const AnyBvp& a = of(self);
    const Index d = 2 * a.n + a.extra, rows = d + a.parameters;
    Ends e{Vector::Zero(rows), Matrix::Zero(rows, d), Matrix::Zero(rows, d),
           Matrix::Zero(rows, a.parameters)};
    a.ends(Eigen::Map<const Vector>(z0, d), Eigen::Map<const Vector>(z1, d), a.p, e);
    Eigen::Map<Vector>(B, rows) = e.B;
    put(e.B0, B0);
    put(e.B1, B1);
    put(e.Bp, Bp);
    return e.B.allFinite();
  }
};

}  // namespace zwang::test
