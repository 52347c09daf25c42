// SPDX-License-Identifier: Apache-2.0
#pragma once
// A model as written: what moves, how it would move if it were free, what binds it, what is asked.
// Plain data, nothing computed; read from a file (read_model) or filled in by a program.

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace zwang {

/// Where something stands in the text of a model; line 0: not from a text.
struct Location {
  int line = 0, column = 0;  // from 1, in characters
};

/// A formula, as the user wrote it; a number is a formula too. Empty: not given.
struct Expression {
  Expression() = default;
  Expression(std::string formula, Location where = {}) : text(std::move(formula)), at(where) {}
  Expression(const char* formula) : text(formula) {}
  Expression(double number);
  Expression(int number) : Expression(static_cast<double>(number)) {}  // 0 is no pointer here

  bool given() const { return !text.empty(); }

  std::string text;
  Location at;  // of its first character
};

/// Of a vector: two in the plane, three in space; none: not given.
using Components = std::vector<Expression>;

/// A name and where it was given.
struct Name {
  Name() = default;
  Name(std::string name, Location where = {}) : text(std::move(name)), at(where) {}
  Name(const char* name) : text(name) {}

  std::string text;
  Location at;
};

struct Parameter {
  Name name;
  Expression value;  // may use other parameters, in any order
};

/// Another name for a formula.
struct Definition {
  Name name;
  Expression formula;
};

/// A generalised coordinate, or a family name[1] … name[count] of them.
struct Coordinate {
  Name name;
  Expression start = 0.0;  // may use i, the number in the family
  Expression rate = 0.0;
  Expression count;  // not given: one coordinate, no family
};

/// A point mass, or a family of them.
struct Particle {
  Name name;
  Expression mass;
  Components position, velocity;  // at the start; velocity not given: at rest
  Components force;               // applied, or one vector formula; not given: none
  Expression count;
};

struct GroundPoint {
  Name name;
  Components position;
};

/// How the coordinates would move if they were free: one of the forms.
struct FreeMotion {
  Expression lagrangian;
  Expression kinetic, potential;  // L = kinetic − potential; one not given: 0
  std::vector<Components> mass;   // rows of M; one row of n: its diagonal
  Components force;               // Q, with mass
  Components acceleration;        // M = I, a = this: an underdetermined system
  int order = 2;                  // 1: the relations determine rates, not accelerations
  Components gravity;             // for particles
  Location at;
};

/// A spring and damper between two points.
struct Spring {
  Expression from, to;  // vector formulas
  Expression stiffness, length = 0.0, damping = 0.0;
};

/// A force: on a particle or a coordinate, or from a potential, or a spring.
struct Force {
  Name on;
  Components force;  // components, one vector formula, or a scalar for a coordinate
  Expression potential;
  std::optional<Spring> spring;
  Expression for_each;  // "i in 1..N, j in i+1..N"
  Location at;
};

/// What is done against drift off the constraint.
struct Drift {
  enum class Policy { project, baumgarte, none };
  Policy policy = Policy::project;
  Expression alpha, beta;  // φ̈ + 2αφ̇ + β²φ = 0
};

struct Constraint {
  Name name;
  std::vector<Expression> equations;  // "left = right"; several rows under one name
  Expression weight = 1.0;            // Σ weight·residual² is least where constraints fight
  Drift drift;
  Expression for_each;
};

struct Observable {
  Name name;
  Expression formula;
  Expression for_each;
};

enum class StartPolicy { project, strict, equilibrium };
enum class RankPolicy { keep, stop, drop, proximal };

struct Simulation {
  Expression from = 0.0, duration;
  Expression tolerance = 1e-9;
  Expression absolute;      // not given: 1e-3·tolerance times the largest magnitude so far
  Name method = "auto";     // dopri853 dopri5 rk4 rattle2 rattle4 rattle6 rattle8 gauss6 radau5 bdf
  Name kernel = "auto";     // explicit bellman nullspace proximal sparse
  Expression step;          // of the methods with a fixed step
  Expression output;        // number of samples; not given: 200
  Expression every;         // or the time between samples
  bool every_step = false;  // or a sample after every step
  StartPolicy start = StartPolicy::project;
  RankPolicy rank_change = RankPolicy::keep;
  Location at;
};

struct Description {
  std::string title;
  std::string source;  // name of the file, for messages
  std::string text;    // its text, for messages

  std::vector<Parameter> parameters;
  std::vector<Definition> definitions;
  std::vector<Coordinate> coordinates;
  std::vector<Particle> particles;
  std::vector<GroundPoint> ground;
  FreeMotion free;
  std::vector<Force> forces;
  std::vector<Constraint> constraints;
  std::optional<Simulation> simulate;
  std::vector<Observable> observe;
};

}  // namespace zwang
