// SPDX-License-Identifier: Apache-2.0
#include "derive/small.h"

#include <algorithm>

#include "derive/simple.h"
#include "derive/solve.h"

namespace zwang::deriving {

using formula::Graph;
using formula::Node;

namespace {

// Characters up to which a formula is written out; longer ones go by way of S, e and λ.
constexpr std::size_t long_formula = 240, worth_a_name = 80;

class SmallWriter {
 public:
  SmallWriter(compile::Scope& scope, const compile::Names& names, const System& system, Page& page)
      : scope_(scope),
        graph_(scope.graph()),
        names_(names),
        page_(page),
        simplifier_(scope.symbols()),
        system_(simple(system)) {}

  void write() {
    write_mass();
    page_.section("Applied force");
    for (std::size_t i = 0; i < n(); ++i) page_.equation(entry("Q", i), system_.Q[i]);
    if (m() > 0) write_rows();
    if (m() <= 3 && (n() <= 3 || is_diagonal())) write_motion();
  }

 private:
  std::size_t n() const { return system_.q.size(); }
  std::size_t m() const { return system_.b.size(); }
  std::string entry(std::string_view letter, std::size_t i) const {
    return page_.entry(letter, {system_.q[i]});
  }
  System simple(System system);
  bool is_diagonal() const;
  bool is_long(const Explicit& found) const;
  Node moved(std::size_t i) const;
  std::string row_name(std::size_t row, char between) const;
  std::string plain_name(std::size_t i) const;
  void name_it(std::string name, Node& x);
  void name_multipliers(Explicit& found);
  std::string note(std::size_t row) const { return row_name(row, ','); }

  void write_mass();
  void write_rows();
  void write_motion();
  void write_free(Explicit& found, bool by_steps);
  void write_steps(Explicit& found);
  void write_accelerations(const std::vector<Node>& motion);
  void write_forces(const std::vector<Node>& multipliers);

