// SPDX-License-Identifier: Apache-2.0
// What a two-ended question cannot be, in words; and what is made of its words.

#include <gtest/gtest.h>

#include "compile/ends/integral.h"
#include "equations/evaluate.h"
#include "support/compile_text.h"

namespace zwang::compile {
namespace {

CompileOptions two_ended() {
  CompileOptions options;
  options.extremal = true;
  return options;
}

std::string complaints(const std::string& text) { return test::complaints_of(text, two_ended()); }

equations::Equations compiled(const std::string& text) {
  return test::compile_text(text, two_ended()).equations;
}

/// A point in the plane with lines of [extremal].
std::string plane(const std::string& extremal) {
  return "[parameters]\nl = 2\n[coordinates]\nx = 0\ny = 0\n[extremal]\n"
         "integrand = \"x'^2 + y'^2\"\n" +
         extremal;
}

/// The same with ends that can be, and what comes before [extremal].
std::string with(const std::string& sections, const std::string& extremal = "") {
  return "[coordinates]\nx = 0\ny = 0\n" + sections +
         "\n[extremal]\nintegrand = \"x'^2 + y'^2\"\nfrom = { t = 0 }\nto = { t = 1 }\n" + extremal;
}

TEST(CompileExtremalWords, AModelThatAsksNothing) {
  EXPECT_EQ(complaints("[coordinates]\nx = 0\n[free]\nlagrangian = \"x'^2\"\n"),
            "E348: this model has no boundary-value problem (add [extremal] with its two ends)");
}

TEST(CompileExtremalWords, WhatCannotHaveTwoEnds) {
  const std::string remedy = " (only equations between positions or rates are allowed)";
  EXPECT_EQ(complaints(with("[[constraints]]\nname = \"wall\"\nequation = \"x >= 0\"\n")),
            "E349: a boundary-value problem cannot have inequalities" + remedy);
  EXPECT_EQ(complaints(with("[[constraints]]\nname = \"push\"\nequation = \"x'' = 0\"\n")),
            "E349: a boundary-value problem cannot have equations between accelerations" + remedy);
  EXPECT_EQ(complaints(with("[[constraints]]\nname = \"c\"\nequation = \"x = y\"\n"
                            "[[nonideal]]\non = \"x\"\nforce = \"-y'\"\n")),
            "E349: a boundary-value problem cannot have non-ideal forces");
  EXPECT_EQ(complaints("[coordinates]\nx = 0\n[free]\norder = 1\nacceleration = [\"1\"]\n"
                       "[extremal]\nfrom = { t = 0 }\nto = { t = 1 }\n"),
            "E349: a boundary-value problem needs a second-order system; this one has order 1");
  const std::string servo = complaints(
      "[coordinates]\nx = 0\n[free]\nmass = [[1]]\nforce = [\"u\"]\n[controls]\nu = {}\n"
      "[[constraints]]\nname = \"track\"\nequation = \"x = t\"\nservo = [\"u\"]\ngains = [1, 1]\n"
      "[extremal]\nfrom = { t = 0 }\nto = { t = 1 }\n");
  EXPECT_EQ(servo,
            "E349: a boundary-value problem cannot have controls\n"
            "E349: a boundary-value problem cannot have servo constraints" +
                remedy);
}

TEST(CompileExtremalWords, EndsThatNameNobody) {
  EXPECT_EQ(complaints("[coordinates]\nheight = 0\n[extremal]\nintegrand = \"height'^2\"\n"
                       "from = { t = 0, heigth = 1 }\nto = { t = 1 }\n"),
            "E350: 'heigth' is neither a coordinate nor a rate (did you mean 'height'?)");
  EXPECT_EQ(complaints(plane("from = { t = 0, l = 1 }\nto = { t = 1 }\n")),
            "E350: 'l' is neither a coordinate nor a rate");
  EXPECT_EQ(complaints(plane("from = { t = 0, \"x''\" = 1 }\nto = { t = 1 }\n")),
            "E350: 'x''' is neither a coordinate nor a rate (did you mean 'x''?)");
  EXPECT_EQ(complaints(plane("from = { t = 0 }\nto = { t = 1 }\nguess = { z = \"t\" }\n")),
            "E350: 'z' is not a coordinate");
  EXPECT_EQ(complaints(plane("from = { t = 0 }\nto = { t = 1 }\nperiodic = [\"x'\"]\n")),
            "E350: 'x'' is not a coordinate");
  EXPECT_EQ(complaints("[[particles]]\nname = \"bob\"\nmass = 1\nposition = [0, 0]\n[extremal]\n"
                       "from = { t = 0, bob = 1 }\nto = { t = 1 }\n"),
            "E350: 'bob' has several components (give them one by one: \"bob.x\" = …)");
}

TEST(CompileExtremalWords, EndsThatSayTooMuch) {
  EXPECT_EQ(complaints(plane("from = { t = 0, x = 1, \" x\" = 2 }\nto = { t = 1 }\n")),
            "E351: this end gives ' x' twice");
  EXPECT_EQ(complaints(plane("from = { t = 0, x = 1 }\nto = { t = 1 }\nperiodic = [\"x\"]\n")), "");
  EXPECT_EQ(complaints(plane("from = { t = 0 }\nto = { t = 1, x = 1 }\nperiodic = [\"x\"]\n")),
            "E351: 'x' is periodic, and `to` gives it too");
  EXPECT_EQ(complaints(plane("from = { t = 0 }\nto = { t = 1, \"x'\" = 1 }\nperiodic = [\"x\"]\n")),
            "E351: 'x' is periodic, and `to` gives it too");
  EXPECT_EQ(complaints(plane("from = { t = 0 }\nto = { t = 1 }\n"
                             "guess = { x = \"t\", \" x\" = \"t^2\" }\n")),
            "E351: ' x' is guessed twice");
}

TEST(CompileExtremalWords, EndsThatAreNotApart) {
  EXPECT_EQ(complaints(plane("from = { t = 2 }\nto = { t = 1 }\n")),
            "E352: this end comes before the other (swap `from` and `to`)");
  EXPECT_EQ(complaints(plane("from = { t = 2 }\nto = { t = \"T\" }\nunknowns = { T = 1 }\n")),
            "E352: this end comes before the other (swap `from` and `to`, or choose guesses of the "
            "unknowns so that it comes later)");
  EXPECT_EQ(complaints(plane("from = { t = 2 }\nto = { t = \"l\" }\n")),
            "E352: both ends are at the same t (the ends must be apart)");
  EXPECT_EQ(
      complaints(plane("from = { t = 2 }\nto = { t = \"T\" }\nunknowns = { T = 2 }\n")),
      "E352: both ends are at the same t (the guesses of the unknowns must keep the ends apart)");
  EXPECT_EQ(complaints(plane("from = { t = 2 }\nto = { t = \"1/(l - 2)\" }\n")),
            "E314: this is not a finite number");
  const read::Reading reading = read::read(plane("from = { t = 0 }\nto = { t = 1 }\n"), "test");
  Description description = reading.description;
  description.extremal->to.t = {};  // as a program may leave it
  const auto diagnostics = compile(description, two_ended()).diagnostics;
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].what, "an end needs its t");
}

