// SPDX-License-Identifier: Apache-2.0
#include "support/contact_cases.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace zwang::test {

Vector numbers(std::initializer_list<double> values) {
  Vector x = Vector::Zero(static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), x.data());
  return x;
}

namespace {

Vector row(Index n, std::initializer_list<std::pair<Index, double>> entries) {
  Vector x = Vector::Zero(n);
  for (const auto& [i, value] : entries) x(i) += value;
  return x;
}

double pick(Random& random, std::initializer_list<double> values) {
  const auto k = random.integer(0, static_cast<Index>(values.size()) - 1);
  return *(values.begin() + k);
}

}  // namespace

void ContactBuilder::add(const Vector& n, const Vector& t, double mu, double slip, double b_N,
                         double b_T) {
  contacts_.push_back({n, {t}, mu, slip, b_N, b_T});
}

void ContactBuilder::add(const Vector& n, const Vector& t, const Vector& u, double mu) {
  contacts_.push_back({n, {t, u}, mu, 0, 0, 0});
}

least::ContactProblem ContactBuilder::problem() const {
  least::ContactProblem p;
  p.freedom = masses_.size();
  p.normals = static_cast<Index>(contacts_.size());
  const auto add_row = [&](const Vector& x, double b) {
    double c = -b, terms = std::fabs(b);
    for (Index i = 0; i < p.freedom; ++i) {
      p.H.push_back(x(i) / std::sqrt(masses_(i)));
      c += x(i) * forces_(i) / masses_(i);
      terms += std::fabs(x(i) * forces_(i) / masses_(i));
    }
    p.c.push_back(c);
    p.terms.push_back(terms);
    ++p.size;
  };
  for (const Contact& x : contacts_) add_row(x.n, x.b_N);
  p.sided.assign(contacts_.size(), 1);
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    const Contact& x = contacts_[k];
    least::Rubbing rubs;
    rubs.first = p.size;
    rubs.rows = static_cast<Index>(x.t.size());
    rubs.coefficients.push_back({static_cast<Index>(k), x.mu, x.mu});
    rubs.slides = x.slip != 0;
    rubs.direction[0] = x.slip;
    for (const Vector& t : x.t) add_row(t, x.b_T);
    p.rubbing.push_back(rubs);
  }
  return p;
}

