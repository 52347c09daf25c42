// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/two_ends/message.h"

#include <algorithm>

#include "diagnosis/off_constraints.h"
#include "diagnosis/two_ends/ends.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"

namespace zwang::diagnosis {

namespace {

using extremal::Answer;

std::string at(const Model& model, double t) {
  return model.description().time.text + " = " + short_number(t);
}

bool has_position_rows(const Model& model) {
  const auto& rows = model.parts().extremal().equations.rows;
  return std::any_of(rows.begin(), rows.end(), [](const equations::Row& row) {
    return row.level == equations::Level::position;
  });
}

std::string of_counts(const Model& model, const Answer& answer) {
  const std::string free = free_words(model);
  std::string text = "The ends give " + std::to_string(answer.counts.given) + " conditions, but " +
                     std::to_string(answer.counts.wanted) + " are needed to determine an extremal.";
  if (!free.empty()) text += " Free: " + free + ".";
  if (answer.counts.given > answer.counts.wanted) {
    const Index many = answer.counts.given - answer.counts.wanted;
    if (!free.empty() && has_position_rows(model)) {
      text += " Where an end leaves coordinates free, the constraints count as conditions.";
    }
    return text + " Leave out " + std::to_string(many) + " of them, or make " +
           (many == 1 ? "a parameter" : std::to_string(many) + " parameters") +
           " unknown (unknowns = { … }).";
  }
  return text + " Give " + std::to_string(answer.counts.wanted - answer.counts.given) +
         " more, or remove as many unknowns.";
}

std::string of_unknown(const Model& model, const Answer& answer) {
  const auto& numbers = model.parts().extremal().equations.two_ends.unknown_parameters;
  const Index parameter = numbers[answer.unknown];
  const std::string name = model.parameters()[parameter];
  return "Nothing determines the unknown '" + name +
         "': the constraints change with it, so the condition that makes the integral stationary "
         "in it does not follow from the ends. Give one more condition at an end, a coordinate or "
         "a rate.";
}

std::string of_fold(const Model& model, const Answer& answer) {
  std::string where = at(model, answer.fold.t);
  if (!answer.fold.in_time) {
    const auto number = static_cast<std::size_t>(answer.fold.parameter);
    where = model.parameters()[number] + " = " + short_number(answer.fold.value);
  }
  return "There is no extremal beyond " + where +
         " on the branch that was followed: it turns back there, where two extremals meet and "
         "vanish. " +
         (answer.fold.in_time ? "Bring the ends closer together"
                              : "Stay on this side of that value") +
         ", or give a guess = { … } on another branch.";
}

std::string of_search(const Model& model, const Answer& answer) {
  const std::string dependence = dependence_words(model, answer.dependent);
  if (!dependence.empty()) return "No extremal was found. " + dependence;
  if (answer.stalled.row >= 0)
    return "No extremal was found. " + stalled_words(model, answer.stalled);
  if (answer.jumps) {
    return "No extremal was found. The integrand jumps on the way, near " + at(model, answer.t) +
           ": an extremal has a corner there, and only smooth curves are computed. Replace the "
           "jump "
           "by a steep smooth change, for example with tanh.";
  }
  const std::string range = range_words(model, answer.out_of_range);
  if (!range.empty()) return "No extremal was found. " + range;
  if (answer.indefinite.start != answer.indefinite.end) return sign_words(answer);
  std::string text =
      "No extremal was found: Newton's iteration did not converge from any guess. Give a better "
      "guess = { x = \"…\" }, start from an easier problem (follow = { parameter = value }), or "
      "search more widely with all = 10.";
  const equations::TwoEnds& ends = model.parts().extremal().equations.two_ends;
  if (ends.integrals > 0 && ends.lambdas + ends.unknowns > 0) {
    text += " Or make the integral a coordinate, e' = …, and give it at both ends.";
  }
  if (answer.indefinite.start) {
    text +=
        " The second derivative of the integrand with respect to the rates is indefinite: there is "
        "no descent to an extremal, so the guess must be close to it.";
  }
  if (!has_position_rows(model)) return text;
  return text + " Perhaps no curve on the constraints connects the ends.";
}

std::string of_numbers(const Model& model, const Answer& answer) {
  if (!answer.missed.empty())
    return no_number_words(model, answer.missed) + " Correct the formula.";
  if (answer.only_at_end) {
    return "No extremal was found. The formulas have no value at " + at(model, answer.t) +
           ", at an end of the curve, which is probably not smooth there. Start or end a little "
           "beside that point, or choose coordinates that are regular there.";
  }
  return "The formulas have no value at " + at(model, answer.t) +
         ", along the guess. Give a guess = { … } that stays where roots, logarithms and quotients "
         "exist.";
}

std::string of_rest(const Model& model) {
  const std::string& time = model.description().time.text;
  return "The curve is at rest at both ends, so only rounding decides when it leaves: shifted in " +
         time +
         ", it is just as good. Compute a part that ends in motion, at a value in between, or "
         "bring "
         "the ends closer together.";
}

std::string of_loose_ends(const Model& model) {
  const std::string free = free_words(model);
  return "The ends do not determine a single extremal" +
         (free.empty() ? "" : " (free: " + free + ")") +
         ". Either its neighbours are just as good, or there is none between such ends. Give one "
         "more coordinate or rate at an end; for a periodic motion, fix where it starts.";
}

// Of a periodic motion of a system that knows no time.
std::string of_open_phase(const Answer& answer) {
  if (answer.found.empty() && answer.phase.rests) {
    return answer.failure == extremal::Failure::not_found
               ? "Nothing but rest was found, which comes back after any time. Give a guess = { … "
                 "} "
                 "with a larger amplitude, or another end time."
               : "The ends only say that the motion comes back, and the guess rests, which every "
                 "equilibrium does. Give a guess = { … } that moves, as a cosine of the period.";
  }
  if (answer.found.empty()) {
    return "The ends only say that the motion comes back, and near the guess that does not tell "
           "one "
           "motion from others: every amplitude has this period, or none has. Give one more "
           "coordinate or rate at an end, or another end time.";
  }
  std::string text =
      " Nothing says where the motion begins, and any of its places will do: it begins beside the "
      "guess, and its neighbours of the same action are the same motion begun earlier or later.";
  if (answer.phase.times > 1) {
    text += " It is a motion of a period " + std::to_string(answer.phase.times) +
            " times shorter, run through " + std::to_string(answer.phase.times) + " times.";
  }
  return text;
}

// Of extremals of which nothing is known for this reason.
std::string of_vanished(const Model& model, const Answer& answer) {
  std::vector<Index> rows;
  for (const extremal::Found& found : answer.found) {
    rows.insert(rows.end(), found.vanished.begin(), found.vanished.end());
  }
  if (rows.empty()) return "";
  return " The gradient of " + list_names(names_of_rows(model, rows)) +
         " vanishes everywhere, so nothing is known about its neighbours. Squares cause this: "
         "write "
         "x = 0 for x^2 = 0.";
}

// "near x = 1, where 1000*y passes 0 within 1e-6"
std::string of_layer(const Model& model, const Answer& answer, const extremal::Unseen& unseen) {
  const auto& numbers = model.parts().extremal().equations;
  const double length = answer.length;
  std::string text = "near " + at(model, answer.t);
  if (unseen.argument < 0) {
    return text + ", within " + short_number(2 * unseen.width * length) +
           ": what happens there is missing from the balance of momentum and energy";
  }
  const auto& names = model.parts().extremal().names.arguments;
  using Scale = equations::Argument::Scale;
  const Scale scale = numbers.arguments[unseen.argument].scale;
  const char* const does = scale == Scale::edge    ? " changes its sign twice"
                           : scale == Scale::ratio ? " is halved and doubled"
                                                   : " passes what matters of it";
  return text + ", where `" + names[unseen.argument] + "`" + does + " within " +
         short_number(unseen.width * length);
}

std::string of_fineness(const Model& model, const ExtremalSummary& summary, const Answer& answer) {
  if (answer.unseen.empty()) {
    return "The tolerance " + short_number(summary.tolerance) + " is not met with " +
           std::to_string(answer.intervals) +
           " intervals. Loosen it, or look for a formula that jumps or grows without bound.";
  }
  return "A curve was found, but it is not a solution: it passes a layer that lies between the "
         "points "
         "at "
         "which it was computed, " +
         of_layer(model, answer, answer.unseen.front()) +
         ". Make the layer wider and go from there (follow = { parameter = value }), or give a "
         "guess "
         "= { … } that bends where an extremal would.";
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
             " No curve can start or end there. Correct the values, or leave out what the "
             "constraints determine: a coordinate that an end does not give is free there.";
    case ExtremalEnding::bad_mass:
      return mass_words(model, answer);
    case ExtremalEnding::degree_one:
      return degree_one_words(model);
    case ExtremalEnding::not_finite:
      return of_numbers(model, answer);
    case ExtremalEnding::fold:
      return of_fold(model, answer);
    case ExtremalEnding::conjugate_end:
      if (answer.phase.open && answer.found.empty()) return of_open_phase(answer);
      if (answer.rests) return of_rest(model);
      if (answer.loose) return of_loose_ends(model);
      return "The end is conjugate to the start: extremals that leave the start in neighbouring "
             "directions meet there, so the ends do not single one out. Move an end a little, or "
             "give one more condition and leave another one out.";
    case ExtremalEnding::not_found:
      if (answer.phase.open) return of_open_phase(answer);
      return of_search(model, answer);
    case ExtremalEnding::too_fine:
      return of_fineness(model, summary, answer);
    case ExtremalEnding::interrupted:
      return "The search was interrupted.";
  }
  return {};
}

}  // namespace

std::string message_of(const Model& model, const ExtremalSummary& summary, const Answer& answer) {
  const std::string failure = of_failure(model, summary, answer);
  // A lone degenerate extremal is what the failure speaks of.
  const bool said =
      summary.ending == ExtremalEnding::conjugate_end && summary.extremals.size() == 1;
  std::string found = said ? "" : found_words(model, summary) + of_vanished(model, answer);
  if (answer.phase.open && !answer.found.empty()) found += of_open_phase(answer);
  return failure + (failure.empty() || found.empty() ? "" : " ") + found;
}

}  // namespace zwang::diagnosis
