// SPDX-License-Identifier: Apache-2.0
#pragma once
// From what the text half found wrong to what a user is told.

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "zwang/model.h"

namespace zwang {

std::vector<Complaint> complaints_of(const std::vector<Diagnostic>& diagnostics,
                                     std::string_view text, const std::string& source);

/// One that is about a thing of the description.
Complaint complaint_at(const Description& description, std::string_view code, Location at,
                       std::string what, std::string hint);

}  // namespace zwang