namespace {

/// A box on the floor by its two lower corners, at rest or sliding, pushed somewhere.
least::ContactProblem draw_box(Random& random) {
  const double a = random.uniform(0.2, 2), h = random.uniform(0.2, 3), m = random.uniform(0.5, 3);
  const double P = pick(random, {0, 5, -12, 30}) * random.uniform(0.2, 1.2),
               at = random.uniform(-h, h), slip = pick(random, {0, 0, 1, -1});
  const Vector masses = numbers({m, m, m * (a * a + h * h) / 3 * random.uniform(0.3, 1)});
  const Vector forces = numbers({P, -9.81 * m, -P * at});
  ContactBuilder builder(masses, forces);
  const double mu = random.uniform(0.05, 1.5),
               nu = random.chance(0.5) ? mu : random.uniform(0.05, 1.5);
  for (const double side : {-1.0, 1.0})
    builder.add(row(3, {{1, 1}, {2, side * a}}), row(3, {{0, 1}, {2, h}}), side < 0 ? mu : nu,
                slip);
  return builder.problem();
}

/// Blocks that only slide, one on the other.
least::ContactProblem draw_blocks(Random& random) {
  const Index k = random.integer(2, 4), n = 2 * k;
  Vector masses(n), forces(n);
  for (Index i = 0; i < k; ++i) {
    masses(2 * i) = masses(2 * i + 1) = random.uniform(0.3, 3);
    forces(2 * i) = random.chance(0.6) ? random.uniform(-30, 30) : 0;
    forces(2 * i + 1) = -9.81 * masses(2 * i);
  }
  ContactBuilder builder(masses, forces);
  for (Index i = 0; i < k; ++i) {
    Vector nrow = row(n, {{2 * i + 1, 1}}), t = row(n, {{2 * i, 1}});
    if (i > 0) nrow(2 * i - 1) = -1, t(2 * i - 2) = -1;
    const double mu = random.uniform(0.02, 1), slip = pick(random, {0, 0, 1, -1});
    builder.add(nrow, t, mu, slip);
  }
  return builder.problem();
}

/// Two boxes, one on the other, by two corners each.
least::ContactProblem draw_boxes(Random& random) {
  Vector masses(6), forces(6);
  double a[2], h[2];
  for (Index i = 0; i < 2; ++i) {
    const double m = random.uniform(0.5, 3);
    a[i] = random.uniform(0.4, 1.5) * (i == 0 ? 1 : 0.7);
    h[i] = random.uniform(0.3, 1.5);
    masses.segment(3 * i, 3) << m, m, m * (a[i] * a[i] + h[i] * h[i]) / 3;
    const double push = random.uniform(-20, 20), turn = random.uniform(-3, 3);
    forces.segment(3 * i, 3) << push, -9.81 * m, turn;
  }
  ContactBuilder builder(masses, forces);
  const double mu = random.uniform(0.05, 1), nu = random.uniform(0.05, 1);
  const double slip = pick(random, {0, 1, -1}), upper = pick(random, {0, 0, 1, -1});
  for (const double s : {-1.0, 1.0})
    builder.add(row(6, {{1, 1}, {2, s * a[0]}}), row(6, {{0, 1}, {2, h[0]}}), mu, slip);
  for (const double s : {-1.0, 1.0}) {
    const double x = s * std::fmin(a[0], a[1]);
    builder.add(row(6, {{4, 1}, {5, x}, {1, -1}, {2, -x}}),
                row(6, {{3, 1}, {5, h[1]}, {0, -1}, {2, h[0]}}), nu, upper);
  }
  return builder.problem();
}

/// Painlevé's rod: one end on the floor, sliding, with a rate of turning.
least::ContactProblem draw_rod(Random& random) {
  const double m = random.uniform(0.5, 2), l = random.uniform(0.5, 1.5),
               angle = random.uniform(0.1, 1.5), omega = random.uniform(-6, 6);
  const Vector masses = numbers({m, m, m * l * l / 3});
  const Vector forces = numbers({0, -9.81 * m, random.uniform(-4, 4)});
  ContactBuilder builder(masses, forces);
  const double x = -l * std::cos(angle), y = -l * std::sin(angle);
  const double mu = random.uniform(0.1, 3), slip = pick(random, {0, 1, -1});
  builder.add(row(3, {{1, 1}, {2, x}}), row(3, {{0, 1}, {2, -y}}), mu, slip, omega * omega * y,
              omega * omega * x);
  return builder.problem();
}

/// A ladder between floor and wall.
least::ContactProblem draw_ladder(Random& random) {
  const double m = random.uniform(0.5, 2), l = random.uniform(0.5, 2),
               angle = random.uniform(0.15, 1.4),
               omega = random.chance(0.4) ? random.uniform(-2, 2) : 0;
  const Vector masses = numbers({m, m, m * l * l / 3});
  const Vector forces = numbers({random.uniform(-5, 5), -9.81 * m, random.uniform(-5, 5)});
  ContactBuilder builder(masses, forces);
  const double x = l * std::cos(angle), y = l * std::sin(angle);
  const double mu = random.uniform(0.05, 2), nu = random.uniform(0.05, 2);
  const double down = omega > 0 ? 1 : omega < 0 ? -1 : 0;
  // The foot at (x, −y) of the middle, the top at (−x, y).
  builder.add(row(3, {{1, 1}, {2, x}}), row(3, {{0, 1}, {2, y}}), mu, down,
              -omega * omega * y * 0.1);
  builder.add(row(3, {{0, 1}, {2, -y}}), row(3, {{1, 1}, {2, -x}}), nu, -down);
  return builder.problem();
}

/// Blocks side by side on the floor, their sides rubbing, pressed together.
least::ContactProblem draw_row(Random& random) {
  const Index k = 2, n = 2 * k;
  Vector masses(n), forces(n);
  for (Index i = 0; i < k; ++i) {
    masses(2 * i) = masses(2 * i + 1) = random.uniform(0.5, 2);
    forces(2 * i) = (i == 0 ? 1 : -1) * random.uniform(0, 40);
    forces(2 * i + 1) = -9.81 * masses(2 * i);
  }
  ContactBuilder builder(masses, forces);
  const double slip = pick(random, {0, 1});
  for (Index i = 0; i < k; ++i) {
    const double mu = random.uniform(0.1, 1);
    builder.add(row(n, {{2 * i + 1, 1}}), row(n, {{2 * i, 1}}), mu, slip);
  }
  const double mu = random.uniform(0.1, 1);
  builder.add(row(n, {{2, 1}, {0, -1}}), row(n, {{3, 1}, {1, -1}}), mu, 0);
  return builder.problem();
}

least::ContactProblem draw_random(Random& random) {
  const Index k = random.integer(1, 3), n = random.integer(2, 7);
  const Vector masses = Vector::Ones(n), forces = 2 * random_vector(random, n);
  ContactBuilder builder(masses, forces);
  for (Index i = 0; i < k; ++i) {
    const Vector a = random_vector(random, n), b = random_vector(random, n);
    const double mu = random.uniform(0.1, 2), slip = pick(random, {0, 1, -1, 0});
    builder.add(a, b, mu, slip);
  }
  return builder.problem();
}

/// A particle among up to three walls.
least::ContactProblem draw_corner(Random& random) {
  const Vector masses = Vector::Constant(3, random.uniform(0.5, 2));
  const Vector forces = 10 * random_vector(random, 3);
  ContactBuilder builder(masses, forces);
  const Index walls = random.integer(1, 3);
  for (Index i = 0; i < walls; ++i) {
    const Matrix turn = random_orthogonal(random, 3);
    const double mu = random.uniform(0.1, 1.2);
    builder.add(turn.row(0).transpose(), turn.row(1).transpose(), turn.row(2).transpose(), mu);
  }
  return builder.problem();
}

/// A table of four legs at rest, pushed and turned.
least::ContactProblem draw_table(Random& random) {
  const double m = random.uniform(1, 3), h = random.uniform(0.2, 1.5);
  const Vector masses = numbers({m, m, m, 0.4 * m, 0.5 * m, 0.7 * m});
  const Vector forces =
      numbers({random.uniform(-9, 9), random.uniform(-9, 9), -9.81 * m, random.uniform(-2, 2),
               random.uniform(-2, 2), random.uniform(-4, 4)});
  ContactBuilder builder(masses, forces);
  for (const double x : {-1.0, 1.0})
    for (const double y : {-0.7, 0.7}) {
      // v + ω × p, p = (x, y, −h)
      const double mu = random.uniform(0.1, 0.8);
      builder.add(row(6, {{2, 1}, {3, y}, {4, -x}}), row(6, {{0, 1}, {4, -h}, {5, -y}}),
                  row(6, {{1, 1}, {3, h}, {5, x}}), mu);
    }
  return builder.problem();
}

}  // namespace

