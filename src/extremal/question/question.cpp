// SPDX-License-Identifier: Apache-2.0
#include "extremal/question/question.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::extremal {

Question::Question(const equations::Equations& equations, Route route)
    : equations_(equations),
      numbers_(equations),
      instants_(equations, route),
      ends_(equations),
      given_(equations.parameters),
      parameters_(equations.parameters),
      v_(equations.n) {
  const auto u = at(equations.two_ends.unknowns);
  span_.t0_slopes.resize(u);
  span_.length_slopes.resize(u);
}

std::vector<double> Question::first_p() const {
  std::vector<double> p(two_ends().integrals);
  p.insert(p.end(), two_ends().unknown_guess.begin(), two_ends().unknown_guess.end());
  return p;
}

Failure Question::prepare(double tolerance) {
  set(first_p().data());
  end_points_ = equations_.q;
  end_points_.insert(end_points_.end(), equations_.q.begin(), equations_.q.end());
  return ends_.prepare(numbers_, span_, tolerance, end_points_.data());
}

bool Question::ends_know_time() {
  const Index n = equations_.n;
  for (int end = 0; end < 2; ++end) {
    const auto count = static_cast<std::ptrdiff_t>(two_ends().rows[end].size());
    const double* const values = numbers_[of_end(equations::Array::from_values, end)];
    const double *const x = end_points_.data() + end * n, *const v = equations_.v.data();
    const double t = end == 0 ? span_.t0 : span_.t0 + span_.length;
    numbers_.evaluate(of_end(equations::Stage::from, end), t, x, v);
    const std::vector<double> now(values, values + count);
    numbers_.evaluate(of_end(equations::Stage::from, end), t + 0.37 * span_.length, x, v);
    if (!std::equal(now.begin(), now.end(), values)) return true;
  }
  return false;
}

bool Question::set(const double* p) noexcept {
  const equations::TwoEnds& two = two_ends();
  for (std::size_t k = 0; k < two.mu_slots.size(); ++k) numbers_.set(two.mu_slots[k], p[k]);
  std::copy(given_.begin(), given_.end(), parameters_.begin());
  for (std::size_t k = 0; k < two.unknown_parameters.size(); ++k) {
    parameters_[two.unknown_parameters[k]] = p[two.integrals + static_cast<Index>(k)];
  }
  numbers_.set_parameters(parameters_);
  numbers_.evaluate(equations::Stage::settle, 0, equations_.q.data(), equations_.v.data());
  // What follows from the unknowns must be there before what depends on it is computed.
  const double* const all = numbers_.settled();
  if (!std::equal(parameters_.begin(), parameters_.end(), all)) {
    std::copy_n(all, parameters_.size(), parameters_.begin());
    numbers_.set_parameters(parameters_);
    numbers_.evaluate(equations::Stage::settle, 0, equations_.q.data(), equations_.v.data());
  }
  const double* const times = numbers_.times();
  const double* const slopes = numbers_.time_slopes();
  span_.t0 = times[0];
  span_.length = sigma_ * (times[1] - times[0]);
  for (Index j = 0; j < two.unknowns; ++j) {
    span_.t0_slopes[j] = slopes[j];
    span_.length_slopes[j] = sigma_ * (slopes[two.unknowns + j] - slopes[j]);
  }
  const int sense = span_.length > 0 ? 1 : span_.length < 0 ? -1 : 0;
  if (sense_ == 0) sense_ = sense;
  return std::isfinite(span_.length) && sense == sense_ && sense != 0;
}

// How t at τ answers to an unknown.
double Question::moves(double tau, Index unknown) const {
  return span_.t0_slopes[unknown] + tau * span_.length_slopes[unknown];
}

void Question::evaluate(equations::Stage stage, double tau, const double* z) noexcept {
  const equations::TwoEnds& two = two_ends();
  for (std::size_t k = 0; k < two.lambda_slots.size(); ++k) {
    numbers_.set(two.lambda_slots[k], z[shape().lambda() + static_cast<Index>(k)]);
  }
  for (std::size_t i = 0; i < v_.size(); ++i) v_[i] = z[v_.size() + i] / span_.length;
  numbers_.evaluate(stage, span_.time(tau), z, v_.data());
}

// x'' and λ'.
bool Question::rates_of_motion(double tau, const double* z, double* g) noexcept {
  ++evaluations_;
  evaluate(equations::Stage::dynamics, tau, z);
  if (!instants_.solve(numbers_)) return false;
  const double square = span_.length * span_.length;
  for (Index i = 0; i < shape().n; ++i) g[i] = square * instants_.acceleration()[i];
  const equations::TwoEnds& two = two_ends();
  for (Index k = 0; k < two.lambdas; ++k) {
    g[shape().n + k] = -span_.length * instants_.multipliers()[two.lambda_rows[k]];
  }
  return linalg::all_finite(g, shape().n + two.lambdas);
}

