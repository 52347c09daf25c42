// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the numbers of a sample are called.

#include "motion/sampler.h"
#include "record/columns.h"
#include "zwang/model.h"

namespace zwang {

/// A record with more columns than this is for programs, not for people: accelerations and what
/// constraints do are left out of it.
inline constexpr Index most_detailed_columns = 2000;

motion::SampleLayout choose_layout(const Model& model, const equations::Equations& equations);

record::Columns name_columns(const Model& model, const motion::SampleLayout& layout);

}  // namespace zwang
