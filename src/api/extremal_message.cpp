// SPDX-License-Identifier: Apache-2.0
#include "api/extremal_message.h"

#include <algorithm>
#include <cmath>

#include "api/extremal_dependence_words.h"
#include "api/extremal_end_words.h"
#include "api/extremal_verdict_words.h"
#include "api/model_parts.h"
#include "api/off_constraints.h"
#include "api/short_number.h"

namespace zwang {

namespace {

using extremal::Answer;

std::string at(const Model& model, double t) {
  return model.description().time.text + " = " + short_number(t);
}

bool has_integrand(const Model& model) {
  return model.parts().extremal().equations.two_ends.lagrange;
}

bool has_position_rows(const Model& model) {
  const auto& rows = model.parts().extremal().equations.rows;
  return std::any_of(rows.begin(), rows.end(), [](const equations::Row& row) {
    return row.level == equations::Level::position;
  });
}

std::string of_counts(const Model& model, const Answer& answer) {
  const std::string free = free_words(model);
  std::string text = "The ends give " + std::to_string(answer.given) + " conditions, and " +
                     std::to_string(answer.wanted) + " determine an extremal.";
  if (!free.empty()) text += " Free are " + free + ".";
  if (answer.given > answer.wanted) {
    const Index many = answer.given - answer.wanted;
    if (!free.empty() && has_position_rows(model)) {
      text += " Where an end leaves coordinates free, the constraints count as conditions on it.";
    }
    return text + " Leave out " + std::to_string(many) + " of them, or let " +
           (many == 1 ? "a parameter" : std::to_string(many) + " parameters") +
           " be found (unknowns = { … }).";
  }
  return text + " Give " + std::to_string(answer.wanted - answer.given) +
         " more, or take out as many unknowns.";
}

std::string of_unknown(const Model& model, const Answer& answer) {
  const auto& numbers = model.parts().extremal().equations.two_ends.unknown_parameters;
  const Index parameter = numbers[static_cast<std::size_t>(answer.unknown)];
  const std::string name = model.parameters()[static_cast<std::size_t>(parameter)];
  return "Nothing determines the unknown '" + name +
         "': the constraints change with it, and what would make the integral stationary in it "
         "cannot be told from the ends. Give one more condition at an end, a coordinate or a rate.";
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

std::string of_mass(const Model& model, const Answer& answer) {
  const std::string where = "At " + at(model, answer.t) + " ";
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
  return why + "Add a term that is quadratic in these rates, or bind them by a constraint.";
}

std::string of_degree_one(const Model& model) {
  const std::string& time = model.description().time.text;
  return "The integrand does not know the speed along the path: twice the rates give twice its "
         "value, as for an arc length, so that every run through the same curve is as good as any "
         "other. Write the energy form, 0.5*(…) of the square of the integrand: its extremals are "
         "the same curves, run through at constant speed. Or make one coordinate the independent "
         "variable: take it out of [coordinates] and write it for " +
         time + " (independent = \"…\").";
}

std::string of_fold(const Model& model, const Answer& answer) {
  std::string where = at(model, answer.fold_t);
  if (!answer.fold_in_time) {
    const auto number = static_cast<std::size_t>(answer.fold_parameter);
    where = model.parameters()[number] + " = " + short_number(answer.fold_value);
  }
  return "There is no extremal beyond " + where +
         " on the branch that was followed: it turns back there, where two extremals meet and "
         "vanish. " +
         (answer.fold_in_time ? "Bring the ends nearer to each other"
                              : "Stay on this side of that value") +
         ", or give a guess = { … } on another branch.";
}

// F_vv on the constraints has both signs at one end only.
std::string of_signs(const Answer& answer) {
  const std::string begins = "where a curve begins", ends = "where it ends";
  const bool start = answer.indefinite_start;
  return "No extremal was found. On the constraints, the second derivative of the integrand by the "
         "rates has both signs " +
         (start ? begins : ends) + " and one sign " + (start ? ends : begins) +
         ": on the way it is singular, and no extremal passes there. Choose both ends on one side, "
         "or look for a wrong sign in the integrand.";
}

std::string of_search(const Model& model, const Answer& answer) {
  const std::string dependence = dependence_words(model, answer.dependent);
  if (!dependence.empty()) return "No extremal was found. " + dependence;
  if (answer.indefinite_start != answer.indefinite_end) return of_signs(answer);
  std::string text =
      "No extremal was found: Newton's iteration converges from none of the guesses. Give a guess "
      "= "
      "{ x = \"…\" } that is nearer to one, begin where it is easier and go from there (follow = { "
      "parameter = value }), or look wider with all = 10.";
  if (answer.indefinite_start) {
    text +=
        " The second derivative of the integrand by the rates has both signs: nothing goes down "
        "to an extremal, so that a guess must be near to it.";
  }
  if (!has_position_rows(model)) return text;
  return text + " Perhaps no curve on the constraints joins the ends.";
}

std::string of_numbers(const Model& model, const Answer& answer) {
  if (!answer.missed.empty())
    return no_number_words(model, answer.missed) + " Correct the formula.";
  return "The formulas give no number at " + at(model, answer.t) +
         ", along the guess. Give a guess = { … } that stays where roots, logarithms and quotients "
         "exist.";
}

// Of extremals of which nothing is known for this reason.
std::string of_vanished(const Model& model, const Answer& answer) {
  std::vector<Index> rows;
  for (const extremal::Found& found : answer.found) {
    rows.insert(rows.end(), found.vanished.begin(), found.vanished.end());
  }
  if (rows.empty()) return "";
  return " The gradient of " + list_names(names_of_rows(model, rows)) +
         " vanishes all along, so that nothing is known of its neighbours. Squares do this: write "
         "x = 0 for x^2 = 0.";
}

std::string of_failure(const Model& model, const ExtremalSummary& summary, const Answer& answer) {
  switch (summary.ending) {
    case ExtremalEnding::done:
      break;
    case ExtremalEnding::counts:
      return of_counts(model, answer);
    case ExtremalEnding::natural_unknown:
      return of_unknown(model, answer);
    case ExtremalEnding::infeasible_end:
      return missed_words(model, answer.missed) +
             " No curve can begin or end there. Correct the values, or leave out what the "
             "constraints determine: a coordinate that an end does not give is free there.";
    case ExtremalEnding::bad_mass:
      return of_mass(model, answer);
    case ExtremalEnding::degree_one:
      return of_degree_one(model);
    case ExtremalEnding::not_finite:
      return of_numbers(model, answer);
    case ExtremalEnding::fold:
      return of_fold(model, answer);
    case ExtremalEnding::conjugate_end:
      return "The end is conjugate to the start: extremals that leave the start in neighbouring "
             "directions meet there, so that the ends do not tell one from the others. Move an end "
             "a little, or give one more condition and leave one out.";
    case ExtremalEnding::not_found:
      return of_search(model, answer);
    case ExtremalEnding::too_fine:
      return "The tolerance " + short_number(summary.tolerance) + " is not met with " +
             std::to_string(answer.intervals) +
             " intervals. Loosen it, or look for a formula that jumps or grows without bound.";
    case ExtremalEnding::interrupted:
      return "The search was stopped.";
  }
  return {};
}

}  // namespace

ExtremalEnding ending_of(extremal::Failure failure) {
  switch (failure) {
    case extremal::Failure::none:
      return ExtremalEnding::done;
    case extremal::Failure::counts:
      return ExtremalEnding::counts;
    case extremal::Failure::natural_unknown:
      return ExtremalEnding::natural_unknown;
    case extremal::Failure::infeasible_end:
      return ExtremalEnding::infeasible_end;
    case extremal::Failure::bad_mass:
      return ExtremalEnding::bad_mass;
    case extremal::Failure::degree_one:
      return ExtremalEnding::degree_one;
    case extremal::Failure::not_finite:
      return ExtremalEnding::not_finite;
    case extremal::Failure::fold:
      return ExtremalEnding::fold;
    case extremal::Failure::conjugate_end:
      return ExtremalEnding::conjugate_end;
    case extremal::Failure::not_found:
      return ExtremalEnding::not_found;
    case extremal::Failure::too_fine:
      return ExtremalEnding::too_fine;
    case extremal::Failure::interrupted:
      return ExtremalEnding::interrupted;
  }
  return ExtremalEnding::not_found;
}

std::string_view name(ExtremalEnding ending) noexcept {
  switch (ending) {
    case ExtremalEnding::done:
      return "ok";
    case ExtremalEnding::counts:
      return "counts";
    case ExtremalEnding::natural_unknown:
      return "natural_unknown";
    case ExtremalEnding::infeasible_end:
      return "infeasible_end";
    case ExtremalEnding::bad_mass:
      return "bad_mass";
    case ExtremalEnding::degree_one:
      return "degree_one";
    case ExtremalEnding::not_finite:
      return "not_finite";
    case ExtremalEnding::fold:
      return "fold";
    case ExtremalEnding::conjugate_end:
      return "conjugate_end";
    case ExtremalEnding::not_found:
      return "not_found";
    case ExtremalEnding::too_fine:
      return "too_fine";
    case ExtremalEnding::interrupted:
      return "interrupted";
  }
  return "";
}

std::string message_of(const Model& model, const ExtremalSummary& summary, const Answer& answer) {
  const std::string failure = of_failure(model, summary, answer);
  // A lone degenerate extremal is what the failure speaks of.
  const bool said =
      summary.ending == ExtremalEnding::conjugate_end && summary.extremals.size() == 1;
  const std::string found = said ? "" : found_words(model, summary) + of_vanished(model, answer);
  return failure + (failure.empty() || found.empty() ? "" : " ") + found;
}

}  // namespace zwang
