// SPDX-License-Identifier: Apache-2.0
#include "accuracy/looks.h"

#include <algorithm>

namespace zwang {

namespace {

// Numbers that are kept of one solution at most: 32 MiB.
constexpr std::size_t most_numbers = std::size_t{1} << 22;
constexpr std::size_t most_rows = 400, least_rows = 8;

void add_row(std::span<const double> row, Rows& rows) {
  rows.numbers.insert(rows.numbers.end(), row.begin(), row.end());
}

// The end stays; of others at one time there is no telling which belongs to which.
void drop_repeated(Rows& rows) {
  Rows kept{rows.width, {}};
  for (std::size_t i = 0; i < rows.count(); ++i) {
    const bool last = i + 1 == rows.count();
    const bool repeats =
        (i > 0 && rows.t(i) == rows.t(i - 1)) || (!last && rows.t(i) == rows.t(i + 1));
    if (last || !repeats) add_row(rows[i], kept);
  }
  rows = std::move(kept);
}

}  // namespace

std::size_t stride_of(std::size_t rows, std::size_t width) {
  const std::size_t most =
      std::clamp(most_numbers / std::max<std::size_t>(width, 1), least_rows, most_rows);
  return std::max<std::size_t>((rows + most - 1) / most, 1);
}

Rows choose_rows(record::RowSource& source, std::size_t rows, std::size_t width,
                 std::size_t stride) {
  const auto whole = static_cast<std::size_t>(source.heading().columns.count());
  Rows chosen{width, {}};
  std::size_t number = 0;
  for (auto block = source.next(); !block.empty(); block = source.next()) {
    for (; !block.empty(); block = block.subspan(whole), ++number) {
      if (number % stride == 0 || number + 3 >= rows) add_row(block.first(width), chosen);
    }
  }
  drop_repeated(chosen);
  return chosen;
}

Looks side_by_side(const Rows& a, const Rows& b) {
  Looks looks{{a.width, {}}, {a.width, {}}, b};
  if (a.numbers.empty() || b.numbers.empty()) return looks;
  for (std::size_t i = 0, k = 0; i + 1 < a.count() && k + 1 < b.count();) {
    if (a.t(i) == b.t(k)) {
      add_row(a[i++], looks.a);
      add_row(b[k++], looks.b);
    } else {
      ++(a.t(i) < b.t(k) ? i : k);
    }
  }
  add_row(a[a.count() - 1], looks.a);
  add_row(b[b.count() - 1], looks.b);
  return looks;
}

}  // namespace zwang
