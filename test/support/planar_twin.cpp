// SPDX-License-Identifier: Apache-2.0
#include "support/planar_twin.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "support/contact_oracle.h"
#include "support/twin_blow.h"

namespace zwang::test {

namespace {

constexpr int most_impacts = 40;
constexpr double touching = 1e-9, shortly = 1e-5;

enum class Grip { open, stick, forth, back, slides };  // slides: the way it moves already

struct Rows {
  Matrix H;         // gap and slip of contact k: rows 2k and 2k + 1
  Vector drift, g;  // Ḣ v; gaps
};

/// Gap, its rate and the slip, of any kind of numbers.
template <class T>
struct Kinematics {
  T gap, closing, slip;
};

template <class T>
Kinematics<T> kinematics(const TwinContact& x, const T* q, const T* v) {
  using std::cos;
  using std::sin;
  const T zero[3] = {T(0), T(0), T(0)};
  const T *a = x.body < 0 ? zero : q + 3 * x.body, *da = x.body < 0 ? zero : v + 3 * x.body;
  const T *b = x.on < 0 ? zero : q + 3 * x.on, *db = x.on < 0 ? zero : v + 3 * x.on;
  const T c = cos(a[2]), s = sin(a[2]), C = cos(b[2]), S = sin(b[2]);
  const T n[2] = {C * x.normal[0] - S * x.normal[1], S * x.normal[0] + C * x.normal[1]};
  const T d[2] = {a[0] + c * x.at[0] - s * x.at[1] - b[0] - C * x.foot[0] + S * x.foot[1],
                  a[1] + s * x.at[0] + c * x.at[1] - b[1] - S * x.foot[0] - C * x.foot[1]};
  const T r[2] = {c * x.at[0] - s * x.at[1] - x.radius * n[0],
                  s * x.at[0] + c * x.at[1] - x.radius * n[1]};
  const T R[2] = {a[0] + r[0] - b[0], a[1] + r[1] - b[1]};
  const T w[2] = {da[0] - r[1] * da[2] - db[0] + R[1] * db[2],
                  da[1] + r[0] * da[2] - db[1] - R[0] * db[2]};
  return {n[0] * d[0] + n[1] * d[1] - x.radius, n[0] * w[0] + n[1] * w[1],
          n[1] * w[0] - n[0] * w[1]};
}

class Twin {
 public:
  Twin(const TwinModel& model, double step)
      : model_(model), n_(3 * static_cast<Index>(model.bodies.size())), step_(step) {
    y_ = Vector::Zero(2 * n_);
    inverse_ = Vector::Zero(n_);
    for (Index k = 0; k < n_; ++k) {
      const TwinBody& body = model.bodies[static_cast<std::size_t>(k / 3)];
      y_(k) = body.q[k % 3];
      y_(n_ + k) = body.v[k % 3];
      inverse_(k) = k % 3 < 2 ? 1 / body.mass : body.turns ? 1 / body.inertia : 0;
    }
    mode_.assign(model.contacts.size(), Grip::open);
  }

  TwinRun run() {
    before_ = y_;
    if (!turn()) return given();
    before_ = y_;
    while (t_ < model_.duration) {
      const double h = std::min(step_, model_.duration - t_);
      const Vector next = moved(mode_, y_, t_, h);
      if (holds(mode_, next, t_ + h, 1e-11)) {
        t_ += h;
        y_ = next;
        continue;
      }
      double good = 0, bad = h;
      for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (good + bad);
        (holds(mode_, moved(mode_, y_, t_, middle), t_ + middle, 1e-13) ? good : bad) = middle;
      }
      y_ = moved(mode_, y_, t_, good);
      t_ += good;
      const std::vector<Grip> mode = mode_;
      const double t = t_;
      if (!turn()) return halfway(mode, t);
      before_ = y_;
      t_before_ = t_;
    }
    before_ = y_;
    t_before_ = t_;
    return given();
  }

 private:
  /// Between the last event that is clear and the one that is not.
  TwinRun halfway(const std::vector<Grip>& mode, double t) {
    const int steps = 1 + static_cast<int>((t - t_before_) / 2 / step_);
    const double h = (t - t_before_) / 2 / steps;
    for (int k = 0; k < steps; ++k, t_before_ += h) before_ = moved(mode, before_, t_before_, h);
    return given();
  }
  TwinRun given() {
    result_.t = t_before_;
    result_.state.assign(before_.data(), before_.data() + before_.size());
    return result_;
  }
  bool doubt(const std::string& why) {
    result_.doubt = why;
    return false;
  }

