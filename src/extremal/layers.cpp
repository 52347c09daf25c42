// SPDX-License-Identifier: Apache-2.0
#include "extremal/layers.h"

#include <algorithm>
#include <cmath>

#include "bvp/scales.h"
#include "equations/layer_search.h"

namespace zwang::extremal {

namespace {

// Of the tolerance: what smooth extremals never reach.
constexpr double margin = 10;
// Times its width from a layer: where residuals are looked at. Forces of a bump vanish at its top.
constexpr double beside[] = {0, 0.5, -0.5, 1, -1, 2, -2};
// The first and last intervals are looked at near their outer ends too, for the sense in which arguments
// begin to change.
constexpr double next_to_end = 1e-6;
constexpr int most_rounds = 4;  // of finer meshes

/// Arguments along a curve, and how far it is from its equations.
class Look {
 public:
  Look(Question& question, const bvp::Curve& curve, double tolerance)
      : question_(question),
        curve_(curve),
        bvp_(question.bvp()),
        scales_(bvp::scales_of(curve)),
        tolerance_(tolerance),
        search_(question.equations().arguments),
        z_(curve.size()),
        g_(curve.n + curve.extra),
        low_(search_.size(), INFINITY),
        high_(search_.size(), -INFINITY) {}

  std::vector<Unseen> run() {
    if (search_.size() == 0) return {};
    const bvp::Gauss& gauss = bvp::gauss(curve_.stages);
    const Index N = curve_.intervals();
    for (Index i = 0; i < N; ++i) {
      const double from = curve_.mesh[i], h = curve_.mesh[i + 1] - from;
      look(from);
      if (i == 0) look(from + next_to_end * h * gauss.c[0]);
      for (Index j = 0; j < gauss.s; ++j) look(from + gauss.c[j] * h);
    }
    look(1 - next_to_end * (1 - curve_.mesh[N - 1]) * gauss.c[0]);
    look(1);
    for (Unseen& layer : found_) layer.range = high_[layer.argument] - low_[layer.argument];
    return std::move(found_);
  }

 private:
  void look(double tau) {
    const equations::ArgumentsAlong line{this, [](void* self, double at, double* u) noexcept {
                                           static_cast<Look*>(self)->arguments(at, u);
                                         }};
    const auto layers = search_.look(tau, line);
    const std::vector<equations::Layer> kept(layers.begin(), layers.end());
    for (const equations::Layer& layer : kept) {
      const bool missed = std::any_of(std::begin(beside), std::end(beside), [&](double part) {
        const double at = layer.at + part * layer.width;
        return at >= 0 && at <= 1 && misses(at, layer.width);
      });
      if (missed) found_.push_back({layer.argument, layer.at, layer.width, 0});
    }
  }

  void arguments(double tau, double* u) noexcept {
    evaluate(curve_, tau, z_.data());
    question_.evaluate(equations::Stage::probe, tau, z_.data());
    for (Index k = 0; k < search_.size(); ++k) {
      u[k] = question_.numbers().arguments()[k];
      low_[k] = std::fmin(low_[k], u[k]);
      high_[k] = std::fmax(high_[k], u[k]);
    }
  }

  // Whether over such a width v (or w) would change by more than the tolerance beside the curve.
  bool misses(double tau, double width) {
    const auto above = std::upper_bound(curve_.mesh.begin() + 1, curve_.mesh.end() - 1, tau);
    const Index i = above - curve_.mesh.begin() - 1, m = curve_.n + curve_.extra;
    const double theta = (tau - curve_.mesh[i]) / (curve_.mesh[i + 1] - curve_.mesh[i]);
    evaluate(curve_, tau, z_.data());
    if (!bvp_.rate(bvp_.self, tau, z_.data(), g_.data())) return true;
    double value[bvp::most_stages];
    values_at(bvp::gauss(curve_.stages), theta, value);
    for (Index r = 0; r < m; ++r) {
      double K = 0;
      for (Index k = 0; k < curve_.stages; ++k) K += value[k] * curve_.rates_of(i)[k * m + r];
      // Rates of x′ are behind x in z, and so are those of w behind x′.
      if (std::abs(K - g_[r]) * width > margin * tolerance_ * scales_.z[curve_.n + r]) return true;
    }
    return false;
  }

  Question& question_;
  const bvp::Curve& curve_;
  bvp::Bvp bvp_;
  bvp::Scales scales_;
  double tolerance_;
  equations::LayerSearch search_;
  std::vector<double> z_, g_, low_, high_;
  std::vector<Unseen> found_;
};

/// d(F* − v·F*_v)/dt = F*_t and, along coordinates that no row touches, dF*_v/dt = F*_x: both summed up at
/// the points that the curve has.
class Balance {
 public:
  Balance(Question& question, const bvp::Curve& curve)
      : question_(question),
        curve_(curve),
        scales_(bvp::scales_of(curve)),
        n_(curve.n),
        z_(curve.size()),
        sum_(n_ + 1),
        first_(n_ + 1),
        last_(n_ + 1),
        now_(n_ + 1),
        rates_(n_ + 1),
        size_(n_ + 1) {
    find_checked();
  }

