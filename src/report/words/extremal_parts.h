// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the extremals of a model hold: their samples, one extremal after the other.

#include "instant/uses.h"
#include "report/words/sample_table.h"
#include "zwang/extremal.h"

namespace zwang {

struct Extremals::Parts : SampleTable {
  Model model;
  ExtremalSummary summary = {};
  instant::Uses uses = {};  // of the samples
};

}  // namespace zwang
