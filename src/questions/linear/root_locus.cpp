// SPDX-License-Identifier: Apache-2.0
// Eigenvalues over a parameter: joined to branches by the least distance between neighbours, with more values where
// they move fast, and crossings of the imaginary axis located on their branches.

#include "zwang/root_locus.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "base/index.h"
#include "diagnosis/words.h"

namespace zwang {

namespace {

using Complex = std::complex<double>;
using Roots = std::vector<Complex>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The eigenvalues at one value, both of a pair, without those that are zero.
struct Point {
  double parameter = 0;
  std::string problem;
  Roots roots;
  double error = 0;  // the largest of an eigenvalue
  Stability stability = Stability::undecided;
};

double largest(const Roots& roots) {
  double most = 0;
  for (const Complex& x : roots) most = std::max(most, std::abs(x));
  return most;
}

/// Of each root of a, the one of b that it becomes, or −1: the nearest pairs first. A pair moves alike, so that
/// what is conjugate stays so.
std::vector<Index> matched(const Roots& a, const Roots& b) {
  std::vector<std::tuple<double, std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) pairs.emplace_back(std::abs(a[i] - b[j]), i, j);
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const auto& x, const auto& y) { return std::get<0>(x) < std::get<0>(y); });
  std::vector<Index> to(a.size(), -1);
  std::vector<char> taken(b.size(), 0);
  for (const auto& [distance, i, j] : pairs) {
    if (to[i] >= 0 || taken[j]) continue;
    to[i] = static_cast<Index>(j);
    taken[j] = 1;
  }
  return to;
}

class Locus {
 public:
  Locus(const Model& model, const RootLocusOptions& options) : model_(model), options_(options) {
    options_.linear.inputs.emplace();
    options_.linear.outputs.emplace();
    options_.linear.frequencies = 0;
  }
  RootLocus answer();

 private:
  Point at(double parameter) const;
  void refine(const Point& a, const Point& b, int depth);
  void join();
  void find_crossings();
  std::optional<RootCrossing> crossing(double a, Complex x, double b, Complex y) const;
  std::optional<RootCrossing> through_zero(double centre, double width, Complex near,
                                           bool to_unstable) const;
  void tell();

  const Model& model_;
  RootLocusOptions options_;
  std::vector<Point> points_;
  RootLocus result_;
};

Point Locus::at(double parameter) const {
  const LinearModel linear = linearise(model_.with({{options_.over, parameter}}), options_.linear);
  Point point{parameter, linear.problem, {}, 0, linear.stability};
  for (const LinearMode& mode : linear.modes) {
    point.roots.push_back(mode.eigenvalue);
    if (mode.eigenvalue.imag() > 0) point.roots.push_back(std::conj(mode.eigenvalue));
    point.error = std::max(point.error, mode.error);
  }
  return point;
}

// Behind a, up to and with b. Where roots meet and part they move as a square root does, so that no depth would do.
void Locus::refine(const Point& a, const Point& b, int depth) {
  constexpr double far = 0.1;  // of the largest root: branches could be mistaken for each other
  double moves = 0;
  const std::vector<Index> to = matched(a.roots, b.roots);
  for (std::size_t i = 0; i < to.size(); ++i)
    if (to[i] >= 0)
      moves = std::max(moves, std::abs(a.roots[i] - b.roots[static_cast<std::size_t>(to[i])]));
  const bool whole = a.problem.empty() && b.problem.empty();
  if (depth > 0 && whole && moves > far * std::max(largest(a.roots), largest(b.roots))) {
    const Point middle = at(a.parameter + (b.parameter - a.parameter) / 2);
    refine(a, middle, depth - 1);
    refine(middle, b, depth - 1);
    return;
  }
  points_.push_back(b);
}

// A root that is zero at a point is missing there; its branch goes on behind.
void Locus::join() {
  Roots last;  // of every branch, where it had one
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const Roots& roots = points_[k].roots;
    std::vector<char> known(roots.size(), 0);
    const std::vector<Index> to = matched(last, roots);
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (to[i] < 0) continue;
      const auto j = static_cast<std::size_t>(to[i]);
      result_.branches[i][k] = last[i] = roots[j];
      known[j] = 1;
    }
    for (std::size_t j = 0; j < roots.size(); ++j) {
      if (known[j]) continue;
      result_.branches.emplace_back(points_.size(), Complex(nan, nan)).at(k) = roots[j];
      last.push_back(roots[j]);
    }
  }
}

// Near zero a real root is taken for zero. So it is followed to both sides of where that happens, and the polynomial
// through three roots on each side has the answer.
std::optional<RootCrossing> Locus::through_zero(double centre, double width, Complex near,
                                                bool to_unstable) const {
  for (double h = 1e-6 * width; h <= width; h *= 4) {
    std::vector<double> at_value, root;
    for (const double k : {-3.0, -2.0, -1.0, 1.0, 2.0, 3.0}) {
      const Point point = at(centre + k * h);
      double best = nan;
      for (const Complex& x : point.roots)
        if (x.imag() == 0 && !(std::abs(x.real() - near.real()) >= std::abs(best - near.real())))
          best = x.real();
      at_value.push_back(k);
      root.push_back(best);
    }
    bool passes = true;  // evenly from one sign to the other: all six are of one branch
    for (std::size_t i = 0; i + 1 < root.size(); ++i)
      passes = passes && (root[i + 1] - root[i]) * (root[5] - root[0]) > 0;
    if (!passes || !(root[2] * root[3] < 0)) continue;
    double k = 0;  // the value at the root 0, by Lagrange's formula with both exchanged
    for (std::size_t i = 0; i < root.size(); ++i) {
      double term = at_value[i];
      for (std::size_t j = 0; j < root.size(); ++j)
        if (j != i) term *= root[j] / (root[j] - root[i]);
      k += term;
    }
    return RootCrossing{centre + k * h, 0, to_unstable};
  }
  return std::nullopt;
}

