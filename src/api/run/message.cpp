// SPDX-License-Identifier: Apache-2.0
#include "api/run/message.h"

#include <algorithm>

#include "diagnosis/off_constraints.h"
#include "diagnosis/start.h"
#include "diagnosis/words.h"
#include "instant/mode.h"
#include "model/model_parts.h"

namespace zwang {

namespace {

std::string at(const Summary& summary) { return "t = " + diagnosis::short_number(summary.end.t); }

// Where the loops that do not close are written, and what they were to hold together.
std::string of_loops(const Model& model, const State& nearest) {
  std::string text;
  for (const diagnosis::OffConstraint& off : diagnosis::missed_constraints(model, nearest)) {
    const ConstraintRows& rows = model.constraints()[off.constraint];
    for (const Constraint& written : model.description().constraints) {
      if (!written.closure || written.name.text != rows.name) continue;
      const Closure& closure = *written.closure;
      if (closure.first.text.empty()) continue;
      if (rows.at.line > 0) {
        text += model.description().source + ":" + std::to_string(rows.at.line) + ": ";
      }
      text += "'" + rows.name + "' stays open between '" + closure.first.text + "' and '" +
              closure.second.text + "'. ";
    }
  }
  return text;
}

std::string of_impossible_start(const Model& model, const Summary& summary) {
  std::vector<std::string> names;
  for (const diagnosis::OffConstraint& off : diagnosis::missed_constraints(model, summary.end)) {
    names.push_back(model.constraints()[off.constraint].name);
  }
  std::string text = "No state near the start satisfies the constraints";
  if (!names.empty()) text += ": " + diagnosis::list_names(names) + " cannot be met";
  return text + ". " + of_loops(model, summary.end) +
         "Correct the start, or look for constraints that exclude each other (check).";
}

std::string of_rank(const Model& model, const motion::Tally& tally) {
  if (tally.changes.empty()) return "The rank of the constraints changed.";
  const motion::RankChange& change = tally.changes.back();
  if (!change.combination.empty()) {
    return diagnosis::rank_words(model, change.t, change.from, change.to, change.combination) +
           " The run ends there, as rank_change = \"stop\" asks; with \"keep\" it goes on through.";
  }
  return "The rank of the constraints changed from " + std::to_string(change.from) + " to " +
         std::to_string(change.to) + " at t = " + diagnosis::short_number(change.t) +
         ", and rank_change = \"stop\". With \"keep\" the run goes on through it.";
}

// An event that set or switched something to where the constraints are not.
std::string of_event_off(const Model& model, const Summary& summary,
                         const motion::RunResult& result) {
  const std::string event = model.events()[result.happenings.back().number];
  std::string text = "The event '" + event + "' leaves the constraints at " + at(summary);
  std::string missed;
  for (const diagnosis::OffConstraint& off : diagnosis::missed_constraints(model, summary.end)) {
    missed += (missed.empty() ? ": '" : ", '") + model.constraints()[off.constraint].name +
              "' is missed by " + diagnosis::short_number(std::max(off.position, off.velocity));
  }
  return text + missed + ". Let it set what satisfies them, or switch them off or on elsewhere.";
}

// The constraints whose friction a status is about.
std::string rubbing(const Model& model, Status status) {
  if (status != Status::no_reaction && status != Status::several_reactions) return {};
  const equations::Equations& equations = model.parts().equations();
  std::vector<std::string> names;
  for (const equations::Sliding& contact : equations.sliding) {
    for (const Index normal : contact.normals) {
      const auto row = static_cast<std::size_t>(equations.reactions[normal].first_row);
      names.push_back(model.constraints()[diagnosis::constraint_of(model, row)].name);
    }
  }
  return names.empty() ? "" : " There rub: " + diagnosis::list_names(names) + ".";
}

std::string of_ending(const Model& model, const Summary& summary, const motion::RunResult& result,
                      double until, bool kept) {
  switch (summary.ending) {
    case Ending::done:
      return "The run reached " + at(summary) + ".";
    case Ending::interrupted:
      return "The run was stopped at " + at(summary) + " of " + diagnosis::short_number(until) +
             (kept ? " and can be resumed." : ".");
    case Ending::step_too_small:
      if (result.chatters) {
        return "From " + at(summary) +
               " on a formula that jumps (sign, if) holds the motion on the surface where it does: "
               "it "
               "jumps back as soon as the motion has crossed. Steps cannot follow that. Replace "
               "the "
               "jump by a steep slope, as tanh(…/0.001), or by friction or a constraint.";
      }
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
      if (!result.happenings.empty() && result.happenings.back().t == summary.end.t &&
          result.happenings.back().what == motion::What::event) {
        return of_event_off(model, summary, result);
      }
      return "A step from " + at(summary) +
             " could not be brought back onto the constraints. Use a smaller step or tolerance, or "
             "look for constraints that cannot hold together there.";
    case Ending::no_instant:
      if (result.status == Status::mass_not_definite &&
          instant::has_laws(model.parts().equations())) {
        return "The instant after " + at(summary) +
               " has no answer. Contacts and friction need a mass in every direction, and the mass "
               "matrix is singular. Give what has none a small mass.";
      }
      return "The instant after " + at(summary) + " has no answer. " +
             std::string(sentence(result.status)) + rubbing(model, result.status) + " " +
             std::string(remedy(result.status));
    case Ending::rank_changed:
      return of_rank(model, result.tally);
    case Ending::start_is_off:
      return "The start violates the constraints: coordinates would have to move by " +
             diagnosis::short_number(summary.start_moved) + " and rates by " +
             diagnosis::short_number(summary.start_rate_moved) +
             ". Correct it, or use start = \"project\".";
    case Ending::start_impossible:
      return of_impossible_start(model, summary);
    case Ending::event:
      return "The run was stopped by an event at " + at(summary) + ".";
    case Ending::endless_events:
      return "Events follow each other without end at " + at(summary) +
             ". Look at events that cause each other by what they set, at formulas that pass zero "
             "too often, and at contacts that close in on something.";
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
             diagnosis::short_number(equilibrium.growth) + " t).";
    case motion::Stability::neutral:
      return " It began at an equilibrium that is neither stable nor unstable.";
    default:
      return " It began at an equilibrium.";
  }
}

std::string of_contradiction(const Model& model, const Summary& summary) {
  std::vector<std::string> names;
  for (const diagnosis::OffConstraint& off : diagnosis::missed_constraints(model, summary.start)) {
    names.push_back(model.constraints()[off.constraint].name);
  }
  return " No state satisfies " + diagnosis::list_names(names) +
         " together: the motion is that of least squares, which misses them by up to " +
         diagnosis::short_number(summary.max_position_residual) +
         " (check says which are in conflict).";
}

// What a reader of the results should know besides.
std::string notes(const Model& model, const Summary& summary, const motion::RunResult& result) {
  std::string text;
  if (result.contradictory && summary.max_position_residual > 0)
    text += of_contradiction(model, summary);
  if (result.equilibrium.found) text += of_equilibrium(result.equilibrium);
  if (!result.contradictory && !summary.contradictory.empty()) {
    text += " The constraints " + diagnosis::list_names(summary.contradictory) +
            " contradict each other: the motion satisfies them as nearly as it can.";
  }
  if (summary.servo_residual > 1e-6) {
    text += " At the end the controls miss what is wanted by " +
            diagnosis::short_number(summary.servo_residual) + ".";
  }
  if (result.tally.stiff) {
    text += " Stability kept the steps shorter than accuracy needed: try the method radau5.";
  }
  if (summary.near_singular_steps > 0) {
    text +=
        " Steps that ended near a singular pose: " + std::to_string(summary.near_singular_steps) +
        ".";
    // A pose is passed in a few steps; a run that lives in one is kept there by rounding.
    if (summary.near_singular_steps > 100 &&
        2 * summary.near_singular_steps > static_cast<std::size_t>(summary.steps)) {
      text +=
          " That is most of them: rounding there outgrows the tolerance, and the motion is not to "
          "be trusted beyond the energy's drift. Loosen the tolerance.";
    }
  }
  if (summary.ending != Ending::rank_changed && summary.rank_changes > 0) {
    text += " The rank of the constraints changed " + std::to_string(summary.rank_changes) +
            (summary.rank_changes == 1 ? " time" : " times") +
            ", first at t = " + diagnosis::short_number(summary.rank_events.front().t) + ".";
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
    case motion::Ending::stopped_by_event:
      return Ending::event;
    case motion::Ending::endless_events:
      return Ending::endless_events;
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
    case Ending::event:
      return "event";
    case Ending::endless_events:
      return "endless_events";
  }
  return "";
}

std::string message_of(const Model& model, const Summary& summary, const motion::RunResult& result,
                       double until, bool kept) {
  return of_ending(model, summary, result, until, kept) + notes(model, summary, result);
}

}  // namespace zwang
