// SPDX-License-Identifier: Apache-2.0
#pragma once
// The LaTeX that this program writes (formula/write/print.h) as MathML, which browsers
// show by themselves. No other LaTeX is meant; what is not known becomes text.

#include <string>
#include <string_view>

namespace zwang::report {

/// A formula as the inside of <math>.
std::string mathml(std::string_view latex);

}  // namespace zwang::report
