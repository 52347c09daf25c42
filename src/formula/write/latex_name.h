// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names as LaTeX writes them.

#include <string>
#include <string_view>

namespace zwang::formula {

/// x → x, theta1 → \theta_{1}, m_max → m_{\mathrm{max}}, mass → \mathrm{mass},
/// bob.x → x_{\mathrm{bob}}, p[2].x → x_{p,2}; with dots of a rate (1) or an acceleration (2):
/// \dot x_{p,2}. `index`, where not empty, replaces what stands in brackets.
std::string latex_name(std::string_view name, int dots, std::string_view index);

}  // namespace zwang::formula
