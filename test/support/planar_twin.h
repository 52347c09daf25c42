// SPDX-License-Identifier: Apache-2.0
#pragma once
// A slow twin of runs with contacts in the plane: at each event all modes are tried one by one, and the one that still
// verifies itself a moment later goes on; between events fixed steps of fourth order; blows piece by piece along
// their slip, the fastest first. Nothing in common with the engine but the laws.

#include <string>
#include <vector>

#include "support/system.h"

namespace zwang::test {

enum class TwinLaw { newton, poisson, stronge };

struct TwinBody {
  double mass = 1, inertia = 1;
  bool turns = true;
  double q[3] = {0, 0, 0}, v[3] = {0, 0, 0};            // x, y, angle
  double force[3] = {0, 0, 0}, growing[3] = {0, 0, 0};  // force + growing·t
};

/// A point of a body, or the rim of a disk about it, above a line of another body or of the ground.
struct TwinContact {
  Index body = 0;  // −1: the ground
  double at[2] = {0, 0}, radius = 0;
  Index on = -1;  // −1: the ground
  double foot[2] = {0, 0}, normal[2] = {0, 1};
  double mu = 0, eps = 0;
  TwinLaw law = TwinLaw::stronge;
};

struct TwinModel {
  std::vector<TwinBody> bodies;
  std::vector<TwinContact> contacts;
  double duration = 1;
};

/// The same, turned about the origin and moved, in other units, with contacts in another order.
struct TwinWorld {
  double angle = 0, x = 0, y = 0, length = 1, time = 1, mass = 1;
  Index shift = 0;
};
TwinModel seen_from(const TwinModel& model, const TwinWorld& world);
/// A state of that, as it is here.
std::vector<double> seen_back(const TwinModel& model, const TwinWorld& world,
                              std::vector<double> state);

struct TwinRun {
  double t = 0;               // up to where there is one answer beyond doubt
  std::vector<double> state;  // there: q of all bodies, v of all bodies, three each
  std::string doubt;          // why it ended sooner
  std::vector<std::string> told;
  Index impacts = 0;
};
TwinRun follow(const TwinModel& model, double step = 1e-3);

/// The model as a text; coordinates x0, y0, th0, x1, …
std::string text_of(const TwinModel& model, double duration, double tolerance);
/// Where coordinate 3k + i is among those of the text; −1: it is not there.
std::vector<Index> places_of(const TwinModel& model);

}  // namespace zwang::test
