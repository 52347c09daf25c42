// SPDX-License-Identifier: Apache-2.0
#include "instant/tree/sweep.h"

namespace zwang::instant {

namespace {

std::vector<bodies::RowShape> shapes_of(const std::vector<std::vector<RateEntry>>& entries) {
  std::vector<bodies::RowShape> shapes(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    for (const RateEntry& entry : entries[i]) {
      for (Index k = 0; k < entry.count(); ++k) shapes[i].rates.push_back(entry.to + k);
    }
  }
  return shapes;
}

}  // namespace

TreeSweep::TreeSweep(const equations::Equations& equations, Index rows)
    : solids_(*equations.solids),
      tau_(at(solids_.tree.nq)),
      armature_(at(solids_.tree.nv)),
      constrained_(solids_.tree, shapes_of(rate_entries(equations, rows))) {
  const std::vector<std::vector<RateEntry>> entries = rate_entries(equations, rows);
  for (Index i = 0; i < rows; ++i) {
    Index number = 0;
    for (const RateEntry& entry : entries[at(i)]) {
      entries_.push_back({entry, {-1, -1, -1}});
      for (Index k = 0; k < entry.count(); ++k) {
        entries_.back().slot[k] = constrained_.rows().number_slot(i, number++);
      }
    }
  }
}

void TreeSweep::prepare(const equations::MovingSolids& solids) noexcept {
  if (prepared_ == &solids && version_ == solids.version()) return;
  constrained_.prepare(solids.numbers());
  prepared_ = &solids;
  version_ = solids.version();
}

void TreeSweep::fill_rows(equations::Workspace& numbers) noexcept {
  const double *const A = numbers.A(), *const q = numbers.solids()->q();
  double* const to = constrained_.rows().numbers.data();
  for (const Number& number : entries_) {
    number.entry.read(A, q, [&](Index k, double x) { to[number.slot[k]] = x; });
  }
}

bodies::Answer TreeSweep::solve(equations::Workspace& numbers, const double* b, double* vdot,
                                double* lambda) noexcept {
  equations::MovingSolids& solids = *numbers.solids();
  prepare(solids);
  constrained_.place(solids.q(), solids.rates());
  fill_rows(numbers);
  solids.fill_load(numbers.at(0), tau_.data());
  for (const equations::WrittenMass::Rotor& rotor : solids_.mass.rotors) {
    armature_[at(rotor.rate)] = *numbers.at(rotor.from);
  }
  bodies::Asked asked;
  asked.b = b;
  const bodies::Load load{tau_.data(), solids.wrenches(),
                          bodies::vec3<double>(solids.numbers().gravity)};
  return constrained_.solve(load, asked, vdot, lambda,
                            solids_.mass.rotors.empty() ? nullptr : armature_.data());
}

}  // namespace zwang::instant