TEST(CompileExtremalWords, FormulasThatContainWhatMoves) {
  EXPECT_EQ(
      complaints(plane("from = { t = 0, x = \"y\" }\nto = { t = 1 }\n")),
      "E302: expected a constant number, but 'y' is not one (use only numbers and parameters)");
  EXPECT_EQ(
      complaints(plane("from = { t = 0 }\nto = { t = 1, x = \"t\" }\n")),
      "E302: expected a constant number, but 't' is not one (use only numbers and parameters)");
  EXPECT_EQ(complaints(plane("from = { t = 0 }\nto = { t = 1 }\nguess = { x = \"y*t\" }\n")),
            "E302: a guess is a formula of t; 'y' is not allowed here (use only t, numbers and "
            "parameters)");
  EXPECT_EQ(
      complaints("[coordinates]\nx = 0\n[extremal]\nintegrand = \"x''^2\"\n"
                 "from = { t = 0 }\nto = { t = 1 }\n"),
      "E310: an integrand cannot depend on accelerations (make the rate a coordinate of its own, "
      "as w with the constraint y' = w, and write w' for y'')");
}

TEST(CompileExtremalWords, SurfacesThatAreNone) {
  const auto on = [](const std::string& equation) {
    return complaints(
        plane("from = { t = 0 }\nto = { t = 1 }\non = { to = [\"" + equation + "\"] }\n"));
  };
  EXPECT_EQ(on("x >= 0"),
            "E353: the surface of an end is an equation, left = right (as in x^2 + y^2 = 4)");
  EXPECT_EQ(on("l = 2"), "E353: this equation contains no coordinates (as in x^2 + y^2 = 4)");
  EXPECT_EQ(on("x*y' = 0"),
            "E353: a surface may contain coordinates, but not 'y'' (a rate is given at an end by "
            "its name: "
            "\"x'\" = 0)");
  EXPECT_EQ(on("x^2 + y = l*t"), "");
}