  bool any() const { return std::count(checked_.begin(), checked_.end(), 1) > 0; }

  /// The interval over which most is missing, if it is more than so much of what is balanced; or −1.
  Index worst(double allowed) {
    const bvp::Gauss& gauss = bvp::gauss(curve_.stages);
    const bvp::GaussWeights* const within = bvp::weights_at_points(curve_.stages, gauss.s);
    std::vector<double> jumps(curve_.intervals() * (n_ + 1)), off(n_ + 1);
    point(curve_.mesh[0], curve_.at(0));
    first_ = last_ = now_;
    for (Index i = 0; i < curve_.intervals(); ++i) {
      const double h = (curve_.mesh[i + 1] - curve_.mesh[i]);
      std::fill(sum_.begin(), sum_.end(), 0.0);
      for (Index j = 0; j < gauss.s; ++j) {
        value_within(curve_, i, within[j], z_.data());
        point(curve_.mesh[i] + gauss.c[j] * h, z_.data());
        for (Index r = 0; r <= n_; ++r)
          sum_[r] += gauss.end.once[j] * h * question_.span().length * rates_[r];
      }
      point(curve_.mesh[i + 1], curve_.at(i + 1));
      for (Index r = 0; r <= n_; ++r) {
        double jump = now_[r] - last_[r] - sum_[r];
        if (r == n_ && checked_[r] && is_of_time(i, jump)) {
          sum_[r] += jump;
          jump = 0;
        }
        jumps[i * (n_ + 1) + r] = jump;
        first_[r] += sum_[r];
        off[r] = std::max(off[r], std::abs(now_[r] - first_[r]));
      }
      last_ = now_;
    }
    double most = 0;
    Index of = -1;
    for (Index r = 0; r <= n_; ++r) {
      const double relative = off[r] / (size_[r] > 0 ? size_[r] : 1);
      if (!checked_[r] || !(relative > allowed) || relative < most) continue;
      most = relative;
      of = r;
    }
    if (of < 0) return -1;
    Index worst = 0;
    for (Index i = 0; i < curve_.intervals(); ++i) {
      if (std::abs(jumps[i * (n_ + 1) + of]) > std::abs(jumps[worst * (n_ + 1) + of])) worst = i;
    }
    return worst;
  }

 private:
  // Momenta first, then the energy. Rows push along what they touch, and where they move they work.
  void find_checked() {
    const equations::Equations& equations = question_.equations();
    const equations::TwoEnds& two = question_.two_ends();
    checked_.assign(n_ + 1, two.variational);
    if (!two.variational) return;
    for (Index i = 0; i < equations.m; ++i) {
      const bool position = equations.rows[i].level == equations::Level::position;
      if (!position && two.lambdas > 0) continue;  // F* contains it
      if (!position) checked_[n_] = 0;
      for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e)
        checked_[equations.A().column[e]] = 0;
    }
    std::vector<double> still(curve_.size());
    for (Index k = 0; k <= curve_.intervals() && equations.m > 0 && checked_[n_]; ++k) {
      std::copy_n(curve_.at(k), curve_.size(), still.begin());
      std::fill_n(still.begin() + n_, n_, 0.0);
      question_.evaluate(equations::Stage::projection, curve_.mesh[k], still.data());
      for (Index i = 0; i < equations.m; ++i) {
        const bool position = equations.rows[i].level == equations::Level::position;
        if (position && question_.numbers().rate()[i] != 0) checked_[n_] = 0;
      }
    }
  }

  // Whether F − v·F_v jumps so with the time, at one state: what F_t does not know of conditions.
  bool is_of_time(Index i, double jump) {
    if (!question_.two_ends().may_jump || jump == 0) return false;
    double change = -sum_[n_];
    for (const double side : {-1.0, 1.0}) {
      question_.evaluate(equations::Stage::density, curve_.mesh[side < 0 ? i : i + 1],
                         curve_.at(i));
      change += side * question_.numbers().densities()[question_.two_ends().integrals];
    }
    return std::abs(jump - change) < 0.05 * std::abs(jump);
  }

