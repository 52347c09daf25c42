// SPDX-License-Identifier: Apache-2.0
// From a file, a text or a description to a compiled model.

#include "zwang/model.h"

#include <algorithm>

#include "api/canonical_text.h"
#include "api/extremal/unknowns.h"
#include "api/model_error.h"
#include "api/observing.h"
#include "api/trouble.h"
#include "model/model_parts.h"
#include "read/code.h"
#include "read/data/mesh_files.h"
#include "read/limits.h"
#include "read/model.h"
#include "read/robots.h"
#include "record/file.h"
#include "record/identity.h"
#include "record/text_file.h"
#include "scene/drawing.h"
#include "scope/code.h"

namespace zwang {

namespace {

std::string load(const std::string& path) {
  try {
    // One byte more than a model may have is enough to say that it is too large.
    return record::read_text(path, static_cast<std::size_t>(read::max_file_bytes) + 1);
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

// The reader refuses names that stand twice; a program may write them nevertheless, and results
// could not be told apart.
void check_names(const Description& description, const compile::Names& names) {
  std::vector<Complaint> complaints;
  const auto check = [&](const std::string& what, std::vector<std::string> all) {
    std::sort(all.begin(), all.end());
    const auto twin = std::adjacent_find(all.begin(), all.end());
    if (twin == all.end()) return;
    complaints.push_back(complaint_at(description, read::code::name_twice, {},
                                      "two " + what + " are called '" + *twin + "'", ""));
  };
  std::vector<std::string> results = names.coordinates, constraints;
  results.insert(results.end(), names.observables.begin(), names.observables.end());
  for (const compile::RunFormula& formula : names.run_formulas) results.push_back(formula.name);
  for (const compile::NamedRows& rows : names.constraints) constraints.push_back(rows.name);
  check("coordinates or observables", std::move(results));
  check("constraints", std::move(constraints));
  if (!complaints.empty()) throw ModelError(std::move(complaints));
}

// As the reader does: constraint1, constraint2, …
template <class Things>
void name_the_nameless(Things& things, const std::string& noun) {
  for (std::size_t k = 0; k < things.size(); ++k) {
    if (things[k].name.text.empty()) things[k].name = noun + std::to_string(k + 1);
  }
}

// What is wrong with [extremal] is said at once, though only a search needs it. Where nothing else is
// asked, the model starts where the question begins.
void check_extremal(Model::Parts& parts) {
  const compile::Compiled& between_ends = parts.extremal();
  const Description& description = parts.source.description();
  if (!between_ends.diagnostics.empty()) {
    throw ModelError(complaints_of(between_ends.diagnostics, description.text, description.source));
  }
  if (!description.simulate) parts.start = first_end(between_ends.equations);
}

// What is wrong with [draw] is said at once too, though only a page needs it.
void check_drawing(const Model::Parts& parts) {
  const Description& description = parts.source.description();
  if (description.draw.points.empty() && description.draw.lines.empty()) return;
  const std::vector<Diagnostic>& wrong = parts.drawn().diagnostics;
  if (wrong.empty()) return;
  throw ModelError(complaints_of(wrong, description.text, description.source));
}

// All that a source with no complaints gives.
std::shared_ptr<Model::Parts> parts_of(compile::Source source, std::uint64_t fingerprint) {
  auto parts = std::make_shared<Model::Parts>(std::move(source));
  const Description& description = parts->source.description();
  const compile::Compiled& compiled = parts->source.motion();
  if (!compiled.diagnostics.empty()) {
    throw ModelError(complaints_of(compiled.diagnostics, description.text, description.source));
  }
  parts->text_fingerprint = fingerprint;
  parts->fingerprint = fingerprint ^ parts->source.scope().tables().fingerprint();
  parts->shown = ShownRates(compiled.names, compiled.equations);
  parts->start = {compiled.equations.t, compiled.equations.q, compiled.equations.v};
  if (description.extremal) check_extremal(*parts);
  for (const compile::NamedRows& rows : compiled.names.constraints) {
    parts->constraints.push_back({rows.name, rows.at, static_cast<std::size_t>(rows.first),
                                  static_cast<std::size_t>(rows.count)});
  }
  return parts;
}

std::shared_ptr<Model::Parts> compiled(compile::Source source, std::uint64_t fingerprint) {
  auto parts = parts_of(std::move(source), fingerprint);
  check_names(parts->source.description(), parts->source.motion().names);
  check_drawing(*parts);
  return parts;
}

Model compile_described(Description read, const Settings& settings, std::uint64_t fingerprint) {
  std::vector<Complaint> complaints = read::fetch_robots(read);
  std::string meshes;
  for (const read::MeshTrouble& one : read::fetch_meshes(read, meshes))
    complaints.push_back(complaint_at(read, compile::code::shape, one.at, one.what, one.hint));
  if (!complaints.empty()) throw ModelError(std::move(complaints));
  if (!meshes.empty()) fingerprint ^= record::fingerprint(meshes);
  return Model(compiled(compile::Source(std::move(read), settings), fingerprint));
}

std::string why_compiled(const std::vector<std::string>& parameters) {
  std::string names;
  for (const std::string& name : parameters) names += (names.empty() ? "'" : ", '") + name + "'";
  return "The model was compiled again: " + names +
         (parameters.size() == 1 ? " decides" : " decide") + " what it is made of.";
}

}  // namespace

// Names and drawings have been looked over with the model.
Model Model::with(const Settings& settings) const {
  compile::InTheWay in_the_way;
  if (auto source = parts_->source.with(settings, in_the_way)) {
    return Model(parts_of(std::move(*source), parts_->text_fingerprint));
  }
  Settings all = settings;
  all.insert(parts_->source.overrides().begin(), parts_->source.overrides().end());
  auto parts = compiled(compile::Source(parts_->source, std::move(all)), parts_->text_fingerprint);
  parts->compiled_for = why_compiled(in_the_way.parameters);
  return Model(std::move(parts));
}

Model observing(const Model& model, std::vector<Observable> more) {
  const Model::Parts& parts = model.parts();
  return Model(compiled(compile::Source(parts.source, more), parts.text_fingerprint));
}

const std::string& Model::compiled_for() const { return parts_->compiled_for; }

const Description& Model::description() const { return parts_->source.description(); }
const Settings& Model::settings() const { return parts_->source.overrides(); }
const std::vector<std::string>& Model::coordinates() const {
  return parts_->source.motion().names.coordinates;
}
const std::vector<std::string>& Model::parameters() const {
  return parts_->source.motion().names.parameters;
}
const std::vector<double>& Model::parameter_values() const {
  return parts_->source.motion().equations.parameters;
}
const std::vector<ConstraintRows>& Model::constraints() const { return parts_->constraints; }
const std::vector<std::string>& Model::controls() const {
  return parts_->source.motion().names.controls;
}
const std::vector<std::string>& Model::events() const {
  return parts_->source.motion().names.events;
}
const std::vector<std::string>& Model::observables() const {
  return parts_->source.motion().names.observables;
}
const State& Model::start() const { return parts_->start; }
const std::vector<std::string>& Model::rates() const { return parts_->shown.rates(); }
const std::vector<std::string>& Model::forces() const { return parts_->shown.forces(); }
const std::vector<std::string>& Model::bodies() const {
  return parts_->source.motion().names.bodies;
}

const equations::Equations& Model::Parts::tangent() const {
  std::call_once(asked_, [this] { with_tangent_ = source.with_tangent(); });
  return with_tangent_.equations;
}

const compile::Compiled& Model::Parts::extremal() const {
  std::call_once(asked_between_ends_,
                 [this] { between_ends_ = source.lower({.tangent = true, .extremal = true}); });
  return between_ends_;
}

const compile::Compiled& Model::Parts::drawn() const {
  std::call_once(asked_to_draw_, [this] {
    // Of what is wrong then, only that is told which the user wrote into [draw].
    for (const bool forces : {true, false}) {
      const DrawnFormulas drawn = drawn_formulas(source.description(), forces);
      drawn_ = source.lower({.observe = &drawn.formulas});
      if (drawn_.diagnostics.empty()) return;
    }
  });
  return drawn_;
}

Model load_model(const std::string& path, const Settings& settings) {
  return read_model(load(path), path == "-" ? "<stdin>" : path, settings);
}

Model read_model(std::string_view text, const std::string& source, const Settings& settings) {
  read::Reading reading = read::read(text, source);
  if (!reading.ok()) throw ModelError(complaints_of(reading.diagnostics, text, source));
  return compile_described(std::move(reading.description), settings, record::fingerprint(text));
}

Model compile_model(Description description, const Settings& settings) {
  name_the_nameless(description.constraints, "constraint");
  name_the_nameless(description.observe, "observable");
  const std::uint64_t fingerprint = record::fingerprint(canonical_text(description));
  return compile_described(std::move(description), settings, fingerprint);
}

}  // namespace zwang
