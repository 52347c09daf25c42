// SPDX-License-Identifier: Apache-2.0
#pragma once
// Why an integrand has no extremals of its own, in words: its second derivative by the rates.

#include <string>

#include "extremal/answer.h"
#include "zwang/model.h"

namespace zwang {

/// It is singular in some direction.
std::string mass_words(const Model& model, const extremal::Answer& answer);

/// It is singular along the path: arc lengths.
std::string degree_one_words(const Model& model);

/// It has both signs at one end only.
std::string sign_words(const extremal::Answer& answer);

}  // namespace zwang
