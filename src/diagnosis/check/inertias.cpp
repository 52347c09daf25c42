// SPDX-License-Identifier: Apache-2.0
// Moments that no distribution of mass has: the largest exceeds the two others together. They have a
// motion all the same, which is computed; but whoever wrote them may have meant others.

#include <algorithm>
#include <cmath>

#include "diagnosis/check/findings.h"
#include "diagnosis/off_constraints.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"

namespace zwang::diagnosis {

namespace {

// Files give moments to about six digits, and thin plates lie on the border of what can be.
constexpr double rounded = 1e-6;  // of the trace

// The largest eigenvalue of I (xx yy zz xy xz yz), by the cosine of a third of an angle.
double largest_moment(const double* I) {
  const double mean = (I[0] + I[1] + I[2]) / 3;
  const double d[3] = {I[0] - mean, I[1] - mean, I[2] - mean};
  const double off = I[3] * I[3] + I[4] * I[4] + I[5] * I[5];
  const double size = std::sqrt((d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 2 * off) / 6);
  if (!(size > 0)) return mean;
  const double determinant = d[0] * (d[1] * d[2] - I[5] * I[5]) -
                             I[3] * (I[3] * d[2] - I[5] * I[4]) +
                             I[4] * (I[3] * I[5] - d[1] * I[4]);
  const double cosine = std::clamp(determinant / (2 * size * size * size), -1.0, 1.0);
  return mean + 2 * size * std::cos(std::acos(cosine) / 3);
}

bool is_of_no_body(const double* I) {
  const double trace = I[0] + I[1] + I[2];
  return 2 * largest_moment(I) > (1 + 2 * rounded) * trace;
}

int line_of(const Model& model, const std::string& name) {
  for (const Body& body : model.description().bodies) {
    if (body.name.text != name || body.inertia.empty() || body.inertia[0].empty()) continue;
    return body.inertia[0][0].at.line;
  }
  return 0;
}

}  // namespace

void check_inertias(const Model& model, std::vector<Finding>& findings) {
  equations::Workspace numbers(model.parts().equations());
  if (!numbers.solids()) return;
  std::vector<std::string> names;
  Finding finding{"inertia", "warning", {}, {}, {}, {}};
  const auto& solids = numbers.solids()->numbers().of;
  const auto& tree = numbers.solids()->tree().bodies;
  std::vector<unsigned char> moves(tree.size(), 0);
  double most = 0, others = 0;
  for (std::size_t k = 0; k < tree.size(); ++k) {
    moves[k] = tree[k].joint != bodies::Joint::fixed ||
               (tree[k].parent >= 0 && moves[static_cast<std::size_t>(tree[k].parent)]);
    const double* const I = solids[k].inertia;
    if (!moves[k] || !is_of_no_body(I)) continue;
    if (names.empty()) {
      most = largest_moment(I);
      others = I[0] + I[1] + I[2] - most;
    }
    names.push_back(model.bodies()[k]);
    if (const int line = line_of(model, names.back()); line > 0) finding.lines.push_back(line);
  }
  if (names.empty()) return;
  finding.text =
      (names.size() == 1 ? "The inertia of " : "The inertias of ") + list_names(names) +
      (names.size() == 1 ? " is" : " are") + " of no body: the largest principal moment" +
      (names.size() == 1 ? ", " : " of the first, ") + short_number(most) +
      ", exceeds the two others together, " + short_number(others) +
      ". The motion is computed with " + (names.size() == 1 ? "it" : "them") + " as given.";
  finding.hint = "Moments are about the center of mass, in the axes of the body.";
  findings.push_back(std::move(finding));
}

}  // namespace zwang::diagnosis
