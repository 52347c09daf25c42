// SPDX-License-Identifier: Apache-2.0
#include "variation/chain/assemble_chain.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "linalg/rank.h"
#include "linalg/symmetric.h"
#include "linalg/vector.h"
#include "variation/chain/sampled_curve.h"

namespace zwang::variation {

namespace {

using Numbers = std::vector<double>;

/// What is kept of a node while its links are assembled.
struct Node {
  double t = 0;
  Index size = 0;   // of η
  Numbers Z, c, C;  // as in NodeForm
  Numbers mass;     // n × n: F_vv of the time that the node stands for
};

class Assembly {
 public:
  Assembly(const Functional& functional, const SampledCurve& curve, Index links,
           QuadraticChain& chain);
  bool run();

 private:
  bool place_nodes();
  bool place_link(Index k);
  void add_to_link(Index k, double h);
  void spread(Index k);
  void reduce_form(Index k);
  void reduce_rows(Index k);
  void measure_rows();
  bool bind(Index k);
  void gather_mass(Index k, double h, const LinkPlace& place);
  bool definite(const Numbers& W, Index size);
  void weigh();
  void time_slopes(double t, Numbers& slopes) const;

  const Functional& f_;
  const SampledCurve& curve_;
  QuadraticChain& chain_;
  Index n_, free_, links_;
  double D_;
  EndVariation ends_;
  Sampler sampler_;
  NodeForm node_form_;
  LinkForm link_form_;
  std::vector<Node> nodes_;
  struct {
    Numbers slopes, stretch;  // free: ∂t/∂p where it is asked about; ∂D/∂p
  } time_;
  Numbers B_, product_, row_, whole_;
  struct {
    std::unique_ptr<NodeRows> solver;
    Numbers R, basis, unit, answer;
  } bound_;  // velocity rows of a link
  struct {
    Numbers entries;
    std::vector<Index> order;
    std::vector<unsigned char> pair;
    double size = 0;
  } mass_;
};

Assembly::Assembly(const Functional& functional, const SampledCurve& curve, Index links,
                   QuadraticChain& chain)
    : f_(functional),
      curve_(curve),
      chain_(chain),
      n_(functional.n),
      free_(curve.free),
      links_(links),
      D_(curve.t.back() - curve.t.front()),
      ends_(functional, curve),
      sampler_(functional, curve),
      node_form_(functional, free_, ends_.most_held()),
      link_form_(functional, free_) {
  time_.slopes.resize(free_);
  time_.stretch.resize(free_);
  mass_.order.resize(n_);
  mass_.pair.resize(n_);
  for (Index a = 0; a < free_; ++a)
    time_.stretch[a] = curve.time_slopes[2 * a + 1] - curve.time_slopes[2 * a];
}

void Assembly::time_slopes(double t, Numbers& slopes) const {
  const double tau = (t - curve_.t.front()) / D_;
  for (Index a = 0; a < free_; ++a) slopes[a] = curve_.time_slopes[2 * a] + tau * time_.stretch[a];
}

bool Assembly::place_nodes() {
  const auto intervals = static_cast<double>(curve_.t.size() - 1);
  nodes_.resize(links_ + 1);
  chain_.sizes.assign(nodes_.size(), 0);
  for (Index k = 0; k <= links_; ++k) {
    const double u = intervals * static_cast<double>(k) / static_cast<double>(links_);
    Node& node = nodes_[k];
    node.t = sampler_.time(u);
    sampler_.move_to(u);
    time_slopes(node.t, time_.slopes);
    NodePlace place{
        node.t,  D_, sampler_.x.data(), sampler_.multipliers.data(), time_.slopes.data(),
        nullptr, 0};
    if (k == 0 || k == links_) {
      place.held = ends_.held(k == 0 ? 0 : 1).data();
      place.held_rows =
          static_cast<Index>(ends_.held(k == 0 ? 0 : 1).size()) / std::max<Index>(n_, 1);
    }
    if (!node_form_.at(place)) return false;
    node.size = chain_.sizes[k] = node_form_.left_free();
    node.Z.assign(node_form_.Z.begin(), node_form_.Z.begin() + node.size * n_);
    node.c = node_form_.c;
    node.C = node_form_.C;
    node.mass.assign(n_ * n_, 0);
  }
  return true;
}

/// Adds what stands at the nodes to the form of link k, over (δx_left, δx_right, δp): half of the
/// curvature of either, and that of the ends.
void Assembly::add_to_link(Index k, double h) {
  const Index n = n_, w = link_form_.width(), own = n + free_;
  for (int side = 0; side < 2; ++side) {
    const Numbers& C = nodes_[k + side].C;
    const auto at = [side, n](Index i) { return i < n ? side * n + i : i + n; };
    for (Index i = 0; i < own; ++i)
      for (Index j = 0; j < own; ++j) link_form_.Q[at(i) * w + at(j)] += h / 2 * C[i * own + j];
  }
  if (k == 0) ends_.add_curvature(0, link_form_.Q.data());
  if (k == links_ - 1) ends_.add_curvature(1, link_form_.Q.data());
}

/// B: (δx_left, δx_right, δp) from (η_k, η_{k+1}, δp).
void Assembly::spread(Index k) {
  const Node &left = nodes_[k], &right = nodes_[k + 1];
  const Index n = n_, w = left.size + right.size + free_;
  B_.assign(link_form_.width() * w, 0);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < left.size; ++j) B_[i * w + j] = left.Z[j * n + i];
    for (Index j = 0; j < right.size; ++j) B_[(n + i) * w + left.size + j] = right.Z[j * n + i];
    for (Index a = 0; a < free_; ++a) {
      B_[i * w + left.size + right.size + a] = left.c[a * n + i];
      B_[(n + i) * w + left.size + right.size + a] = right.c[a * n + i];
    }
  }
  for (Index a = 0; a < free_; ++a) B_[(2 * n + a) * w + left.size + right.size + a] = 1;
}

