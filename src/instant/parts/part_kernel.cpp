// SPDX-License-Identifier: Apache-2.0
#include "instant/parts/part_kernel.h"

#include <algorithm>

#include "instant/usable.h"

namespace zwang::instant {

namespace {

// Measured on spheres in a box: from about five on parts are faster. Small systems keep to one dense task, and to
// the last bit of what they have always said.
constexpr Index many = 4000;       // rows × coordinates
constexpr std::size_t kept = 256;  // rooms of different sizes

}  // namespace

bool is_solved_by_parts(const equations::Equations& equations) {
  return equations.m * equations.n >= many && equations.mass_blocks.size() > 1 &&
         equations.control_slots.empty() && equations.hidden.sets.empty() &&
         equations.switches.empty();
}

PartKernel::Room::Room(Index n, Index m, const Options& options) : workspace(n, m, options) {
  least::prepare(n, m, instant);
}

PartKernel::PartKernel(const equations::Equations& equations, const Options& stepping,
                       const Options& full)
    : n_(equations.n),
      m_(equations.m),
      stepping_(stepping),
      full_(full),
      acting_(equations),
      asked_(equations),
      factors_{PartFactors(equations), PartFactors(equations)},
      zero_(at(equations.n), 0.0),
      change_(at(equations.n)) {
  least::prepare(n_, m_, out_);
}

PartKernel::Room& PartKernel::room(Index n, Index m) {
  std::unique_ptr<Room>& found = rooms_[{n, m}];
  if (!found) found = std::make_unique<Room>(n, m, full_);
  return *found;
}

void PartKernel::forget_rooms() {
  if (rooms_.size() > kept) rooms_.clear();
}

void PartKernel::begin(Instant& out) noexcept {
  out.status = Status::ok;
  out.verdict = Verdict::minimum;
  out.gauss = 0;
  out.condition = 1;
  out.rank = out.freedom = out.near_singular = 0;
  out.free_motion = true;
  out.inertia = {};
  out.null_direction.clear();
  for (auto* numbers : {&out.misfit, &out.multipliers, &out.residual})
    std::fill(numbers->begin(), numbers->end(), 0.0);
  std::fill(out.unique.begin(), out.unique.end(), static_cast<unsigned char>(0));
}

void PartKernel::put(const least::Parts& parts, Index part, const Instant& from,
                     bool full) noexcept {
  const auto spread = [](least::Parts::List list, const auto& of_part, auto& of_all) {
    for (Index k = 0; k < list.size; ++k) of_all[at(list.numbers[k])] = of_part[at(k)];
  };
  const least::Parts::List coordinates = parts.coordinates(part), rows = parts.rows(part);
  spread(coordinates, from.acceleration, out_.acceleration);
  spread(coordinates, from.free_acceleration, out_.free_acceleration);
  spread(coordinates, from.deviation, out_.deviation);
  spread(coordinates, from.force_newton, out_.force_newton);
  spread(coordinates, from.force_lagrange, out_.force_lagrange);
  spread(coordinates, from.force_coulomb, out_.force_coulomb);
  spread(coordinates, from.constraint_force, out_.constraint_force);
  spread(rows, from.misfit, out_.misfit);
  spread(rows, from.residual, out_.residual);
  spread(rows, from.unique, out_.unique);
  if (full) spread(rows, from.multipliers, out_.multipliers);
  out_.method = from.method;
  out_.gauss += from.gauss;
  out_.condition = std::max(out_.condition, from.condition);
  out_.rank += from.rank;
  out_.freedom += from.freedom;
  out_.near_singular += from.near_singular;
  out_.free_motion = out_.free_motion && from.free_motion;
  out_.inertia.positive += from.inertia.positive;
  out_.inertia.negative += from.inertia.negative;
  out_.inertia.zero += from.inertia.zero;
  if (from.verdict != Verdict::minimum) out_.verdict = from.verdict;
  if (out_.status == Status::ok || (usable(out_.status) && !usable(from.status)))
    out_.status = from.status;
}

const Instant& PartKernel::solve(equations::Workspace& numbers, const unsigned char* acts,
                                 const double* C, bool full) {
  if (acting_.split(acts)) forget_rooms();
  begin(out_);
  const least::Parts& parts = acting_.parts();
  for (Index p = 0; p < parts.count(); ++p) {
    const least::Task task = acting_.of(p, numbers, {nullptr, nullptr, C});
    Room& room = this->room(task.n, task.m);
    least::solve(task, full ? full_ : stepping_, room.workspace, room.instant);
    put(parts, p, room.instant, full);
  }
  return out_;
}

const double* PartKernel::least_change(equations::Workspace& numbers, const double* b,
                                       const unsigned char* takes_part) {
  if (asked_.split(takes_part)) forget_rooms();
  const least::Parts& parts = asked_.parts();
  for (Index p = 0; p < parts.count(); ++p) {
    const least::Task task = asked_.of(p, numbers, {zero_.data(), b, nullptr});
    const bool asks = std::any_of(task.b, task.b + task.m, [](double x) { return x != 0; });
    const least::Parts::List coordinates = parts.coordinates(p);
    if (!asks) {
      for (const Index i : coordinates) change_[at(i)] = 0;
      continue;
    }
    Room& room = this->room(task.n, task.m);
    least::solve(task, stepping_, room.workspace, room.instant);
    for (Index i = 0; i < coordinates.size; ++i)
      change_[at(coordinates.numbers[i])] = room.instant.acceleration[at(i)];
  }
  return change_.data();
}

}  // namespace zwang::instant
