// SPDX-License-Identifier: Apache-2.0
// The pendulum of the Bellman–Gauss paper, section 5: every intermediate of its equations, as its
// formulas give it and as the recursion computes it, and the motion by every method.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "cli/verb.h"
#include "zwang/certificate.h"
#include "zwang/instant.h"
#include "zwang/papers.h"
#include "zwang/version.h"

namespace cli {

namespace {

struct Pendulum {
  double m = 2, g = 9.81;
  std::array<double, 2> x{0.6, -0.8}, v{0.8, 0.6};

  double speed2() const { return v[0] * v[0] + v[1] * v[1]; }
  double length2() const { return x[0] * x[0] + x[1] * x[1]; }
  double d() const { return g * x[1] - speed2(); }
};

std::string number(double x) {
  return std::isfinite(x) ? fmt::format("{: .12g}", x + 0.0) : " -";  // + 0.0: no negative zero
}

void row(const char* equation, const char* quantity, double paper, double printed, double ours) {
  fmt::print("  {:<6}{:<12}{:<21}{:<23}{}\n", equation, quantity, number(paper), number(printed),
             number(ours));
}

/// Equations (38)–(45): the paper's closed forms, the recursion as printed, and the policy.
void print_intermediates(const Pendulum& p) {
  const double root = std::sqrt(p.m);
  const std::vector<double> C{p.x[0] / root, p.x[1] / root}, d{p.d()};
  const zwang::PrintedRecursion printed = zwang::recursion_as_printed(C, 1, 2, 1, d);
  const zwang::BellmanPolicy policy(C, 1, 2);
  const std::vector<double> y = policy.shortest(d);
  const bool same = policy.column(0) == 0;
  const auto& z = printed.y;

  fmt::print("  {:<6}{:<12}{:<21}{:<23}{}\n", "eq.", "quantity", " paper's formula",
             " recursion as printed", same ? " Zwang" : " Zwang (c2 first)");
  row("(38)", "c1", p.x[0] / root, C[0], C[0]);  // [KNUX99 38]
  row("(38)", "c2", p.x[1] / root, C[1], C[1]);
  row("(39)", "d", -p.speed2() + p.g * p.x[1], d[0], d[0]);  // [KNUX99 39]
  // [KNUX99 41-42], then y = M^(1/2)(ẍ − a) [KNUX99 40] by [KNUX99 43-44], and ẍ [KNUX99 45]
  row("(41)", "R1", p.m / (p.x[0] * p.x[0]), printed.value_matrices[0][0],
      policy.value_matrix(1)[0]);
  row("(42)", "beta2", root * p.x[1] / (p.x[0] * p.x[0]), printed.beta[0][0], policy.beta(1)[0]);
  row("", "1+c2 beta2", p.length2() / (p.x[0] * p.x[0]), printed.denominator[0],
      policy.denominator(1));
  row("(29)", "R2", p.m / p.length2(), printed.value_matrices[1][0], policy.value_matrix(2)[0]);
  row("(43)", "y2", root * p.x[1] * p.d() / p.length2(), z[1], y[1]);
  row("(44)", "y1", root * p.x[0] * p.d() / p.length2(), z[0], y[0]);
  row("(45)", "x1''", (p.g * p.x[0] * p.x[1] - p.x[0] * p.speed2()) / p.length2(), z[0] / root,
      y[0] / root);
  row("(45)", "x2''", (-p.g * p.x[0] * p.x[0] - p.x[1] * p.speed2()) / p.length2(),
      z[1] / root - p.g, y[1] / root - p.g);
  if (!same)
    fmt::print("  R1, beta2: Zwang took the larger column, c2, first; the paper takes c1{}.\n",
               p.x[0] == 0 ? ", which vanishes here, so that\n  its recursion divides by 0" : "");
}

/// The motion by every method. Returns whether all agree with (45) and certify.
bool print_methods(const Pendulum& p) {
  const std::vector<double> M{p.m, p.m}, Q{0, -p.m * p.g}, A{p.x[0], p.x[1]}, b{-p.speed2()};
  zwang::Problem problem;
  problem.mass_matrix = M;
  problem.applied_force = Q;
  problem.constraint_matrix = A;
  problem.constraint_rhs = b;
  const double x1 = p.x[0] * p.d() / p.length2(), x2 = p.x[1] * p.d() / p.length2() - p.g;
  const double size = std::hypot(x1, x2) + p.g;
  bool good = true;
  fmt::print("\n  {:<11}{:<21}{:<21}{:<21}{:<21}{:<9}{}\n", "method", " x1''", " x2''", " lambda",
             " G", "error", "certificate");
  for (zwang::Method method : {zwang::Method::explicit_, zwang::Method::bellman,
                               zwang::Method::nullspace, zwang::Method::proximal}) {
    zwang::Options options;
    options.method = method;
    const zwang::Instant i = zwang::solve_instant(problem, options);
    const zwang::Certificate certificate = zwang::certify(problem, i);
    const double error = std::hypot(i.acceleration[0] - x1, i.acceleration[1] - x2) / size;
    const bool holds = i.status == zwang::Status::ok && certificate.holds() && error < 1e-14;
    good = good && holds;
    fmt::print(
        "  {:<11}{:<21}{:<21}{:<21}{:<21}{:<9.0e}{}\n", zwang::name(method),
        number(i.acceleration[0]), number(i.acceleration[1]), number(i.multipliers[0]),
        number(i.gauss), error,
        holds ? fmt::format("{} of {} hold", certificate.checks.size(), certificate.checks.size())
              : "FAILS");
  }
  return good;
}

int solve_and_print(const Pendulum& given, bool alone) {
  fmt::print("Zwang {}: the pendulum of the Bellman-Gauss paper, section 5\n", zwang::version());
  fmt::print("minimise (x''-a)'M(x''-a) subject to x1 x1'' + x2 x2'' = -(x1'^2 + x2'^2)\n");
  std::vector<Pendulum> cases{given};
  if (!alone) cases.push_back({given.m, given.g, {0, -1}, {1.5, 0}});
  bool good = true;
  for (const Pendulum& p : cases) {
    fmt::print("\nm = {}, g = {}, x = ({}, {}), x' = ({}, {}){}\n\n", p.m, p.g, p.x[0], p.x[1],
               p.v[0], p.v[1], p.x[0] == 0 ? ": the paper's formulas need x1 not 0" : "");
    print_intermediates(p);
    good = print_methods(p) && good;
  }
  if (!alone && good)
    fmt::print(
        "\nAll methods agree with equation (45), also at x1 = 0. "
        "The C++ interface is include/zwang/instant.h.\n");
  return good ? 0 : 3;
}

Action declare(CLI::App& app) {
  auto given = std::make_shared<Pendulum>();
  app.add_option("--mass", given->m, "mass of the bob")
      ->check([](const std::string& text) {
        double mass = 0;
        const bool good = CLI::detail::lexical_cast(text, mass) && mass > 0;
        return good ? std::string() : "'" + text + "' is not a positive number";
      })
      ->capture_default_str();
  app.add_option("--gravity", given->g, "acceleration of gravity")->capture_default_str();
  auto* at = app.add_option("--at", given->x, "position x1 x2 of the bob")->capture_default_str();
  app.add_option("--velocity", given->v, "its velocity; to be consistent, perpendicular to the rod")
      ->capture_default_str();
  return [given, at]() -> int {
    if (!(given->length2() > 0)) {
      fmt::print(stderr,
                 "zwang paper: --at: the rod has length 0; give a position other than 0 0\n");
      return 2;
    }
    return solve_and_print(*given, at->count() > 0);
  };
}

}  // namespace

const Verb paper{"paper", "the pendulum of the Bellman-Gauss paper, by every method, step by step",
                 declare};

}  // namespace cli
