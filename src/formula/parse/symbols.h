// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the names of a formula mean, and what the inputs of a graph are.

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/index.h"
#include "formula/derive/derive.h"
#include "formula/graph.h"
#include "formula/parse/input.h"
#include "formula/reaction.h"
#include "formula/table/table_call.h"
#include "formula/value.h"

namespace zwang::formula {

/// A name as written: bob.x is {bob, x}; p[i+1].y is {p, y} with the index i+1.
struct Reference {
  std::vector<std::string_view> parts = {};
  Node index = no_node;               // a formula of parameters and indices
  std::string_view index_words = {};  // the index as written, for the names of inputs it makes
};

/// A vector that is fixed in a body, from its components along the body's axes.
using BodyVector = std::function<Value(const std::array<Node, 3>&)>;

enum class NotFound : std::uint8_t {
  no_such_name,
  no_such_component,
  index_missing,
  index_not_wanted,
  index_outside,
  index_not_whole,
  index_moves,   // depends on time or on a coordinate
  index_varies,  // differs from place to place, where one member is wanted
};

/// The names that formulas may use. Everything added gets input slots in the order of adding;
/// a coordinate gets three: itself, its rate and its acceleration. Names may have dots
/// (crank.angle), and must be new.
class Symbols {
 public:
  explicit Symbols(Graph& graph);  // knows `pi` only
  /// The same names over a copy of their graph. What is made when it is first asked for, and vectors
  /// of bodies, must be told anew how: remake(), add_body().
  Symbols(const Symbols& other, Graph& graph);
  Symbols(const Symbols&) = delete;
  Symbols& operator=(const Symbols&) = delete;

  Node add_time(std::string name = "t");
  Node add_parameter(std::string name, double value);
  Node add_coordinate(std::string name);
  /// A point: coordinates name.x, name.y (and name.z); name alone is the vector.
  Value add_point(std::string name, int dimension);
  /// u[first] … u[last]; dimension 0: scalars, 2 or 3: points. Returns its number.
  int add_family(std::string name, int dimension, Index first, Index last);
  /// The index of a family of places: a number that differs from place to place.
  Node add_index(std::string name);
  /// A force that the instant determines.
  Node add_control(std::string name);
  /// A number that is found together with the instant, under no name that could be written.
  Node add_reaction(std::string words);
  /// From now on [a, b] in formulas is [a, b, 0]: a model of the plane whose bodies are those of space.
  void set_flat(bool flat) { flat_ = flat; }
  bool flat() const { return flat_; }
  /// What reaction() and multiplier() mean from now on; nothing: they cannot stand here.
  void set_reactions(ReactionMeaning meaning) { reactions_ = std::move(meaning); }
  const ReactionMeaning& reactions() const { return reactions_; }
  /// What table("motor.csv", x) means from now on.
  void set_tables(TableMeaning meaning) { tables_ = std::move(meaning); }
  const TableMeaning& tables() const { return tables_; }
  /// Another name for a value, and for nothing new.
  void define(std::string name, const Value& value);
  /// A vector of space that is made when a formula first asks for it: a point of a body.
  void define_later(std::string name, std::function<Value()> make);
  /// Tells anew how it is made; nothing where it has been made.
  void remake(std::string_view name, std::function<Value()> make);
  /// Three coordinates name.x, name.y, name.z under no name that could be written.
  Value add_frame(const std::string& name);
  /// A body, whose name alone is no value; from now on name.axis(x) and name.vector(a, b, c) are.
  void add_body(std::string name, BodyVector meaning);
  /// What these two mean, or null.
  const BodyVector* body(std::string_view name) const;
  /// name[number] is one of those that have names of their own, name[1], name[2].tip: a body.
  void add_member(const std::string& name, Index number);
  /// The first and the last number of a family; nothing: there is no family of this name.
  std::optional<std::pair<Index, Index>> bounds(std::string_view name) const;
  /// The name of a member, "arm[2]"; nothing and why if there is none.
  std::optional<std::string> member_name(std::string_view family, Node index, NotFound* why);
  /// Takes a name away; its inputs stay.
  void remove(std::string_view name);
  bool has(std::string_view name) const { return entries_.find(name) != entries_.end(); }

  /// What a reference means, or why it means nothing. An index without indices of places picks a
  /// member of a family, parameters taken at their numbers; one that depends on an index of places
  /// makes inputs (coordinate, rate, acceleration) that every place fills from its own member.
  std::optional<Value> find(const Reference& reference, NotFound* why = nullptr);
  /// The family of this name, or null.
  const Family* family(std::string_view name) const;

  /// d/dt of an input node; no_node for an acceleration.
  Node rate(Node input) const { return inputs_[graph_->slot(input)].rate; }
  /// The direction in which time moves the inputs; accelerations stand still in it.
  const Direction& rates() const { return rates_; }

  Graph& graph() const { return *graph_; }
  const std::vector<Input>& inputs() const { return inputs_; }
  const std::vector<Family>& families() const { return families_; }
  /// All names that can be written, in alphabetical order, for "did you mean": with components
  /// (bob, bob.x), without [..].
  std::vector<std::string> names() const;
  /// The numbers of the parameters at their slots, 0 elsewhere: inputs for evaluating a formula of
  /// parameters.
  std::vector<double> numbers() const;
  void set_number(std::uint32_t slot, double number) { inputs_[slot].number = number; }
  /// Formulas of parameters whose numbers decided what others mean: which member, how many terms.
  const std::vector<Node>& deciding() const { return deciding_; }
  void note_deciding(Node x) {
    if (!graph_->is_constant(x)) deciding_.push_back(x);
  }

 private:
  struct Entry {
    Value value;
    int family = -1;
    std::function<Value()> make = {};  // not made yet
  };
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  /// Which input a gathered coordinate is: family, component, index.
  struct Gathered {
    int family, component;
    Node index;
    bool operator==(const Gathered&) const = default;
  };
  struct GatheredHash {
    std::size_t operator()(const Gathered& key) const {
      return (std::size_t{key.index} * 4 + static_cast<std::size_t>(key.component)) * 1000003u +
             static_cast<std::size_t>(key.family);
    }
  };

  Node add_input(std::string name, Role role, Node rate, double number = 0);
  Node add_moving(const std::string& name);
  Value add_vector(const std::string& name, int dimension);
  Value in_space(Value point) const;
  void add_entry(std::string name, const Entry& entry);
  Entry* longest(const std::vector<std::string_view>& parts, std::size_t* used);
  std::optional<Value> member(int number, const Reference& reference, int component, NotFound* why);
  Node gathered(int number, int component, const Reference& reference);

  Graph* graph_;
  std::vector<Input> inputs_;
  Direction rates_;
  std::vector<Family> families_;
  std::unordered_map<std::string, Entry, Hash, std::equal_to<>> entries_;
  std::unordered_map<std::string, BodyVector, Hash, std::equal_to<>> bodies_;
  std::unordered_map<std::string, Index, Hash, std::equal_to<>> members_;  // the last number
  std::unordered_map<Gathered, Node, GatheredHash> gathered_;
  ReactionMeaning reactions_;
  TableMeaning tables_;
  bool flat_ = false;
  std::vector<Node> deciding_;
};

}  // namespace zwang::formula