TEST(CompileExtremalWords, IntegralsThatAreNone) {
  const auto subject = [](const std::string& condition) {
    return complaints(
        plane("from = { t = 0 }\nto = { t = 1 }\nsubject = [\"" + condition + "\"]\n"));
  };
  const std::string example =
      "E354: expected an integral and its value (as in integral(sqrt(1 + y'^2)) = 2)";
  EXPECT_EQ(subject("x = 2"), example);
  EXPECT_EQ(subject("integral(x)"), example);
  EXPECT_EQ(subject("2*integral(x) = 2"), example);
  EXPECT_EQ(subject("integral(x) + 1 = 2"), example);
  EXPECT_EQ(subject("integral(x) integral(y) = 2"), example);
  EXPECT_EQ(subject("integral(x = 2"), example);
  EXPECT_EQ(
      subject("integral(x) = y"),
      "E302: expected a constant number, but 'y' is not one (use only numbers and parameters)");
  EXPECT_EQ(subject("integral(x'') = l"),
            "E310: an integral cannot depend on accelerations (make the rate a coordinate of its "
            "own, as w "
            "with the constraint y' = w, and write w' for y'')");
  EXPECT_EQ(subject("integral(x*(1 + y)) = l^2"), "");
  EXPECT_EQ(complaints("[coordinates]\nx = 0\n[free]\nmass = [[1]]\nforce = [\"-x'\"]\n[extremal]\n"
                       "from = { t = 0 }\nto = { t = 1 }\nsubject = [\"integral(x) = 1\"]\n"),
            "E355: this motion makes no integral stationary, so none can be prescribed (give an "
            "integrand, or a model with a Lagrangian and no other forces)");
}

TEST(CompileExtremalWords, PartsOfAnIntegralKeepTheirPlaces) {
  const auto parts = split_integral(Expression("λ =\n integral ((x + 1)*y )", {3, 7}));
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->value.text, "λ ");
  EXPECT_EQ(parts->value.at.column, 7);
  EXPECT_EQ(parts->density.text, "(x + 1)*y ");
  EXPECT_EQ(parts->density.at.line, 4);
  EXPECT_EQ(parts->density.at.column, 12);
  const auto lines = split_integral(Expression("λ = integral(x)", {3, 7}));
  EXPECT_EQ(lines->density.at.column, 20);  // characters, not bytes
  const std::string text =
      plane("from = { t = 0 }\nto = { t = 1 }\nsubject = [\"l = integral(x*zz)\"]\n");
  const auto diagnostics =
      compile::compile(read::read(text, "test").description, two_ended()).diagnostics;
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(text.substr(static_cast<std::size_t>(diagnostics[0].place.begin), 2), "zz");
}

TEST(CompileExtremalWords, ParametersThatCannotBeVaried) {
  const std::string family =
      "[parameters]\nN = 3\nM = \"N + 1\"\n[coordinates]\nu = { count = \"M\" }\n"
      "[extremal]\nintegrand = \"sum(i in 1..N, u[i]'^2)\"\n"
      "from = { t = 0 }\nto = { t = 1 }\n";
  EXPECT_EQ(complaints(family + "unknowns = { N = 3 }\n"),
            "E356: 'N' sets the number of something, so it cannot be varied");
  EXPECT_EQ(complaints(family + "follow = { N = 3 }\n"),
            "E356: 'N' sets the number of something, so it cannot be varied");
  EXPECT_EQ(complaints(plane("from = { t = 0 }\nto = { t = 1 }\nfollow = { k = 3 }\n")),
            "E356: 'k' is not a parameter");
  EXPECT_EQ(complaints(plane("from = { t = 0 }\nto = { t = 1 }\nfollow = { L = 3 }\n")),
            "E356: 'L' is not a parameter (did you mean 'l'?)");
  EXPECT_EQ(complaints(plane("from = { t = 0 }\nto = { t = \"l\" }\nunknowns = { l = 1 }\n"
                             "follow = { l = 3 }\n")),
            "E356: 'l' is unknown, so it cannot be followed (an unknown has its guess instead)");
  EXPECT_EQ(complaints("[parameters]\nw = \"2/T\"\nT = 1\n[coordinates]\nx = 0\n[extremal]\n"
                       "integrand = \"w*x'^2\"\nfrom = { t = 0 }\nto = { t = \"T\" }\n"
                       "unknowns = { T = 1 }\nfollow = { w = 3 }\n"),
            "E356: 'w' depends on an unknown (follow parameters that have a value of their "
            "own)");
}