void Assembly::reduce_form(Index k) {
  const Index wide = link_form_.width(), w = chain_.width(k);
  Numbers& Q = chain_.link[k].Q;
  Q.assign(w * w, 0);
  product_.assign(wide * w, 0);
  for (Index i = 0; i < wide; ++i)
    for (Index c = 0; c < wide; ++c) {
      const double q = link_form_.Q[i * wide + c];
      for (Index j = 0; q != 0 && j < w; ++j) product_[i * w + j] += q * B_[c * w + j];
    }
  for (Index i = 0; i < w; ++i)
    for (Index j = i; j < w; ++j) {
      double sum = 0;
      for (Index c = 0; c < wide; ++c) sum += B_[c * w + i] * product_[c * w + j];
      Q[i * w + j] = Q[j * w + i] = sum;  // [ENDS 21]
    }
}

/// out ← rows·B, `count` rows of the link's width.
void times(const Numbers& rows, const Numbers& B, Index count, Index wide, Index w, double* out) {
  std::fill_n(out, count * w, 0.0);
  for (Index r = 0; r < count; ++r)
    for (Index c = 0; c < wide; ++c)
      for (Index j = 0; j < w; ++j) out[r * w + j] += rows[r * wide + c] * B[c * w + j];
}

void Assembly::reduce_rows(Index k) {
  const Index wide = link_form_.width(), w = chain_.width(k), rows = chain_.rows;
  row_.assign(rows * wide, 0);
  std::copy(link_form_.integrals.begin(), link_form_.integrals.end(),
            row_.begin() + ends_.rows() * wide);
  if (k == 0) ends_.add_rows(0, row_.data());
  if (k == links_ - 1) ends_.add_rows(1, row_.data());
  chain_.link[k].row.resize(rows * w);
  times(row_, B_, rows, wide, w, chain_.link[k].row.data());
  const Index all = (links_ + 1) * n_ + free_;
  for (Index r = 0; r < rows; ++r)
    for (Index i = 0; i < wide; ++i)
      whole_[r * all + (i < 2 * n_ ? k * n_ + i : i + (links_ - 1) * n_)] += row_[r * wide + i];
}

void Assembly::measure_rows() {
  const Index all = (links_ + 1) * n_ + free_;
  for (Index r = 0; r < chain_.rows; ++r) {
    const double *row = whole_.data() + r * all, *constants = row + all - free_;
    chain_.row_length.push_back(
        std::sqrt(static_cast<double>(links_ + 1) * linalg::dot(row, row, all - free_) +
                  linalg::dot(constants, constants, free_)));
  }
}

/// Velocity rows L η_k + R η_{k+1} + P δp = 0, solved for η_{k+1}.
bool Assembly::bind(Index k) {
  const Index m = f_.velocities, w = chain_.width(k);
  const Index here = chain_.sizes[k], there = chain_.sizes[k + 1], own = here + free_;
  QuadraticChain::Link& link = chain_.link[k];
  if (m == 0) return true;
  if (there < m) return false;
  if (!bound_.solver || bound_.solver->rank() + bound_.solver->free() != there) {
    bound_.solver = std::make_unique<NodeRows>(there, m);
    for (auto* x : {&bound_.R, &bound_.basis}) x->assign(n_ * n_, 0);
    bound_.unit.assign(m, 0);
    bound_.answer.assign(there, 0);
  }
  row_.resize(m * w);
  times(link_form_.velocities, B_, m, link_form_.width(), w, row_.data());
  for (Index r = 0; r < m; ++r)
    std::copy_n(row_.data() + r * w + here, there, bound_.R.data() + r * there);
  link.follow.assign(there * own, 0);
  for (Index r = 0; r < m; ++r) {
    std::fill(bound_.unit.begin(), bound_.unit.end(), 0.0);
    bound_.unit[r] = -1;
    bound_.solver->factor(bound_.R.data(), bound_.unit.data(), m);
    if (bound_.solver->rank() < m) return false;
    bound_.solver->shortest(bound_.answer.data());
    for (Index i = 0; i < there; ++i)
      for (Index j = 0; j < own; ++j)
        link.follow[i * own + j] += bound_.answer[i] * row_[r * w + (j < here ? j : j + there)];
  }
  link.choices = there - m;
  bound_.solver->null_basis(bound_.basis.data());
  link.choice.resize(there * link.choices);
  for (Index i = 0; i < there; ++i)
    for (Index j = 0; j < link.choices; ++j)
      link.choice[i * link.choices + j] = bound_.basis[j * there + i];
  return true;
}

