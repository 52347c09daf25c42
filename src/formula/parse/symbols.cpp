// SPDX-License-Identifier: Apache-2.0
#include "formula/parse/symbols.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/contract.h"
#include "formula/settle.h"

namespace zwang::formula {

namespace {

constexpr std::array<const char*, 3> axes = {"x", "y", "z"};
constexpr std::size_t most_parts =
    8;  // of a name with dots; keeps a long one from costing its square

}  // namespace

Symbols::Symbols(Graph& graph) : graph_(&graph) {
  define("pi", scalar(graph.constant(std::numbers::pi)));
}

Symbols::Symbols(const Symbols& other, Graph& graph)
    : graph_(&graph),
      inputs_(other.inputs_),
      rates_(other.rates_),
      families_(other.families_),
      entries_(other.entries_),
      bodies_(other.bodies_),
      members_(other.members_),
      gathered_(other.gathered_),
      flat_(other.flat_) {}

Node Symbols::add_input(std::string name, Role role, Node rate, double number) {
  const auto slot = static_cast<std::uint32_t>(inputs_.size());
  inputs_.push_back({std::move(name), role, rate, number});
  if (rate != no_node && !graph_->is_constant(rate, 0)) rates_.set(slot, rate);
  return graph_->input(slot);
}

// A coordinate, its rate and its acceleration, under no name yet.
Node Symbols::add_moving(const std::string& name) {
  const auto slot = static_cast<std::uint32_t>(inputs_.size());
  const Node q = graph_->input(slot), v = graph_->input(slot + 1), a = graph_->input(slot + 2);
  add_input(name, Role::coordinate, v);
  add_input(name + "'", Role::rate, a);
  add_input(name + "''", Role::acceleration, no_node);
  return q;
}

void Symbols::add_entry(std::string name, const Entry& entry) {
  expects(!has(name));
  entries_.emplace(std::move(name), entry);
}

Node Symbols::add_time(std::string name) {
  const Node t = add_input(name, Role::time, graph_->constant(1));
  define(std::move(name), scalar(t));
  return t;
}

Node Symbols::add_parameter(std::string name, double value) {
  const Node p = add_input(name, Role::parameter, graph_->constant(0), value);
  define(std::move(name), scalar(p));
  return p;
}

Node Symbols::add_index(std::string name) {
  const Node i = add_input(name, Role::index, graph_->constant(0));
  define(std::move(name), scalar(i));
  return i;
}

Node Symbols::add_control(std::string name) {
  const Node u = add_input(name, Role::control, no_node);
  define(std::move(name), scalar(u));
  return u;
}

Node Symbols::add_reaction(std::string words) {
  return add_input(std::move(words), Role::reaction, no_node);
}

Node Symbols::add_coordinate(std::string name) {
  const Node q = add_moving(name);
  define(std::move(name), scalar(q));
  return q;
}

// Coordinates name.x, name.y, …, under no name yet.
Value Symbols::add_vector(const std::string& name, int dimension) {
  expects(dimension == 2 || dimension == 3);
  Value point{Kind::vector, dimension};
  for (int c = 0; c < dimension; ++c) point.at[c] = add_moving(name + '.' + axes[c]);
  return point;
}

// In the plane a vector of formulas has a third component, 0, that nobody sees.
Value Symbols::in_space(Value point) const {
  if (flat_ && point.size == 2)
    point.at[static_cast<std::size_t>(point.size++)] = graph_->constant(0);
  return point;
}

Value Symbols::add_point(std::string name, int dimension) {
  const Value point = in_space(add_vector(name, dimension));
  define(std::move(name), point);
  return point;
}

Value Symbols::add_frame(const std::string& name) { return add_vector(name, 3); }

int Symbols::add_family(std::string name, int dimension, Index first, Index last) {
  expects(dimension == 0 || dimension == 2 || dimension == 3);
  Family family{name, {""}, first, last, {}};
  if (dimension > 0) family.components.assign(axes.begin(), axes.begin() + dimension);
  for (Index i = first; i <= last; ++i) {
    for (const std::string& component : family.components) {
      std::string member = name + '[' + std::to_string(i) + ']';
      if (!component.empty()) member.append(1, '.').append(component);
      family.members.push_back(add_moving(member));
    }
  }
  const int number = static_cast<int>(families_.size());
  families_.push_back(std::move(family));
  add_entry(std::move(name), {{}, number});
  return number;
}

void Symbols::define(std::string name, const Value& value) { add_entry(std::move(name), {value}); }

void Symbols::define_later(std::string name, std::function<Value()> make) {
  add_entry(std::move(name), {{Kind::vector, 3}, -1, std::move(make)});
}

void Symbols::remake(std::string_view name, std::function<Value()> make) {
  const auto at = entries_.find(name);
  if (at != entries_.end() && at->second.make) at->second.make = std::move(make);
}

void Symbols::add_body(std::string name, BodyVector meaning) {
  bodies_.insert_or_assign(std::move(name), std::move(meaning));
}

const BodyVector* Symbols::body(std::string_view name) const {
  const auto at = bodies_.find(name);
  return at == bodies_.end() ? nullptr : &at->second;
}

void Symbols::add_member(const std::string& name, Index number) {
  Index& last = members_[name];
  last = std::max(last, number);
}

std::optional<std::pair<Index, Index>> Symbols::bounds(std::string_view name) const {
  if (const auto at = members_.find(name); at != members_.end()) return std::pair(1, at->second);
  const Family* const found = family(name);
  return found ? std::optional(std::pair(found->first, found->last)) : std::nullopt;
}

std::optional<std::string> Symbols::member_name(std::string_view family, Node index,
                                                NotFound* why) {
  const auto at = members_.find(family);
  *why = NotFound::no_such_name;
  if (at == members_.end()) return std::nullopt;
  *why = NotFound::index_missing;
  if (index == no_node) return std::nullopt;
  const Settled settled = settle(*graph_, inputs_, index);
  *why = settled.how == Settled::How::moves ? NotFound::index_moves : NotFound::index_varies;
  if (settled.how != Settled::How::number) return std::nullopt;
  note_deciding(index);
  *why = NotFound::index_not_whole;
  if (settled.number != std::floor(settled.number)) return std::nullopt;
  *why = NotFound::index_outside;
  if (!(settled.number >= 1 && settled.number <= static_cast<double>(at->second)))
    return std::nullopt;
  return at->first + '[' + std::to_string(static_cast<Index>(settled.number)) + ']';
}

void Symbols::remove(std::string_view name) {
  const auto at = entries_.find(name);
  if (at != entries_.end()) entries_.erase(at);
}

// The entry whose name takes the most of the leading parts, and how many it takes.
Symbols::Entry* Symbols::longest(const std::vector<std::string_view>& parts, std::size_t* used) {
  if (parts.empty() || parts.size() > most_parts) return nullptr;
  const auto lookup = [&](std::string_view name) {
    const auto at = entries_.find(name);
    return at == entries_.end() ? nullptr : &at->second;
  };
  Entry* found = lookup(parts[0]);
  *used = 1;
  if (parts.size() == 1) return found;
  std::string name(parts[0]);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    name.append(1, '.').append(parts[i]);
    Entry* const longer = lookup(name);
    if (!longer) continue;
    found = longer;
    *used = i + 1;
  }
  return found;
}

