// SPDX-License-Identifier: Apache-2.0
#include "scope/scope.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <unordered_map>

#include "base/contract.h"
#include "formula/evaluate.h"
#include "formula/parse/code.h"
#include "read/offset.h"
#include "scope/code.h"
#include "scope/order.h"
#include "scope/room_for.h"

namespace zwang::compile {

using formula::no_node;
using formula::Node;
using formula::Wanted;

Scope::Scope(const Description& description, const Overrides& overrides)
    : description_(&description),
      tables_(std::make_shared<Tables>(description.source)),
      symbols_(graph_),
      frames_(symbols_),
      parameters_(description.parameters) {
  know_tables();
  symbols_.set_flat(is_flat());
  time_ = symbols_.add_time(description.time.text);
  join_unknowns();
  add_parameters(overrides);
  add_coordinates();
  add_particles();
  add_bodies();
  add_ground();
  add_controls();
  add_definitions();
}

Scope::Scope(const Scope& other, const Description& description)
    : description_(&description),
      tables_(other.tables_),
      graph_(other.graph_),
      symbols_(other.symbols_, graph_),
      time_(other.time_),
      points_(other.points_),
      solids_(other.solids_),
      ground_shapes_(other.ground_shapes_),
      body_numbers_(other.body_numbers_),
      frames_(other.frames_, symbols_),
      quaternions_(other.quaternions_),
      parameters_(other.parameters_),
      unknown_(other.unknown_),
      parameter_names_(other.parameter_names_),
      parameter_nodes_(other.parameter_nodes_),
      parameter_formulas_(other.parameter_formulas_),
      shaping_(other.shaping_),
      controls_(other.controls_),
      diagnostics_(other.diagnostics_),
      known_(other.known_),
      kept_(other.kept_),
      readings_(other.readings_) {
  expects(!other.writes_out_bodies());  // its formulas stand in the other graph
  know_tables();
  for (std::size_t k = 0; k < solids_.size(); ++k) show_body(static_cast<Index>(k));
}

void Scope::know_tables() {
  symbols_.set_tables([this](const formula::TableCall& call, formula::Complaints& complaints) {
    return tables_->find(call, complaints);
  });
}

void Scope::complain_at(Place place, std::string_view code, std::string what, std::string hint) {
  diagnostics_.push_back({code, place, std::move(what), std::move(hint)});
}

void Scope::complain(std::string_view code, const Expression& at, std::string what,
                     std::string hint) {
  complain_at(read::place_in_file(description_->text, at, {0, static_cast<Index>(at.text.size())}),
              code, std::move(what), std::move(hint));
}

void Scope::complain(std::string_view code, const Name& at, std::string what, std::string hint) {
  complain(code, Expression(at.text, at.at), std::move(what), std::move(hint));
}

// Nothing but the independent variable can be called t, if it is not called otherwise.
void Scope::explain_time(const Expression& expression, Diagnostic& unknown) const {
  const std::string& time = description_->time.text;
  if (unknown.code != formula::code::unknown || time == "t") return;
  const auto begin = static_cast<std::size_t>(unknown.place.begin),
             length = static_cast<std::size_t>(unknown.place.length);
  if (expression.text.compare(begin, length, "t") == 0)
    unknown.hint = "the independent variable is called '" + time + "' here";
}

namespace {

// Whether a formula means something else where reactions are known.
bool may_ask_for_reactions(const std::string& text) {
  const auto has = [&](const char* word) { return text.find(word) != std::string::npos; };
  return has("reaction") || has("multiplier") || has("joint") || has("drive") || has("tension");
}

}  // namespace

formula::Reading Scope::read(const std::string& text, Wanted wanted) {
  // At a single place, and where it depends on who asks, a text is read for itself.
  const bool stays = known_.fixed == 0 && !(symbols_.reactions() && may_ask_for_reactions(text));
  std::string key;
  if (stays) {
    key = known_.bound + static_cast<char>('0' + static_cast<int>(wanted)) + text;
    if (const auto at = known_.formulas.find(key); at != known_.formulas.end()) {
      return {at->second, {}};
    }
  }
  ++readings_;
  formula::Reading reading = formula::read(text, symbols_, wanted);
  if (stays && reading.ok()) known_.formulas.emplace(std::move(key), reading.formula);
  return reading;
}

std::optional<formula::Formula> Scope::meaning(const std::string& text, Wanted wanted) {
  const formula::Reading reading = read(text, wanted);
  if (!reading.ok()) return std::nullopt;
  return reading.formula;
}

bool Scope::depends_on(Node x, std::initializer_list<formula::Role> roles) const {
  const std::vector<Node> nodes = graph_.reachable({&x, 1});
  return std::any_of(nodes.begin(), nodes.end(), [&](Node y) {
    if (graph_.op(y) != formula::Op::input) return false;
    const formula::Role role = symbols_.inputs()[graph_.slot(y)].role;
    return std::find(roles.begin(), roles.end(), role) != roles.end();
  });
}

Node Scope::bind_index(const std::string& name) {
  const auto [at, is_new] = known_.indices.try_emplace(name, no_node);
  if (is_new) {
    at->second = symbols_.add_index(name);
  } else {
    symbols_.define(name, formula::scalar(at->second));
  }
  known_.bound += name + ' ';
  return at->second;
}

void Scope::fix_index(const std::string& name, double number) {
  symbols_.define(name, formula::scalar(graph_.constant(number)));
  known_.bound += '=' + name + ' ';
  ++known_.fixed;
}

// The last that was bound.
void Scope::release_index(const std::string& name) {
  symbols_.remove(name);
  std::string& bound = known_.bound;
  bound.resize(bound.size() - name.size() - 1);
  if (bound.empty() || bound.back() != '=') return;
  bound.pop_back();
  --known_.fixed;
}

std::optional<formula::Formula> Scope::read(const Expression& expression, Wanted wanted) {
  formula::Reading reading = read(expression.text, wanted);
  for (Diagnostic& diagnostic : reading.diagnostics) {
    explain_time(expression, diagnostic);
    diagnostic.place = read::place_in_file(description_->text, expression, diagnostic.place);
    diagnostics_.push_back(std::move(diagnostic));
  }
  if (!reading.ok()) return std::nullopt;
  return reading.formula;
}

std::optional<formula::Formula> Scope::read_over_coordinates(const Expression& expression,
                                                             Wanted wanted) {
  auto formula = read(expression, wanted);
  if (formula) {
    for (Node& x : formula->value.nodes()) x = over_coordinates(x);
  }
  return formula;
}

std::optional<formula::Value> Scope::object(const Expression& expression) {
  const auto formula = read(expression, Wanted::value);
  if (!formula) return std::nullopt;
  return formula->value;
}

Node Scope::scalar(const Expression& expression) {
  const auto formula = read_over_coordinates(expression, Wanted::scalar);
  return formula ? formula->value.at[0] : no_node;
}

std::optional<formula::Value> Scope::value(const Expression& expression) {
  const auto formula = read_over_coordinates(expression, Wanted::value);
  if (!formula) return std::nullopt;
  return formula->value;
}

std::optional<formula::Formula> Scope::equation(const Expression& expression) {
  return read_over_coordinates(expression, Wanted::equation);
}

std::optional<std::vector<Node>> Scope::components(const Components& formulas, int dimension) {
  std::vector<Node> nodes;
  if (formulas.size() == 1 && dimension > 1) {  // one vector formula
    const auto vector = value(formulas[0]);
    if (!vector) return std::nullopt;
    nodes.assign(vector->nodes().begin(), vector->nodes().end());
  } else {
    for (const Expression& formula : formulas) {
      const Node node = scalar(formula);
      if (node == no_node) return std::nullopt;
      nodes.push_back(node);
    }
  }
  if (is_flat() && dimension == 2 && nodes.size() == 3) nodes.pop_back();  // across the plane
  if (static_cast<int>(nodes.size()) != dimension) {
    complain(code::dimension, formulas.front(),
             "expected " + std::to_string(dimension) +
                 (dimension == 1 ? " component, found " : " components, found ") +
                 std::to_string(nodes.size()));
    return std::nullopt;
  }
  return nodes;
}

double Scope::passing(Node node) {
  // Most are; the numbers of all inputs, for each of thousands of bodies, would cost seconds.
  if (graph_.is_constant(node)) return graph_.value(node);
  return formula::evaluate(graph_, {&node, 1}, symbols_.numbers()).front();
}

double Scope::number(Node node) {
  if (graph_.is_constant(node)) return graph_.value(node);
  const auto [at, is_new] = decisions_.exact.try_emplace(node, 0.0);
  if (is_new) at->second = passing(node);
  return at->second;
}

int Scope::decide(std::vector<Node> nodes, Rule rule) {
  const auto is_constant = [this](Node x) { return graph_.is_constant(x); };
  const bool for_ever = std::all_of(nodes.begin(), nodes.end(), is_constant);
  auto key = std::pair(std::move(nodes), rule);
  if (!for_ever) {
    const auto known = decisions_.chosen.find(key);
    if (known != decisions_.chosen.end()) return known->second;
  }
  std::vector<double> values;
  for (const Node x : key.first) values.push_back(passing(x));
  const int choice = rule(values);
  if (!for_ever) decisions_.chosen.emplace(std::move(key), choice);
  return choice;
}

bool Scope::is_finite(Node x) {
  return decide({x}, [](std::span<const double> v) { return std::isfinite(v[0]) ? 1 : 0; }) == 1;
}

bool Scope::is_positive(Node x) {
  return decide({x}, [](std::span<const double> v) { return v[0] > 0 ? 1 : 0; }) == 1;
}

bool Scope::is_negative(Node x) {
  return decide({x}, [](std::span<const double> v) { return v[0] < 0 ? 1 : 0; }) == 1;
}

double Scope::keep(const Kept& kept) {
  if (!graph_.is_constant(kept.node)) kept_.push_back(kept);
  return passing(kept.node);
}

void Scope::pin(std::span<const Node> nodes) {
  for (const Node x : graph_.reachable(nodes)) {
    if (graph_.op(x) != formula::Op::input) continue;
    const formula::Input& input = symbols_.inputs()[graph_.slot(x)];
    if (input.role == formula::Role::parameter) decisions_.exact.emplace(x, input.number);
  }
}

void Scope::move_parameters(std::span<const double> numbers, const Overrides& set) {
  for (const Node p : parameter_nodes_)
    symbols_.set_number(graph_.slot(p), numbers[graph_.slot(p)]);
  std::erase_if(parameter_formulas_, [&](const auto& computed) {
    return set.contains(symbols_.inputs()[graph_.slot(computed.first)].name);
  });
}

Node Scope::settled(const Expression& expression, bool at_places) {
  const Node node = scalar(expression);
  if (node == no_node) return no_node;
  for (const Node x : graph_.reachable({&node, 1})) {
    if (graph_.op(x) != formula::Op::input) continue;
    const formula::Input& input = symbols_.inputs()[graph_.slot(x)];
    if (input.role == formula::Role::parameter) continue;
    if (input.role == formula::Role::index && at_places) continue;
    complain(code::not_a_number, expression,
             "expected a constant number, but '" + input.name + "' is not one",
             "use only numbers and parameters");
    return no_node;
  }
  return node;
}

std::optional<double> Scope::number(const Expression& expression) {
  const Node node = settled(expression);
  if (node == no_node) return std::nullopt;
  return number(node);
}

Node Scope::shaping(const Expression& expression, bool at_places) {
  const Node node = settled(expression, at_places);
  if (node == no_node) return no_node;
  for (const Node x : graph_.reachable({&node, 1})) {
    if (graph_.op(x) == formula::Op::input) shaping_.insert(graph_.slot(x));
  }
  pin({&node, 1});
  return node;
}

std::optional<double> Scope::shape(const Expression& expression) {
  const Node node = shaping(expression);
  if (node == no_node) return std::nullopt;
  return number(node);
}

std::optional<Index> Scope::whole(const Expression& expression, Index least) {
  const auto x = shape(expression);
  if (!x) return std::nullopt;
  if (*x != std::floor(*x) || *x < static_cast<double>(least) || *x > 1e7) {
    complain(code::not_whole, expression,
             "expected a whole number from " + std::to_string(least) + " to 10000000");
    return std::nullopt;
  }
  return static_cast<Index>(*x);
}

void Scope::join_unknowns() {
  unknown_.assign(parameters_.size(), false);
  if (!description_->extremal) return;
  std::unordered_map<std::string_view, std::size_t> number;
  for (std::size_t k = 0; k < description_->parameters.size(); ++k)
    number.emplace(description_->parameters[k].name.text, k);
  for (const auto& [name, guess] : description_->extremal->unknowns) {
    const auto [own, is_new] = number.emplace(name.text, parameters_.size());
    if (is_new) {
      parameters_.push_back({name, guess});
      unknown_.push_back(true);
    } else {
      parameters_[own->second].value = guess;
      unknown_[own->second] = true;
    }
  }
}

// In the order in which they need each other, whatever the order of the file.
void Scope::add_parameters(const Overrides& overrides) {
  const std::vector<Parameter>& parameters = parameters_;
  const ParameterOrder order = order_parameters(parameters);
  for (const std::vector<std::size_t>& circle : order.circles) {
    std::string words;
    for (const std::size_t k : circle) words += parameters[k].name.text + " → ";
    complain(code::circle, parameters[circle.front()].value,
             "circular definition of parameters: " + words + parameters[circle.front()].name.text);
  }
  std::vector<Node> nodes(parameters.size(), no_node);
  for (const std::size_t k : order.sequence) {
    const Parameter& parameter = parameters[k];
    const auto override = overrides.find(parameter.name.text);
    const bool set = override != overrides.end();
    // What is set is read all the same: the graph is the one of all values.
    if (set) meaning(parameter.value.text, Wanted::scalar);
    const Node formula = set ? no_node : settled(parameter.value);
    const double value = set ? override->second : formula == no_node ? 0 : passing(formula);
    if (!std::isfinite(value)) {
      complain(code::not_finite, parameter.value,
               "the value of '" + parameter.name.text + "' is not a finite number");
    }
    nodes[k] = symbols_.add_parameter(parameter.name.text, value);
    // A guess is where the search begins; nothing moves the unknown along afterwards.
    if (formula != no_node && !unknown_[k]) parameter_formulas_.emplace_back(nodes[k], formula);
  }
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    if (nodes[k] == no_node) nodes[k] = symbols_.add_parameter(parameters[k].name.text, 0);
    parameter_names_.push_back(parameters[k].name.text);
  }
  parameter_nodes_ = nodes;
}