  Rows rows(const Vector& y) const {
    const Index k = static_cast<Index>(model_.contacts.size());
    Rows x{Matrix::Zero(2 * k, n_), Vector(2 * k), Vector(k)};
    std::vector<std::complex<double>> q(static_cast<std::size_t>(n_)), v(q.size());
    constexpr double tiny = 1e-30;
    for (std::size_t i = 0; i < q.size(); ++i) {
      v[i] = y(n_ + static_cast<Index>(i));
      q[i] = {y(static_cast<Index>(i)), tiny * v[i].real()};
    }
    for (Index j = 0; j < k; ++j) {
      const TwinContact& contact = model_.contacts[static_cast<std::size_t>(j)];
      const auto now = kinematics<std::complex<double>>(contact, q.data(), v.data());
      x.g(j) = now.gap.real();
      x.drift(2 * j) = now.closing.imag() / tiny;
      x.drift(2 * j + 1) = now.slip.imag() / tiny;
      for (Index i = 0; i < n_; ++i) {
        const Vector e = Vector::Unit(n_, i);
        const auto part = kinematics<double>(contact, y.data(), e.data());
        x.H(2 * j, i) = part.closing;
        x.H(2 * j + 1, i) = part.slip;
      }
    }
    return x;
  }

  Vector free_motion(double t) const {
    Vector a(n_);
    for (Index k = 0; k < n_; ++k) {
      const TwinBody& body = model_.bodies[static_cast<std::size_t>(k / 3)];
      a(k) = inverse_(k) * (body.force[k % 3] + body.growing[k % 3] * t);
    }
    return a;
  }

  double mu(std::size_t k) const { return model_.contacts[k].mu; }

  /// Equalities of a mode in the forces r, and inequalities: B r ≥ 0.
  struct Asked {
    Matrix E, B;
    Vector e;
  };
  Asked ask(const std::vector<Grip>& mode, const Rows& x, const Vector& slip, const Matrix& G,
            const Vector& c) const {
    const Index size = G.rows();
    Asked asked{Matrix::Zero(size, size), Matrix::Zero(0, size), Vector::Zero(size)};
    const auto need = [&](const Vector& row) {
      asked.B.conservativeResize(asked.B.rows() + 1, size);
      asked.B.row(asked.B.rows() - 1) = row.transpose();
    };
    for (Index k = 0; k < x.g.size(); ++k) {
      const Grip grip = mode[static_cast<std::size_t>(k)];
      const double m = mu(static_cast<std::size_t>(k));
      const Vector N = Vector::Unit(size, 2 * k), f = Vector::Unit(size, 2 * k + 1);
      asked.E.row(2 * k) = N.transpose();
      asked.E.row(2 * k + 1) = f.transpose();
      if (grip == Grip::open) continue;
      asked.E.row(2 * k) = G.row(2 * k);
      asked.e(2 * k) = -c(2 * k);
      need(N);
      if (grip == Grip::stick) {
        asked.E.row(2 * k + 1) = G.row(2 * k + 1);
        asked.e(2 * k + 1) = -c(2 * k + 1);
        need(m * N - f);
        need(m * N + f);
      } else if (m > 0) {
        const double d = grip == Grip::forth ? 1 : grip == Grip::back ? -1 : slip(k) > 0 ? 1 : -1;
        asked.E.row(2 * k + 1) = (f + d * m * N).transpose();
      }
    }
    return asked;
  }