TEST(CompileExtremalWords, UnknownsThatNothingDependsOn) {
  const std::string idle =
      "E356: nothing depends on 'T' (use an unknown in an end, the integrand or an equation)";
  const std::string ends = "from = { t = 0 }\nto = { t = 1 }\nunknowns = { T = 1 }\n";
  EXPECT_EQ(complaints(plane(ends)), idle);
  EXPECT_EQ(complaints(plane(ends + "guess = { x = \"T\" }\n")), idle);
  EXPECT_EQ(complaints(plane(ends + "subject = [\"integral(x) = T\"]\n")), "");
  EXPECT_EQ(complaints(plane(ends + "on = { to = [\"x = T\"] }\n")), "");
  EXPECT_EQ(complaints(with("[[constraints]]\nequation = \"x = T*y\"\n", "unknowns = { T = 1 }\n")),
            "");
  EXPECT_EQ(
      complaints("[coordinates]\nx = 0\n[free]\nmass = [[1]]\nforce = [\"T*x\"]\n[extremal]\n" +
                 ends),
      "");
}

TEST(CompileExtremalWords, QuestionsThatAreTooLarge) {
  EXPECT_EQ(complaints("[coordinates]\nu = { count = 3000 }\n[extremal]\n"
                       "integrand = \"sum(i in 1..3000, u[i]'^2)\"\nfrom = { t = 0 }\n"
                       "to = { t = 1 }\n"),
            "E357: this boundary-value problem has too many coordinates, constraint equations and "
            "unknowns");
  EXPECT_EQ(complaints("[coordinates]\nx = 0\n[[constraints]]\nequation = \"x = i + j\"\n"
                       "for = \"i in 1..101, j in 1..100\"\n[extremal]\nintegrand = \"x'^2\"\n"
                       "from = { t = 0 }\nto = { t = 1 }\n"),
            "E357: a boundary-value problem can have at most 10000 constraint equations");
}

TEST(CompileExtremalWords, NumbersOfTheQuestion) {
  const std::string ends = "from = { t = 0 }\nto = { t = 1 }\n";
  // They are known whether or not the question is compiled.
  const Compiled asked = test::compile_text(
      plane(ends + "all = 12\ntolerance = \"l*1e-8\"\noutput = 50\nfollow = { l = \"3*l\" }\n"));
  ASSERT_TRUE(asked.extremal);
  EXPECT_EQ(asked.extremal->all, 12);
  EXPECT_EQ(asked.extremal->tolerance, 2e-8);
  EXPECT_EQ(asked.extremal->samples, 50);
  ASSERT_EQ(asked.extremal->follow.size(), 1u);
  EXPECT_EQ(asked.extremal->follow[0], (std::pair<Index, double>{0, 6.0}));
  EXPECT_FALSE(asked.equations.two_ends.compiled);

  const Compiled silent = test::compile_text(plane(ends));
  EXPECT_EQ(silent.extremal->all, 1);
  EXPECT_EQ(silent.extremal->tolerance, 1e-9);
  EXPECT_EQ(silent.extremal->samples, 0);
  EXPECT_EQ(complaints(plane(ends + "all = \"l/3\"\n")),
            "E316: expected a whole number from 1 to 1000");
  EXPECT_EQ(complaints(plane(ends + "tolerance = \"l\"\n")),
            "E316: a tolerance must be from 1e-15 to 0.1");
}

// Arc length does not know the speed; its square does, and so does arc length by a coordinate.
TEST(CompileExtremalWords, DegreeOneIsSeen) {
  const auto degree_one = [](const std::string& integrand, const std::string& more = "") {
    return compiled("[parameters]\nl = 2\n[coordinates]\nx = 0\ny = 0\n[extremal]\nintegrand = \"" +
                    integrand + "\"\nfrom = { t = 0 }\nto = { t = 1 }\n" + more)
        .two_ends.degree_one;
  };
  EXPECT_TRUE(degree_one("sqrt(x'^2 + y'^2)"));
  EXPECT_TRUE(degree_one("sqrt((x'^2 + y'^2)/(2*l*y))"));
  EXPECT_TRUE(degree_one("x*y' - y*x'", "subject = [\"integral(sqrt(x'^2 + y'^2)) = 1\"]\n"));
  EXPECT_FALSE(degree_one("x*y' - y*x'", "subject = [\"integral(x'^2 + y'^2) = 1\"]\n"));
  EXPECT_FALSE(degree_one("x'^2 + y'^2"));
  EXPECT_FALSE(degree_one("sqrt(1 + x'^2 + y'^2)"));
  EXPECT_FALSE(degree_one("sqrt(x'^2 + y'^2) + 1e-3*x"));
  EXPECT_FALSE(degree_one("0*x'"));             // nothing at all
  EXPECT_FALSE(degree_one("sqrt(-1 - x'^2)"));  // a number nowhere
}