/// F_vv, with a mass of the same size along the velocity rows, where F may have none.
void Assembly::gather_mass(Index k, double h, const LinkPlace& place) {
  const Index n = n_;
  const double size = linalg::largest(link_form_.point().F_vv);
  mass_.size += h / D_ * size;
  Numbers& mass = mass_.entries;
  mass = link_form_.point().F_vv;
  for (Index r = 0; r < f_.velocities; ++r) {
    const double* f = link_form_.point().f_v.data() + r * n;
    const double square = linalg::dot(f, f, n);
    for (Index i = 0; square > 0 && i < n; ++i)
      for (Index j = 0; j < n; ++j) mass[i * n + j] += size * f[i] * f[j] / square;
  }
  for (Index i = 0; i < n * n; ++i) {
    nodes_[k].mass[i] += h / 2 * mass[i];
    nodes_[k + 1].mass[i] += h / 2 * mass[i];
  }
  const double speed2 = linalg::dot(place.v, place.v, n);
  for (Index a = 0; a < free_; ++a)
    chain_.constant_weight[a] += h * size * speed2 * place.time_slope[a] * place.time_slope[a];
}

bool Assembly::place_link(Index k) {
  const double t0 = nodes_[k].t, t1 = nodes_[k + 1].t, t = (t0 + t1) / 2;
  sampler_.move_to(sampler_.place(t));
  time_slopes(t, time_.slopes);
  LinkPlace place;
  place.t = t;
  place.h = t1 - t0;
  place.D = D_;
  place.x = sampler_.x.data();
  place.v = sampler_.v.data();
  place.lambda = sampler_.lambda.data();
  place.mu = curve_.mu.data();
  place.time_slope = time_.slopes.data();
  place.length_slope = time_.stretch.data();
  if (!link_form_.at(place)) return false;
  gather_mass(k, place.h, place);
  add_to_link(k, place.h);
  spread(k);
  reduce_form(k);
  reduce_rows(k);
  return bind(k);
}

bool Assembly::definite(const Numbers& W, Index size) {
  mass_.entries = W;
  const linalg::SymmetricInertia inertia =
      linalg::factor_symmetric({size, mass_.entries.data(), size, mass_.order.data(),
                                mass_.pair.data(), linalg::mass_tolerance(n_), 0});
  return inertia.positive == size;
}

/// The metric h F_vv (π/T)²: eigenvalues are then those of harmonics, j² − … , whatever the units.
/// Where F_vv is not definite along the rows, its size stands in.
void Assembly::weigh() {
  const double harmonic = std::numbers::pi / D_, unit = harmonic * harmonic;
  const double size = mass_.size > 0 ? mass_.size : 1;
  chain_.weight.resize(nodes_.size());
  for (Index k = 0; k <= links_; ++k) {
    const Node& node = nodes_[k];
    const Index d = node.size;
    Numbers& W = chain_.weight[k];
    W.assign(d * d, 0);
    for (Index i = 0; i < d; ++i)
      for (Index j = i; j < d; ++j) {
        double sum = 0;
        for (Index r = 0; r < n_; ++r)
          sum += node.Z[i * n_ + r] *
                 linalg::dot(node.mass.data() + r * n_, node.Z.data() + j * n_, n_);
        W[i * d + j] = W[j * d + i] = unit * sum;  // [ENDS 30]
      }
    if (definite(W, d)) continue;
    const double h = (nodes_[std::min(k + 1, links_)].t - nodes_[std::max<Index>(k - 1, 0)].t) / 2;
    std::fill(W.begin(), W.end(), 0.0);
    for (Index i = 0; i < d; ++i) W[i * d + i] = unit * h * size;
  }
  for (Index a = 0; a < free_; ++a) {
    const double *s = curve_.time_slopes.data() + 2 * a, slope = std::fabs(s[0]) + std::fabs(s[1]);
    double& weight = chain_.constant_weight[a];
    if (!(weight > 0)) weight = D_ * size * (slope > 0 ? slope * slope : 1);
    weight *= unit;
  }
}

bool Assembly::run() {
  chain_ = {};
  chain_.links = links_;
  chain_.constants = free_;
  chain_.rows = ends_.rows() + f_.integrals;
  chain_.link.resize(links_);
  chain_.constant_weight.assign(free_, 0);
  whole_.assign(chain_.rows * ((links_ + 1) * n_ + free_), 0);
  if (!place_nodes()) return false;
  for (Index k = 0; k < links_; ++k)
    if (!place_link(k)) return false;
  weigh();
  measure_rows();
  return true;
}

}  // namespace

bool assemble_chain(const Functional& functional, const SampledCurve& curve, Index links,
                    QuadraticChain& chain) {
  return Assembly(functional, curve, links, chain).run();
}

}  // namespace zwang::variation