// The members of a family with so many coordinates each.
static std::optional<Index> family_size(Scope& scope, const Expression& expression, int each) {
  const auto count = scope.whole(expression, 1);
  const std::string wrong = count ? no_room_for(each * static_cast<double>(*count), 0) : "";
  if (wrong.empty()) return count;
  scope.complain(code::too_large, expression, wrong, room_hint);
  return std::nullopt;
}

void Scope::add_coordinates() {
  for (const Coordinate& coordinate : description_->coordinates) {
    if (!coordinate.count.given()) {
      symbols_.add_coordinate(coordinate.name.text);
    } else if (const auto count = family_size(*this, coordinate.count, 1)) {
      symbols_.add_family(coordinate.name.text, 0, 1, *count);
    }
  }
}

void Scope::add_particles() {
  int dimension = 0;
  for (const Particle& particle : description_->particles) {
    const int own = static_cast<int>(particle.position.size());
    if (!description_->bodies.empty() && own != (is_flat() ? 2 : 3)) {
      complain(code::dimension, particle.name,
               is_flat() ? "in the plane a particle has two components"
                         : "bodies are spatial: in a model with bodies, a particle has three "
                           "components",
               is_flat()
                   ? ""
                   : "give it a third component, or the model a [plane], where vectors have two");
      continue;
    }
    if (dimension == 0) dimension = own;
    if (own != dimension) {
      complain(code::dimension, particle.name,
               "this particle has " + std::to_string(own) + " dimensions, others have " +
                   std::to_string(dimension));
      continue;
    }
    Points points{&particle, own, -1, {}};
    if (!particle.count.given()) {
      const formula::Value value = symbols_.add_point(particle.name.text, own);
      points.q.assign(value.nodes().begin(), value.nodes().begin() + own);
    } else if (const auto count = family_size(*this, particle.count, own)) {
      points.family = symbols_.add_family(particle.name.text, own, 1, *count);
    } else {
      continue;
    }
    points_.push_back(std::move(points));
  }
}