TEST(CompileExtremalWords, PeriodicCoordinatesAreFlagged) {
  EXPECT_EQ(
      compiled(plane("from = { t = 0 }\nto = { t = 1 }\nperiodic = [\"y\"]\n")).two_ends.periodic,
      (std::vector<unsigned char>{0, 1}));
  EXPECT_EQ(compiled("[coordinates]\nx = 0\n[free]\nlagrangian = \"x'^2\"\n[[particles]]\n"
                     "name = \"bob\"\nmass = 1\nposition = [0, 0]\n[extremal]\n"
                     "from = { t = 0 }\nto = { t = 1 }\nperiodic = [\"bob\"]\n")
                .two_ends.periodic,
            (std::vector<unsigned char>{0, 1, 1}));
  EXPECT_EQ(compiled("[coordinates]\nx = 0\nu = { count = 2 }\n[extremal]\n"
                     "integrand = \"x'^2 + u[1]'^2 + u[2]'^2\"\nfrom = { t = 0, \"u[2]\" = 1 }\n"
                     "to = { t = 1 }\nperiodic = [\"x\", \"u[1]\"]\n")
                .two_ends.periodic,
            (std::vector<unsigned char>{1, 1, 0}));
  EXPECT_EQ(compiled("[coordinates]\nx = 0\nu = { count = 2 }\n[extremal]\n"
                     "integrand = \"x'^2 + u[1]'^2 + u[2]'^2\"\nfrom = { t = 0 }\n"
                     "to = { t = 1 }\nperiodic = [\"u\"]\n")
                .two_ends.periodic,
            (std::vector<unsigned char>{0, 1, 1}));
}

// An override of an unknown is its guess; one of a derived parameter holds it still.
TEST(CompileExtremalWords, OverridesAreGuessesAndValues) {
  const std::string text =
      "[parameters]\nT = 1\nw = \"2*T\"\n[coordinates]\nx = 0\n[extremal]\n"
      "integrand = \"w*x'^2\"\nfrom = { t = 0 }\nto = { t = \"T\" }\n"
      "unknowns = { T = 3 }\n";
  CompileOptions options = two_ended();
  options.overrides = {{"T", 5.0}, {"w", 7.0}};
  const Compiled result = test::compile_text(text, options);
  const equations::Equations& equations = result.equations;
  EXPECT_EQ(equations.two_ends.unknown_guess, (std::vector<double>{5}));
  equations::Workspace numbers(equations);
  const double zero = 0;
  numbers.evaluate(equations::Stage::settle, 0, &zero, &zero);
  EXPECT_EQ(*numbers.settled(), 5);
  EXPECT_EQ(numbers.settled()[1], 7);
  EXPECT_EQ(numbers.times()[1], 5);
  EXPECT_EQ(numbers.time_slopes()[1], 1);
}

// What is computed from a parameter goes along with it.
TEST(CompileExtremalWords, FollowedParametersAreSettledToo) {
  const equations::Equations equations = compiled(
      "[parameters]\nk = 1\nw = \"2*k\"\nz = \"w + c\"\nc = 5\n[coordinates]\nx = 0\n"
      "[extremal]\nintegrand = \"z*x'^2\"\nfrom = { t = 0 }\nto = { t = 1 }\n"
      "follow = { k = 4 }\n");
  equations::Workspace numbers(equations);
  numbers.set_parameters(std::vector<double>{4, -1, -1, 5});
  const double zero = 0;
  numbers.evaluate(equations::Stage::settle, 0, &zero, &zero);
  const double* const settled = numbers.settled();
  EXPECT_EQ(std::vector<double>(settled, settled + 4), (std::vector<double>{4, 8, 13, 5}));
}

