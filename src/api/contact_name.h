// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "zwang/model.h"

namespace zwang {

/// Of what slides or sticks: the constraints that press it together, or the body whose joint rubs.
std::string contact_name(const Model& model, std::size_t sliding);

}  // namespace zwang