std::optional<Value> Symbols::find(const Reference& reference, NotFound* why) {
  NotFound ignored;
  NotFound& reason = why ? *why : ignored;
  if (!reference.parts.empty() && members_.contains(reference.parts[0])) {
    const auto name = member_name(reference.parts[0], reference.index, &reason);
    if (!name) return std::nullopt;
    Reference member{reference.parts};
    member.parts[0] = *name;
    return find(member, why);
  }
  std::size_t used = 0;
  Entry* const entry = longest(reference.parts, &used);
  reason = NotFound::no_such_name;
  if (!entry) return std::nullopt;

  const bool is_family = entry->family >= 0;
  reason = is_family ? NotFound::index_missing : NotFound::index_not_wanted;
  if (is_family == (reference.index == no_node)) return std::nullopt;

  // What follows the entry's name can only be one component of a vector.
  int chosen = -1;
  if (used < reference.parts.size()) {
    const std::size_t size =
        is_family ? families_[entry->family].components.size() : entry->value.nodes().size();
    chosen = size > 1 ? component(reference.parts[used], static_cast<int>(size)) : -1;
    reason = NotFound::no_such_component;
    if (chosen < 0 || used + 1 < reference.parts.size()) return std::nullopt;
  }
  if (is_family) return member(entry->family, reference, chosen, &reason);
  if (entry->make) entry->value = std::exchange(entry->make, nullptr)();
  return chosen < 0 ? entry->value : scalar(entry->value.at[chosen]);
}

