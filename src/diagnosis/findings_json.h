// SPDX-License-Identifier: Apache-2.0
#pragma once
// Findings as JSON: the same keys, whoever tells them.

#include <vector>

#include "record/json_writer.h"
#include "zwang/model.h"

namespace zwang::diagnosis {

/// "findings": an array of code, severity, constraints, lines, text and hint.
void put_findings(record::JsonWriter& json, const std::vector<Finding>& findings);

/// The constraints that some finding says cannot hold, each once.
std::vector<std::string> conflicting(const std::vector<Finding>& findings);

}  // namespace zwang::diagnosis
