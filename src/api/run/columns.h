// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the numbers of a sample are called.

#include <string>
#include <vector>

#include "flow/sampler.h"
#include "record/columns.h"
#include "zwang/model.h"

namespace zwang {

/// A record with more columns than this is for programs, not for people: accelerations and what
/// constraints do are left out of it.
inline constexpr Index most_detailed_columns = 2000;

motion::SampleLayout choose_layout(const Model& model, const equations::Equations& equations);

/// force(rod).bob.x, …, multiplier(rod), power(rod), as far as the group has them.
void add_constraint_columns(const Model& model, const motion::ConstraintColumns& group,
                            std::vector<record::Column>& columns);
/// The same, where forces act along what is named so.
void add_constraint_columns(const Model& model, const motion::ConstraintColumns& group,
                            const std::vector<std::string>& forces,
                            std::vector<record::Column>& columns);

/// The user's names come first: a column of ours that is called like one of them steps back.
record::Column our_column(const Model& model, const std::string& name, const char* meaning);

/// What all of them are measured in, in a model that has units.
void add_units(const Model& model, std::vector<record::Column>& columns);

/// As ShownRow shows them.
record::Columns name_columns(const Model& model, const motion::SampleLayout& layout);

}  // namespace zwang