// The member that the index picks; component -1: all of them.
std::optional<Value> Symbols::member(int number, const Reference& reference, int component,
                                     NotFound* why) {
  const Family& family = families_[number];
  const Settled index = settle(*graph_, inputs_, reference.index);
  *why = NotFound::index_moves;
  if (index.how == Settled::How::moves) return std::nullopt;

  const bool fixed = index.how == Settled::How::number;
  const int size = static_cast<int>(family.components.size());
  if (fixed) {
    note_deciding(reference.index);
    *why = NotFound::index_not_whole;
    if (!(index.number == std::floor(index.number)) || std::isinf(index.number))
      return std::nullopt;
    *why = NotFound::index_outside;
    if (index.number < static_cast<double>(family.first) ||
        index.number > static_cast<double>(family.last))
      return std::nullopt;
  }
  const auto node = [&](int c) {
    if (!fixed) return gathered(number, c, reference);
    const Index place = (static_cast<Index>(index.number) - family.first) * size + c;
    return family.members[place];
  };
  if (size == 1) return scalar(node(0));
  if (component >= 0) return scalar(node(component));
  Value result{Kind::vector, size};
  for (int c = 0; c < size; ++c) result.at[c] = node(c);
  return in_space(result);
}

Node Symbols::gathered(int number, int component, const Reference& reference) {
  const auto [at, is_new] = gathered_.try_emplace({number, component, reference.index}, no_node);
  if (!is_new) return at->second;
  const Family& family = families_[number];
  const std::string& axis = family.components[component];
  std::string words(reference.index_words);
  std::replace_if(
      words.begin(), words.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  std::string name = family.name + '[' + words + ']';
  if (!axis.empty()) name += '.' + axis;

  const std::size_t slot = inputs_.size();
  at->second = add_moving(name);
  for (std::size_t i = slot; i < inputs_.size(); ++i) {
    inputs_[i].family = number;
    inputs_[i].component = component;
    inputs_[i].index = reference.index;
  }
  return at->second;
}

const Family* Symbols::family(std::string_view name) const {
  const auto at = entries_.find(name);
  if (at == entries_.end() || at->second.family < 0) return nullptr;
  return &families_[at->second.family];
}

std::vector<std::string> Symbols::names() const {
  std::vector<std::string> result;
  for (const auto& [name, entry] : entries_) {
    result.push_back(name);
    const std::size_t size =
        entry.family >= 0 ? families_[entry.family].components.size() : entry.value.nodes().size();
    for (std::size_t c = 0; size > 1 && c < size; ++c) result.push_back(name + '.' + axes[c]);
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<double> Symbols::numbers() const {
  std::vector<double> result;
  result.reserve(inputs_.size());
  for (const Input& input : inputs_) result.push_back(input.number);
  return result;
}

}  // namespace zwang::formula
