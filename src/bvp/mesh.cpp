// SPDX-License-Identifier: Apache-2.0
#include "bvp/mesh.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"
#include "bvp/gauss.h"
#include "ode/power.h"

namespace zwang::bvp {

namespace {

class Estimate {
 public:
  Estimate(const Curve& curve, const Scales& scales)
      : curve_(curve), scales_(scales), g_(gauss(curve.stages)), m_(curve.n + curve.extra) {}

  /// In interval i, from the rate at the Gauss point j of interval `beside`.
  double error(Index i, Index beside, Index j) {
    const double h = width(i), there = curve_.mesh[beside] + g_.c[j] * width(beside);
    const double theta = (there - curve_.mesh[i]) / h;
    double value[most_stages];
    values_at(g_, theta, value);
    const double *K = curve_.rates_of(i), *known = curve_.rates_of(beside) + j * m_;
    const double P = last_legendre(g_, theta), once = std::fabs(h * g_.largest_once / P),
                 twice = std::fabs(h * h * g_.largest_twice / P);
    double error = 0;
    for (Index r = 0; r < m_; ++r) {
      double rate = 0;
      for (Index k = 0; k < g_.s; ++k) rate += value[k] * K[k * m_ + r];
      const double off = std::fabs(known[r] - rate);
      const double of_x = r < curve_.n ? twice * off / scales_.z[r] : 0;  // [ENDS 14]
      error = std::max({error, once * off / scales_.z[curve_.n + r], of_x});
    }
    return error;
  }

 private:
  double width(Index i) const { return curve_.mesh[i + 1] - curve_.mesh[i]; }

  const Curve& curve_;
  const Scales& scales_;
  const Gauss& g_;
  Index m_;
};

}  // namespace

std::vector<double> local_errors(const Curve& curve, const Scales& scales) {
  const Index N = curve.intervals();
  expects(N >= 2);
  Estimate estimate(curve, scales);
  std::vector<double> errors(N);
  for (Index i = 0; i < N; ++i) {
    if (i > 0) errors[i] = estimate.error(i, i - 1, curve.stages - 1);
    if (i + 1 < N) errors[i] = std::fmax(errors[i], estimate.error(i, i + 1, 0));
  }
  return errors;
}

namespace {

// dh/dτ at the most: neighbours differ by e^1.2, for an error is measured from one to the other.
constexpr double steepest = 1.2;
// An interval's new length over its old one, at the least: a coarse mesh sees no farther.
constexpr double shortest = 0.05;

/// Points of the mesh must differ, also where an interval is halved some times. A jump of the
/// equations needs intervals as short as the tolerance.
constexpr double tiniest = 0x1p-44;

/// h(τ), the wanted length, linear from τ on.
struct Piece {
  double tau = 0, h = 0, slope = 0;
};

/// ∫ dτ/h over a stretch of a piece: how many intervals lie in it.  [ENDS 15]
double count_in(const Piece& piece, double stretch) {
  const double growth = piece.slope * stretch / piece.h;
  return std::fabs(growth) < 1e-8 ? stretch / piece.h : std::log1p(growth) / piece.slope;
}

/// The stretch in which so many lie.
double stretch_of(const Piece& piece, double count) {
  const double growth = piece.slope * count;
  return std::fabs(growth) < 1e-8 ? piece.h * count : piece.h * std::expm1(growth) / piece.slope;
}

/// The wanted length of each interval, lowered at the points of the mesh until it changes nowhere
/// faster than the slope allows.
std::vector<double> lengths_at_points(const std::vector<double>& mesh,
                                      const std::vector<double>& wanted) {
  const std::size_t N = wanted.size();
  std::vector<double> h(N + 1);
  for (std::size_t i = 0; i <= N; ++i)
    h[i] = std::fmin(wanted[i > 0 ? i - 1 : 0], wanted[i < N ? i : N - 1]);
  for (std::size_t i = 1; i <= N; ++i)
    h[i] = std::fmin(h[i], h[i - 1] + steepest * (mesh[i] - mesh[i - 1]));
  for (std::size_t i = N; i-- > 0;)
    h[i] = std::fmin(h[i], h[i + 1] + steepest * (mesh[i + 1] - mesh[i]));
  return h;
}

/// Within an interval h rises from the left, stays at what is wanted, and falls to the right.
std::vector<Piece> pieces_of(const std::vector<double>& mesh, const std::vector<double>& wanted) {
  const std::vector<double> h = lengths_at_points(mesh, wanted);
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const double a = mesh[i], b = mesh[i + 1];
    const double meet = (h[i + 1] - h[i] + steepest * (b - a)) / (2 * steepest);  // of both slopes
    const double top = std::fmin(wanted[i], h[i] + steepest * meet);
    const double left = std::fmax(0, (top - h[i]) / steepest);
    const double right = std::fmax(0, (top - h[i + 1]) / steepest);
    if (left > 0) pieces.push_back({a, h[i], steepest});
    if (a + left < b - right) pieces.push_back({a + left, top, 0});
    if (right > 0) pieces.push_back({b - right, top, -steepest});
  }
  return pieces;
}

std::vector<double> wanted_lengths(const std::vector<double>& mesh,
                                   const std::vector<double>& errors, const Refinement& aim) {
  std::vector<double> wanted(errors.size());
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const double ratio =
        ode::power(aim.target / errors[i], 1 / static_cast<double>(aim.order));  // [ENDS 15]
    const double length =
        (mesh[i + 1] - mesh[i]) * std::fmin(std::fmax(ratio, shortest), aim.longest);
    wanted[i] = std::fmax(length, tiniest);
  }
  return wanted;
}

