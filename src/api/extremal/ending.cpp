// SPDX-License-Identifier: Apache-2.0
#include "api/extremal/ending.h"

namespace zwang {

ExtremalEnding ending_of(extremal::Failure failure) {
  switch (failure) {
    case extremal::Failure::none:
      return ExtremalEnding::done;
    case extremal::Failure::counts:
      return ExtremalEnding::counts;
    case extremal::Failure::natural_unknown:
      return ExtremalEnding::natural_unknown;
    case extremal::Failure::infeasible_end:
      return ExtremalEnding::infeasible_end;
    case extremal::Failure::bad_mass:
      return ExtremalEnding::bad_mass;
    case extremal::Failure::degree_one:
      return ExtremalEnding::degree_one;
    case extremal::Failure::not_finite:
      return ExtremalEnding::not_finite;
    case extremal::Failure::fold:
      return ExtremalEnding::fold;
    case extremal::Failure::conjugate_end:
      return ExtremalEnding::conjugate_end;
    case extremal::Failure::not_found:
      return ExtremalEnding::not_found;
    case extremal::Failure::too_fine:
      return ExtremalEnding::too_fine;
    case extremal::Failure::interrupted:
      return ExtremalEnding::interrupted;
  }
  return ExtremalEnding::not_found;
}

std::string_view name(ExtremalEnding ending) noexcept {
  switch (ending) {
    case ExtremalEnding::done:
      return "ok";
    case ExtremalEnding::counts:
      return "counts";
    case ExtremalEnding::natural_unknown:
      return "natural_unknown";
    case ExtremalEnding::infeasible_end:
      return "infeasible_end";
    case ExtremalEnding::bad_mass:
      return "bad_mass";
    case ExtremalEnding::degree_one:
      return "degree_one";
    case ExtremalEnding::not_finite:
      return "not_finite";
    case ExtremalEnding::fold:
      return "fold";
    case ExtremalEnding::conjugate_end:
      return "conjugate_end";
    case ExtremalEnding::not_found:
      return "not_found";
    case ExtremalEnding::too_fine:
      return "too_fine";
    case ExtremalEnding::interrupted:
      return "interrupted";
  }
  return "";
}

}  // namespace zwang
