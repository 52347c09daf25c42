// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a constraint is besides its equations: unilateral, or met by controls.

#include <string>

#include "formula/derive/motion.h"
#include "formula/parse/reader.h"
#include "scope/scope.h"

namespace zwang::compile {

/// What is wrong with a constraint whatever its rows are: keys that do not fit its kind, and numbers
/// out of range.
void check_kind(Scope& scope, const Constraint& constraint, bool unilateral);

/// Of a unilateral constraint, kept for so many rows; 0 if it is not given.
double keep_restitution(Scope& scope, const Constraint& constraint, Index first, Index count);
/// Complains of an inequality that cannot be a row: between vectors, or not of the position level.
bool check_inequality(Scope& scope, const Expression& at, const formula::Formula& formula);
bool check_inequality_level(Scope& scope, const Expression& at, formula::Level level);

/// Numbers of the controls that meet each constraint; of one that is no servo none.
std::vector<std::vector<Index>> servo_controls(Scope& scope);
/// b with the gains inside: b − kd φ̇ − kp φ, at the velocity level b − kp f.
/// Without gains b alone.
formula::Node servo_b(Scope& scope, const Constraint& constraint, const formula::Row& row);

}  // namespace zwang::compile
