// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/two_ends/ends.h"

#include <algorithm>
#include <map>

#include "diagnosis/off_constraints.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"

namespace zwang::diagnosis {

namespace {

std::string counted(long count, const std::string& noun, const std::string& plural) {
  return std::to_string(count) + " " + (count == 1 ? noun : plural);
}

bool ends_move(const Model& model) {
  const equations::TwoEnds& ends = model.parts().extremal().equations.two_ends;
  return ends.unknowns > 0 || !ends.periodic.empty() || !free_words(model).empty();
}

// After "It is ".
std::string verdict_words(const Model& model, const ExtremalCurve& curve) {
  if (curve.verdict == "minimum") return "a minimum among its neighbours";
  if (curve.verdict == "maximum") return "a maximum among its neighbours";
  if (curve.verdict == "saddle") {
    const bool grows = curve.legendre == "negative";
    const std::string what = std::string("the action ") + (grows ? "increases" : "decreases");
    return "a saddle" +
           (curve.index ? ": " + what + " in " + counted(*curve.index, "direction", "directions")
                        : "");
  }
  if (curve.verdict == "degenerate") {
    const std::string why = ends_move(model) ? "" : "its end is conjugate to its start, and ";
    return "degenerate: " + why + "to second order some neighbours are just as good";
  }
  if (curve.verdict == "solution") return "a solution of the model's own equations";
  if (curve.legendre != "indefinite" || !curve.action) {
    return "stationary; whether it is a minimum is not known";
  }
  return "stationary; more cannot be said, because the second derivative of the integrand with "
         "respect to the rates is indefinite";
}

std::string of_several(const ExtremalSummary& summary) {
  static const std::map<std::string, std::pair<std::string, std::string>> nouns = {
      {"minimum", {"minimum", "minima"}},
      {"maximum", {"maximum", "maxima"}},
      {"saddle", {"saddle", "saddles"}},
      {"degenerate", {"degenerate one", "degenerate ones"}},
      {"stationary", {"stationary one", "stationary ones"}},
      {"solution", {"solution", "solutions"}},
  };
  const auto& all = summary.extremals;
  std::string list;
  for (const auto& [verdict, noun] : nouns) {
    const auto count = std::count_if(
        all.begin(), all.end(), [&v = verdict](const auto& curve) { return curve.verdict == v; });
    if (count > 0) list += (list.empty() ? "" : ", ") + counted(count, noun.first, noun.second);
  }
  const std::string order = all.front().action ? ", smallest action first" : "";
  return std::to_string(all.size()) + " extremals were found" + order + ": " + list + ".";
}

// Where the index rests on one count alone, and why.
std::string of_single_counts(const ExtremalSummary& summary) {
  const auto& all = summary.extremals;
  const auto only = [&all](auto known, auto missing) {
    return std::any_of(all.begin(), all.end(),
                       [&](const auto& curve) { return curve.*known && !(curve.*missing); });
  };
  const auto fields = &ExtremalCurve::index_by_fields;
  const auto second = &ExtremalCurve::index_by_second_variation;
  if (only(second, fields)) {
    return " The index is that of the second variation alone: neighbouring extremals do not "
           "separate between these ends.";
  }
  if (only(fields, second)) {
    return " The index is that of neighbouring extremals alone: the second variation could not be "
           "counted.";
  }
  return "";
}

// The two counts of the index are independent of each other.
std::string of_counts(const ExtremalSummary& summary) {
  std::string text = of_single_counts(summary);
  for (std::size_t k = 0; k < summary.extremals.size(); ++k) {
    const ExtremalCurve& curve = summary.extremals[k];
    const auto &fields = curve.index_by_fields, &second = curve.index_by_second_variation;
    if (!fields || !second || *fields == *second) continue;
    text += " The index of extremal " + std::to_string(k + 1) + " is " + std::to_string(*fields) +
            " by neighbouring extremals and " + std::to_string(*second) +
            " by the second variation: do not trust its verdict unless a tighter tolerance makes "
            "them agree.";
  }
  return text;
}

// Euler's equations may have numbers where F has none: log(x) for x < 0.
std::string of_action(const Model& model, const ExtremalSummary& summary) {
  if (!model.parts().extremal().equations.two_ends.variational) return "";
  const auto& all = summary.extremals;
  if (std::all_of(all.begin(), all.end(), [](const auto& curve) { return curve.action; })) {
    return "";
  }
  return " The integrand has no value somewhere along the curve, and so its integral has none: "
         "look "
         "for roots and logarithms of negative numbers, and for divisions by zero.";
}

std::string of_cross_check(const ExtremalSummary& summary) {
  double worst = -1;
  for (const ExtremalCurve& curve : summary.extremals) {
    if (curve.cross_check) worst = std::max(worst, *curve.cross_check);
  }
  if (worst < 0) return "";
  return " The solution with multipliers agrees within " + short_number(worst) + ".";
}

std::string of_errors(const ExtremalSummary& summary) {
  double worst = 0;
  for (const ExtremalCurve& curve : summary.extremals) {
    worst = std::max(worst, curve.error_estimate);
  }
  if (!(worst > summary.tolerance)) return "";
  return " The estimated error is " + short_number(worst) + ", more than the tolerance.";
}

// What is certain of the list, and what is not.
std::string of_search(const ExtremalSummary& summary) {
  if (!summary.search) return "";
  const ExtremalSearch& search = *summary.search;
  if (!search.scanned) return " That there are no others was not looked at.";
  const std::string rates = "rates up to " + short_number(search.rates_up_to) + " at the start";
  std::string text;
  if (search.missing > 0) {
    text = " The count does not agree: with " + rates + ", the indices require at least " +
           counted(search.missing, "extremal", "extremals") + " more.";
  } else if (search.resolved && !summary.more) {
    text = " To the resolution of a scan (" + counted(search.shots, "shot", "shots") +
           ") these are all with " + rates + ".";
  } else if (search.resolved) {
    text = " All " + rates + " were scanned.";
  }
  if (search.unresolved > 0) {
    text += " The scan of " + rates + " left " + counted(search.unresolved, "place", "places") +
            " that it could not resolve: others may be there.";
  } else if (!search.resolved && search.missing == 0) {
    text += " Others are not excluded: neighbouring motions part too fast for a scan.";
  }
  if (search.count_agrees && *search.count_agrees)
    text += " The alternating sum of the indices agrees with the count.";
  return text;
}

std::string of_velocity_rows(const Model& model) {
  const equations::TwoEnds& ends = model.parts().extremal().equations.two_ends;
  const std::vector<std::string> names = names_of_rows(model, ends.lambda_rows);
  if (names.empty()) return "";
  return " Only curves that satisfy " + list_names(names) +
         " compete: that is Lagrange's problem, not the motion of a nonholonomic system, which "
         "[simulate] computes.";
}

}  // namespace

std::string found_words(const Model& model, const ExtremalSummary& summary) {
  if (summary.extremals.empty()) return "";
  std::string text =
      summary.extremals.size() == 1
          ? "An extremal was found. It is " + verdict_words(model, summary.extremals.front()) + "."
          : of_several(summary);
  if (summary.more && summary.extremals.size() > 1) {
    text += " There may be more: as many were found as were requested.";
  }
  return text + of_search(summary) + of_velocity_rows(model) + of_action(model, summary) +
         of_counts(summary) + of_errors(summary) + of_cross_check(summary);
}

}  // namespace zwang::diagnosis
