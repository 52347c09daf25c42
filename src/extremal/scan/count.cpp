// SPDX-License-Identifier: Apache-2.0
#include "extremal/scan/count.h"

#include <algorithm>
#include <cmath>

#include "extremal/question/view.h"

namespace zwang::extremal {

namespace {

int sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/// How far a curve goes along the line that its rows leave, back and forth.
class Line {
 public:
  explicit Line(Question& question)
      : question_(question),
        view_(question),
        functional_(view_.functional()),
        n_(functional_.n),
        phi_(functional_.rows),
        A_(functional_.rows * n_),
        space_(n_) {}

  /// 1, or −1 where a curve sets out against the sense in which lengths are counted.
  double sense(const bvp::Curve& curve) {
    question_.set(curve.p.data());
    const std::vector<double> t = tangent(curve.mesh[0], curve.at(0), {});
    double along = 0;
    for (Index r = 0; r < n_; ++r) along += t[r] * curve.at(0)[n_ + r];
    return along < 0 ? -1 : 1;
  }

  double length(const bvp::Curve& curve) {
    const bvp::Gauss& gauss = bvp::gauss(curve.stages);
    const bvp::GaussWeights* const within = bvp::weights_at_points(curve.stages, gauss.s);
    question_.set(curve.p.data());
    std::vector<double> z(curve.size()), before;
    double sum = 0;
    for (Index i = 0; i < curve.intervals(); ++i) {
      const double h = curve.mesh[i + 1] - curve.mesh[i];
      if (i == 0) before = tangent(curve.mesh[0], curve.at(0), {});
      for (Index j = 0; j < gauss.s; ++j) {
        value_within(curve, i, within[j], z.data());
        before = tangent(curve.mesh[i] + gauss.c[j] * h, z.data(), before);
        double along = 0;
        for (Index r = 0; r < n_; ++r) along += before[r] * z[n_ + r];
        sum += h * gauss.end.once[j] * along;
      }
    }
    question_.set(curve.p.data());
    return sum;
  }

 private:
  std::vector<double> tangent(double tau, const double* x, const std::vector<double>& before) {
    space_.clear();
    if (functional_.rows > 0 &&
        functional_.position_rows(functional_.self, question_.span().time(tau), x, phi_.data(),
                                  A_.data())) {
      for (Index i = 0; i < functional_.rows; ++i) space_.add(A_.data() + i * n_, 1e-6);
    }
    space_.complete();
    std::vector<double> t(space_.free_basis(0), space_.free_basis(0) + n_);
    double along = 0;
    if (space_.rank() == functional_.rows) {
      along = orientation(t);
    } else {  // rows that depend on each other: the way that it had a little before
      for (std::size_t i = 0; i < before.size(); ++i) along += before[i] * t[i];
    }
    for (double& component : t) component = along < 0 ? -component : component;
    return t;
  }

  // Of the rows and the tangent: the same all along the line.
  double orientation(const std::vector<double>& t) {
    std::vector<double> D;
    for (Index k = 0; k < space_.rank(); ++k)
      D.insert(D.end(), space_.basis(k), space_.basis(k) + n_);
    D.insert(D.end(), t.begin(), t.end());
    double determinant = 1;
    for (Index k = 0; k < n_; ++k) {
      Index pivot = k;
      for (Index i = k + 1; i < n_; ++i) {
        if (std::abs(D[i * n_ + k]) > std::abs(D[pivot * n_ + k])) pivot = i;
      }
      if (pivot != k) {
        std::swap_ranges(D.begin() + k * n_, D.begin() + (k + 1) * n_, D.begin() + pivot * n_);
        determinant = -determinant;
      }
      determinant *= D[k * n_ + k];
      for (Index i = k + 1; i < n_ && D[k * n_ + k] != 0; ++i) {
        const double factor = D[i * n_ + k] / D[k * n_ + k];
        for (Index j = k; j < n_; ++j) D[i * n_ + j] -= factor * D[k * n_ + j];
      }
    }
    return determinant;
  }

  Question& question_;
  View view_;
  variation::Functional functional_;
  Index n_;
  std::vector<double> phi_, A_;
  linalg::RowSpace space_;
};

}  // namespace

Count count_classes(const std::vector<Ended>& found, double first, double last, double same) {
  std::vector<Ended> ends = found;
  std::sort(ends.begin(), ends.end(), [](const Ended& a, const Ended& b) { return a.s < b.s; });
  Count count;
  std::vector<double> places;
  for (std::size_t i = 0; i < ends.size();) {
    const double s = ends[i].s;
    Index sum = 0;
    bool known = true;
    for (; i < ends.size() && ends[i].s - s < same; ++i) {
      known = known && ends[i].index >= 0;
      sum += ends[i].index % 2 == 0 ? 1 : -1;
    }
    places.push_back(s);
    if (!known) continue;
    const Index degree = (sign(last - s) - sign(first - s)) / 2;
    ++count.classes;
    count.missing += std::abs(sum - degree);
  }
  // Windings come at even distances: where one is passed and none is listed, one is missing.
  if (places.size() < 2) return count;
  double turn = INFINITY;
  for (std::size_t i = 1; i < places.size(); ++i) turn = std::min(turn, places[i] - places[i - 1]);
  for (std::size_t i = 1; i < places.size(); ++i) {
    const double turns = (places[i] - places[i - 1]) / turn;
    if (std::abs(turns - std::round(turns)) > 1e-3) return count;
    count.missing += static_cast<Index>(std::llround(turns)) - 1;
  }
  const double low = std::min(first, last), high = std::max(first, last);
  for (double s = places.front() - turn; s > low + same; s -= turn) ++count.missing;
  for (double s = places.back() + turn; s < high - same; s += turn) ++count.missing;
  return count;
}

Count count_found(Attempt& attempt, const Scan& scan, const std::vector<Found>& found) {
  if (!scan.done || scan.freedom != 1 || !scan.trusted || found.empty()) return {};
  Question& question = attempt.question();
  Shooter shooter(attempt, found.front().curve);
  const double R = scan.fastest * std::abs(question.span().length);
  const bvp::Curve first = shooter.fly({-R}, 1e-7), last = shooter.fly({R}, 1e-7);
  if (first.mesh.empty() || last.mesh.empty()) return {};
  Line line(question);
  // The degree asks for ends that are counted as rates are.
  const double sense = line.sense(last);
  std::vector<Ended> ends;
  for (const Found& one : found) {
    double speed = 0;
    for (Index i = 0; i < one.curve.n; ++i) {
      const double v = one.curve.at(0)[one.curve.n + i];
      speed += v * v;
    }
    if (std::sqrt(speed) > R) continue;
    const bool known = one.index_by_fields == one.index_by_second_variation && !one.end_conjugate;
    ends.push_back({sense * line.length(one.curve), known ? one.index_by_fields : Index{-1}});
  }
  const double extent = extent_of(found.front().curve);
  return count_classes(ends, sense * line.length(first), sense * line.length(last), 1e-4 * extent);
}

}  // namespace zwang::extremal
