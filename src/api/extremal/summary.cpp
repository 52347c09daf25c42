// SPDX-License-Identifier: Apache-2.0
#include "api/extremal/summary.h"

#include <cmath>

#include "api/extremal/unknowns.h"
#include "diagnosis/start.h"
#include "model/model_parts.h"

namespace zwang {

namespace {

std::string word(extremal::Verdict verdict) {
  switch (verdict) {
    case extremal::Verdict::minimum:
      return "minimum";
    case extremal::Verdict::maximum:
      return "maximum";
    case extremal::Verdict::saddle:
      return "saddle";
    case extremal::Verdict::degenerate:
      return "degenerate";
    case extremal::Verdict::stationary:
      return "stationary";
    case extremal::Verdict::solution:
      return "solution";
  }
  return "";
}

std::optional<long> known(Index count) {
  return count < 0 ? std::nullopt : std::optional<long>(count);
}

// Where both ways to count know it, they must agree.
std::optional<long> index_of(const ExtremalCurve& curve) {
  const auto &fields = curve.index_by_fields, &second = curve.index_by_second_variation;
  if (fields && second && *fields != *second) return std::nullopt;
  return fields ? fields : second;
}

ExtremalCurve curve_of(const Model& model, const extremal::Found& found, ExtremalSampler& sampler) {
  const equations::TwoEnds& ends = model.parts().extremal().equations.two_ends;
  ExtremalCurve curve;
  sampler.take(found);
  curve.start = sampler.state(0);
  curve.end = sampler.state(1);
  for (std::size_t k = 0; k < found.unknowns.size(); ++k) {
    const auto number = static_cast<std::size_t>(ends.unknown_parameters[k]);
    curve.unknowns.emplace_back(model.parameters()[number], found.unknowns[k]);
  }
  curve.multipliers = found.mu;
  if (found.has_action && std::isfinite(found.action)) curve.action = found.action;
  curve.verdict = word(found.verdict);
  curve.index_by_fields = known(found.index_by_fields);
  curve.index_by_second_variation = known(found.index_by_second_variation);
  curve.index = index_of(curve);
  curve.nullity = known(found.nullity);
  curve.conjugate_times = found.conjugate_times;
  if (ends.variational) {
    curve.legendre = found.legendre > 0   ? "positive"
                     : found.legendre < 0 ? "negative"
                                          : "indefinite";
  }
  curve.max_position_residual = found.residual.position;
  curve.max_velocity_residual = found.residual.velocity;
  curve.max_dense_residual = found.residual.dense;
  curve.error_estimate = found.error;
  if (found.cross.checked) curve.cross_check = found.cross.difference;
  curve.cross_check_seconds = found.cross.seconds;
  curve.seconds = found.seconds;
  curve.iterations = found.iterations;
  return curve;
}

void set_rows(const Model& model, const State& state, ExtremalSummary& summary) {
  const equations::Equations& motion = model.parts().equations();
  if (motion.m == 0) {  // nothing to look at, and looking takes as long as a small answer
    summary.freedom = static_cast<std::size_t>(motion.n);
    return;
  }
  const diagnosis::StartDiagnosis diagnosis = diagnosis::diagnose_start(model, state);
  for (const ConstraintRows& rows : model.constraints()) summary.rows += rows.count;
  summary.rank = diagnosis.rank;
  summary.freedom = diagnosis.freedom;
  summary.redundant = diagnosis.redundant;
  summary.contradictory = diagnosis.contradictory;
  summary.undetermined = diagnosis.undetermined;
}

}  // namespace

namespace {

ExtremalSearch search_of(const extremal::Answer& answer) {
  ExtremalSearch search;
  search.scanned = answer.scan.done;
  search.rates_up_to = answer.scan.fastest;
  search.shots = answer.scan.shots;
  search.unresolved = answer.scan.unresolved;
  search.resolved = answer.scan.done && answer.scan.unresolved == 0 && answer.scan.trusted;
  if (answer.count.classes > 0) search.count_agrees = answer.count.agrees();
  search.missing = static_cast<long>(answer.count.missing);
  return search;
}

}  // namespace

ExtremalSummary summarise(const Model& model, const ExtremalChoices& choices,
                          const extremal::Answer& answer, ExtremalSampler& sampler) {
  ExtremalSummary summary;
  summary.model = model.description().source;
  summary.title = model.description().title;
  summary.ending = ending_of(answer.failure);
  summary.method = choices.method;
  summary.kernel = name(Method::automatic);
  summary.tolerance = choices.plan.tolerance;
  summary.intervals = answer.intervals;
  summary.iterations = answer.iterations;
  summary.evaluations = answer.evaluations;
  summary.more = answer.more;
  if (choices.plan.all > 1 && !answer.found.empty()) summary.search = search_of(answer);
  for (const extremal::Found& found : answer.found) {
    summary.extremals.push_back(curve_of(model, found, sampler));
  }
  if (answer.found.empty()) {
    set_rows(model, first_end(model.parts().extremal().equations), summary);
  } else {
    sampler.take(answer.found.front());
    summary.kernel = name(sampler.instant(0).method());
    set_rows(model, summary.extremals.front().start, summary);
  }
  return summary;
}

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

}  // namespace zwang