  compile::Scope& scope_;
  Graph& graph_;
  const compile::Names& names_;
  Page& page_;
  Simplifier simplifier_;
  System system_;
};

System SmallWriter::simple(System system) {
  for (auto* matrix : {&system.M, &system.A}) {
    for (auto& row : *matrix) {
      for (Node& x : row) x = simplifier_.simple(x);
    }
  }
  for (auto* vector : {&system.Q, &system.b}) {
    for (Node& x : *vector) x = simplifier_.simple(x);
  }
  return system;
}

bool SmallWriter::is_diagonal() const {
  for (std::size_t i = 0; i < n(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!graph_.is_constant(system_.M[i][j], 0)) return false;
    }
  }
  return true;
}

bool SmallWriter::is_long(const Explicit& found) const {
  const auto any_long = [&](const std::vector<Node>& nodes) {
    return std::any_of(nodes.begin(), nodes.end(),
                       [&](Node x) { return simplifier_.length(x) > long_formula; });
  };
  return any_long(found.multipliers) || any_long(found.motion);
}

// The acceleration of a coordinate, or its rate in a system of first order.
Node SmallWriter::moved(std::size_t i) const {
  const Node rate = scope_.symbols().rate(system_.q[i]);
  return scope_.description().free.order == 1 ? rate : scope_.symbols().rate(rate);
}

std::string SmallWriter::row_name(std::size_t row, char between) const {
  const auto k = static_cast<Index>(row);
  for (const compile::NamedRows& constraint : names_.constraints) {
    if (k < constraint.first || k >= constraint.first + constraint.count) continue;
    if (constraint.count == 1) return constraint.name;
    return constraint.name + between + std::to_string(k - constraint.first + 1);
  }
  return {};
}

// bob_x for bob.x, which would be a component.
std::string SmallWriter::plain_name(std::size_t i) const {
  std::string name = scope_.symbols().inputs()[graph_.slot(system_.q[i])].name;
  std::erase(name, ']');
  for (char& c : name) {
    if (c == '.' || c == '[') c = '_';
  }
  return name;
}

// The formula gets a line of its own, and is then called by its name.
void SmallWriter::name_it(std::string name, Node& x) {
  while (scope_.symbols().has(name)) name += "_";
  const Node symbol = scope_.symbols().add_parameter(name, 0);
  page_.equation(page_.name(symbol), x);
  x = symbol;
}

void SmallWriter::name_multipliers(Explicit& found) {
  for (std::size_t k = 0; k < m(); ++k) name_it("lambda_" + row_name(k, '_'), found.multipliers[k]);
}

void SmallWriter::write_mass() {
  page_.section("Mass matrix");
  if (page_.matrix("M", system_.M)) return;
  for (std::size_t i = 0; i < n(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      if (graph_.is_constant(system_.M[i][j], 0)) continue;
      page_.equation(page_.entry("M", {system_.q[i], system_.q[j]}), system_.M[i][j]);
    }
  }
}

void SmallWriter::write_rows() {
  page_.section("Constraints");
  for (std::size_t k = 0; k < m(); ++k) {
    Node left = graph_.constant(0);
    for (std::size_t i = 0; i < n(); ++i) {
      left = graph_.add(left, graph_.multiply(system_.A[k][i], moved(i)));
    }
    page_.equation(left, system_.b[k], note(k));
  }
}

void SmallWriter::write_motion() {
  auto found = solve(simplifier_, system_);
  if (!found) {
    page_.section("Equations of motion");
    page_.sentence(
        "M is singular or the constraint equations are dependent: there is no explicit form.");
    return;
  }
  if (m() == 0) {
    page_.section("Equations of motion");
    return write_accelerations(found->motion);
  }
  const bool by_steps = is_long(*found);
  write_free(*found, by_steps);
  if (by_steps) write_steps(*found);
  page_.section("Equations of motion");
  page_.sentence(m() == 1 ? "Where the gradient of the constraint is not zero:"
                          : "Where the constraint equations are independent:");
  write_accelerations(found->motion);
  page_.section("Constraint forces");
  const std::vector<Node> multipliers = found->multipliers;
  if (!by_steps) name_multipliers(*found);
  write_forces(multipliers);
}

void SmallWriter::write_free(Explicit& found, bool by_steps) {
  page_.section("Free motion");
  for (std::size_t i = 0; i < n(); ++i) {
    if (by_steps && simplifier_.length(found.a[i]) > worth_a_name) {
      name_it("a_" + plain_name(i), found.a[i]);
    } else {
      page_.equation(entry("a", i), found.a[i]);
    }
  }
  if (by_steps) misfits(simplifier_, system_, found);
}

// S, e and λ get names; what comes after is said in terms of them.
void SmallWriter::write_steps(Explicit& found) {
  page_.section("Multipliers");
  for (std::size_t k = 0; k < m(); ++k) {
    for (std::size_t l = 0; l <= k; ++l) {
      if (graph_.is_constant(found.S[k][l], 0)) continue;
      name_it("S_" + row_name(k, '_') + "_" + row_name(l, '_'), found.S[k][l]);
      found.S[l][k] = found.S[k][l];
    }
  }
  for (std::size_t k = 0; k < m(); ++k) name_it("e_" + row_name(k, '_'), found.e[k]);
  found.multipliers = *solve(simplifier_, found.S, found.e);
  name_multipliers(found);
  found.motion = motion(simplifier_, found, found.multipliers);
}

void SmallWriter::write_accelerations(const std::vector<Node>& motion) {
  for (std::size_t i = 0; i < n(); ++i) page_.equation(page_.name(moved(i)), motion[i]);
}

void SmallWriter::write_forces(const std::vector<Node>& multipliers) {
  for (const compile::NamedRows& constraint : names_.constraints) {
    for (std::size_t i = 0; i < n(); ++i) {
      Node force = graph_.constant(0);
      for (Index k = constraint.first; k < constraint.first + constraint.count; ++k) {
        const auto row = static_cast<std::size_t>(k);
        force = graph_.add(force, graph_.multiply(system_.A[row][i], multipliers[row]));
      }
      if (graph_.is_constant(force, 0)) continue;
      page_.equation(page_.force(constraint.name, system_.q[i]), simplifier_.simple(force));
    }
  }
}

}  // namespace

void write_small(compile::Scope& scope, const compile::Names& names, const System& system,
                 Page& page) {
  SmallWriter(scope, names, system, page).write();
}

}  // namespace zwang::deriving
