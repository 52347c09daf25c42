// SPDX-License-Identifier: Apache-2.0
// A run from its options to its trajectory.

#include "zwang/run.h"

#include <filesystem>

#include "accuracy/estimate.h"
#include "api/column_of.h"
#include "api/run/choices.h"
#include "api/run/columns.h"
#include "api/run/hidden.h"
#include "api/run/lanes.h"
#include "api/run/method.h"
#include "api/run/number_sensitivity.h"
#include "api/run/outer_forces.h"
#include "api/run/peaks.h"
#include "api/run/recorder.h"
#include "api/run/reductions.h"
#include "api/run/sensitivity.h"
#include "api/run/shown_row.h"
#include "api/run/summary.h"
#include "api/run/words/message.h"
#include "api/run/words/unbounded.h"
#include "api/trouble.h"
#include "model/model_parts.h"
#include "motion/run/run.h"
#include "record/file.h"
#include "record/part_reader.h"
#include "report/words/trajectory_parts.h"
#include "scene/body_arrows.h"
#include "zwang/version.h"

namespace zwang {

namespace {

// Numbers of samples that are kept in memory at most: 16 GiB.
constexpr double most_in_memory = 2147483648.0;

record::Identity identity_of(const Model& model, const RunChoices& choices,
                             const RunMethod& method) {
  record::Identity identity;
  identity.version = version();
  identity.title = model.description().title;
  identity.model = model.description().source;
  identity.model_hash = model.parts().fingerprint;
  identity.method = in_words(choices);
  if (choices.method != method.name) identity.method = method.name + " by " + identity.method;
  // Other kernels round otherwise: a run is not continued by them.
  identity.method += ", " + std::string(instruction_set()) + " kernels";
  for (std::size_t k = 0; k < model.parameters().size(); ++k) {
    identity.parameters.push_back({model.parameters()[k], model.parameter_values()[k]});
  }
  return identity;
}

// Nothing, if the run was killed before it left its first checkpoint: it begins anew then.
std::optional<Resumption> find_resumption(const RunOptions& options, const record::Heading& heading,
                                          const equations::Equations& equations) {
  if (!options.resume) return std::nullopt;
  if (options.keep.empty()) throw InputError("keep", "is empty; there is nothing to resume");
  const std::string path = checkpoint_path(options.keep);
  const std::string part = part_path(options.keep);
  if (!std::filesystem::exists(path) && std::filesystem::exists(part)) {
    const auto then = record::PartReader(part).heading().identity;
    const std::string other = record::differences(then, heading.identity);
    if (!other.empty()) throw record::FileError(part, "belongs to another run: " + other);
    return std::nullopt;
  }
  return from_checkpoint(record::load_checkpoint(path, heading.identity), equations, path);
}

void check_memory(const RunOptions& options, std::size_t samples, std::size_t width) {
  if (!options.keep.empty()) return;
  const double numbers = static_cast<double>(samples) * static_cast<double>(width);
  if (numbers <= most_in_memory) return;
  throw InputError("samples",
                   std::to_string(samples) + " of " + std::to_string(width) +
                       " numbers do not fit in memory; set keep to store them in a file");
}

// The columns that are recorded of all there are; nothing: all.
std::optional<std::vector<Index>> picked_columns(const RunOptions& options,
                                                 const record::Columns& all) {
  if (!options.columns) return std::nullopt;
  if (!options.keep.empty())
    throw InputError("columns", "cannot be chosen of a run that is kept in a file");
  std::vector<Index> picked;
  for (const std::string& name : *options.columns) picked.push_back(column_of(all, name));
  return picked;
}

record::Columns only(const std::optional<std::vector<Index>>& picked, const record::Columns& all) {
  if (!picked) return all;
  std::vector<record::Column> columns;
  for (const Index column : *picked) columns.push_back(all[column]);
  if (columns.empty()) columns.push_back(all[0]);  // a table has one, also where it has no rows
  return record::Columns(std::move(columns));
}

// Without columns there is nothing to sample.
void leave_out_samples(const RunOptions& options, RunChoices& choices) {
  if (!options.columns || !options.columns->empty()) return;
  choices.plan.times.clear();
  choices.plan.every_step = false;
}

// Forces that only the caller knows.
OuterForces forces_of(const Model& model, const RunOptions& options, const RunChoices& choices) {
  OuterForces forces(model);
  for (const auto& [name, law] : options.forces) forces.follow(name, law);
  check_takes_forces(choices.method, forces);
  if (!options.forces.empty() && !options.keep.empty())
    throw InputError("keep", "cannot be used with forces of the call, which no file keeps");
  if (!options.forces.empty() && !options.sensitivity.empty())
    throw InputError("sensitivity",
                     "cannot be used with forces of the call, whose derivatives are not known");
  return forces;
}

// The share of the time of a run in which an implicit method ran, where methods change by themselves.
double stiff_share(const motion::RunResult& result, double from) {
  const std::vector<motion::MethodSince>& methods = result.tally.methods;
  double stiff = 0;
  for (std::size_t k = 0; k < methods.size(); ++k) {
    const double until = k + 1 < methods.size() ? methods[k + 1].t : result.t;
    if (methods[k].stepper == motion::Stepper::radau5) stiff += until - methods[k].t;
  }
  return result.t > from ? stiff / (result.t - from) : 0;
}

// Those who listen hear of the start of a motion that is known; the end they are told of anyway.
const motion::RunResult& begun(const motion::RunResult& known, double t, motion::RightSide& side,
                               const motion::Listener& listener) {
  std::vector<double> y = known.start_q;
  y.insert(y.end(), known.start_v.begin(), known.start_v.end());
  y.resize(at(side.layout().size()));
  const auto state = [](void* self, double, double* to) noexcept {
    const auto& from = *static_cast<const std::vector<double>*>(self);
    std::copy(from.begin(), from.end(), to);
  };
  if (listener.step) listener.step(listener.self, {t, t, y.data(), y.data(), {&y, state}, true});
  return known;
}

using SharedParts = std::shared_ptr<Trajectory::Parts>;

// `known`: the motion, where it need not be found.
SharedParts run_chosen(const Model& model, const RunOptions& options, RunChoices choices,
                       const motion::RunResult* known = nullptr) {
  const RunMethod method = choose_method(model, choices);
  choices.plan.stepper = method.stepper;
  const SensitivityWish sensitivity =
      choices.sensitivities ? sensitivity_wish(model, options) : SensitivityWish{};
  const auto with_hidden = with_hidden_rows(model, choices);
  motion::RightSide side(with_hidden ? with_hidden->equations : *method.equations, choices.kernel,
                         choices.plan.rank_change == motion::RankRule::drop);
  OuterForces forces = forces_of(model, options, choices);
  if (forces.any()) side.set_outer(&forces.numbers());
  motion::Sampler sampler(side, choose_layout(model, side.equations()));
  ShownRow shown(model, sampler.layout());
  RunMeasures measures(model, shown.columns(), side.equations().m);
  const bool has_peaks = !options.columns || choices.peaks;
  scene::BodyArrows arrows(model, side, measures.columns(), has_peaks);
  const auto picked = picked_columns(options, arrows.columns());
  const record::Heading heading{identity_of(model, choices, method),
                                only(picked, arrows.columns())};
  check_memory(options, choices.plan.times.size(),
               static_cast<std::size_t>(heading.columns.count()));
  const auto resumption = find_resumption(options, heading, side.equations());

  RunRecorder recorder(sampler, shown, measures, arrows, heading, options.keep,
                       resumption ? &*resumption : nullptr);
  if (picked) recorder.pick(*picked);
  RunReductions reductions(model, side, choices.plan.tolerance);
  std::optional<RunPeaks> peaks;
  if (has_peaks) peaks.emplace(model, side, sampler, arrows);
  recorder.follow(reductions.listens() ? &reductions : nullptr, peaks ? &*peaks : nullptr);
  recorder.prepare(choices.plan.times.size());
  recorder.report_to(options.goes_on, choices.t, choices.plan.t_end);
  const motion::Listener listener = recorder.listener();
  const motion::RunResult result =
      known
          ? begun(*known, choices.t, side, listener)
          : motion::run(side, choices.plan, listener, resumption ? &resumption->snapshot : nullptr);
  if (const std::exception_ptr wrong = forces.take_wrong()) std::rethrow_exception(wrong);
  const double seconds = recorder.seconds();

  auto parts = std::make_shared<Trajectory::Parts>(Trajectory::Parts{{.heading = heading}, model});
  parts->given = {options.duration, options.tolerance, options.method, options.start.has_value()};
  parts->table = recorder.close(result);
  parts->rows = recorder.rows();
  parts->uses = result.tally.uses;
  parts->stiff = stiff_share(result, choices.t);
  parts->start_error = result.equilibrium.error;
  if (!parts->table) parts->part = part_path(options.keep);
  parts->chosen = picked.has_value();
  if (options.columns) {
    parts->columns = *options.columns;
  } else {
    for (const record::Column& column : shown.columns()) parts->columns.push_back(column.name);
  }
  Summary& summary = parts->summary;
  const std::vector<State> ends = ends_of(result, choices.t);
  if (ends.size() == 1) {
    summary = summarise(model, choices, method, side, result);
  } else {
    const std::string kernel(name(side.kernel().method()));
    // A dense factor lets large forces leave their rounding in all others, a sparse one only where they act.
    if (side.kernel().dense() && !side.laws())
      side.kernel() = instant::Kernel(side.equations(), Method::sparse);
    summary = summarise(model, choices, method, side, with_end(result, ends[0]));
    summary.kernel = kernel;
    const auto other = summarise(model, choices, method, side, with_end(result, ends[1]));
    keep_common(other, result.growing, summary);
  }
  reductions.tell(summary, ends);
  if (peaks) parts->doubts = peaks->tell(summary);
  arrows.judge(summary.unbounded ? summary.start : summary.end);
  parts->arrows = arrows.arrows();
  parts->left_out = arrows.left_out();
  add_sensitivities(model, sensitivity, choices, options, result.magnitudes, summary);
  summary.seconds = seconds;
  if (with_hidden) summary.message += hidden_words(model, with_hidden->equations, summary.start);
  const auto observables = static_cast<Index>(model.observables().size());
  if (sampler.layout().width < motion::lay_out_sample(side.equations(), observables, true).width) {
    summary.message += " With so many columns, accelerations and constraint forces are left out.";
  }
  summary.message.insert(
      0, message_of(model, summary, result, choices.plan.t_end, !options.keep.empty()));
  if (ends.size() > 1) {
    KnownEnd known{common(recorder.row_at(ends[0]), recorder.row_at(ends[1])), {}};
    if (peaks) known.peaks = common(peaks->at_state(ends[0]), peaks->at_state(ends[1]));
    take_out_unbounded(known, *parts);
  }
  return parts;
}

Trajectory run_checked(const Model& model, const RunOptions& options) {
  RunChoices choices = choices_of(model, options);
  leave_out_samples(options, choices);
  const SharedParts parts = run_chosen(model, options, choices);
  add_number_sensitivities(
      model, options,
      [](const Model& other, const RunOptions& with) {
        RunChoices light = choices_of(other, with);
        light.sensitivities = false;
        leave_out_samples(with, light);
        return run_chosen(other, with, light)->summary;
      },
      parts->summary);
  if (options.error) {
    parts->summary.error = estimate_error(*parts, options, choices,
                                          [&](const RunOptions& other, const RunChoices& with) {
                                            return run_chosen(model, other, with);
                                          });
  }
  return Trajectory(parts);
}

}  // namespace

Trajectory run_ended(const Model& model, const RunOptions& options,
                     const motion::RunResult& motion) {
  RunChoices choices = choices_of(model, options);
  leave_out_samples(options, choices);
  return Trajectory(run_chosen(model, options, choices, &motion));
}

Trajectory run(const Model& model, const RunOptions& options) {
  try {
    return options.settings.empty() ? run_checked(model, options)
                                    : run_checked(model.with(options.settings), options);
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

}  // namespace zwang
