// SPDX-License-Identifier: Apache-2.0
#pragma once
// Unknowns of a question that nothing but the action determines, as constants that vary with a polygon.

#include <algorithm>
#include <vector>

#include "extremal/question/question.h"
#include "variation/polygon/bound_descent.h"

namespace zwang::extremal {

struct Varied {
  Question& question;
  std::vector<double> p;
  const std::vector<Index>& which;
  Index first;
  std::vector<double> c, cz, cp;  // of all that a question gathers

  explicit Varied(Question& asked)
      : question(asked),
        p(asked.first_p()),
        which(asked.shape().quadratures),
        first(asked.shape().unknown()),
        c(static_cast<std::size_t>(asked.shape().extra())),
        cz(which.size() * static_cast<std::size_t>(asked.shape().size())),
        cp(which.size() * p.size()) {}

  void take(const double* values) noexcept {
    for (std::size_t j = 0; j < which.size(); ++j)
      p[static_cast<std::size_t>(first + which[j])] = values[j];
  }

  // There are no integrals: what is gathered is ∂S/∂p alone.
  void slopes(double tau, const double* z, double* rates, double* by_z, double* by_p) noexcept {
    const Shape& shape = question.shape();
    std::fill(cz.begin(), cz.end(), 0.0);
    std::fill(cp.begin(), cp.end(), 0.0);
    question.rates_of_extras(tau, z, c.data(), cz.data(), cp.data());
    const Index width = shape.lambda() + shape.lambdas, parameters = shape.parameters();
    for (std::size_t j = 0; j < which.size(); ++j) {
      const auto row = static_cast<Index>(j);
      rates[j] = c.data()[shape.lambdas + row];
      std::copy_n(cz.data() + row * shape.size(), width, by_z + row * width);
      for (const Index k : which) *by_p++ = cp.data()[row * parameters + first + k];
    }
  }

  variation::Constants constants() noexcept {
    variation::Constants constants;
    constants.self = this;
    constants.set = [](void* self, const double* values, double* t0, double* t1) noexcept {
      Varied& to = *static_cast<Varied*>(self);
      to.take(values);
      const bool possible = to.question.set(to.p.data());
      *t0 = to.question.span().t0;
      *t1 = *t0 + to.question.span().length;
      return possible;
    };
    constants.slopes = [](void* self, double tau, const double* z, double* rates, double* by_z,
                          double* by_p) noexcept {
      static_cast<Varied*>(self)->slopes(tau, z, rates, by_z, by_p);
    };
    return constants;
  }
};

}  // namespace zwang::extremal
