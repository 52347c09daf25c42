// SPDX-License-Identifier: Apache-2.0
#include "api/run/words/message.h"

#include <algorithm>
#include <cmath>

#include "api/run/words/reach.h"
#include "api/run/words/rest_words.h"
#include "api/run/words/table_ends.h"
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
      text += "'" + rows.name + "' cannot close between '" + closure.first.text + "' and '" +
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
  if (!names.empty()) text += ": " + diagnosis::list_names(names) + " cannot be satisfied";
  return text + ". " + of_loops(model, summary.end) +
         "Correct the start, or use zwang check to find constraints that exclude each other.";
}

std::string of_rank(const Model& model, const motion::Tally& tally) {
  if (tally.changes.empty()) return "The rank of the constraints changed.";
  const motion::RankChange& change = tally.changes.back();
  if (!change.combination.empty()) {
    return diagnosis::rank_words(model, change.t, change.from, change.to, change.combination) +
           " The run ends there because rank_change = \"stop\"; with \"keep\" it continues.";
  }
  return "The rank of the constraints changed from " + std::to_string(change.from) + " to " +
         std::to_string(change.to) + " at t = " + diagnosis::short_number(change.t) +
         ", and rank_change = \"stop\". With \"keep\" the run continues.";
}

// An event that set or switched something to where the constraints are not.
std::string of_event_off(const Model& model, const Summary& summary,
                         const motion::RunResult& result) {
  const std::string event = model.events()[result.happenings.back().number];
  std::string text = "The event '" + event + "' violates the constraints at " + at(summary);
  std::string missed;
  for (const diagnosis::OffConstraint& off : diagnosis::missed_constraints(model, summary.end)) {
    missed += (missed.empty() ? ": '" : ", '") + model.constraints()[off.constraint].name +
              "' by " + diagnosis::short_number(std::max(off.position, off.velocity));
  }
  return text + missed + ". Set values that satisfy them, or switch them off or on elsewhere.";
}

// The constraints with friction that a status is about.
std::string with_friction(const Model& model, Status status) {
  if (status != Status::no_reaction && status != Status::several_reactions) return {};
  const equations::Equations& equations = model.parts().equations();
  std::vector<std::string> names;
  for (const equations::Sliding& contact : equations.sliding) {
    for (const Index normal : contact.normals) {
      const auto row = static_cast<std::size_t>(equations.reactions[normal].first_row);
      names.push_back(model.constraints()[diagnosis::constraint_of(model, row)].name);
    }
  }
  return names.empty() ? "" : " Friction acts at " + diagnosis::list_names(names) + ".";
}

std::string of_energy(const Summary& summary, const motion::Books& books) {
  const double times = std::abs(books.unaccounted) / books.explained;
  return "By " + at(summary) + " the energy has " + (books.unaccounted < 0 ? "lost " : "gained ") +
         diagnosis::short_number(std::abs(books.unaccounted)) + " that no force accounts for, " +
         diagnosis::short_number(times) +
         " times what the tolerances of the steps explain: the motion is not to be trusted. Look "
         "for "
         "a potential that jumps, or for a formula that is not smooth there; compare with a run at "
         "another tolerance or with the method radau5.";
}

