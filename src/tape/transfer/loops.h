// SPDX-License-Identifier: Apache-2.0
// The loops of tape/transfer.h. Included only by the files transfer_<instruction set>.cpp, inside
// their namespace and after three functions on eight lanes:
//   single: one input;  pair: two inputs side by side, with one load for both;  copy: a row.

const std::uint32_t* gather(const double* x, const std::uint32_t* positions, const Runs& runs,
                            double* to) noexcept {
  const std::uint32_t* input = runs.inputs;
  for (Index r = 0; r < runs.count; ++r, positions += 8) {
    const double* from = x;
    std::uint32_t left = runs.lengths[r];
    for (; left >= 2; left -= 2, input += 2, from += 2)
      pair(from, positions, to + 8 * Index{input[0]}, to + 8 * Index{input[1]});
    if (left == 1) single(from, positions, to + 8 * Index{*input++});
  }
  return positions;
}

void scatter(const double* from, Index count, double* to, Index apart) noexcept {
  for (Index i = 0; i < count; ++i) copy(from + 8 * i, to + apart * i);
}