bool Question::rate(double tau, const double* z, double* g) noexcept {
  if (!rates_of_motion(tau, z, g)) return false;
  const Index extras = shape().extra() - shape().lambdas;
  if (extras == 0) return true;
  evaluate(equations::Stage::density, tau, z);
  quadrature_rates(tau, g + shape().n);
  return linalg::all_finite(g + shape().n + shape().lambdas, extras);
}

void Question::quadrature_rates(double tau, double* c) noexcept {
  const equations::TwoEnds& two = two_ends();
  const double* const D = numbers_.densities();
  c += two.lambdas;
  for (Index k = 0; k < two.integrals; ++k) *c++ = span_.length * D[k];
  const double* const D0 = D + two.integrals;  // F* − v·F*_v; then F*_t; then F*_p
  for (const Index j : shape().quadratures) {
    *c++ = span_.length_slopes[j] * D0[0] + span_.length * (moves(tau, j) * D0[1] + D0[2 + j]);
  }
}

double Question::quadrature_size(double tau, Index unknown) const noexcept {
  const equations::TwoEnds& two = two_ends();
  const double* const D0 = numbers_.densities() + two.integrals;
  double F = std::abs(*numbers_.integrand());
  for (std::size_t i = 0; i < v_.size(); ++i) {
    F += std::abs(v_[i] * numbers_.momentum()[i]);
  }
  return std::abs(span_.length_slopes[unknown]) * F +
         std::abs(span_.length) *
             (std::abs(moves(tau, unknown) * D0[1]) + std::abs(D0[2 + unknown]));
}

bool Question::slopes(double tau, const double* z, double* g, double* gz, double* gp) noexcept {
  if (!rates_of_motion(tau, z, g)) return false;
  const Shape& s = shape();
  const double t = span_.time(tau), length = span_.length, square = length * length;
  if (!instants_.differentiate(numbers_, t, z, v_.data())) return false;
  const Index size = s.size(), parameters = s.parameters(), directions = 2 * s.n;
  std::fill_n(gz, (s.n + s.extra()) * size, 0.0);
  std::fill_n(gp, (s.n + s.extra()) * parameters, 0.0);
  for (Index i = 0; i < s.n; ++i) {
    double stretch = 2 * length * instants_.acceleration()[i];  // by the length of the span
    for (Index j = 0; j < s.n; ++j) {
      gz[i * size + j] = square * instants_.by(j)[i];
      gz[i * size + s.n + j] = length * instants_.by(s.n + j)[i];
      stretch -= instants_.by(s.n + j)[i] * z[s.n + j];
    }
    for (Index k = 0; k < s.lambdas; ++k) {
      gz[i * size + s.lambda() + k] = square * instants_.by(directions + k)[i];
    }
    const Index mu = directions + s.lambdas, unknown = mu + s.integrals;
    for (Index k = 0; k < s.integrals; ++k) {
      gp[i * parameters + k] = square * instants_.by(mu + k)[i];
    }
    const double by_time = s.unknowns > 0 ? instants_.by(unknown + s.unknowns)[i] : 0.0;
    for (Index j = 0; j < s.unknowns; ++j) {
      gp[i * parameters + s.unknown() + j] =
          square * (instants_.by(unknown + j)[i] + moves(tau, j) * by_time) +
          stretch * span_.length_slopes[j];
    }
  }
  if (s.extra() == 0) return true;
  double *cz = gz + s.n * size, *cp = gp + s.n * parameters;
  slopes_of_multipliers(cz, cp, tau, z);
  if (s.extra() == s.lambdas) return true;
  rates_of_extras(tau, z, g + s.n, cz + s.lambdas * size, cp + s.lambdas * parameters);
  return linalg::all_finite(g + s.n + s.lambdas, s.extra() - s.lambdas);
}

void Question::rates_of_extras(double tau, const double* z, double* c, double* cz,
                               double* cp) noexcept {
  evaluate(equations::Stage::density, tau, z);
  numbers_.evaluate(equations::Stage::density_slopes, span_.time(tau), z, v_.data());
  quadrature_rates(tau, c);
  slopes_of_extras(tau, cz, cp);
}