// Regula falsi (Illinois) on the real part of the root between two of one branch.
std::optional<RootCrossing> Locus::crossing(double a, Complex x, double b, Complex y) const {
  const bool to_unstable = y.real() > 0;
  double fa = x.real(), fb = y.real(), c = a;
  Complex z = x;
  int before = 0;
  for (int k = 0; k < 80 && std::abs(b - a) > 1e-14 * (std::abs(a) + std::abs(b)); ++k) {
    const double share = std::clamp(fa / (fa - fb), 0.0, 1.0);
    c = a + (b - a) * share;
    const Complex expected = x + (y - x) * share;
    const Point point = at(c);
    z = Complex(nan, nan);
    for (const Complex& root : point.roots)
      if (!(std::abs(root - expected) >= std::abs(z - expected))) z = root;
    // A root that is zero, or so near that nothing tells, is not among them.
    const bool missing = !(std::abs(z - expected) <= 2 * std::abs(y - x));
    if (missing && expected.imag() == 0)
      return through_zero(c, std::abs(b - a), expected, to_unstable);
    if (std::abs(z.real()) <= point.error) break;
    const int side = (z.real() > 0) == to_unstable ? 1 : -1;
    if (side > 0) {
      b = c, y = z, fb = z.real();
      if (side == before) fa /= 2;
    } else {
      a = c, x = z, fa = z.real();
      if (side == before) fb /= 2;
    }
    before = side;
  }
  const double size = std::max(std::abs(x), std::abs(y));
  if (!(std::abs(z.real()) <= 1e-6 * size)) return std::nullopt;  // two branches taken for one
  const double frequency = std::abs(z.imag()) > 1e-9 * size ? std::abs(z.imag()) : 0;
  return RootCrossing{c, frequency, to_unstable};
}

void Locus::find_crossings() {
  for (const std::vector<Complex>& branch : result_.branches) {
    Index last = -1;  // the last point at which it had a sign
    for (std::size_t k = 0; k < branch.size(); ++k) {
      if (!(std::abs(branch[k].real()) > points_[k].error)) continue;
      const Complex x = last < 0 ? branch[k] : branch[static_cast<std::size_t>(last)];
      const bool lower_of_pair = branch[k].imag() < 0;
      if (x.real() * branch[k].real() < 0 && !lower_of_pair) {
        const double from = points_[static_cast<std::size_t>(last)].parameter;
        const auto found = crossing(from, x, points_[k].parameter, branch[k]);
        if (found) result_.crossings.push_back(*found);
        if (!found)
          result_.notes.push_back("Eigenvalues could not be told apart behind " + options_.over +
                                  " = " + diagnosis::short_number(from) +
                                  ": use more points there.");
      }
      last = static_cast<Index>(k);
    }
  }
  const double sign = options_.to < options_.from ? -1 : 1;
  std::stable_sort(result_.crossings.begin(), result_.crossings.end(),
                   [sign](const RootCrossing& a, const RootCrossing& b) {
                     return sign * a.parameter < sign * b.parameter;
                   });
}

void Locus::tell() {
  const auto number = [](double x) { return diagnosis::short_number(x); };
  std::string& text = result_.text;
  for (const RootCrossing& one : result_.crossings) {
    text += (text.empty() ? "" : " ") + std::string("At ") + options_.over + " = " +
            number(one.parameter) +
            (one.frequency > 0 ? " an oscillation of angular frequency " + number(one.frequency)
                               : std::string(" a motion without oscillation")) +
            (one.to_unstable ? " begins to grow." : " begins to decay.");
  }
  if (text.empty()) text = "No eigenvalue crosses the imaginary axis.";
}

RootLocus Locus::answer() {
  result_.over = options_.over;
  const auto intervals = static_cast<double>(std::max<std::size_t>(options_.points, 2) - 1);
  Point before = at(options_.from);
  points_.push_back(before);
  for (double k = 1; k <= intervals; ++k) {
    const Point next = at(options_.from + (options_.to - options_.from) * (k / intervals));
    refine(before, next, 4);
    before = next;
  }
  for (const Point& point : points_) {
    result_.parameters.push_back(point.parameter);
    result_.stability.push_back(point.stability);
    if (point.problem.empty() || result_.notes.size() >= 10) continue;
    result_.notes.push_back(options_.over + " = " + diagnosis::short_number(point.parameter) +
                            ": " + point.problem);
  }
  const bool none = std::all_of(points_.begin(), points_.end(),
                                [](const Point& point) { return !point.problem.empty(); });
  if (none) {
    result_.problem = points_.front().problem;
    return result_;
  }
  join();
  find_crossings();
  tell();
  return result_;
}

void check(const Model& model, const RootLocusOptions& options) {
  const std::vector<std::string>& known = model.parameters();
  if (std::find(known.begin(), known.end(), options.over) == known.end())
    throw InputError("over", "'" + options.over + "' is not a parameter");
  if (!std::isfinite(options.from) || !std::isfinite(options.to) || options.from == options.to)
    throw InputError("over", "must have two different ends");
}

}  // namespace

RootLocus root_locus(const Model& model, const RootLocusOptions& options) {
  check(model, options);
  return Locus(model, options).answer();
}

}  // namespace zwang
