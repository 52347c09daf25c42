// SPDX-License-Identifier: Apache-2.0
#include "api/run_message.h"

#include "api/off_constraints.h"
#include "api/short_number.h"

namespace zwang {

namespace {

std::string at(const Summary& summary) { return "t = " + short_number(summary.end.t); }

std::string of_impossible_start(const Model& model, const Summary& summary) {
  std::vector<std::string> names;
  for (const OffConstraint& off : missed_constraints(model, summary.end)) {
    names.push_back(model.constraints()[off.constraint].name);
  }
  std::string text = "No state near the start satisfies the constraints";
  if (!names.empty()) text += ": " + list_names(names) + " cannot be met";
  return text + ". Correct the start, or look for constraints that exclude each other (check).";
}

std::string of_rank(const motion::Tally& tally) {
  if (tally.changes.empty()) return "The rank of the constraints changed.";
  const motion::RankChange& change = tally.changes.back();
  return "The rank of the constraints changed from " + std::to_string(change.from) + " to " +
         std::to_string(change.to) + " at t = " + short_number(change.t) +
         ", and rank_change = \"stop\". With \"keep\" the run goes on through it.";
}

std::string of_ending(const Model& model, const Summary& summary, const motion::RunResult& result,
                      double until, bool kept) {
  switch (summary.ending) {
    case Ending::done:
      return "The run reached " + at(summary) + ".";
    case Ending::interrupted:
      return "The run was stopped at " + at(summary) + " of " + short_number(until) +
             (kept ? " and can be resumed." : ".");
    case Ending::step_too_small:
      return "The step fell below rounding at " + at(summary) +
             (result.tally.near_singular > 0 ? " near a singular pose" : "") +
             ". Loosen the tolerance, or look for a formula that jumps or grows without bound.";
    case Ending::not_finite:
      return "A number that is not finite came up after " + at(summary) +
             ". Look at formulas that divide or take roots there.";
    case Ending::not_converged:
      return "The equations of a step did not converge at " + at(summary) +
             ". Use a smaller step, or another method.";
    case Ending::not_projected:
      return "A step from " + at(summary) +
             " could not be brought back onto the constraints. Use a smaller step or tolerance, or "
             "look for constraints that cannot hold together there.";
    case Ending::no_instant:
      return "The instant after " + at(summary) + " has no answer. " +
             std::string(sentence(result.status)) + " " + std::string(remedy(result.status));
    case Ending::rank_changed:
      return of_rank(result.tally);
    case Ending::start_is_off:
      return "The start violates the constraints: coordinates would have to move by " +
             short_number(summary.start_moved) + " and rates by " +
             short_number(summary.start_rate_moved) + ". Correct it, or use start = \"project\".";
    case Ending::start_impossible:
      return of_impossible_start(model, summary);
    case Ending::no_equilibrium:
      return "No equilibrium was found near the start. Give a start that is nearer to one.";
  }
  return {};
}

std::string of_equilibrium(const motion::Equilibrium& equilibrium) {
  switch (equilibrium.stability) {
    case motion::Stability::stable:
      return " It began at a stable equilibrium.";
    case motion::Stability::unstable:
      return " It began at an unstable equilibrium, from which small motions grow as exp(" +
             short_number(equilibrium.growth) + " t).";
    case motion::Stability::neutral:
      return " It began at an equilibrium that is neither stable nor unstable.";
    default:
      return " It began at an equilibrium.";
  }
}

// What a reader of the results should know besides.
std::string notes(const Summary& summary, const motion::RunResult& result) {
  std::string text;
  if (result.equilibrium.found) text += of_equilibrium(result.equilibrium);
  if (result.tally.stiff) {
    text += " Stability kept the steps shorter than accuracy needed: try the method radau5.";
  }
  if (summary.near_singular_steps > 0) {
    text +=
        " Steps that ended near a singular pose: " + std::to_string(summary.near_singular_steps) +
        ".";
  }
  if (summary.ending != Ending::rank_changed && summary.rank_changes > 0) {
    text += " The rank of the constraints changed " + std::to_string(summary.rank_changes) +
            (summary.rank_changes == 1 ? " time" : " times") +
            ", first at t = " + short_number(summary.rank_events.front().t) + ".";
  }
  return text;
}

}  // namespace

Ending ending_of(motion::Ending ending) {
  switch (ending) {
    case motion::Ending::done:
      return Ending::done;
    case motion::Ending::interrupted:
      return Ending::interrupted;
    case motion::Ending::step_too_small:
      return Ending::step_too_small;
    case motion::Ending::not_finite:
      return Ending::not_finite;
    case motion::Ending::not_converged:
      return Ending::not_converged;
    case motion::Ending::not_projected:
      return Ending::not_projected;
    case motion::Ending::no_instant:
      return Ending::no_instant;
    case motion::Ending::rank_changed:
      return Ending::rank_changed;
    case motion::Ending::start_is_off:
      return Ending::start_is_off;
    case motion::Ending::start_impossible:
      return Ending::start_impossible;
    case motion::Ending::no_equilibrium:
      return Ending::no_equilibrium;
    case motion::Ending::refused:  // asked before the run
      break;
  }
  return Ending::not_converged;
}

std::string_view name(Ending ending) noexcept {
  switch (ending) {
    case Ending::done:
      return "ok";
    case Ending::interrupted:
      return "interrupted";
    case Ending::step_too_small:
      return "step_too_small";
    case Ending::not_finite:
      return "not_finite";
    case Ending::not_converged:
      return "not_converged";
    case Ending::not_projected:
      return "not_projected";
    case Ending::no_instant:
      return "no_instant";
    case Ending::rank_changed:
      return "rank_changed";
    case Ending::start_is_off:
      return "start_is_off";
    case Ending::start_impossible:
      return "start_impossible";
    case Ending::no_equilibrium:
      return "no_equilibrium";
  }
  return "";
}

std::string message_of(const Model& model, const Summary& summary, const motion::RunResult& result,
                       double until, bool kept) {
  return of_ending(model, summary, result, until, kept) + notes(summary, result);
}

}  // namespace zwang
