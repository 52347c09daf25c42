// SPDX-License-Identifier: Apache-2.0
#include "tape/places.h"

#include <algorithm>

#include "base/contract.h"
#include "tape/transfer.h"

namespace zwang::tape {

namespace {

constexpr Index lanes = 8;

const Transfer& transfer() noexcept {
#ifndef ZWANG_NO_X86
  if (has_avx512()) return transfer_avx512;
  if (has_avx2()) return transfer_avx2;
#endif
  return transfer_baseline;
}

/// The positions of one input at all places.
std::span<const std::uint32_t> row(std::span<const std::uint32_t> table, Index input, Index count) {
  return table.subspan(static_cast<std::size_t>(input * count), static_cast<std::size_t>(count));
}

bool follows(std::span<const std::uint32_t> x, std::span<const std::uint32_t> y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                    [](std::uint32_t p, std::uint32_t q) { return q == p + 1; });
}

}  // namespace

Places::Places(Index inputs, Index count, std::span<const std::uint32_t> table)
    : inputs_(inputs), count_(count), padded_(round_up(count, lanes)) {
  expects(static_cast<Index>(table.size()) == inputs * count);
  if (count == 0) return;
  const auto positions = [&](Index input) { return row(table, input, count); };

  for (Index i = 0; i < inputs; ++i) {
    const auto input = static_cast<std::uint32_t>(i);
    const auto here = positions(i);
    const std::uint32_t first = here.front();
    if (std::all_of(here.begin(), here.end(), [=](std::uint32_t p) { return p == first; }))
      common_.insert(common_.end(), {input, first});
    else
      varying_.push_back(input);
  }
  // Inputs side by side at every place are so at the first.
  std::stable_sort(varying_.begin(), varying_.end(), [&](std::uint32_t i, std::uint32_t j) {
    return positions(i).front() < positions(j).front();
  });

  std::vector<std::uint32_t> heads;
  for (std::size_t k = 0; k < varying_.size(); ++k) {
    if (k > 0 && follows(positions(varying_[k - 1]), positions(varying_[k]))) {
      ++lengths_.back();
    } else {
      heads.push_back(varying_[k]);
      lengths_.push_back(1);
    }
  }
  table_.reserve(heads.size() * static_cast<std::size_t>(padded_));
  for (Index group = 0; group < padded_; group += lanes)
    for (const std::uint32_t head : heads)
      for (Index k = group; k < group + lanes; ++k)
        table_.push_back(positions(head)[std::min(k, count - 1)]);
}

Index places_scratch(const Program& program) {
  return (program.inputs() + program.outputs()) * lanes + program.scratch();
}

void run_places(const Program& program, const Places& places, const double* x, double* outputs,
                double* scratch) noexcept {
  expects(program.lanes() == lanes && program.inputs() == places.inputs_);
  double* const in = scratch;
  double* const out = in + program.inputs() * lanes;
  double* const rest = out + program.outputs() * lanes;

  for (std::size_t k = 0; k < places.common_.size(); k += 2)
    std::fill_n(in + places.common_[k] * lanes, lanes, x[places.common_[k + 1]]);

  const Runs runs{places.lengths_.data(), places.varying_.data(),
                  static_cast<Index>(places.lengths_.size())};
  const Transfer& move = transfer();
  const bool direct = program.output_stride() == places.padded_;
  const std::uint32_t* positions = places.table_.data();
  for (Index group = 0; group < places.padded_; group += lanes) {
    positions = move.gather(x, positions, runs, in);
    if (direct) {
      program.run(in, outputs + group, rest);
    } else {
      program.run(in, out, rest);
      move.scatter(out, program.outputs(), outputs + group, places.padded_);
    }
  }
}

}  // namespace zwang::tape