  // What is balanced, how it should change, and how large it is: what the tolerance allows of x and v.
  void point(double tau, const double* z) {
    equations::Workspace& numbers = question_.numbers();
    question_.evaluate(equations::Stage::density, tau, z);
    const double* const D = numbers.densities() + question_.two_ends().integrals;
    now_[n_] = D[0];
    rates_[n_] = D[1];
    double energy = std::abs(*numbers.integrand());
    std::copy_n(numbers.momentum(), n_, now_.begin());
    for (Index i = 0; i < n_; ++i) energy += std::abs(question_.v()[i] * now_[i]);
    const std::vector<double> v(question_.v(), question_.v() + n_);
    question_.evaluate(equations::Stage::second, tau, z);
    std::copy_n(numbers.F_x(), n_, rates_.begin());
    for (Index i = 0; i < n_; ++i) energy += std::abs(rates_[i]) * scales_.z[i];
    question_.evaluate(equations::Stage::dynamics, tau, z);
    const double* M = numbers.M();
    const double length = std::abs(question_.span().length);
    Index first = 0;
    for (const std::size_t block : question_.equations().mass_blocks) {
      for (std::size_t i = 0; i < block; ++i) {
        double size = 0;
        for (std::size_t j = 0; j < block; ++j)
          size += std::abs(M[i * block + j]) * scales_.z[n_ + first + static_cast<Index>(j)];
        const Index r = first + static_cast<Index>(i);
        size_[r] =
            std::max(size_[r], size / length + std::abs(now_[r]) + length * std::abs(rates_[r]));
        energy += std::abs(v[r]) * size / length;
      }
      M += block * block;
      first += static_cast<Index>(block);
    }
    size_[n_] = std::max(size_[n_], energy);
  }

  Question& question_;
  const bvp::Curve& curve_;
  bvp::Scales scales_;
  Index n_;
  std::vector<unsigned char> checked_;
  std::vector<double> z_, sum_, first_, last_, now_, rates_, size_;
};

}  // namespace

std::vector<Unseen> unseen_layers(Question& question, const bvp::Curve& curve, double tolerance) {
  question.set(curve.p.data());
  std::vector<Unseen> layers = Look(question, curve, tolerance).run();
  if (!layers.empty()) return layers;
  Balance balance(question, curve);
  if (!balance.any()) return layers;
  const Index worst = balance.worst(margin * tolerance);
  if (worst < 0) return layers;
  const double from = curve.mesh[worst], to = curve.mesh[worst + 1];
  layers.push_back({-1, 0.5 * (from + to), 0.5 * (to - from), 0});
  return layers;
}

bvp::Curve with_points_at(const bvp::Curve& curve, const std::vector<Unseen>& layers) {
  std::vector<double> mesh = curve.mesh;
  const auto add = [&mesh](double tau) {
    if (tau > 0 && tau < 1) mesh.push_back(tau);
  };
  for (const Unseen& layer : layers) {
    const auto above = std::upper_bound(curve.mesh.begin() + 1, curve.mesh.end() - 1, layer.tau);
    const double h = *above - *(above - 1);
    if (layer.argument < 0) {  // somewhere between
      for (int k = 1; k < 16; ++k) add(*(above - 1) + k * h / 16);
      continue;
    }
    add(layer.tau);
    for (double d = layer.width; d < h; d *= 2.5) {
      add(layer.tau - d);
      add(layer.tau + d);
    }
  }
  std::sort(mesh.begin(), mesh.end());
  // Points that fall together would leave intervals of nothing.
  const auto same = [](double a, double b) { return b - a < 1e-13; };
  mesh.erase(std::unique(mesh.begin(), mesh.end(), same), mesh.end());
  mesh.back() = 1;
  return resample(curve, std::move(mesh));
}

bool see_layers(Attempt& attempt, bvp::Solution& solution, Unseen& left) {
  const double tolerance = std::max(attempt.plan().tolerance, solution.error);
  for (int round = 0;; ++round) {
    const std::vector<Unseen> layers = unseen_layers(attempt.question(), solution.curve, tolerance);
    if (layers.empty()) return true;
    left = layers.front();
    if (round == most_rounds || !attempt.goes_on()) return false;
    bvp::Solution finer = attempt.from_near(with_points_at(solution.curve, layers), 0);
    if (finer.outcome != bvp::Outcome::done) return false;
    solution = std::move(finer);
  }
}

double steepest_argument(Attempt& attempt) {
  Question& question = attempt.question();
  const bvp::Curve guess = attempt.guess_on_rows();
  const std::vector<equations::Argument>& arguments = question.equations().arguments;
  double steepest = 0;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (arguments[k].scale == equations::Argument::Scale::edge) continue;
    double low = INFINITY, high = -INFINITY;
    for (Index i = 0; i <= guess.intervals(); ++i) {
      question.evaluate(equations::Stage::probe, guess.mesh[i], guess.at(i));
      const double u = question.numbers().arguments()[k];
      low = std::fmin(low, u);
      high = std::fmax(high, u);
    }
    if (std::isfinite(high - low)) steepest = std::max(steepest, high - low);
  }
  return steepest;
}

}  // namespace zwang::extremal
