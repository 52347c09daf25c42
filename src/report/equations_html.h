// SPDX-License-Identifier: Apache-2.0
#pragma once
// The page of `zwang derive` as HTML.

#include <string>
#include <string_view>

namespace zwang::report {

/// From the LaTeX of derive/page.h: headings, sentences, and one <math> for each equation.
std::string equations_html(std::string_view latex_page);

}  // namespace zwang::report
