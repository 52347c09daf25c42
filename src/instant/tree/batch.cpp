// SPDX-License-Identifier: Apache-2.0
#include "instant/tree/batch.h"

#include <algorithm>

#include "instant/mode.h"

namespace zwang::instant {

namespace {

constexpr Index width = bodies::batch_width;

std::vector<bodies::RowShape> shapes_of(const equations::Equations& equations) {
  const auto entries = rate_entries(equations, equations.m);
  std::vector<bodies::RowShape> shapes(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    for (const RateEntry& entry : entries[i]) shapes[i].rates.push_back(entry.to);
  }
  return shapes;
}

}  // namespace

bool TreeBatch::takes(const equations::Equations& equations) {
  if (!equations.solids || equations.order != 2) return false;
  const equations::Solids& solids = *equations.solids;
  return solids.recursive && solids.first == 0 && solids.mass.rotors.empty() &&
         solids.tree.nq == equations.n && solids.tree.nv == equations.n &&
         equations.weights.empty() && !has_events(equations) && !has_laws(equations) &&
         !has_switches(equations);
}

TreeBatch::TreeBatch(const equations::Equations& equations)
    : equations_(equations),
      batch_(equations.solids->tree, shapes_of(equations)),
      q_(width * equations.n),
      v_(width * equations.n),
      tau_(width * equations.n),
      wrenches_(width * 6 * std::max<Index>(equations.solids->tree.size(), 1)),
      b_(width * (equations.m + 1)),
      load_(at(equations.n)) {
  const auto entries = rate_entries(equations, equations.m);
  for (Index i = 0; i < equations.m; ++i) {
    Index k = 0;
    for (const RateEntry& entry : entries[at(i)]) entries_.push_back({entry.from[0], i, k++});
  }
}

void TreeBatch::put(Index s, equations::Workspace& numbers) noexcept {
  equations::MovingSolids& solids = *numbers.solids();
  if (prepared_ != &solids || version_ != solids.version()) {
    batch_.prepare(solids.numbers());
    prepared_ = &solids;
    version_ = solids.version();
  }
  gravity_ = bodies::vec3<double>(solids.numbers().gravity);
  solids.fill_load(numbers.at(0), load_.data());
  for (Index i = 0; i < equations_.n; ++i) {
    q_.data()[width * i + s] = solids.q()[i];
    v_.data()[width * i + s] = solids.rates()[i];
    tau_.data()[width * i + s] = load_[at(i)];
  }
  const Index bodies = equations_.solids->tree.size();
  for (Index k = 0; k < bodies; ++k) {
    const bodies::Force<double>& wrench = solids.wrenches()[k];
    const double parts[6] = {wrench.torque.x, wrench.torque.y, wrench.torque.z,
                             wrench.force.x,  wrench.force.y,  wrench.force.z};
    for (Index i = 0; i < 6; ++i) wrenches_.data()[width * (6 * k + i) + s] = parts[i];
  }
  for (Index i = 0; i < equations_.m; ++i) b_.data()[width * i + s] = numbers.b()[i];
  for (const Number& entry : entries_)
    batch_.number(entry.row, entry.k)[s] = numbers.A()[entry.from];
}

void TreeBatch::solve(double* acceleration, bool* solved) noexcept {
  bodies::Answer answers[width];
  batch_.place(q_.data(), v_.data());
  batch_.solve({tau_.data(), wrenches_.data(), gravity_}, b_.data(), bodies::Asked::Of::rates,
               acceleration, nullptr, answers);
  for (Index s = 0; s < width; ++s) solved[s] = answers[s].solved;
}

}  // namespace zwang::instant
