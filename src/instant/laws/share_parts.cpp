// SPDX-License-Identifier: Apache-2.0
// How the rows of one part share what they bear: as reactions.cpp has it for all, in the part's own numbers.

#include <algorithm>
#include <cmath>

#include "instant/laws/laws.h"

namespace zwang::instant {

using equations::Kind;

// λ of the part, by its own rows; true where a share was found.
bool Laws::share_part(equations::Workspace& numbers, Index part) noexcept {
  SharedLoad& shared = *load_;
  PartTask& tasks = kernel_.parts()->acting();
  const least::Parts& parts = tasks.parts();
  const least::Parts::List rows = parts.rows(part);
  const least::Task task = tasks.of(part, numbers, {});
  for (Index j = 0; j < rows.size; ++j) {
    shared.part_lambda[at(j)] = reactions_.lambda.data()[rows.numbers[j]];
    const bool contact = equations_.rows[at(rows.numbers[j])].kind == Kind::unilateral;
    shared.part_kind[at(j)] = contact ? least::unilateral_row : least::equality_row;
    shared.part_binds[at(j)] = contact ? least::ConeShare::pushes : least::ConeShare::free;
  }
  if (!shared.part_sticking.empty() &&
      shared.cones.share(task, shared.part_binds.data(), shared.part_sticking,
                         shared.part_lambda.data()))
    return true;
  const bool pulls = std::any_of(rows.begin(), rows.end(), [&](Index i) {
    return equations_.rows[at(i)].kind == Kind::unilateral && reactions_.lambda.data()[i] < 0;
  });
  if (!pulls) return false;
  for (Index j = 0; j < rows.size; ++j) {
    const bool contact = shared.part_kind[at(j)] == least::unilateral_row;
    shared.part_binds[at(j)] = contact ? least::bears : least::leaves;
  }
  auto found = shared.loads.find({task.n, task.m});
  if (found == shared.loads.end())
    found = shared.loads.emplace(std::pair{task.n, task.m}, least::Load(task.n, task.m)).first;
  return found->second.share(task, shared.part_kind.data(), shared.part_binds.data(),
                             shared.part_lambda.data()) == Status::ok;
}

// Parts whose shortest multipliers pull, or hold more than they can.
void Laws::find_amiss(equations::Workspace& numbers) noexcept {
  SharedLoad& shared = *load_;
  const least::Parts& parts = kernel_.parts()->acting().parts();
  const double* const lambda = reactions_.lambda.data();
  shared.amiss.assign(at(parts.count()), 0);
  for (Index p = 0; p < parts.count(); ++p)
    for (const Index i : parts.rows(p))
      if (equations_.rows[at(i)].kind == Kind::unilateral && lambda[i] < 0) shared.amiss[at(p)] = 1;
  for (std::size_t k = 0; k < equations_.sliding.size(); ++k) {
    if (mode_.slip[k] != Slip::sticks) continue;
    const equations::Sliding& contact = equations_.sliding[k];
    double square = 0;
    for (Index i = contact.first_row; i < contact.first_row + contact.rows; ++i)
      square += lambda[i] * lambda[i];
    if (std::sqrt(square) > numbers.limits()[2 * k + 1])
      shared.amiss[at(parts.part_of_row(contact.first_row))] = 1;
  }
}

void Laws::share_by_parts(equations::Workspace& numbers, double t, const double* q,
                          const double* v) noexcept {
  SharedLoad& shared = *load_;
  const least::Parts& parts = kernel_.parts()->acting().parts();
  double* const lambda = reactions_.lambda.data();
  find_amiss(numbers);
  if (std::count(shared.amiss.begin(), shared.amiss.end(), 1) == 0) return;
  const bool sticks = std::count(mode_.slip.begin(), mode_.slip.end(), Slip::sticks) > 0;
  shared.sticking.clear();
  if (sticks) read_cones(numbers, t, q, v);
  bool found = false;
  for (Index p = 0; p < parts.count(); ++p) {
    if (!shared.amiss[at(p)]) continue;
    const least::Parts::List rows = parts.rows(p);
    shared.part_sticking.clear();
    for (const least::Rubbing& cone : shared.sticking) {
      if (parts.part_of_row(cone.first) != p) continue;
      shared.part_sticking.push_back(cone);
      shared.part_sticking.back().first = parts.row_place(cone.first);
      for (least::Coefficient& by : shared.part_sticking.back().coefficients)
        by.normal = parts.row_place(by.normal);
    }
    for (auto* const room : {&shared.part_kind, &shared.part_binds}) room->resize(at(rows.size));
    shared.part_lambda.resize(at(rows.size));
    if (!share_part(numbers, p)) continue;
    for (Index j = 0; j < rows.size; ++j) lambda[rows.numbers[j]] = shared.part_lambda[at(j)];
    found = found || !shared.part_sticking.empty();
  }
  if (shared.loads.size() > 64) shared.loads.clear();
  if (sticks) take_share(numbers, t, q, v, found);
}

}  // namespace zwang::instant