void Scope::add_ground() {
  if (!points_.empty() || !solids_.empty()) {
    const std::size_t dimension =
        solids_.empty() ? static_cast<std::size_t>(points_.front().dimension) : 3;
    symbols_.define("origin", formula::vector(std::vector<Node>(dimension, graph_.constant(0))));
  }
  for (const GroundPoint& point : description_->ground) {
    if (!solids_.empty() && point.position.size() != 3) {
      complain(
          code::dimension, point.name,
          "bodies are spatial: in a model with bodies, a point of the ground has three components");
      continue;
    }
    std::vector<Node> nodes;
    for (const Expression& expression : point.position) {
      const Node node = scalar(expression);
      if (node != no_node) nodes.push_back(node);
    }
    if (nodes.size() != point.position.size()) continue;
    symbols_.define("ground." + point.name.text, formula::vector(nodes));
  }
}

// A name like arm[2] is that of a member of a family.
void Scope::note_member(const std::string& name) {
  const std::size_t open = name.find('[');
  if (open == std::string::npos || name.back() != ']') return;
  symbols_.add_member(name.substr(0, open), std::atoll(name.c_str() + open + 1));
}

void Scope::add_controls() {
  for (const Control& control : description_->controls) {
    note_member(control.name.text);
    controls_.push_back(symbols_.add_control(control.name.text));
  }
}

void Scope::add_definitions() {
  for (const Definition& definition : description_->definitions) {
    if (const auto meaning = value(definition.formula)) {
      symbols_.define(definition.name.text, *meaning);
    }
  }
}

}  // namespace zwang::compile