least::ContactProblem draw_contacts(Random& random, Touching family) {
  switch (family) {
    case Touching::box:
      return draw_box(random);
    case Touching::blocks:
      return draw_blocks(random);
    case Touching::boxes:
      return draw_boxes(random);
    case Touching::rod:
      return draw_rod(random);
    case Touching::ladder:
      return draw_ladder(random);
    case Touching::row:
      return draw_row(random);
    case Touching::random:
      return draw_random(random);
    case Touching::corner:
      return draw_corner(random);
    case Touching::table:
      return draw_table(random);
  }
  return {};
}

least::ContactProblem reordered(const least::ContactProblem& p,
                                const std::vector<std::size_t>& order) {
  least::ContactProblem q = p;
  const auto copy_row = [&](Index from, Index to) {
    std::copy_n(p.H.begin() + from * p.freedom, p.freedom, q.H.begin() + to * p.freedom);
    q.c[static_cast<std::size_t>(to)] = p.c[static_cast<std::size_t>(from)];
    q.terms[static_cast<std::size_t>(to)] = p.terms[static_cast<std::size_t>(from)];
  };
  Index next = p.normals;
  for (std::size_t k = 0; k < order.size(); ++k) {
    copy_row(static_cast<Index>(order[k]), static_cast<Index>(k));
    least::Rubbing x = p.rubbing[order[k]];
    for (Index i = 0; i < x.rows; ++i) copy_row(x.first + i, next + i);
    x.first = next;
    next += x.rows;
    x.coefficients[0].normal = static_cast<Index>(k);
    q.rubbing[k] = x;
  }
  return q;
}

least::ContactProblem rescaled(const least::ContactProblem& problem, double by_H, double by_c) {
  least::ContactProblem p = problem;
  for (double& x : p.H) x *= by_H;
  for (double& x : p.c) x *= by_c;
  for (double& x : p.terms) x *= by_c;
  return p;
}

least::ContactProblem mirrored(const least::ContactProblem& problem) {
  least::ContactProblem p = problem;
  for (least::Rubbing& x : p.rubbing) {
    for (Index i = x.first; i < x.first + x.rows; ++i) {
      p.c[static_cast<std::size_t>(i)] *= -1;
      for (Index j = 0; j < p.freedom; ++j) p.H[static_cast<std::size_t>(i * p.freedom + j)] *= -1;
    }
    for (double& d : x.direction) d = -d;
  }
  return p;
}

}  // namespace zwang::test
