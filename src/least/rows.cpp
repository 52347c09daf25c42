// SPDX-License-Identifier: Apache-2.0
#include "least/rows.h"

#include "linalg/rank.h"

namespace zwang::least {

double row_tolerance(const Task& task, const Options& options) noexcept {
  return options.tolerance == RankTolerance::stepping ? linalg::stepping_tolerance()
                                                      : linalg::instant_tolerance(task.m, task.n);
}

bool vanished(const Task& task, Index j) noexcept {
  for (Index i = 0; i < task.n; ++i)
    if (task.A[j * task.n + i] != 0) return false;
  return true;
}

bool factor_rows(const Task& task, Workspace& ws) noexcept {
  bool in_range = ws.rows.factor(task.b);
  const linalg::RowQr& qr = ws.rows.view;
  for (Index j = ws.rows.rank; j < task.m; ++j)
    in_range &= qr.scale[j] > 0 || vanished(task, qr.order[j]);
  return in_range;
}

}  // namespace zwang::least