// Rates bound in mechanics make no action stationary, and have no multipliers of their own.
TEST(CompileExtremalWords, AnIntegrandMakesVelocityRowsVariational) {
  const std::string rows = "[[constraints]]\nequation = \"x' = y*t\"\n";
  EXPECT_EQ(compiled(with(rows)).two_ends.lambda_rows, (std::vector<Index>{0}));
  const equations::TwoEnds mechanics =
      compiled("[coordinates]\nx = 0\ny = 0\n[free]\nlagrangian = \"x'^2 + y'^2\"\n" + rows +
               "[extremal]\nfrom = { t = 0 }\nto = { t = \"T\" }\nunknowns = { T = 1 }\n")
          .two_ends;
  EXPECT_FALSE(mechanics.variational);
  EXPECT_EQ(mechanics.lambdas, 0);
  ASSERT_EQ(mechanics.rows[0].size(), 1u);
  EXPECT_EQ(mechanics.rows[0][0].kind, equations::EndKind::velocity);
  EXPECT_TRUE(mechanics.rows[1].empty());
  EXPECT_EQ(mechanics.rows_know, (std::vector<unsigned char>{1}));
  // F* contains what the unknown moves, so its natural condition is complete.
  EXPECT_EQ(compiled(with("[[constraints]]\nequation = \"x' = y*T\"\n", "unknowns = { T = 1 }\n"))
                .two_ends.rows_know,
            (std::vector<unsigned char>{0}));
}

// A family's rows stand place by place, whatever their level.
TEST(CompileExtremalWords, RowsOfFamiliesKeepTheirNumbers) {
  const equations::TwoEnds two_ends =
      compiled(
          "[coordinates]\nu = { count = 3 }\n[[constraints]]\n"
          "equations = [\"u[i]' = u[i+1]\", \"u[i] = i*t\"]\nfor = \"i in 1..2\"\n[extremal]\n"
          "integrand = \"u[1]'^2\"\nfrom = { t = 0 }\nto = { t = 1 }\n")
          .two_ends;
  EXPECT_EQ(two_ends.lambda_rows, (std::vector<Index>{0, 2}));
  std::vector<Index> numbers;
  for (const equations::EndRow& row : two_ends.rows[0]) numbers.push_back(row.number);
  EXPECT_EQ(numbers, (std::vector<Index>{1, 3, 0, 2}));
}

TEST(CompileExtremalWords, OnlyPotentialsLeaveALagrangian) {
  const auto variational = [](const std::string& mass, const std::string& force) {
    return compiled(
               "[parameters]\nc = 0.1\n[free]\ngravity = [0, -1]\n[[particles]]\n"
               "name = \"bob\"\nposition = [1, 0]\n" +
               mass + "\n" + force + "\n[extremal]\nfrom = { t = 0 }\nto = { t = 1 }\n")
        .two_ends.variational;
  };
  const std::string spring =
      "[[forces]]\nspring = { between = [\"bob\", \"origin\"], stiffness = 1";
  EXPECT_TRUE(variational("mass = 1", spring + " }"));
  EXPECT_TRUE(variational("mass = 1", "[[forces]]\npotential = \"bob.x^2*t\""));
  EXPECT_FALSE(variational("mass = 1", spring + ", damping = \"c\" }"));
  EXPECT_FALSE(variational("mass = 1", spring.substr(0, spring.size() - 1) + "\"1 + bob.x'\" }"));
  EXPECT_FALSE(variational("mass = 1", "[[forces]]\non = \"bob\"\nforce = [1, 0]"));
  EXPECT_FALSE(variational("mass = 1\nforce = [1, 0]", ""));
  EXPECT_FALSE(variational("mass = \"1 + t\"", ""));
  EXPECT_FALSE(compiled("[coordinates]\nx = 0\n[free]\nmass = [[1]]\nforce = [0]\n[extremal]\n"
                        "from = { t = 0 }\nto = { t = 1 }\n")
                   .two_ends.variational);
}

TEST(CompileExtremalWords, EventsAndForcesDoNotCount) {
  const equations::Equations equations =
      compiled(with("[free]\nlagrangian = \"9*x'^2 + y'^2\"\n[[forces]]\non = \"x\"\nforce = 3\n"
                    "[[events]]\nname = \"hit\"\nwhen = \"x\"\n"));
  EXPECT_TRUE(equations.events.empty());
  equations::Workspace numbers(equations);
  const double q[] = {1, 2};
  numbers.evaluate(equations::Stage::dynamics, 0, q, q);
  EXPECT_EQ(numbers.M()[0], 2);
  EXPECT_EQ(numbers.Q()[0], 0);
}

}  // namespace
}  // namespace zwang::compile
