// SPDX-License-Identifier: Apache-2.0
#include "extremal/reasons/integral_range.h"

#include <cmath>

#include "extremal/guess.h"
#include "variation/polygon/discrete.h"

namespace zwang::extremal {

namespace {

constexpr Index links = 64;
constexpr int most_descents = 100;
constexpr double clearly = 1e-2;  // of the values: far above what polygons of so many links err

/// ±G_k as a functional: F* is linear in μ.
struct Density {
  const variation::Functional& of;
  Index k;
  int sign;
  std::vector<double> none, unit, F_x, F_v, F_xx, F_xv, F_vv;

  Density(const variation::Functional& functional, Index number, int up_or_down)
      : of(functional),
        k(number),
        sign(up_or_down),
        none(at(of.integrals)),
        unit(none),
        F_x(at(of.n)),
        F_v(F_x),
        F_xx(at(of.n * of.n)),
        F_xv(F_xx),
        F_vv(F_xx) {
    unit[at(k)] = 1;
  }

  bool value(double t, const double* x, const double* v, double* G) const noexcept {
    double F = 0;
    if (!of.value(of.self, t, x, v, nullptr, unit.data(), G) ||
        !of.value(of.self, t, x, v, nullptr, none.data(), &F)) {
      return false;
    }
    *G = sign * (*G - F);
    return true;
  }

  bool slopes(double t, const double* x, const double* v, double* G, double* G_x, double* G_v,
              double* G_xx, double* G_xv, double* G_vv) noexcept {
    double F = 0;
    if (!of.slopes(of.self, t, x, v, nullptr, unit.data(), G, G_x, G_v, G_xx, G_xv, G_vv) ||
        !of.slopes(of.self, t, x, v, nullptr, none.data(), &F, F_x.data(), F_v.data(), F_xx.data(),
                   F_xv.data(), F_vv.data())) {
      return false;
    }
    *G = sign * (*G - F);
    subtract(F_x, G_x);
    subtract(F_v, G_v);
    subtract(F_xx, G_xx);
    subtract(F_xv, G_xv);
    subtract(F_vv, G_vv);
    return true;
  }

  void subtract(const std::vector<double>& less, double* from) const noexcept {
    for (std::size_t i = 0; i < less.size(); ++i) from[i] = sign * (from[i] - less[i]);
  }
};

variation::Functional functional_of(Density& density) {
  variation::Functional f = density.of;
  f.integrals = 0;
  f.self = &density;
  f.value = [](void* self, double t, const double* x, const double* v, const double*, const double*,
               double* F) noexcept { return static_cast<Density*>(self)->value(t, x, v, F); };
  f.slopes = [](void* self, double t, const double* x, const double* v, const double*,
                const double*, double* F, double* F_x, double* F_v, double* F_xx, double* F_xv,
                double* F_vv) noexcept {
    return static_cast<Density*>(self)->slopes(t, x, v, F, F_x, F_v, F_xx, F_xv, F_vv);
  };
  f.position_rows = [](void* self, double t, const double* x, double* phi, double* A) noexcept {
    const variation::Functional& of = static_cast<Density*>(self)->of;
    return of.position_rows(of.self, t, x, phi, A);
  };
  f.curvature = [](void* self, double t, const double* x, const double* lambda,
                   double* C) noexcept {
    const variation::Functional& of = static_cast<Density*>(self)->of;
    return of.curvature(of.self, t, x, lambda, C);
  };
  return f;
}

variation::DiscreteGuess guess_of(Question& question) {
  variation::DiscreteGuess guess;
  guess.t0 = question.span().t0;
  guess.t1 = guess.t0 + question.span().length;
  guess.intervals = links;
  guess.x = guessed_points(question, links);
  for (variation::DiscreteEnd& end : guess.ends) end.fixed.assign(at(question.shape().n), 1);
  return guess;
}

}  // namespace

OutOfRange integral_out_of_range(Question& question, const variation::Functional& functional) {
  const EndRows& ends = question.end_rows();
  if (question.shape().unknowns > 0 || functional.velocities > 0 || !ends.starts_fixed() ||
      !ends.ends_fixed())
    return {};
  const double* const first = question.numbers().targets();
  const std::vector<double> targets(first, first + functional.integrals);
  const variation::DiscreteGuess begin = guess_of(question);
  for (Index k = 0; k < functional.integrals; ++k) {
    for (const int sign : {1, -1}) {
      Density density(functional, k, sign);
      variation::DiscreteGuess guess = begin;
      const variation::DiscreteResult result =
          minimise(functional_of(density), guess, most_descents);
      const double limit = sign * result.action, target = targets[at(k)];
      const double beyond = sign * (limit - target);
      if (result.converged && beyond > clearly * (std::abs(limit) + std::abs(target))) {
        return {k, limit, sign > 0};
      }
    }
  }
  return {};
}

}  // namespace zwang::extremal
