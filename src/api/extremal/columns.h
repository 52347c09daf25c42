// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the numbers of a sample of an extremal stand in a row, and what they are called.

#include <vector>

#include "equations/equations.h"
#include "motion/sampler.h"
#include "record/columns.h"
#include "zwang/model.h"

namespace zwang {

/// What a question has not is motion::not_there.
struct ExtremalLayout {
  Index number = motion::not_there;  // of the extremal, from 1
  Index t = 0, q = 0, v = 0;
  Index acceleration = motion::not_there, deviation = motion::not_there;  // n each
  std::vector<motion::ConstraintColumns> constraints;
  Index lambda = motion::not_there;  // of velocity-level rows, as TwoEnds has them
  Index integrand = motion::not_there, energy = motion::not_there;
  Index observables = 0, width = 0;
};

/// `several`: more than one extremal was asked for; `regular`: M is, so that there is a free motion.
ExtremalLayout extremal_layout(const equations::Equations& equations, Index observables,
                               bool several, bool regular);

std::vector<record::Column> name_columns(const Model& model, const equations::Equations& equations,
                                         const ExtremalLayout& layout);

}  // namespace zwang
