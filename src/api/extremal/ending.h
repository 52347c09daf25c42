// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a search between two ends ended, as its summary says it.

#include "extremal/answer.h"
#include "zwang/extremal.h"

namespace zwang {

ExtremalEnding ending_of(extremal::Failure failure);

}  // namespace zwang
