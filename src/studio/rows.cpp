// SPDX-License-Identifier: Apache-2.0
#include "studio/rows.h"

#include <algorithm>

namespace zwang::studio {

namespace {

void add_balance(Columns& all) {
  const std::size_t n = all.samples;
  std::vector<double> balance(n, 0.0);
  double sign = 1;
  for (const char* meaning : report::balance_parts) {
    const auto at = std::find_if(all.columns.begin(), all.columns.end(),
                                 [&](const record::Column& c) { return c.meaning == meaning; });
    if (at == all.columns.end() || n == 0) return;
    const double* const x =
        all.numbers.data() + static_cast<std::size_t>(at - all.columns.begin()) * n;
    for (std::size_t i = 0; i < n; ++i) balance[i] += sign * (x[i] - x[0]);
    sign = -1;
  }
  all.columns.push_back(report::balance_column());
  all.numbers.insert(all.numbers.end(), balance.begin(), balance.end());
}

}  // namespace

Columns read_columns(record::RowSource& rows) {
  Columns all;
  const record::Columns& heads = rows.heading().columns;
  all.columns.assign(heads.begin(), heads.end());
  const std::size_t width = all.columns.size();
  std::vector<double> by_row;
  for (auto block = rows.next(); !block.empty(); block = rows.next())
    by_row.insert(by_row.end(), block.begin(), block.end());
  const std::size_t n = all.samples = width > 0 ? by_row.size() / width : 0;
  all.numbers.resize(by_row.size());
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < width; ++k) all.numbers[k * n + i] = by_row[i * width + k];
  add_balance(all);
  for (std::size_t k = 0; k < all.columns.size(); ++k) {
    report::Head head{&all.columns[k], "raw", 8 * k * n, n};
    report::measure(std::span(all.numbers).subspan(k * n, n), head);
    all.heads.push_back(head);
  }
  return all;
}

}  // namespace zwang::studio
