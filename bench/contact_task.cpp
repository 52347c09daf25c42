// SPDX-License-Identifier: Apache-2.0
#include "contact_task.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>

#include "random.h"

namespace bench {
namespace {

using Vector = std::array<double, 3>;

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vector unit(Vector v) {
  const double size = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (double& x : v) x /= size;
  return v;
}

class Maker {
 public:
  Maker(ContactFamily family, int contacts, std::uint64_t seed)
      : random_(seed * 1000003 + static_cast<std::uint64_t>(contacts)), family_(family) {
    task_.contacts = contacts;
    const double each = family == ContactFamily::loose  ? 1.6
                        : family == ContactFamily::heap ? 3
                                                        : 8;  // contacts for each body
    bodies_ = std::max(1, static_cast<int>(contacts / each));
    task_.freedom = 6 * bodies_;
    task_.H.assign(static_cast<std::size_t>(3 * contacts * task_.freedom), 0.0);
    for (int b = 0; b < bodies_; ++b) {
      mass_.push_back(std::exp(random_.signed_unit()));
      turning_.push_back(mass_.back() * (0.3 + 0.1 * random_.signed_unit()));
    }
  }

  ContactTask make() {
    const int points = family_ == ContactFamily::boxes ? 4 : 1;
    for (int k = 0; k < task_.contacts; k += points) {
      // A tree down to the ground first, so that all hangs together; then pairs at random.
      const int pair = k / points;
      const int upper = pair < bodies_ ? pair : pick(bodies_);
      int lower = pair < bodies_ ? upper - 1 - pick(2) : pick(bodies_ + 1) - 1;
      if (lower == upper || lower < -1) lower = -1;
      add_pair(k, std::min(points, task_.contacts - k), upper, lower);
    }
    add_load();
    return std::move(task_);
  }

 private:
  int pick(int count) {
    const int k = static_cast<int>((random_.signed_unit() + 1) / 2 * count);
    return std::min(k, count - 1);
  }
  Vector any() { return {random_.signed_unit(), random_.signed_unit(), random_.signed_unit()}; }

  void add_pair(int first, int points, int upper, int lower) {
    Vector n = any();
    const double across = family_ == ContactFamily::boxes ? 0.1 : 0.7;
    n = unit({across * n[0], across * n[1], 1});
    const Vector t = unit(cross(n, any())), s = cross(n, t);
    const double mu = 0.1 + 0.4 * (random_.signed_unit() + 1);
    const Vector mid_upper = {0.3 * n[0], 0.3 * n[1], -1}, mid_lower = {0, 0, 1};
    for (int k = 0; k < points; ++k) {
      const double a = points > 1 ? (k & 1 ? 0.5 : -0.5) : random_.signed_unit();
      const double b = points > 1 ? (k & 2 ? 0.5 : -0.5) : random_.signed_unit();
      Vector up = mid_upper, low = mid_lower;
      for (std::size_t i = 0; i < 3; ++i) {
        up[i] += a * t[i] + b * s[i];
        low[i] += a * t[i] + b * s[i];
      }
      const Vector* const axes[] = {&n, &t, &s};
      for (int i = 0; i < 3; ++i) {
        add_row(3 * (first + k) + i, upper, *axes[i], up, 1);
        if (lower >= 0) add_row(3 * (first + k) + i, lower, *axes[i], low, -1);
      }
      task_.mu.push_back(mu);
    }
  }

  void add_row(int row, int body, const Vector& axis, const Vector& arm, double sign) {
    double* const H = task_.H.data() + static_cast<std::size_t>(row) * task_.freedom + 6 * body;
    const Vector turn = cross(arm, axis);
    for (int i = 0; i < 3; ++i) {
      H[i] += sign * axis[i] / std::sqrt(mass_[body]);
      H[3 + i] += sign * turn[i] / std::sqrt(turning_[body]);
    }
  }

