// SPDX-License-Identifier: Apache-2.0
#include "api/extremal/mass_words.h"

#include <cmath>

#include "compile/loaded/model_parts.h"
#include "diagnosis/check_words.h"

namespace zwang {

using extremal::Answer;

namespace {

bool has_integrand(const Model& model) {
  return model.parts().extremal().equations.two_ends.lagrange;
}

// "x' - 0.5 y'", the largest coefficient 1.
std::string direction_words(const Model& model, const std::vector<double>& direction) {
  constexpr std::size_t most = 6;
  double largest = 0;
  for (const double x : direction) largest = std::abs(x) > std::abs(largest) ? x : largest;
  std::string text;
  std::size_t count = 0;
  for (std::size_t i = 0; i < direction.size(); ++i) {
    const double share = direction[i] / largest;
    // Smaller shares are what is left of rounding in the factors.
    if (!(std::abs(share) > 1e-6) || ++count > most) continue;
    const std::string size = short_number(std::abs(share));
    text += text.empty() ? (share < 0 ? "-" : "") : (share < 0 ? " - " : " + ");
    text += (size == "1" ? "" : size + " ") + model.coordinates()[i] + "'";
  }
  if (count > most) text += " and " + std::to_string(count - most) + " more";
  return text;
}

}  // namespace

std::string mass_words(const Model& model, const Answer& answer) {
  const std::string where =
      "At " + model.description().time.text + " = " + short_number(answer.t) + " ";
  const std::string along = direction_words(model, answer.null_direction);
  const std::string direction = along.empty() ? "in some direction" : "in the direction " + along;
  if (!has_integrand(model)) {
    return where + "the model does not determine the acceleration " + direction +
           ", which has no mass and which no constraint binds. Give it a mass, or bind it.";
  }
  const std::string why = where + "the integrand does not determine the acceleration " + direction +
                          ": its second derivative by the rates vanishes there, and no constraint "
                          "binds it. ";
  if (answer.only_at_end) return why + "Begin or end a little beside that place.";
  const std::string remedy =
      "Add a term that is quadratic in these rates, or bind them by a constraint.";
  if (model.parts().extremal().equations.two_ends.lambdas == 0) return why + remedy;
  return why + remedy +
         " A control, whose rate occurs nowhere, is best eliminated by means of the constraints.";
}

std::string degree_one_words(const Model& model) {
  const std::string& time = model.description().time.text;
  return "The integrand does not know the speed along the path: twice the rates give twice its "
         "value, as for an arc length, so that every run through the same curve is as good as any "
         "other. Write the energy form, 0.5*(…) of the square of the integrand: its extremals are "
         "the same curves, run through at constant speed. Or make one coordinate the independent "
         "variable: take it out of [coordinates] and write it for " +
         time + " (independent = \"…\").";
}

std::string sign_words(const Answer& answer) {
  const std::string begins = "where a curve begins", ends = "where it ends";
  const bool start = answer.indefinite.start;
  return "No extremal was found. On the constraints, the second derivative of the integrand by the "
         "rates has both signs " +
         (start ? begins : ends) + " and one sign " + (start ? ends : begins) +
         ": on the way it is singular, and no extremal passes there. Choose both ends on one side, "
         "or look for a wrong sign in the integrand.";
}

}  // namespace zwang