// λ' = −length·(multiplier of the row).
void Question::slopes_of_multipliers(double* cz, double* cp, double tau, const double* z) noexcept {
  const Shape& s = shape();
  const double length = span_.length;
  for (Index k = 0; k < s.lambdas; ++k, cz += s.size(), cp += s.parameters()) {
    const Index row = two_ends().lambda_rows[k];
    const auto by = [&](Index column) { return instants_.multipliers_by(column)[row]; };
    double stretch = -instants_.multipliers()[row];
    for (Index j = 0; j < s.n; ++j) {
      cz[j] = -length * by(j);
      cz[s.n + j] = -by(s.n + j);
      stretch += by(s.n + j) * z[s.n + j] / length;
    }
    Index column = 2 * s.n;
    for (Index j = 0; j < s.lambdas; ++j) cz[s.lambda() + j] = -length * by(column++);
    for (Index j = 0; j < s.integrals; ++j) cp[j] = -length * by(column++);
    const double by_time = s.unknowns > 0 ? by(column + s.unknowns) : 0.0;
    for (Index j = 0; j < s.unknowns; ++j) {
      cp[s.unknown() + j] =
          -length * (by(column++) + moves(tau, j) * by_time) + stretch * span_.length_slopes[j];
    }
  }
}

// The integrals' densities G, and those of ∂S/∂p. Second derivatives of the end times by the unknowns
// are left out: they are zero unless somebody writes t = "T^2", and then they multiply ∂S/∂t, which
// vanishes at a solution whose unknown moves nothing else.
void Question::slopes_of_extras(double tau, double* cz, double* cp) noexcept {
  const Shape& s = shape();
  const Index densities = s.integrals + 2 + s.unknowns;
  const double* const D = numbers_.densities();
  const double* const by_state = numbers_.density_gradient();
  const double* const by_direction = numbers_.density_slopes();
  const double length = span_.length;
  // Adds factor·(density d) to a row, the factor being `scale`, which answers to the span's length by
  // `by_length`.
  const auto add = [&](Index d, double scale, double by_length) {
    double stretch = by_length * D[d];
    for (Index j = 0; j < s.n; ++j) {
      cz[j] += scale * by_state[d * 2 * s.n + j];
      cz[s.n + j] += scale * by_state[d * 2 * s.n + s.n + j] / length;
      stretch -= scale * by_state[d * 2 * s.n + s.n + j] * v_[j] / length;
    }
    const auto by = [&](Index direction) { return by_direction[direction * densities + d]; };
    Index k = 0;
    for (Index j = 0; j < s.lambdas; ++j) cz[s.lambda() + j] += scale * by(k++);
    for (Index j = 0; j < s.integrals; ++j) cp[j] += scale * by(k++);
    const double by_time = by(k + s.unknowns);
    for (Index j = 0; j < s.unknowns; ++j) {
      cp[s.unknown() + j] +=
          scale * (by(k++) + moves(tau, j) * by_time) + stretch * span_.length_slopes[j];
    }
  };
  for (Index k = 0; k < s.integrals; ++k, cz += s.size(), cp += s.parameters()) add(k, length, 1);
  for (const Index j : s.quadratures) {
    add(s.integrals, span_.length_slopes[j], 0);
    add(s.integrals + 1, length * moves(tau, j), moves(tau, j));
    add(s.integrals + 2 + j, length, 1);
    cz += s.size();
    cp += s.parameters();
  }
}

bool Question::ends(const double* z0, const double* z1, double* B, double* B0, double* B1,
                    double* Bp) noexcept {
  if (!ends_.fill(numbers_, span_, z0, z1, B, B0, B1, Bp)) return false;
  for (std::size_t k = 0; k < miss_.size(); ++k) B[k] -= miss_[k];
  return true;
}

bvp::Bvp Question::bvp() noexcept {
  bvp::Bvp bvp;
  bvp.n = shape().n;
  bvp.extra = shape().extra();
  bvp.parameters = shape().parameters();
  bvp.self = this;
  bvp.set = [](void* self, const double* p) noexcept {
    return static_cast<Question*>(self)->set(p);
  };
  bvp.rate = [](void* self, double tau, const double* z, double* g) noexcept {
    return static_cast<Question*>(self)->rate(tau, z, g);
  };
  bvp.slopes = [](void* self, double tau, const double* z, double* g, double* gz,
                  double* gp) noexcept {
    return static_cast<Question*>(self)->slopes(tau, z, g, gz, gp);
  };
  bvp.ends = [](void* self, const double* z0, const double* z1, double* B, double* B0, double* B1,
                double* Bp) noexcept {
    return static_cast<Question*>(self)->ends(z0, z1, B, B0, B1, Bp);
  };
  return bvp;
}

}  // namespace zwang::extremal
