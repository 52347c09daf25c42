// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sections of a page; each is empty where there is nothing to tell.

#include <string>

#include "instant/uses.h"
#include "zwang/extremal.h"
#include "zwang/run.h"

namespace zwang::report {

std::string summary_section(const Trajectory& trajectory, const std::vector<std::string>& left_out);
std::string summary_section(const Extremals& extremals, const std::vector<std::string>& left_out);
std::string error_section(const Summary& summary);
/// What is found in a model, with notes where it is small: of a run looked for once, since it takes longer than some runs.
std::vector<Finding> look_over(const Model& model);
std::vector<Finding> look_over(const Trajectory& trajectory);
std::string diagnosis_section(const Model& model, const std::vector<Finding>& findings,
                              const std::vector<RankEvent>& rank_events);
std::string forces_section(const Summary& summary);
std::string energy_section(const Summary& summary);
std::string events_section(const Model& model, const Summary& summary);
std::string extremals_section(const Extremals& extremals);
/// The method, and the papers whose equations were used, as often as was counted.
std::string method_section(const Model& model, const Summary& summary, const instant::Uses& uses);
std::string method_section(const Model& model, const ExtremalSummary& summary,
                           const instant::Uses& uses);
std::string equations_section(const Model& model, bool later = false);
std::string model_section(const Model& model);
std::string reproduce_section(const Model& model, const std::string& method,
                              const std::string& command);

}  // namespace zwang::report
