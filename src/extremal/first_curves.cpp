// SPDX-License-Identifier: Apache-2.0
// The first curves of an attempt.

#include "extremal/attempt.h"

#include <algorithm>
#include <vector>

#include "extremal/guess.h"
#include "extremal/question/question.h"
#include "variation/polygon/bound_descent.h"

namespace zwang::extremal {

namespace {

/// Unknowns of a question that nothing but the action determines, as constants that vary with a polygon.
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
        c(asked.shape().extra()),
        cz(which.size() * static_cast<std::size_t>(asked.shape().size())),
        cp(which.size() * p.size()) {}

  void take(const double* values) noexcept {
    for (std::size_t j = 0; j < which.size(); ++j) p[first + which[j]] = values[j];
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

constexpr int most_descents = 200;

// λ of links to the nodes between them.
void spread_multipliers(const Shape& shape, const std::vector<double>& of_links,
                        bvp::Curve& curve) {
  const Index N = curve.intervals(), m = shape.lambdas;
  for (Index k = 0; k <= N; ++k) {
    const Index before = std::clamp(k - 1, Index{0}, N - 2);
    const double part = static_cast<double>(k - before) - 0.5;
    for (Index j = 0; j < m; ++j) {
      const double left = of_links[before * m + j], right = of_links[(before + 1) * m + j];
      curve.at(k)[shape.lambda() + j] = left + part * (right - left);
    }
  }
}

}  // namespace

bvp::Curve Attempt::plain_guess() {
  const std::vector<double> p = question_.first_p();
  question_.set(p.data());
  bvp::Curve curve =
      curve_through(question_, bvp::default_stages, guessed_points(question_, first_intervals), p);
  guess_multipliers(question_, curve);
  return curve;
}

// The guess as a polygon, its p set.
variation::DiscreteGuess Attempt::polygon(Index links) {
  const equations::TwoEnds& two = question_.two_ends();
  question_.set(question_.first_p().data());
  variation::DiscreteGuess polygon;
  polygon.t0 = question_.span().t0;
  polygon.t1 = polygon.t0 + question_.span().length;
  polygon.intervals = links;
  polygon.x = guessed_points(question_, links);
  polygon.mu.assign(two.integrals, 0.0);
  const double* const targets = question_.numbers().targets();
  polygon.targets.assign(targets, targets + two.integrals);
  for (int end = 0; end < 2; ++end) {
    std::vector<unsigned char>& fixed = polygon.ends[end].fixed;
    fixed.assign(question_.shape().n, 0);
    for (const equations::EndRow& row : two.rows[end]) {
      if (row.kind == equations::EndKind::coordinate) fixed[row.number] = 1;
      // An end on a surface stays where the first guess put it, until Newton moves it along.
      if (row.kind == equations::EndKind::surface) fixed.assign(fixed.size(), 1);
    }
  }
  return polygon;
}

bool Attempt::minimised_guess(bvp::Curve& guess, int sign, bool fine) {
  const equations::TwoEnds& two = question_.two_ends();
  if (!two.variational || two.lambdas > 0 || !two.periodic.empty()) return false;
  variation::DiscreteGuess lower = polygon(fine ? many_links : first_intervals);
  View view(question_);
  view.set_sign(sign);
  const variation::DiscreteResult result = minimise(view.functional(), lower, most_descents, !fine);
  if (!result.converged) return false;
  std::vector<double> p = question_.first_p();
  for (std::size_t k = 0; k < lower.mu.size(); ++k) p[k] = sign * lower.mu[k];
  question_.set(p.data());
  guess = curve_through(question_, bvp::default_stages, lower.x, p);
  return true;
}

bool Attempt::bound_guess(bvp::Curve& guess, Index links) {
  const equations::TwoEnds& two = question_.two_ends();
  if (!two.variational || two.lambdas == 0 || !two.periodic.empty()) return false;
  variation::DiscreteGuess lower = polygon(links);
  View view(question_);
  Varied varied(question_);
  std::vector<double> p;
  for (const Index j : varied.which) p.push_back(varied.p[varied.first + j]);
  if (!minimise_bound(view.functional(), varied.constants(), lower, p, most_descents).converged) {
    return false;
  }
  varied.take(p.data());
  guess = curve_through(question_, links == few_links ? bvp::rough_stages : bvp::default_stages,
                        lower.x, varied.p);
  spread_multipliers(question_.shape(), lower.lambda, guess);
  return true;
}

bvp::Curve Attempt::guess_on_rows() {
  variation::DiscreteGuess on_rows = polygon(many_links);
  View view(question_);
  const variation::Functional functional = view.functional();
  minimise(functional, on_rows, 0);
  const std::vector<double> p = question_.first_p();
  question_.set(p.data());
  bvp::Curve curve = curve_through(question_, bvp::default_stages, on_rows.x, p);
  guess_multipliers(question_, curve);
  std::vector<double> phi(functional.rows), A(functional.rows * curve.n);
  for (Index k = 0; k <= curve.intervals() && functional.rows > 0; ++k) {
    const double t = question_.span().time(curve.mesh[k]);
    linalg::RowSpace space(curve.n);
    if (!functional.position_rows(functional.self, t, curve.at(k), phi.data(), A.data())) continue;
    for (Index i = 0; i < functional.rows; ++i) space.add(A.data() + i * curve.n, 1e-6);
    double* const v = curve.at(k) + curve.n;
    for (Index b = 0; b < space.rank(); ++b) {
      double part = 0;
      for (Index i = 0; i < curve.n; ++i) part += space.basis(b)[i] * v[i];
      for (Index i = 0; i < curve.n; ++i) v[i] -= part * space.basis(b)[i];
    }
  }
  question_.set(p.data());
  return curve;
}

}  // namespace zwang::extremal
