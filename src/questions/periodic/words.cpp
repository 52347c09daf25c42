// SPDX-License-Identifier: Apache-2.0
#include "questions/periodic/words.h"

#include <algorithm>
#include <cmath>

#include "diagnosis/words.h"

namespace zwang {

namespace {

using Multipliers = std::vector<std::complex<double>>;

constexpr double simple = 1e-6, multiple = 1e-3;  // how far multipliers of 1 are from it

Multipliers without_trivial(Multipliers multipliers, bool autonomous) {
  if (!autonomous || multipliers.empty()) return multipliers;
  multipliers.erase(std::min_element(multipliers.begin(), multipliers.end(), [](auto a, auto b) {
    return std::abs(a - 1.0) < std::abs(b - 1.0);
  }));
  return multipliers;
}

double largest_of(const Multipliers& multipliers) {
  double most = 0;
  for (const auto& one : multipliers) most = std::max(most, std::abs(one));
  return most;
}

}  // namespace

Stability stability_of(Multipliers multipliers, bool autonomous, bool family) {
  const Multipliers rest = without_trivial(std::move(multipliers), autonomous);
  const double margin = family ? multiple : simple;
  const double most = largest_of(rest);
  if (most > 1 + margin) return Stability::unstable;
  if (family || most > 1 - margin) return Stability::neutral;
  return Stability::asymptotic;
}

void describe(PeriodicResult& result, bool autonomous) {
  const PeriodicMotion& motion = result.motion;
  const double most = largest_of(without_trivial(motion.multipliers, autonomous));
  const std::string factor = diagnosis::short_number(most);
  switch (motion.stability) {
    case Stability::unstable:
      result.text = "Unstable: there are small disturbances that grow by a factor of " + factor +
                    " in each period.";
      break;
    case Stability::asymptotic:
      result.text =
          motion.multipliers.size() == (autonomous ? 1u : 0u)
              ? "There are no disturbances beside the motion itself."
              : "Asymptotically stable: small disturbances decay, the slowest by a factor of " +
                    factor + " in each period.";
      break;
    default:
      result.text =
          "Neutrally stable: some small disturbances neither grow nor decay in the linear "
          "equations, which "
          "do not decide the stability of the motion.";
  }
  if (result.family > 0) {
    result.text +=
        " It belongs to a family of periodic motions: this one is near the start that was given.";
  }
}

std::string name_of(periodic::Special special) {
  switch (special) {
    case periodic::Special::fold:
      return "fold";
    case periodic::Special::branch:
      return "branch point";
    case periodic::Special::doubling:
      return "period doubling";
    case periodic::Special::torus:
      return "torus";
    case periodic::Special::last:
      return "end";
    default:
      return "";
  }
}

std::string branch_in_words(const std::string& over, const std::vector<PeriodicMotion>& branch,
                            bool complete) {
  std::string text = " Followed over " + over + " at " + std::to_string(branch.size()) + " points";
  if (!branch.empty())
    text += ", from " + diagnosis::short_number(branch.front().parameter) + " to " +
            diagnosis::short_number(branch.back().parameter);
  text += ".";
  for (const PeriodicMotion& one : branch) {
    if (one.special.empty() || one.special == "end") continue;
    text += (one.special == "fold" ? " A fold at " : " A " + one.special + " just before ") + over +
            " = " + diagnosis::short_number(one.parameter) + ".";
  }
  if (!complete) text += " The branch was not followed to an end of the range.";
  return text;
}

}  // namespace zwang
