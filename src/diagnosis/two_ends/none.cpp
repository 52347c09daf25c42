// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/two_ends/ends.h"

#include <cmath>

#include "diagnosis/off_constraints.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"

namespace zwang::diagnosis {

namespace {

std::string missed_by(double by) { return " (error " + short_number(std::abs(by)) + ")"; }

// "`integral(v) = 1` is determined by 'speed' and the ends"
std::string of_bound_integrals(const Model& model, const extremal::Dependent& dependent) {
  const auto& subject = model.description().extremal->subject;
  std::string integrals;
  for (const Index k : dependent.integrals) {
    integrals += (integrals.empty() ? "`" : ", `") + subject[k].text + "`";
  }
  const bool one = dependent.integrals.size() == 1;
  return (one ? integrals : "A combination of " + integrals) + " is determined by " +
         list_names(names_of_rows(model, dependent.rows)) +
         " and the ends, whatever the curve: it is redundant, or impossible. Leave " +
         (one ? "it" : "one of them") + " out.";
}

// "`integral(2*y) = 2` follows from `integral(y) = 1` and the ends"
std::string of_integrals(const Model& model, const extremal::Dependent& dependent) {
  const auto& subject = model.description().extremal->subject;
  const auto text_of = [&](Index k) { return "`" + subject[k].text + "`"; };
  std::string others;
  for (auto k = dependent.integrals.begin(); k + 1 < dependent.integrals.end(); ++k) {
    others += (others.empty() ? "" : ", ") + text_of(*k);
  }
  others += others.empty() ? "the ends" : " and the ends";
  const std::string last = text_of(dependent.integrals.back());
  if (dependent.contradicts) {
    return "No curve has all the prescribed integrals: " + last + " contradicts " + others +
           missed_by(dependent.by) + ". Correct it, or leave it out.";
  }
  return last + " follows from " + others +
         ", whatever the curve, so its multiplier is not determined. Leave it out.";
}

// "'a' and the start determine x at `to`"
std::string of_reach(const Model& model, const extremal::Dependent& dependent) {
  std::string coordinates;
  for (const Index i : dependent.coordinates) {
    coordinates += (coordinates.empty() ? "" : ", ") + model.coordinates()[i];
  }
  const bool one = dependent.coordinates.size() == 1;
  const std::string what = one ? coordinates : "a combination of " + coordinates;
  const std::string start = list_names(names_of_rows(model, dependent.rows)) +
                            " and the start determine " + what + " at `to`";
  if (dependent.contradicts) {
    return start + ", and contradict the value given there" + missed_by(dependent.by) +
           ". No curve connects these ends.";
  }
  return start + ", which is given as well: this is redundant, and the multipliers are not " +
         "determined. Leave out " + (one ? coordinates : "one of these") + " at `to`.";
}

// "'b' follows from 'a'"
std::string of_rows(const Model& model, const extremal::Dependent& dependent) {
  std::vector<std::string> names = names_of_rows(model, dependent.rows);
  if (dependent.contradicts) {
    const bool one = names.size() == 1;
    return "The best compromise violates " + list_names(names) + " by " +
           short_number(std::abs(dependent.by)) + ": " +
           (one ? "its equations contradict each other or the ends"
                : "they contradict each other") +
           ", or gradients vanish on the way. Correct " +
           (one ? "it, or move an end." : "them, or leave one out.");
  }
  const std::string last = names.back();
  names.pop_back();
  const std::string others = names.empty() ? "the other constraints" : list_names(names);
  return "'" + last + "' follows from " + others +
         ", so their multipliers are not determined. Leave it out.";
}

}  // namespace

std::string stalled_words(const Model& model, const extremal::Stalled& stalled) {
  return "At the end " + std::string(stalled.end == 0 ? "`from`" : "`to`") + ", " +
         list_names(names_of_rows(model, {stalled.row})) +
         " allows no motion and defines no direction: its derivatives with respect to the rates "
         "vanish there. Start or end a little beside that point, or formulate the problem without "
         "it.";
}

std::string range_words(const Model& model, const extremal::OutOfRange& range) {
  if (range.integral < 0) return "";
  const auto& subject = model.description().extremal->subject;
  return "`" + subject[range.integral].text +
         "` seems out of reach: as far as the search went, the " +
         (range.is_least ? "smallest" : "largest") +
         " value of this integral between the ends is " + short_number(range.limit) +
         ". Correct its value, or the ends.";
}

std::string dependence_words(const Model& model, const extremal::Dependent& dependent) {
  if (!dependent.integrals.empty() && !dependent.rows.empty()) {
    return of_bound_integrals(model, dependent);
  }
  if (!dependent.integrals.empty()) return of_integrals(model, dependent);
  if (dependent.rows.empty()) return "";
  return dependent.coordinates.empty() ? of_rows(model, dependent) : of_reach(model, dependent);
}

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
    const double part = direction[i] / largest;
    // Smaller parts are what is left of rounding in the factors.
    if (!(std::abs(part) > 1e-6) || ++count > most) continue;
    const std::string size = short_number(std::abs(part));
    text += text.empty() ? (part < 0 ? "-" : "") : (part < 0 ? " - " : " + ");
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
           ", which has neither mass nor a constraint. Give it a mass, or constrain it.";
  }
  const std::string why = where + "the integrand does not determine the acceleration " + direction +
                          ": its second derivative with respect to the rates vanishes there, and "
                          "there is no constraint. ";
  if (answer.only_at_end) return why + "Start or end a little beside that point.";
  const std::string remedy = "Add a term that is quadratic in these rates, or constrain them.";
  if (model.parts().extremal().equations.two_ends.lambdas == 0) return why + remedy;
  return why + remedy +
         " A control, whose rate occurs nowhere, is best eliminated by using the constraints.";
}

std::string degree_one_words(const Model& model) {
  const std::string& time = model.description().time.text;
  return "The integral does not depend on the speed along the path: the integrand is proportional "
         "to the rates, as for an arc length, so every parametrization of a curve is as good as "
         "any "
         "other. Write the energy form, 0.5*(…) of the square of the integrand: its extremals are "
         "the same curves, traversed at constant speed. Or make one coordinate the independent "
         "variable: take it out of [coordinates] and write it for " +
         time + " (independent = \"…\").";
}

std::string sign_words(const Answer& answer) {
  const std::string begins = "where a curve starts", ends = "where it ends";
  const bool start = answer.indefinite.start;
  return "No extremal was found. On the constraints, the second derivative of the integrand with "
         "respect to the rates is indefinite " +
         (start ? begins : ends) + " and definite " + (start ? ends : begins) +
         ": in between it is singular, and no extremal passes there. Choose both ends on one side, "
         "or look for a wrong sign in the integrand.";
}

}  // namespace zwang::diagnosis
