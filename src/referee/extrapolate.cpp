// SPDX-License-Identifier: Apache-2.0
// Gragg, Bulirsch and Stoer: the midpoint rule with 2, 4, … steps, and the polynomial in h² through what they give at h = 0
// [E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, II.9].

#include "referee/extrapolate.h"

#include <algorithm>
#include <cmath>

namespace zwang::referee {

namespace {

constexpr int columns = 10;

class Extrapolation {
 public:
  Extrapolation(const RightSide& f, std::size_t size) : f_(f), size_(size) {
    for (auto* all : {&before_, &now_, &next_, &rate_, &first_}) all->resize(size);
    for (auto& row : table_) row.resize(size);
  }

  bool begin(Quad t, const std::vector<Quad>& y) {
    ++evaluations_;
    return f_(t, y.data(), first_.data());
  }

  /// Table_[0]: the answer after a step; next to it `lower`, of an order less. False: f had no answer.
  bool step(Quad t, Quad H, const std::vector<Quad>& y, std::vector<Quad>& answer,
            std::vector<Quad>& lower) {
    for (int j = 0; j < columns; ++j) {
      std::vector<Quad>& own = table_[static_cast<std::size_t>(j)];
      if (!midpoint(t, H, 2 * (j + 1), y, own)) return false;
      // Aitken and Neville, in place: row k becomes T(j, j − k).
      for (int k = j - 1; k >= 0; --k) {
        const Quad ratio = Quad(j + 1) / Quad(k + 1), weight = ratio * ratio - 1;
        std::vector<Quad>& left = table_[static_cast<std::size_t>(k)];
        const std::vector<Quad>& right = table_[static_cast<std::size_t>(k) + 1];
        if (j == columns - 1 && k == 0) lower = right;
        for (std::size_t i = 0; i < size_; ++i) left[i] = right[i] + (right[i] - left[i]) / weight;
      }
    }
    answer = table_[0];
    return true;
  }

  long evaluations() const { return evaluations_; }

 private:
  bool midpoint(Quad t, Quad H, int steps, const std::vector<Quad>& y, std::vector<Quad>& to) {
    const Quad h = H / steps;
    before_ = y;
    for (std::size_t i = 0; i < size_; ++i) now_[i] = y[i] + h * first_[i];
    for (int k = 1; k <= steps; ++k) {
      ++evaluations_;
      if (!f_(t + k * h, now_.data(), rate_.data())) return false;
      if (k == steps) break;
      for (std::size_t i = 0; i < size_; ++i) next_[i] = before_[i] + 2 * h * rate_[i];
      std::swap(before_, now_);
      std::swap(now_, next_);
    }
    for (std::size_t i = 0; i < size_; ++i) to[i] = (before_[i] + now_[i] + h * rate_[i]) / 2;
    return true;
  }

  const RightSide& f_;
  std::size_t size_;
  std::vector<Quad> before_, now_, next_, rate_, first_;
  std::vector<Quad> table_[columns];
  long evaluations_ = 0;
};

// Of coordinates and of rates each.
void enlarge(const std::vector<Quad>& y, Quad* sizes) {
  const std::size_t half = y.size() / 2;
  for (std::size_t i = 0; i < y.size(); ++i)
    sizes[i / half] = std::max(sizes[i / half], magnitude(y[i]));
}

}  // namespace

Arrival extrapolate(const RightSide& f, const AfterStep& after, const Course& course, Quad t,
                    Quad end, std::vector<Quad>& y) {
  Extrapolation method(f, y.size());
  Arrival arrival;
  const Quad span = end - t;
  Quad H = span / 100, sizes[2] = {0, 0};
  enlarge(y, sizes);
  std::vector<Quad> answer = y, lower = y;
  bool fresh = true;
  while (t < end && arrival.steps < course.most_steps) {
    if (t + H > end || end - t - H < span * Quad(1e-12)) H = end - t;
    if (fresh && !method.begin(t, y)) break;
    fresh = false;
    double error = 1e30;
    if (method.step(t, H, y, answer, lower)) {
      Quad trial[2] = {sizes[0], sizes[1]};
      enlarge(answer, trial);
      Quad worst = 0;
      const std::size_t half = y.size() / 2;
      for (std::size_t i = 0; i < y.size(); ++i) {
        const Quad size = trial[i / half] > 0 ? trial[i / half] : Quad(1);
        const Quad off = magnitude(answer[i] - lower[i]) / size;
        if (!(off <= worst)) worst = off;
      }
      error = static_cast<double>(worst / course.tolerance);
    }
    const double factor =
        error > 0 && std::isfinite(error) ? 0.8 * std::pow(error, -1.0 / (2 * columns - 1)) : 4;
    if (error <= 1) {
      t = H == end - t ? end : t + H;
      y = answer;
      if (!after(t, y.data())) break;
      enlarge(y, sizes);
      ++arrival.steps;
      fresh = true;
    }
    H *= std::clamp(std::isfinite(error) ? factor : 0.1, 0.1, error <= 1 ? 3.0 : 0.9);
    if (!(H > span * Quad(1e-28))) break;
  }
  arrival.arrived = t >= end;
  arrival.t = t;
  arrival.evaluations = method.evaluations();
  return arrival;
}

}  // namespace zwang::referee
