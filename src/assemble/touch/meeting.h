// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where two shapes meet: the gap between them, the direction across it, and the points that touch.

#include <optional>

#include "assemble/touch/placed.h"

namespace zwang::compile {

/// How a pair of shapes meets: at so many features (corners, ends, rims) of the first, or of both.
/// 0: this is not known, and `why` says so.
struct MeetingKind {
  int features = 0;
  const char* noun = "";  // of a feature; empty: the shapes themselves
  bool swap = false;      // the second of the pair is the one whose features count
  std::string why = {};
};
MeetingKind meeting_kind(const Shape& first, const Shape& second);

/// Why a pair cannot meet as it starts; empty: it can.
std::string refuse_meeting(Scope& scope, const Touch& touch);

/// What falls through zero where the row of a pair no longer says how it meets: boxes that are not face to face,
/// capsules along each other. no_node: it always does.
formula::Node meeting_guard(Scope& scope, const Touch& touch);

/// Of shapes whose pair is known, the one with the features first.
Meeting meet(Scope& scope, const Touch& touch);

}  // namespace zwang::compile
