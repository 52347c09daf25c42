// SPDX-License-Identifier: Apache-2.0
// Numbers of a run against the same motion in quadruple precision, sampled densely: a pendulum that bounces off a stop,
// and formulas with kinks. Its steps are of Runge and Kutta, short enough for 1e-9; impacts, kinks and extremes are
// found within them.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "support/quad_functions.h"
#include "support/random.h"
#include "zwang/run.h"

namespace zwang::test {
namespace {

struct Swing {
  Quad t = 0, x = 0, v = 0;
};

Swing stepped(const Swing& s, Quad h) {
  const auto pull = [](Quad x) { return -4 * in_quad::sin(x); };
  const Quad v1 = s.v, a1 = pull(s.x), v2 = s.v + h / 2 * a1, a2 = pull(s.x + h / 2 * v1);
  const Quad v3 = s.v + h / 2 * a2, a3 = pull(s.x + h / 2 * v2);
  const Quad v4 = s.v + h * a3, a4 = pull(s.x + h * v3);
  return {s.t + h, s.x + h / 6 * (v1 + 2 * v2 + 2 * v3 + v4),
          s.v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)};
}

/// Where f, of which the sign changes within the step, is zero.
Quad root(const Swing& from, Quad h, const std::function<Quad(const Swing&)>& f) {
  Quad low = 0, high = h;
  const bool positive = f(from) > 0;
  for (int k = 0; k < 110; ++k) {
    const Quad middle = (low + high) / 2;
    ((f(stepped(from, middle)) > 0) == positive ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// A step, which ends where the stop is met.
struct Piece {
  Swing from;
  Quad h;
};

std::vector<Piece> motion(Swing s, Quad stop, Quad restitution, Quad end, int steps) {
  std::vector<Piece> pieces;
  const Quad h = end / steps;
  while (s.t < end - h / 1000) {
    const Quad whole = end - s.t < h ? end - s.t : h;
    Swing next = stepped(s, whole);
    Piece piece{s, whole};
    if (next.x < stop) {
      piece.h = root(s, whole, [&](const Swing& at) { return at.x - stop; });
      next = stepped(s, piece.h);
      next.x = stop;
      next.v = -restitution * next.v;
    }
    pieces.push_back(piece);
    s = next;
  }
  return pieces;
}

using Formula = std::function<Quad(const Swing&)>;

/// The largest value: of both ends of every step, and between them by golden sections about the best.
Quad largest(const std::vector<Piece>& pieces, const Formula& f) {
  std::size_t at = 0;
  Quad best = f(pieces[0].from);
  const auto see = [&](Quad value, std::size_t k) {
    if (value > best) best = value, at = k;
  };
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    see(f(pieces[k].from), k);
    see(f(stepped(pieces[k].from, pieces[k].h)), k);
  }
  for (std::size_t k = at > 0 ? at - 1 : 0; k < std::min(at + 2, pieces.size()); ++k) {
    Quad low = 0, high = pieces[k].h;
    for (int i = 0; i < 70; ++i) {
      const Quad a = low + (high - low) * Quad(0.382), b = high - (high - low) * Quad(0.382);
      const Quad fa = f(stepped(pieces[k].from, a)), fb = f(stepped(pieces[k].from, b));
      best = fa > best ? fa : fb > best ? fb : best;
      (fa > fb ? high : low) = fa > fb ? b : a;
    }
  }
  return best;
}

/// By Simpson's rule, from kink to kink of |g|.
Quad integral(const std::vector<Piece>& pieces, const Formula& f, const Formula& g) {
  Quad sum = 0;
  const auto add = [&](const Swing& from, Quad h) {
    sum += h / 6 * (f(from) + 4 * f(stepped(from, h / 2)) + f(stepped(from, h)));
  };
  for (const Piece& piece : pieces) {
    const bool kink = (g(piece.from) > 0) != (g(stepped(piece.from, piece.h)) > 0);
    const Quad first = kink ? root(piece.from, piece.h, g) : piece.h;
    add(piece.from, first);
    if (kink) add(stepped(piece.from, first), piece.h - first);
  }
  return sum;
}

std::string digits(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

TEST(Reductions, AreThoseOfAMotionInQuad) {
  const unsigned seeds = std::getenv("ZWANG_SOAK") ? 40 : 2;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    Random random(seed);
    const double start = random.uniform(0.5, 1.5), rate = random.uniform(-2, 2);
    const double stop = random.uniform(-0.6, -0.1), bounce = random.uniform(0.3, 0.9);
    const double c = random.uniform(-0.1, 0.5), end = random.uniform(2, 3);
    const std::string kink = "abs(x - (" + digits(c) + "))";
    std::string text = "[coordinates]\nx = { start = " + digits(start) +
                       ", rate = " + digits(rate) +
                       " }\n[free]\nlagrangian = \"x'^2/2 + 4*cos(x)\"\n"
                       "[[constraints]]\nname = \"stop\"\nequation = \"x >= " +
                       digits(stop) + "\"\nrestitution = " + digits(bounce) +
                       "\n[simulate]\nduration = " + digits(end) + "\n";
    const auto observe = [&](const char* name, const std::string& formula) {
      text += std::string("[[observe]]\nname = \"") + name + "\"\nformula = \"" + formula + "\"\n";
    };
    observe("far", "max(" + kink + ")");
    observe("near", "min(" + kink + ")");
    observe("fast", "max(x')");
    observe("back", "min(x')");
    observe("power", "max(x*x')");
    observe("push", "max(abs(x')*" + kink + ")");
    observe("area", "integral(" + kink + ")");
    observe("square", "rms(x)");
    const Trajectory found = run(read_model(text, "swing"));
    const auto pieces = motion({0, start, rate}, stop, bounce, end, 700);
    const auto apart = [&](const Swing& s) { return s.x - Quad(c); };
    const Formula far = [&](const Swing& s) { return absolute(apart(s)); };
    const Formula none = [](const Swing&) { return Quad(1); };
    const Formula x = [](const Swing&s) { return s.x; }, v = [](const Swing&s) { return s.v; };
    const auto minus = [](const Formula& f) {
      return Formula([f](const Swing& s) { return -f(s); });
    };
    const std::vector<std::pair<std::string, Quad>> expected = {
        {"far", largest(pieces, far)},
        {"near", -largest(pieces, minus(far))},
        {"fast", largest(pieces, v)},
        {"back", -largest(pieces, minus(v))},
        {"power", largest(pieces, [&](const Swing& s) { return x(s) * v(s); })},
        {"push", largest(pieces, [&](const Swing& s) { return absolute(v(s)) * far(s); })},
        {"area", integral(pieces, far, apart)},
        {"square", in_quad::sqrt(integral(
                                     pieces, [&](const Swing& s) { return s.x * s.x; }, none) /
                                 Quad(end))}};
    ASSERT_EQ(found.summary().reductions.size(), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const Reduction& one = found.summary().reductions[k];
      EXPECT_EQ(one.name, expected[k].first);
      // The tolerance is 1e-9 of each step, of which there are a few dozen.
      EXPECT_NEAR(one.value, static_cast<double>(expected[k].second), 3e-8)
          << one.name << ", seed " << seed;
    }
  }
}

}  // namespace
}  // namespace zwang::test
