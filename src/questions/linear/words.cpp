// SPDX-License-Identifier: Apache-2.0
#include "questions/linear/words.h"

#include <algorithm>
#include <cmath>

#include "diagnosis/words.h"

namespace zwang {

namespace {

// An eigenvalue that is not this many of its errors away from the imaginary axis may be on it.
constexpr double certain = 10;

enum class Tendency : unsigned char { grows, decays, neither };

Tendency tendency_of(const LinearMode& mode) {
  const double margin = certain * mode.error, real = mode.eigenvalue.real();
  return real > margin ? Tendency::grows : real < -margin ? Tendency::decays : Tendency::neither;
}

bool is_lost(const LinearMode& mode) { return std::abs(mode.eigenvalue) <= certain * mode.error; }

std::string list(const std::vector<std::string>& names) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t k = 0; k < std::min(most, names.size()); ++k) {
    text += (k > 0 ? ", " : "") + names[k];
  }
  const std::size_t more = names.size() > most ? names.size() - most : 0;
  return more > 0 ? text + " and " + std::to_string(more) + " more" : text;
}

std::string of_zeros(const LinearModel& model) {
  if (model.zeros_at_zero == 0) return "";
  const std::string count = std::to_string(model.zeros_at_zero);
  std::string text =
      model.zeros_at_zero == 1 ? " One eigenvalue is zero" : " " + count + " eigenvalues are zero";
  if (!model.cyclic.empty()) text += ": nothing restores " + list(model.cyclic);
  return text + ".";
}

std::string exponent(double rate) { return "exp(" + diagnosis::short_number(rate) + " t)"; }

}  // namespace

void judge(LinearModel& model) {
  bool grows = false, neither = false, lost = false;
  model.growth = 0;
  double slowest = -std::numeric_limits<double>::infinity();
  for (const LinearMode& mode : model.modes) {
    const Tendency tendency = tendency_of(mode);
    grows = grows || tendency == Tendency::grows;
    neither = neither || tendency == Tendency::neither;
    lost = lost || (tendency == Tendency::neither && is_lost(mode));
    if (tendency == Tendency::grows) model.growth = std::max(model.growth, mode.eigenvalue.real());
    if (tendency == Tendency::decays) slowest = std::max(slowest, mode.eigenvalue.real());
  }
  if (model.kind == LinearKind::passing) {
    model.stability = Stability::undecided;
    model.text =
        "The motion leaves this state: the eigenvalues belong to this moment and do not decide "
        "stability.";
  } else if (grows) {
    model.stability = Stability::unstable;
    model.text = "Unstable: small disturbances grow like " + exponent(model.growth) + ".";
  } else if (lost) {
    model.stability = Stability::undecided;
    model.text = "Undecided: an eigenvalue is closer to zero than its own error.";
  } else if (neither) {
    model.stability = Stability::neutral;
    model.text =
        "Neutrally stable: undamped oscillations neither grow nor decay in the linear equations, "
        "which do not decide the stability of the motion.";
  } else if (model.zeros_at_zero > 0) {
    model.stability = Stability::neutral;
    model.text = model.modes.empty() ? "Neutral: nothing grows or decays."
                                     : "Stable, apart from what nothing restores: all other "
                                       "disturbances decay, the slowest like " +
                                           exponent(slowest) + ".";
  } else if (model.states.empty()) {
    model.stability = Stability::neutral;
    model.text = "There are no small motions: the constraints leave no freedom.";
  } else {
    model.stability = Stability::asymptotic;
    model.text = "Asymptotically stable: small disturbances decay, the slowest like " +
                 exponent(slowest) + ".";
  }
  model.text += of_zeros(model);
}

std::string_view name(LinearKind kind) noexcept {
  switch (kind) {
    case LinearKind::equilibrium:
      return "equilibrium";
    case LinearKind::steady:
      return "steady motion";
    default:
      return "passing state";
  }
}

std::string_view name(Stability stability) noexcept {
  switch (stability) {
    case Stability::asymptotic:
      return "asymptotically stable";
    case Stability::neutral:
      return "neutral";
    case Stability::unstable:
      return "unstable";
    default:
      return "undecided";
  }
}

}  // namespace zwang