  // Weight and random forces and torques: what moves without contacts, in the unit metric.
  void add_load() {
    std::vector<double> w(static_cast<std::size_t>(task_.freedom));
    for (int b = 0; b < bodies_; ++b)
      for (int i = 0; i < 6; ++i) {
        const double m = i < 3 ? mass_[b] : turning_[b];
        w[6 * b + i] = std::sqrt(m) * ((i == 2 ? -9.81 : 0) + 3 * random_.signed_unit());
      }
    for (int i = 0; i < 3 * task_.contacts; ++i) {
      double sum = 0;
      for (int j = 0; j < task_.freedom; ++j)
        sum += task_.H[static_cast<std::size_t>(i) * task_.freedom + j] * w[j];
      task_.c.push_back(sum);
    }
  }

  Random random_;
  ContactFamily family_;
  ContactTask task_;
  int bodies_ = 0;
  std::vector<double> mass_, turning_;
};

}  // namespace

const char* name_of(ContactFamily family) {
  return family == ContactFamily::loose  ? "loose"
         : family == ContactFamily::heap ? "heap"
                                         : "boxes";
}

ContactTask contact_task(ContactFamily family, int contacts, std::uint64_t seed) {
  return Maker(family, contacts, seed).make();
}

std::vector<double> accelerations_of(const ContactTask& task, const std::vector<double>& r) {
  const std::size_t n = task.c.size(), d = static_cast<std::size_t>(task.freedom);
  std::vector<double> x(d, 0.0), a = task.c;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < d; ++j) x[j] += task.H[i * d + j] * r[i];
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < d; ++j) a[i] += task.H[i * d + j] * x[j];
  return a;
}

double contact_misfit(const ContactTask& task, const std::vector<double>& r) {
  const std::size_t n = task.c.size(), d = static_cast<std::size_t>(task.freedom);
  double size = 0, largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double square = 0;
    for (std::size_t j = 0; j < d; ++j) square += task.H[i * d + j] * task.H[i * d + j];
    largest = std::max(largest, square);
    size = std::max(size, std::abs(task.c[i]));
  }
  const std::vector<double> a = accelerations_of(task, r);
  const double force = size / largest;
  double worst = 0;
  for (std::size_t k = 0; k < task.mu.size(); ++k) {
    double own[3], due[3];
    for (std::size_t i = 0; i < 3; ++i) {
      own[i] = r[3 * k + i] / force;
      due[i] = own[i] - a[3 * k + i] / size;
    }
    const double limit = task.mu[k] * std::max(own[0], 0.0), slip = std::hypot(due[1], due[2]);
    const double shorter = slip > limit ? limit / slip : 1;
    worst = std::max({worst, std::abs(own[0] - std::max(due[0], 0.0)),
                      std::hypot(own[1] - shorter * due[1], own[2] - shorter * due[2])});
  }
  return std::isfinite(worst) ? worst : HUGE_VAL;
}

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

}  // namespace

bool write_tasks(const std::string& path, const std::vector<ContactTask>& tasks) {
  const File file(std::fopen(path.c_str(), "wb"), std::fclose);
  bool good = file != nullptr;
  for (const ContactTask& task : tasks) {
    const int sizes[] = {task.contacts, task.freedom};
    good = good && std::fwrite(sizes, sizeof sizes, 1, file.get()) == 1;
    for (const auto* numbers : {&task.H, &task.c, &task.mu})
      good = good && std::fwrite(numbers->data(), sizeof(double), numbers->size(), file.get()) ==
                         numbers->size();
  }
  return good;
}

std::vector<ContactTask> read_tasks(const std::string& path) {
  std::vector<ContactTask> tasks;
  const File file(std::fopen(path.c_str(), "rb"), std::fclose);
  int sizes[2];
  while (file && std::fread(sizes, sizeof sizes, 1, file.get()) == 1) {
    ContactTask task;
    task.contacts = sizes[0];
    task.freedom = sizes[1];
    task.H.resize(static_cast<std::size_t>(3 * task.contacts) * task.freedom);
    task.c.resize(static_cast<std::size_t>(3 * task.contacts));
    task.mu.resize(static_cast<std::size_t>(task.contacts));
    for (auto* numbers : {&task.H, &task.c, &task.mu})
      if (std::fread(numbers->data(), sizeof(double), numbers->size(), file.get()) !=
          numbers->size())
        return {};
    tasks.push_back(std::move(task));
  }
  return tasks;
}

}  // namespace bench
