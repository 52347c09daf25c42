// SPDX-License-Identifier: Apache-2.0
#pragma once
// The findings of a check, each in sentences.

#include <string>
#include <vector>

#include "diagnosis/acting_rows.h"
#include "diagnosis/dependence.h"
#include "zwang/model.h"

namespace zwang::diagnosis {

/// A finding about constraints, by their numbers.
Finding finding_about(const Model& model, const char* code, const char* severity,
                      const std::vector<std::size_t>& constraints, std::string text,
                      std::string hint);

/// The start data. `state` becomes the start on the constraints, as near as it can be. False: it
/// cannot be there, and what the rows are where it ended means little.
bool check_start(const Model& model, State& state, std::vector<Finding>& findings);

/// Freedom, rows and rank; contacts and wanted relations, which are no constraints.
void check_freedom(const Model& model, const State& state, const RowsInstant& here,
                   const std::vector<unsigned char>& acts, std::vector<Finding>& findings);

/// Whether all numbers of a state are finite; if not, nothing more can be said.
bool check_numbers(const Model& model, const State& state, std::vector<Finding>& findings);

/// Inertias that no body has.
void check_inertias(const Model& model, std::vector<Finding>& findings);

/// Whether the instant of the acting rows has an answer.
void check_answer(const Model& model, const State& state, const std::vector<unsigned char>& acts,
                  const Instant& instant, std::vector<Finding>& findings);

/// Rows that repeat others, or depend on them in this pose.
void check_dependence(const Model& model, const RowsInstant& here,
                      const std::vector<RowDependence>& dependences,
                      std::vector<Finding>& findings);

/// Rows whose coefficients are zero; `around`: or null.
void check_vanished(const Model& model, const State& state, const std::vector<unsigned char>& acts,
                    const Surroundings* around, std::vector<Finding>& findings);

/// Rows that no acceleration satisfies.
void check_contradictory(const Model& model, const Instant& instant,
                         std::vector<Finding>& findings);

/// Conditions that dependent rows hide; these dependences are marked, for they are told.
void check_hidden(const Model& model, const State& state, const std::vector<unsigned char>& acts,
                  std::vector<RowDependence>& dependences, std::vector<Finding>& findings);

/// Forces that are not unique, why, and the laws that read them.
void check_forces(const Model& model, const RowsInstant& here,
                  const std::vector<RowDependence>& dependences, std::vector<Finding>& findings);

/// Joints of bodies whose forces are not unique.
void check_joints(const Model& model, const State& state, const std::vector<unsigned char>& acts,
                  std::vector<Finding>& findings);

}  // namespace zwang::diagnosis