std::string of_ending(const Model& model, const Summary& summary, const motion::RunResult& result,
                      double until, bool kept) {
  switch (summary.ending) {
    case Ending::done:
      return "The run reached " + at(summary) + ".";
    case Ending::interrupted:
      return "The run was interrupted at " + at(summary) + " of " + diagnosis::short_number(until) +
             (kept ? " and can be resumed." : ".");
    case Ending::step_too_small:
      if (result.chatters) {
        return "From " + at(summary) +
               " on, a formula that jumps (sign, if) holds the motion on the surface where it "
               "jumps: it reverses as soon as the motion has crossed. The motion along the surface "
               "could not be followed; the methods bdf and rattle never do. Use another method, or "
               "replace the jump by a steep slope, as tanh(…/0.001), by friction or by a "
               "constraint.";
      }
      return "The step size fell below rounding at " + at(summary) +
             (result.tally.near_singular > 0 ? " near a singular pose" : "") +
             ". Loosen the tolerance, or look for a formula that jumps or grows without bound.";
    case Ending::not_finite:
      return "A value became infinite or NaN after " + at(summary) +
             ". Look for a division by zero, or a root or logarithm of a negative number.";
    case Ending::not_converged:
      return "The iteration of a step did not converge at " + at(summary) +
             ". Use a smaller step, or another method.";
    case Ending::not_projected:
      if (!result.happenings.empty() && result.happenings.back().t == summary.end.t &&
          result.happenings.back().what == motion::What::event) {
        return of_event_off(model, summary, result);
      }
      return "A step from " + at(summary) +
             " cannot be projected onto the constraints. The mechanism may have reached the limit "
             "of "
             "its motion: check lengths and prescribed motions. Otherwise use a smaller step or "
             "tolerance.";
    case Ending::no_instant:
      if (result.status == Status::mass_not_definite &&
          instant::has_laws(model.parts().equations())) {
        return "The instant after " + at(summary) +
               " has no solution. Contacts and friction need mass in every direction, and the mass "
               "matrix is singular. Give the massless directions a small mass.";
      }
      return (result.status == Status::several_reactions
                  ? "The motion after " + at(summary) + " is not determined. "
                  : "The instant after " + at(summary) + " has no solution. ") +
             std::string(sentence(result.status)) + with_friction(model, result.status) + " " +
             std::string(remedy(result.status));
    case Ending::rank_changed:
      return of_rank(model, result.tally);
    case Ending::start_is_off:
      return "The start violates the constraints: coordinates would have to change by " +
             diagnosis::short_number(summary.start_moved) + " and rates by " +
             diagnosis::short_number(summary.start_rate_moved) +
             ". Correct it, or use start = \"project\".";
    case Ending::start_impossible:
      return of_impossible_start(model, summary);
    case Ending::event:
      return "The run was stopped by an event at " + at(summary) + ".";
    case Ending::endless_events:
      return "Events follow each other without end at " + at(summary) +
             ". Look for events that trigger each other, formulas that oscillate about zero, and "
             "contacts that close in on something.";
    case Ending::energy:
      return of_energy(summary, result.tally.energy);
    case Ending::contradiction:
      return parting_words(model, summary, result);
    case Ending::no_equilibrium:
      return of_no_equilibrium(model, result.equilibrium);
  }
  return {};
}

std::string of_contradiction(const Model& model, const Summary& summary) {
  std::vector<std::string> names;
  double most = summary.max_position_residual;
  for (const diagnosis::OffConstraint& off : diagnosis::missed_constraints(model, summary.start)) {
    names.push_back(model.constraints()[off.constraint].name);
    most = std::max({most, off.position, off.velocity});
  }
  if (names.empty()) return {};
  return " No state satisfies " + diagnosis::list_names(names) +
         (names.size() > 1 ? " together" : "") +
         ": the motion is the least-squares solution, which violates " +
         (names.size() > 1 ? "them" : "it") + " by up to " + diagnosis::short_number(most) +
         " (zwang check names those in conflict).";
}

// Where numbers went bad, which they do beyond the data of a table.
bool is_stuck(Ending ending) {
  return ending == Ending::step_too_small || ending == Ending::not_finite ||
         ending == Ending::not_converged || ending == Ending::not_projected ||
         ending == Ending::no_instant || ending == Ending::start_impossible;
}

// What a reader of the results should know besides.
std::string notes(const Model& model, const Summary& summary, const motion::RunResult& result) {
  std::string text;
  const bool began = summary.ending != Ending::start_impossible &&
                     summary.ending != Ending::start_is_off &&
                     summary.ending != Ending::no_equilibrium;
  const std::string missed = began ? of_contradiction(model, summary) : std::string();
  text += missed;
  if (is_stuck(summary.ending)) text += tables_that_end_at(model, summary.end);
  if (result.equilibrium.found) text += of_equilibrium(model, result.equilibrium);
  if (began && missed.empty() && !summary.contradictory.empty()) {
    text += " The constraints " + diagnosis::list_names(summary.contradictory) +
            " contradict each other: the motion is the least-squares solution.";
  }
  if (summary.servo_residual > 1e-6) {
    text += " At the end, the demand not met by the controls is " +
            diagnosis::short_number(summary.servo_residual) + ".";
  }
  if (result.tally.stiff) {
    text += " Stability, not accuracy, limited the step size: try the method radau5.";
  }
  if (summary.near_singular_steps > 0) {
    text += " " + std::to_string(summary.near_singular_steps) +
            (summary.near_singular_steps == 1 ? " step" : " steps") +
            " passed close to a singular pose (such as a dead centre).";
    // A pose is passed in a few steps; a run that lives in one is kept there by rounding.
    if (summary.near_singular_steps > 100 &&
        2 * summary.near_singular_steps > static_cast<std::size_t>(summary.steps)) {
      text +=
          " That is most of them: rounding there exceeds the tolerance, and the motion cannot "
          "be trusted beyond the unaccounted energy. Loosen the tolerance.";
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
    case motion::Ending::energy:
      return Ending::energy;
    case motion::Ending::contradiction:
      return Ending::contradiction;
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
    case Ending::energy:
      return "energy";
    case Ending::contradiction:
      return "contradiction";
  }
  return "";
}

std::string message_of(const Model& model, const Summary& summary, const motion::RunResult& result,
                       double until, bool kept) {
  return of_ending(model, summary, result, until, kept) + notes(model, summary, result);
}

}  // namespace zwang
