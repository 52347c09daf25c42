// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of the constraints written out, place by place: ends and functionals have no families.

#include <vector>

#include "assemble/assembly.h"

namespace zwang::compile {

struct WrittenRow {
  Index row;
  equations::Level level;
  formula::Node residual;
};

inline constexpr std::size_t most_rows_written_out = 10'000;

/// Of a model whose rows were compiled without a complaint.
std::vector<WrittenRow> write_out_rows(Scope& scope, const Names& names,
                                       const std::vector<equations::Row>& rows);

}  // namespace zwang::compile