/// To a grid that is fine beside the interval: the last bits of logarithms, which differ between C
/// libraries and processors, are cut, and differences of points are exact.
double snapped(double tau, double h) {
  const double grid = std::ldexp(1.0, std::ilogb(h) - 16);
  return std::nearbyint(tau / grid) * grid;
}

}  // namespace

std::vector<double> equidistribute(const std::vector<double>& mesh,
                                   const std::vector<double>& errors, const Refinement& aim) {
  const std::vector<Piece> pieces = pieces_of(mesh, wanted_lengths(mesh, errors, aim));
  const double last = mesh.back();
  std::vector<double> counts;
  double total = 0;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const double end = k + 1 < pieces.size() ? pieces[k + 1].tau : last;
    counts.push_back(count_in(pieces[k], end - pieces[k].tau));
    total += counts.back();
  }
  const auto N = static_cast<Index>(
      std::clamp(std::ceil(total), static_cast<double>(aim.fewest), static_cast<double>(aim.most)));
  std::vector<double> fresh{mesh.front()};
  const double step = total / static_cast<double>(N);
  double before = 0;
  std::size_t k = 0;
  for (Index i = 1; i < N; ++i) {
    const double count = step * static_cast<double>(i);
    while (k + 1 < pieces.size() && before + counts[k] < count) before += counts[k++];
    const double stretch = stretch_of(pieces[k], count - before);
    const double h = step * (pieces[k].h + pieces[k].slope * stretch);
    fresh.push_back(snapped(pieces[k].tau + stretch, h));
  }
  fresh.push_back(last);
  return fresh;
}

std::vector<double> even_mesh(Index intervals) {
  std::vector<double> mesh;
  for (Index k = 0; k <= intervals; ++k) {
    mesh.push_back(static_cast<double>(k) / static_cast<double>(intervals));
  }
  return mesh;
}

std::vector<double> halve(const std::vector<double>& mesh) {
  std::vector<double> fresh{mesh.front()};
  for (std::size_t i = 1; i < mesh.size(); ++i) {
    fresh.push_back(mesh[i - 1] + (mesh[i] - mesh[i - 1]) / 2);
    fresh.push_back(mesh[i]);
  }
  return fresh;
}

}  // namespace zwang::bvp
