// SPDX-License-Identifier: Apache-2.0
#pragma once
// The names of a model as symbols of formulas, and the reading of its formulas.

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "formula/parse/reader.h"
#include "formula/parse/symbols.h"
#include "scope/decisions.h"
#include "scope/frames.h"
#include "scope/names.h"
#include "scope/solid.h"
#include "scope/tables.h"

namespace zwang::compile {

/// A particle or a family of particles, as symbols.
struct Points {
  const Particle* particle;
  int dimension;
  int family = -1;               // number of the family, or -1: one particle
  std::vector<formula::Node> q;  // of one particle
};

class Scope {
 public:
  Scope(const Description& description, const Overrides& overrides);
  /// The same names and formulas over a copy of the graph, which grows by itself. The description is
  /// that of the other, or of a model that has the same names.
  Scope(const Scope& other, const Description& description);
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  /// From now on formulas are read with nothing of bodies left in them but coordinates of joints, by
  /// this (compile_frame_formulas.h).
  void write_out_bodies(std::function<formula::Node(formula::Node)> written_out) {
    written_out_ = std::move(written_out);
  }
  bool writes_out_bodies() const { return static_cast<bool>(written_out_); }
  /// As it is, or written out; and softened.
  formula::Node over_coordinates(formula::Node x) {
    if (x == formula::no_node) return x;
    if (written_out_) x = written_out_(x);
    return steepness_ == formula::no_node ? x : softened(x);
  }
  /// From now on formulas are read with layers as wide as a further parameter says, which comes last: 1 as
  /// they are written, less: wider (soften.cpp).
  void soften();

  formula::Graph& graph() { return graph_; }
  const formula::Graph& graph() const { return graph_; }
  formula::Symbols& symbols() { return symbols_; }
  const formula::Symbols& symbols() const { return symbols_; }
  formula::Node time() const { return time_; }

  /// A scalar formula; no_node and a complaint if it is wrong.
  formula::Node scalar(const Expression& expression);
  /// A vector or scalar formula.
  std::optional<formula::Value> value(const Expression& expression);
  /// The same, in which what is seen of a body is never written out: it says which body it is.
  std::optional<formula::Value> object(const Expression& expression);
  /// `left = right`: its rows.
  std::optional<formula::Formula> equation(const Expression& expression);
  /// Components, or one vector formula.
  std::optional<std::vector<formula::Node>> components(const Components& formulas, int dimension);
  /// What a text means as it stands, without a word if it means nothing.
  std::optional<formula::Formula> meaning(const std::string& text, formula::Wanted wanted);
  /// How often a text has been read. Each is read once for all that ask, as long as its indices mean
  /// the same.
  std::size_t readings() const { return readings_; }

  /// Gives the index of a family its name: everywhere the same input, so that a formula of families
  /// of one kind is read once.
  formula::Node bind_index(const std::string& name);
  /// Gives it to a number, at one place.
  void fix_index(const std::string& name, double number);
  void release_index(const std::string& name);

  /// The value of a formula of parameters (and of indices that are bound to numbers).
  std::optional<double> number(const Expression& expression);
  /// Its node; at the places of a family, indices may stand in it.
  formula::Node settled(const Expression& expression, bool at_places = false);
  /// The node of a formula that decides how many of something there are, and its value.
  formula::Node shaping(const Expression& expression, bool at_places = false);
  std::optional<double> shape(const Expression& expression);
  /// The same, which must be whole and at least `least`.
  std::optional<Index> whole(const Expression& expression, Index least);
  /// The value of a node of parameters; what is made of the model is right for this value alone.
  double number(formula::Node node);
  /// The same, where something sees to it that another value is as good.
  double passing(formula::Node node);
  /// What a rule chooses by the values of nodes of parameters; what is made of the model is right for all
  /// values for which it chooses the same.
  int decide(std::vector<formula::Node> nodes, Rule rule);
  bool is_finite(formula::Node x);
  bool is_positive(formula::Node x);
  bool is_negative(formula::Node x);
  /// The value of a node that stands among the equations as this number.
  double keep(const Kept& kept);
  /// From now on the numbers of the parameters in these nodes cannot be others.
  void pin(std::span<const formula::Node> nodes);
  /// Of this scope alone, not of the one that it copies.
  const Decisions& decisions() const { return decisions_; }
  const std::vector<Kept>& kept() const { return kept_; }
  /// Gives parameters other numbers, by slot; those of `set` are no longer computed from others.
  void move_parameters(std::span<const double> numbers, const Overrides& set);

