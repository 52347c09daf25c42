// SPDX-License-Identifier: Apache-2.0
#include "scene/extent.h"

#include <algorithm>
#include <cmath>

namespace zwang::scene {

namespace {

constexpr std::size_t most_rows = 4000;

void take_in(const Triple& at, Extent& extent) {
  if (!std::isfinite(at[0]) || !std::isfinite(at[1]) || !std::isfinite(at[2])) return;
  for (std::size_t k = 0; k < 3; ++k) {
    extent.box.low[k] = extent.empty ? at[k] : std::min(extent.box.low[k], at[k]);
    extent.box.high[k] = extent.empty ? at[k] : std::max(extent.box.high[k], at[k]);
  }
  extent.empty = false;
}

void take_in(const Numbers& numbers, const std::vector<double>& values, Extent& extent) {
  for (std::size_t k = 0; k < numbers.bodies(); ++k) {
    const double* const body = values.data() + numbers.body(k);
    take_in({body[0], body[1], body[2]}, extent);
    const auto& state = numbers.placed(k);
    const double* const c = numbers.solid(k).center;
    const auto centre = state.p + state.R * bodies::Vec3<double>{c[0], c[1], c[2]};
    take_in({centre.x, centre.y, centre.z}, extent);
    extent.flat = extent.flat && std::abs(body[4]) < 1e-9 && std::abs(body[5]) < 1e-9;
  }
  for (const Numbers::Vector& vector : numbers.vectors()) {
    const DrawnVector& what = vector.what;
    const bool place = what.what != DrawnVector::What::gravity &&
                       what.what != DrawnVector::What::push &&
                       (what.what != DrawnVector::What::wheel || what.part == 0);
    if (!place || vector.size < 2) continue;
    const double* const x = values.data() + vector.first;
    take_in({x[0], x[1], vector.size > 2 ? x[2] : 0.0}, extent);
  }
}

}  // namespace

double Extent::size() const {
  const double diagonal = empty ? 0
                                : std::hypot(box.high[0] - box.low[0], box.high[1] - box.low[1],
                                             box.high[2] - box.low[2]);
  return diagonal > 0 && std::isfinite(diagonal) ? diagonal : 1.0;
}

Extent measure(const std::vector<Vector>& points, Numbers& numbers, const Columns& columns,
               record::RowSource& rows) {
  Extent extent;
  State state;
  std::vector<double> values(numbers.size());
  const auto width = static_cast<std::size_t>(rows.heading().columns.count());
  std::size_t skipped = 0, step = 1, seen = 0;
  for (auto block = rows.next(); !block.empty(); block = rows.next()) {
    if (extent.rows == 0) extent.from = block[columns.time()];
    extent.until = block[block.size() - width + columns.time()];
    extent.rows += block.size() / width;
    for (; !block.empty(); block = block.subspan(width)) {
      if (skipped++ % step != 0) continue;
      if (++seen % most_rows == 0) step *= 2;  // longer runs are looked at with longer steps
      const auto row = block.first(width);
      const auto at = [&](const Number& x) { return x.column < 0 ? x.value : row[x.column]; };
      for (const Vector& point : points)
        take_in({at(point[0]), at(point[1]), at(point[2])}, extent);
      if (numbers.size() == 0) continue;
      columns.read_state(row, state);
      numbers.fill(state.t, state.q.data(), state.v.data(), values.data());
      take_in(numbers, values, extent);
    }
  }
  extent.flat = extent.flat && extent.box.high[2] - extent.box.low[2] < 1e-9 * extent.size();
  return extent;
}

}  // namespace zwang::scene
