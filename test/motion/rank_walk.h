// SPDX-License-Identifier: Apache-2.0
#pragma once
// Walks through poses that are known in closed form, in steps that do not know of them.

#include <functional>

#include "motion/built.h"
#include "motion/rank/rank_watch.h"

namespace zwang::test {

/// Poses are at q(t); rates are not needed by rows at the level of positions.
using PosePath = std::function<void(double t, double* q)>;

struct SeenFall {
  double t;
  Index before, at, drop;
  double nearness;
  std::vector<double> w;
  std::vector<unsigned char> dependent;
};

class RankWalk {
 public:
  RankWalk(const std::string& text, PosePath path)
      : equations_(built(text)), path_(std::move(path)) {}

  /// Steps of this length, the last one shorter.
  std::vector<SeenFall> steps(double from, double to, double dt) {
    std::vector<double> times;
    for (int k = 0; from + k * dt < to; ++k) times.push_back(from + k * dt);
    times.push_back(to);
    return through(times);
  }
  std::vector<SeenFall> through(const std::vector<double>& times) {
    std::vector<SeenFall> falls;
    motion::RankFall found;
    for (std::size_t k = 0; k + 1 < times.size(); ++k) {
      const bool last = k + 2 == times.size();
      double begin = times[k];
      while (watch.look(begin, times[k + 1], interpolant(), found, last)) {
        falls.push_back(
            {found.t, found.rank_before, found.rank_at, found.drop, found.nearness,
             std::vector<double>(found.w.begin(), found.w.end()),
             std::vector<unsigned char>(found.dependent.begin(), found.dependent.end())});
        if (falls.size() > 100 || found.t >= times[k + 1]) break;
        begin = found.t;
      }
    }
    return falls;
  }
  motion::Interpolant interpolant() {
    return {this, [](void* self, double t, double* y) noexcept {
              RankWalk& walk = *static_cast<RankWalk*>(self);
              ++walk.asked;
              walk.path_(t, y);
              std::fill_n(y + walk.equations_.n, walk.equations_.n, 0.0);
            }};
  }

 private:
  equations::Equations equations_;
  PosePath path_;
  equations::Workspace numbers_{equations_};

 public:
  motion::RankWatch watch{equations_, numbers_, 1e-9};
  long asked = 0;
};

/// The pin of a crank of length 1, and a slider on a rod of length l to it.
inline std::string crank(const std::string& l = "1", double crank_scale = 1, double rod_scale = 1) {
  return "[coordinates]\nx = 0.6\ny = 0.8\ns = 1.2\n"
         "[free]\nkinetic = \"0.5*(x'^2 + y'^2 + s'^2)\"\n"
         "[[constraints]]\nname = 'crank'\nequation = '(x^2 + y^2 - 1)*" +
         std::to_string(crank_scale) +
         " = 0'\n[[constraints]]\nname = 'rod'\nequation = '((s - x)^2 + y^2 - (" + l + ")^2)*" +
         std::to_string(rod_scale) + " = 0'\n";
}

/// The branch on which the slider passes over the pivot, by the angle of the crank.
inline PosePath crank_at(std::function<double(double)> phi) {
  return [phi](double t, double* q) {
    q[0] = std::cos(phi(t));
    q[1] = std::sin(phi(t));
    q[2] = 2 * q[0];
  };
}

inline PosePath level_platform(std::function<double(double)> alpha) {
  return [alpha](double t, double* q) {
    q[0] = std::cos(alpha(t));
    q[1] = std::sin(alpha(t));
    q[2] = 0;
  };
}

inline double evenly(double t) { return t; }

}  // namespace zwang::test
