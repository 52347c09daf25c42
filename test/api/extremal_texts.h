// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small two-ended questions, as a user writes them.

#include <string>

namespace zwang::test {

/// The papers' example: a pendulum from the angle 0.5 to −0.3 in unit time. Its circle stands in
/// line 7.
inline const std::string circle_text = R"toml(title = "Circle"
[coordinates]
x = 0
y = 0

[[constraints]]
name = "circle"
equation = "x^2 + y^2 = 1"

[extremal]
integrand = "0.5*(x'^2 + y'^2) - y"
from = { t = 0, x = "sin(0.5)", y = "-cos(0.5)" }
to = { t = 1, x = "-sin(0.3)", y = "-cos(0.3)" }
)toml";

/// Up and down a slope: with s = t − 1, x = y = s − s²/4.
inline const std::string slope_text = R"toml([parameters]
k = "2*T"

[coordinates]
x = 0
y = 0

[[constraints]]
name = "slope"
equation = "y = x"

[[observe]]
name = "fall"
formula = "y'' + k"

[extremal]
integrand = "0.5*(x'^2 + y'^2) - y"
from = { t = 1, x = 0, y = 0 }
to = { t = "T", x = 1, y = 1, "y'" = 0 }
unknowns = { T = 2.5 }
)toml";

/// A skate: a constraint on rates.
inline const std::string skate_text = R"toml([coordinates]
x = 0
y = 0
phi = 0

[[constraints]]
name = "skate"
equation = "x'*sin(phi) = y'*cos(phi)"

[extremal]
integrand = "0.5*(x'^2 + y'^2 + phi'^2)"
from = { t = 0, x = 0, y = 0, phi = 0 }
to = { t = 1, x = 1, y = 0.5, phi = 0 }
)toml";

}  // namespace zwang::test