  struct Solved {
    bool possible = false;
    double worst = 0;   // how far the best share is from what is admissible
    Vector a, contact;  // accelerations; those of gaps and slips
  };
  Solved solve(const std::vector<Grip>& mode, const Vector& y, double t, bool shares) const {
    const Rows x = rows(y);
    const Vector a = free_motion(t), c = x.H * a + x.drift;
    const Matrix W = inverse_.asDiagonal() * x.H.transpose(), G = x.H * W;
    Vector slip(x.g.size());
    for (Index k = 0; k < slip.size(); ++k) slip(k) = x.H.row(2 * k + 1) * y.tail(n_);
    const Asked asked = ask(mode, x, slip, G, c);
    const Eigen::FullPivLU<Matrix> factor = Eigen::FullPivLU<Matrix>(asked.E).setThreshold(1e-9);
    Solved solved;
    Vector r = asked.E.completeOrthogonalDecomposition().solve(asked.e);
    solved.possible = (asked.E * r - asked.e).norm() <= 1e-8 * (1 + asked.e.norm());
    solved.a = a + W * r;
    solved.contact = c + G * r;
    const Index count = asked.B.rows();
    if (!shares || count == 0) return solved;
    solved.worst = std::max(0.0, -(asked.B * r).minCoeff());
    if (solved.worst < 1e-13 || factor.rank() == G.rows()) return solved;
    const Matrix Z = factor.kernel();
    Matrix A(count, 2 * Z.cols() + count);
    A << asked.B * Z, -asked.B * Z, -Matrix::Identity(count, count);
    nonnegative_least_squares(A, -(asked.B * r), &solved.worst);
    return solved;
  }

  Vector rate(const std::vector<Grip>& mode, const Vector& y, double t) const {
    Vector f(2 * n_);
    f << y.tail(n_), solve(mode, y, t, false).a;
    return f;
  }
  Vector moved(const std::vector<Grip>& mode, const Vector& y, double t, double h) const {
    const Vector a = rate(mode, y, t), b = rate(mode, y + 0.5 * h * a, t + 0.5 * h),
                 c = rate(mode, y + 0.5 * h * b, t + 0.5 * h), d = rate(mode, y + h * c, t + h);
    return y + h / 6 * (a + 2 * b + 2 * c + d);
  }

  /// The mode is still lawful: gaps, forces, and slip against friction.
  bool holds(const std::vector<Grip>& mode, const Vector& y, double t, double tolerance) const {
    const Rows x = rows(y);
    for (Index k = 0; k < x.g.size(); ++k) {
      const Grip grip = mode[static_cast<std::size_t>(k)];
      if (x.g(k) < -std::max(tolerance, 1e-11) && grip == Grip::open) return false;
      const double slip = x.H.row(2 * k + 1) * y.tail(n_);
      if (grip == Grip::forth && slip < -tolerance) return false;
      if (grip == Grip::back && slip > tolerance) return false;
    }
    const Solved solved = solve(mode, y, t, true);
    return solved.possible && solved.worst <= std::max(tolerance, 1e-10);
  }

  /// Blows, then the one mode that goes on.
  bool turn() {
    if (!strike()) return false;
    const Rows x = rows(y_);
    std::vector<std::vector<Grip>> choices;
    for (Index k = 0; k < x.g.size(); ++k) {
      const double gap = x.g(k), closing = x.H.row(2 * k) * y_.tail(n_),
                   slip = x.H.row(2 * k + 1) * y_.tail(n_);
      std::vector<Grip> may = {Grip::open};
      if (gap < touching && closing < touching) {
        if (mu(static_cast<std::size_t>(k)) == 0) {
          may.push_back(Grip::forth);
        } else if (std::abs(slip) > touching) {
          may.push_back(slip > 0 ? Grip::forth : Grip::back);
        } else {
          may.insert(may.end(), {Grip::stick, Grip::forth, Grip::back});
        }
      }
      choices.push_back(may);
    }
    found_.clear();
    trial_.assign(choices.size(), Grip::open);
    try_modes(choices, 0, x);
    if (found_.empty()) return doubt("no mode goes on");
    for (const auto& [mode, a] : found_)
      if ((a - found_.front().second).norm() > 1e-7) return doubt("several modes go on");
    mode_ = found_.front().first;
    result_.told.push_back(name_of(mode_));
    if (result_.told.size() > 120) return doubt("too many events");
    return true;
  }

  static std::string name_of(const std::vector<Grip>& mode) {
    std::string name;
    for (const Grip grip : mode) name += "osfbk"[static_cast<int>(grip)];
    return name;
  }

