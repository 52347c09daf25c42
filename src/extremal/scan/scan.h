// SPDX-License-Identifier: Apache-2.0
#pragma once
// Systematic scans of the rates with which extremals may set out, between fixed ends: of one freedom along
// a line, of two over a disk. What they do not resolve they count.

#include "extremal/answer.h"
#include "extremal/shooter.h"

namespace zwang::extremal {

/// Rates, by τ, from which shots come near the end.
struct Aimed {
  std::vector<double> direction;  // along the tangents of the shooter
};

/// Where the end is, in the plane (or line) that its rows leave.
class Target {
 public:
  /// Of the question whose curves end as this one does.
  Target(Question& question, const bvp::Curve& curve);

  Index freedom() const { return static_cast<Index>(tangents_.size()) / n_; }
  /// Along the tangents there; and how far it is in all.
  double along(Index k, const double* x) const;
  double distance(const double* x) const;
  /// Of a vector.
  double part(Index k, const double* dx) const;

 private:
  Index n_;
  std::vector<double> x_, tangents_;
};

/// All rates from `low` to `high` (by τ) that lead to the target, each once.
std::vector<Aimed> scan_line(Shooter& shooter, const Target& target, double low, double high,
                             double extent, Scan& scan);

/// The same of two freedoms between two speeds. Along geodesics (`straight`) all speeds of one direction
/// are one curve.
std::vector<Aimed> scan_rays(Shooter& shooter, const Target& target, double slowest, double R,
                             double extent, Scan& scan);
std::vector<Aimed> scan_disk(Shooter& shooter, const Target& target, double slowest, double R,
                             double extent, Scan& scan);

}  // namespace zwang::extremal
