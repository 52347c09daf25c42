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
  Expression value;            // may use other parameters, in any order
  Expression plus_minus = {};  // how far the true value may be from it; not given: it is exact
  std::vector<double> slider =
      {};                  // how far live pages let it be moved: two numbers in the SI, or none
  std::string about = {};  // what it is, for live pages
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
  Name unit;         // what it is measured in, where its start does not say it: "m"
};

/// A point mass, or a family of them.
struct Particle {
  Name name;
  Expression mass;
  Components position, velocity;  // at the start; velocity not given: at rest
  Components force;               // applied, or one vector formula; not given: none
  Expression count;
  Expression radius = {};  // how large it is drawn; not given: as the page chooses
  std::string color = {};  // "#4682b4"; empty: as the page chooses
};

struct GroundPoint {
  Name name;
  Components position;
};

/// How one frame is turned against another; not given: not at all.
struct Rotation {
  enum class Form { none, roll_pitch_yaw, axis_angle, quaternion };
  Form form = Form::none;
  Components numbers;  // roll, pitch, yaw about fixed x, y, z; or the axis; or w, x, y, z
  Expression angle;    // about the axis
  Location at;
};

/// Where a joint starts, by the names of its coordinates: "angle", "rate", "position", "omega", …
struct JointStart {
  Name name;
  Components numbers;      // one, or as many as the key has components
  Rotation rotation = {};  // of "orientation", instead of four numbers
};

/// How far a coordinate of a joint may go.
struct JointLimits {
  Name coordinate;   // "angle", "position"; not given: the joint has but one
  Components range;  // from, to; one that is infinite is none
};

/// What a file of triangles holds, in its own unit of length: filled in when a model is loaded.
struct MeshContent {
  double volume = 0;
  double center[3] = {0, 0, 0};
  double inertia[3][3] = {};     // of density 1, about the center
  std::vector<double> vertices;  // three numbers each, as they are drawn
  std::vector<std::size_t>
      corners;  // of triangles, three each; none: drawn as the hull of its vertices
};

/// A simple solid, in the frame of its body or of the ground: what a body looks like, what it weighs
/// where the body itself does not say it, and what touches.
struct Shape {
  enum class Kind { sphere, box, cylinder, capsule, rod, disk, hull, plane, plate, mesh, ring };
  Kind kind = Kind::sphere;
  Name name;
  Components
      size;  // sphere, disk: radius; box: edges; cylinder, capsule: radius and length along z;
             // rod: length along x, from `at`; plane: what points out of it; mesh: the length of
             // its unit, 1 if not given; ring: inner and outer radius
  std::vector<Components> corners;  // of a hull; of a plate, in its plane x, y
  Expression radius;                // of a rod; not given: thin
  Expression thickness;             // of a disk, ring or plate along z; not given: thin
  Components at;                    // its middle; not given: the origin
  Rotation rotation;
  Expression density, mass;  // not given: those of the body
  Expression count;          // of so many shapes, whose formulas may use i; not given: one
  Location where;
  bool hidden = false;  // not drawn
  Name file;            // of a mesh: STL or OBJ, beside the model
  MeshContent mesh;     // what it holds
  std::string color;    // "#4682b4"; empty: that of its body
};

/// A rigid solid, and the joint that holds it to its parent; or a family name[1] … name[count] of them,
/// whose formulas and whose parent may use i.
struct Body {
  Name name;
  Name parent = "ground";
  Name joint = "fixed";    // fixed hinge slider cylinder screw universal ball planar free
  Components axis, axis2;  // in the joint frame; not given: z, and x for the second of universal
  Expression pitch;        // of a screw: way per turn
  Components at;           // joint frame in the parent's body frame; not given: its origin
  Rotation rotation;       // of the joint frame
  Expression mass = 0.0;
  std::vector<Components>
      inertia;        // about the center, in body axes: one row, the diagonal; or three
  Components center;  // of mass, in the body frame
  std::vector<GroundPoint> points;  // in the body frame
  std::vector<JointStart> start;
  Expression damping;   // of the joint's rates: −damping·rate along each
  Expression friction;  // limit of dry friction in the joint
  std::vector<JointLimits> limits;
  Expression restitution;     // ε of the blows at the limits; not given: 0
  std::vector<Shape> shapes;  // mass, center and inertia are theirs where they are not given
  Expression density;         // of the shapes that have none
  Expression count;           // not given: one body, no family
  Name file;          // instead of all this: a robot, whose names are prefixed by this one's
  Location at_file;   // where `file` stands
  std::string color;  // of the shapes that have none: "#4682b4"; empty: as the page chooses
};

/// How the coordinates would move if they were free: one of the forms.
struct FreeMotion {
  Expression lagrangian;
  Expression kinetic, potential;  // L = kinetic − potential; one not given: 0
  std::vector<Components> mass;   // rows of M; one row of n: its diagonal
  Components force;               // Q, with mass
  Components acceleration;        // M = I, a = this: an underdetermined system
  int order = 2;                  // 1: the relations determine rates, not accelerations
  Components gravity;             // for particles and bodies
  Location at;
};