  void try_modes(const std::vector<std::vector<Grip>>& choices, std::size_t k, const Rows& x) {
    if (k < choices.size()) {
      for (const Grip grip : choices[k]) {
        trial_[k] = grip;
        try_modes(choices, k + 1, x);
      }
      return;
    }
    const Solved solved = solve(trial_, y_, t_, true);
    if (!solved.possible || solved.worst > 1e-7) return;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const Index j = static_cast<Index>(i);
      if (choices[i].size() == 1) continue;  // it does not touch
      const double slip = x.H.row(2 * j + 1) * y_.tail(n_);
      if (trial_[i] == Grip::open && solved.contact(2 * j) < -1e-7) return;
      if (std::abs(slip) > touching || mu(i) == 0) continue;
      if (trial_[i] == Grip::forth && solved.contact(2 * j + 1) < -1e-7) return;
      if (trial_[i] == Grip::back && solved.contact(2 * j + 1) > 1e-7) return;
    }
    if (survives(choices)) found_.push_back({trial_, solved.a});
  }

  /// A moment later, in this mode, nothing is broken.
  bool survives(const std::vector<std::vector<Grip>>& choices) const {
    const Vector y = moved(trial_, y_, t_, shortly);
    const Rows x = rows(y), x0 = rows(y_);
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const Index j = static_cast<Index>(i);
      if (choices[i].size() == 1) continue;
      const double closing = x.H.row(2 * j) * y.tail(n_), slip = x.H.row(2 * j + 1) * y.tail(n_);
      const double was = x0.H.row(2 * j) * y_.tail(n_), slid = x0.H.row(2 * j + 1) * y_.tail(n_);
      if (trial_[i] == Grip::open && closing - was < -1e-11) return false;
      if (mu(i) == 0 || std::abs(slid) > touching) continue;
      if (trial_[i] == Grip::forth && slip - slid < -1e-11) return false;
      if (trial_[i] == Grip::back && slip - slid > 1e-11) return false;
    }
    const Solved solved = solve(trial_, y, t_ + shortly, true);
    return solved.possible && solved.worst <= 1e-9;
  }

  /// The fastest contact first, each along its slip, until nothing approaches.
  bool strike() {
    const Rows x = rows(y_);
    const Matrix W = inverse_.asDiagonal() * x.H.transpose(), G = x.H * W;
    const double scale = 1e-12 * (1 + y_.tail(n_).norm());
    for (int blow = 0;; ++blow) {
      Index best = -1;
      double most = 0, next = 0;
      for (Index k = 0; k < x.g.size(); ++k) {
        const double closing = x.H.row(2 * k) * y_.tail(n_);
        if (x.g(k) > touching || closing > -(blow == 0 ? touching : scale)) continue;
        const double speed = -closing / std::sqrt(G(2 * k, 2 * k));
        if (speed > most)
          next = most, most = speed, best = k;
        else
          next = std::max(next, speed);
      }
      if (best < 0) return true;
      if (next > (1 - 1e-6) * most) return doubt("two approach equally fast");
      if (blow == 0 && ++result_.impacts > most_impacts) return doubt("too many impacts");
      if (blow == 0 && t_ - last_impact_ < 0.02 && ++short_ > 4) return doubt("it bounces out");
      if (blow == 0) last_impact_ = t_, result_.told.push_back("!" + std::to_string(best));
      if (blow > 3000) return doubt("too many blows");
      const TwinContact& contact = model_.contacts[static_cast<std::size_t>(best)];
      TwinBlow one;
      one.G[0] = G(2 * best, 2 * best), one.G[1] = G(2 * best, 2 * best + 1);
      one.G[2] = G(2 * best + 1, 2 * best + 1);
      one.u[0] = x.H.row(2 * best) * y_.tail(n_);
      one.u[1] = x.H.row(2 * best + 1) * y_.tail(n_);
      one.mu = contact.mu, one.eps = contact.eps, one.law = contact.law;
      if (!deal(one)) return doubt("a blow that makes energy");
      y_.tail(n_) += W.col(2 * best) * one.P[0] + W.col(2 * best + 1) * one.P[1];
    }
  }

  const TwinModel& model_;
  Index n_;
  double step_, t_ = 0, t_before_ = 0, last_impact_ = -1;
  int short_ = 0;
  Vector y_, before_, inverse_;
  std::vector<Grip> mode_, trial_;
  std::vector<std::pair<std::vector<Grip>, Vector>> found_;
  TwinRun result_;
};

}  // namespace

TwinRun follow(const TwinModel& model, double step) { return Twin(model, step).run(); }

}  // namespace zwang::test