  void complain(std::string_view code, const Expression& at, std::string what,
                std::string hint = {});
  void complain(std::string_view code, const Name& at, std::string what, std::string hint = {});

  const Description& description() const { return *description_; }
  /// Whether bodies move in the plane x, y alone.
  bool is_flat() const { return description_->plane && !description_->bodies.empty(); }
  const std::vector<Points>& points() const { return points_; }
  /// Parents first.
  const std::vector<Solid>& solids() const { return solids_; }
  const std::vector<ShapeSymbols>& ground_shapes() const { return ground_shapes_; }
  /// The number of a body among them, or bodies::ground if there is none of this name.
  Index find_body(std::string_view name) const;
  Frames& frames() { return frames_; }
  /// Whether a coordinate is one of the four of an orientation.
  bool is_quaternion(formula::Node q) const { return quaternions_.contains(q); }
  /// A vector that turns with a body, by components along the body's axes.
  formula::Value body_vector(Index body, const Vector3& components);
  /// Whether a node depends on inputs of one of these roles.
  bool depends_on(formula::Node x, std::initializer_list<formula::Role> roles) const;
  /// Whether a node depends on numbers and parameters alone.
  bool is_settled(formula::Node x) const;
  /// Those of [parameters], then unknowns of [extremal] that are not among them; an unknown has its
  /// guess as value.
  const std::vector<Parameter>& parameters() const { return parameters_; }
  const std::vector<std::string>& parameter_names() const { return parameter_names_; }
  std::vector<formula::Node> parameter_nodes() const { return parameter_nodes_; }
  /// Parameters with what they are computed from, each behind those that it needs.
  const std::vector<std::pair<formula::Node, formula::Node>>& parameter_formulas() const {
    return parameter_formulas_;
  }
  /// Slots of the parameters that decide how many of something there are.
  const std::set<std::uint32_t>& shaping() const { return shaping_; }
  /// In the order of the file.
  const std::vector<formula::Node>& controls() const { return controls_; }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  const Tables& tables() const { return *tables_; }
  /// Leaves the first of them.
  void forget_complaints(std::size_t kept) { diagnostics_.resize(kept); }
  bool ok() const { return diagnostics_.empty(); }
  std::size_t complaints() const { return diagnostics_.size(); }

 private:
  formula::Node softened(formula::Node x);
  void know_tables();
  void join_unknowns();
  void add_parameters(const Overrides& overrides);
  void add_coordinates();
  void add_particles();
  void add_bodies();
  void note_member(const std::string& name);
  void name_body(Index number);
  void show_body(Index number);
  void name_turning(const Solid& solid);
  void add_ground();
  void add_controls();
  void add_definitions();
  formula::Reading read(const std::string& text, formula::Wanted wanted);
  std::optional<formula::Formula> read(const Expression& expression, formula::Wanted wanted);
  std::optional<formula::Formula> read_over_coordinates(const Expression& expression,
                                                        formula::Wanted wanted);
  void explain_time(const Expression& expression, Diagnostic& unknown) const;
  void complain_at(Place place, std::string_view code, std::string what, std::string hint);

  /// Formulas that have been read, and under which names.
  struct Known {
    std::unordered_map<std::string, formula::Formula> formulas;
    std::map<std::string, formula::Node> indices;
    std::string bound;      // the indices that have a meaning now
    std::size_t fixed = 0;  // of them, those that are numbers
  };

  const Description* description_;
  std::shared_ptr<Tables> tables_;  // of all copies
  formula::Graph graph_;
  formula::Symbols symbols_;
  formula::Node time_ = formula::no_node, steepness_ = formula::no_node;
  std::vector<Points> points_;
  std::vector<Solid> solids_;
  std::vector<ShapeSymbols> ground_shapes_;
  std::map<std::string, Index, std::less<>> body_numbers_;
  Frames frames_;
  std::set<formula::Node> quaternions_;
  std::vector<Parameter> parameters_;
  std::vector<bool> unknown_;  // of the parameters: those of [extremal]
  std::vector<std::string> parameter_names_;
  std::vector<formula::Node> parameter_nodes_;
  std::vector<std::pair<formula::Node, formula::Node>> parameter_formulas_;
  std::set<std::uint32_t> shaping_;
  std::vector<formula::Node> controls_;
  std::vector<Diagnostic> diagnostics_;
  Known known_;
  Decisions decisions_;
  std::vector<Kept> kept_;
  std::size_t readings_ = 0;
  std::function<formula::Node(formula::Node)> written_out_;
};

}  // namespace zwang::compile