/// A spring and damper between two points.
struct Spring {
  Expression from, to;  // vector formulas
  Expression stiffness, length = 0.0, damping = 0.0;
};

/// A force: on a particle, a body or a coordinate, or from a potential, or a spring.
struct Force {
  Name on;
  Components force;         // components, one vector formula, or a scalar for a coordinate
  Components torque;        // on a body
  bool body_frame = false;  // components along the body's axes, not the world's
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

/// A closure between bodies that needs no formula.
struct Closure {
  enum class Kind { weld, point, hinge, slider, universal, distance, gear, rack, roll };
  Kind kind = Kind::point;
  Name first, second;  // `between`: points of bodies ("crank.tip", "ground.pivot"), or joint angles
  Components axis, axis2;  // in the first body's frame, axis2 in the second's; roll: in the body's
  Expression length;       // distance; not given: as at the start
  Expression ratio;        // gear: first = ratio·second (+ what it was at the start)
  Expression radius;       // rack, roll
  Name body, on;           // roll: what rolls on what; not given: on the ground
  Expression on_radius;    // roll: `on` is a ball; negative: hollow, and `body` rolls inside
  Location at;
};

/// What a blow gives back of its compression.
enum class RestitutionLaw { stronge, poisson, newton };

/// Shapes that touch each other: of all pairs of these, or of all that there are.
struct Contact {
  Name name;
  std::vector<Name> between;   // bodies, "ground", names of shapes; "all": everything
  Expression friction;         // coefficient; not given: none
  Expression static_friction;  // of sticking; not given: the same
  Expression restitution;      // ε; not given: 0
  Location at;
};

/// Where two shapes touch, or a joint its limit: one row, made from Contact and JointLimits when the
/// model is compiled.
struct Touch {
  enum class Kind { lower, upper, shapes };
  Kind kind = Kind::shapes;
  Name coordinate;   // of a limit: "elbow.angle"
  Expression bound;  // of a limit
  struct Side {
    int body = -1, shape = 0;  // in the order of the description; -1: of the ground
    int feature = 0;           // which corner, end or rim, from 1; 0: the shape itself
  };
  Side first, second;  // `first` is of a body
};

struct Constraint {
  Name name;
  std::vector<Expression> equations;  // "left = right"; several rows under one name
  std::optional<Closure> closure;     // instead of equations
  std::optional<Touch> touch;         // of a contact or a limit; written for no user to fill in
  Expression weight = 1.0;            // Σ weight·residual² is least where constraints fight
  Drift drift;
  Expression for_each;
  // "left >= right": a unilateral constraint.
  Expression restitution;  // ε of its impacts; not given: 0
  RestitutionLaw restitution_law = RestitutionLaw::stronge;
  Expression friction;         // coefficient; not given: none
  Expression static_friction;  // of sticking; not given: the same
  // Realised by chosen forces instead of an ideal reaction.
  std::vector<Name> servo;  // names of controls; none: an ideal constraint
  Components gains;  // kd, kp: ë + kd ė + kp e = 0; of a velocity-level row kp only: ė + kp e = 0
};

/// An unknown force that servo constraints determine; any force may contain it, linearly.
struct Control {
  Name name;
  Expression weight = 1.0;  // Σ weight·u² is least where there are more controls than demands
  Expression count;         // not given: one control, no family
};

/// Which reaction a law of friction reads: the true one, which the law itself changes, or the one
/// that the constraint would exert if it were ideal.
enum class ReactionLaw { implicit, explicit_ };

/// Coulomb friction: −coefficient · Σ normal forces · direction of sliding. One constraint is one
/// normal force, the resultant of its rows; several are several, summed.
struct Friction {
  std::vector<Name> constraints;
  Expression coefficient;         // may depend on the state
  Expression static_coefficient;  // of sticking; not given: the same
  Name on;                        // the particle that slides; not given: what the constraints hold
  Components velocity;            // of the surface, a belt; not given: at rest
  Expression sliding;             // or the sliding speed itself, a formula that is linear in rates
};

/// C: the work that constraints do. A force that may read reactions, or friction.
struct Nonideal {
  Name on;
  Components force;
  std::optional<Friction> friction;
  ReactionLaw law = ReactionLaw::implicit;
  Expression for_each;
  Location at;
};

/// What is done when an event happens. All that is given is done, in this order.
struct EventAction {
  bool stop = false;
  std::vector<std::pair<Name, Expression>> set;     // "bob.x'" = formula of the state before
  std::vector<std::pair<Name, bool>> switches;      // constraints, on or off
  std::vector<std::pair<Name, Expression>> impact;  // constraints, with their restitution
};

/// A formula that is watched for its zeros.
struct Event {
  enum class Direction { any, rising, falling };
  Name name;
  Expression when;
  Direction direction = Direction::any;
  EventAction action;  // nothing: the event is recorded
  Location at;
};

struct Observable {
  Name name;
  Expression formula;
  Expression for_each;
};

enum class StartPolicy { project, strict, equilibrium };
enum class RankPolicy { keep, stop, drop, proximal };
enum class ImpactPolicy { sequence, simultaneous };

/// How the motion is computed: [simulate].
struct Simulate {
  Expression from = 0.0, duration;
  Expression tolerance = 1e-9;
  Expression absolute;      // not given: 1e-3·tolerance times the largest magnitude so far
  Name method = "auto";     // dopri853 dopri5 rk4 rattle2 rattle4 rattle6 rattle8 gauss6 radau5 bdf
  Name kernel = "auto";     // explicit bellman nullspace proximal sparse bodies
  Expression step;          // of the methods with a fixed step
  Expression output;        // number of samples; not given: 200
  Expression every;         // or the time between samples
  bool every_step = false;  // or a sample after every step
  StartPolicy start = StartPolicy::project;
  RankPolicy rank_change = RankPolicy::keep;
  ImpactPolicy impact = ImpactPolicy::sequence;
  std::vector<Name> sensitivity;  // parameters, coordinates and rates of the start
  Location at;
};

/// About which state a motion is linearised.
enum class LinearPlace { start, equilibrium };

/// The linear equations of small motions near a state.
struct LinearQuestion {
  LinearPlace place = LinearPlace::start;
  Expression t;                       // or where the motion is at this time
  std::vector<Name> inputs, outputs;  // parameters; coordinates, rates and observables
  Location at;
};

/// How one number varies in many runs: one of these four.
struct SweepSpread {
  Components uniform, normal, values, even;
  Location at;
};

/// Many runs of the model.
struct SweepQuestion {
  Expression runs, seed;
  Name scheme, keep;
  Expression list;  // the name of a file
  std::vector<std::pair<Name, SweepSpread>> vary;
  std::vector<std::pair<Name, Expression>> watch;
  Expression time_limit, step_limit;  // of each run: seconds of computing, and steps
  Location at;
};

/// For which values a number of the motion is least, or greatest.
struct OptimiseQuestion {
  Expression minimise, maximise;                  // one of them: a number of a run
  std::vector<std::pair<Name, Components>> vary;  // from, to
  std::vector<Expression> subject;                // "range(x) = 2", "max(f) <= 3"
  Expression starts, seed, tolerance;
  Location at;
};

/// One end of a two-ended question.
struct End {
  Expression t;                                     // where it is; a formula of parameters
  std::vector<std::pair<Name, Expression>> values;  // "x", "bob.y", and rates "x'": of parameters
  std::vector<Expression> on;                       // "x^2 + y^2 = 4": surfaces it lies on
  Location at;
};

/// From here to there. With an integrand, Lagrange's problem: its integral is to be stationary.
/// Without, the model's own motion between two ends. What an end does not give is free there.
struct Extremal {
  Expression integrand;
  End from, to;
  std::vector<std::pair<Name, Expression>> unknowns;  // parameters to be found, with a guess
  std::vector<Expression> subject;                    // "integral(sqrt(1 + y'^2)) = 2"
  std::vector<Name> periodic;                         // coordinates that end as they began
  std::vector<std::pair<Name, Expression>> guess;     // coordinates, as formulas of t
  std::vector<std::pair<Name, Expression>> follow;    // parameters: from these values to their own
  Expression all;                                     // look for so many extremals; not given: one
  Expression tolerance = 1e-9;
  Name method = "auto";      // collocation shooting
  bool cross_check = false;  // solve again, with multipliers
  Expression output;         // number of samples; not given: 200
  Location at;
};

/// What a report shows beside particles and bodies, which draw themselves. Changes no motion.
struct Drawing {
  std::vector<GroundPoint> points;       // their positions are formulas of the state
  std::vector<std::vector<Name>> lines;  // each through two points or more, "origin" among them
};

/// What results are shown in: a kind of quantity and its unit, "length" and "mm".
struct ShownUnit {
  Name quantity, unit;
};

struct Description {
  std::string title;
  std::string about;   // what the author says of it, for the page: Markdown
  std::string source;  // name of the file, for messages
  std::string text;    // its text, for messages

  std::vector<Parameter> parameters;
  std::vector<Definition> definitions;
  std::vector<Coordinate> coordinates;
  std::vector<Particle> particles;
  std::vector<Body> bodies;
  std::vector<GroundPoint> ground;
  std::vector<Shape> ground_shapes;
  std::vector<Contact> contacts;
  FreeMotion free;
  std::vector<Force> forces;
  std::vector<Constraint> constraints;
  std::vector<Control> controls;
  std::vector<Nonideal> nonideal;
  std::vector<Event> events;
  std::optional<Simulate> simulate;
  std::optional<Extremal> extremal;
  std::optional<LinearQuestion> linear;
  std::optional<SweepQuestion> sweep;
  std::optional<OptimiseQuestion> optimise;
  Name time = "t";     // what the independent variable is called
  bool plane = false;  // everything moves in the plane x, y: vectors have two components
  std::vector<Observable> observe;
  Drawing draw;
  std::vector<ShownUnit> units;  // not given: those of the SI, where the model has units
};

}  // namespace zwang
