// SPDX-License-Identifier: Apache-2.0
#include "formula/op.h"

#include <cmath>

#include "base/contract.h"

namespace zwang::formula {

double evaluate(Op op, double x, double y, double z) {
  switch (op) {
    case Op::constant:
    case Op::input:
      break;
    case Op::add:
      return x + y;
    case Op::subtract:
      return x - y;
    case Op::multiply:
      return x * y;
    case Op::divide:
      return x / y;
    case Op::negate:
      return -x;
    case Op::square:
      return x * x;
    case Op::power:
      return std::pow(x, y);
    case Op::sqrt:
      return std::sqrt(x);
    case Op::exp:
      return std::exp(x);
    case Op::log:
      return std::log(x);
    case Op::sin:
      return std::sin(x);
    case Op::cos:
      return std::cos(x);
    case Op::tan:
      return std::tan(x);
    case Op::asin:
      return std::asin(x);
    case Op::acos:
      return std::acos(x);
    case Op::atan:
      return std::atan(x);
    case Op::sinh:
      return std::sinh(x);
    case Op::cosh:
      return std::cosh(x);
    case Op::tanh:
      return std::tanh(x);
    case Op::atan2:
      return std::atan2(x, y);
    case Op::hypot:
      return std::hypot(x, y);
    case Op::abs:
      return std::abs(x);
    case Op::sign:
      return static_cast<double>((x > 0) - (x < 0));
    case Op::min:
      return std::isnan(x) ? x : x < y ? x : y;
    case Op::max:
      return std::isnan(x) ? x : x > y ? x : y;
    case Op::mod:
      return std::fma(-y, std::floor(x / y), x);
    case Op::less:
      return x < y ? 1 : 0;
    case Op::less_equal:
      return x <= y ? 1 : 0;
    case Op::equal:
      return x == y ? 1 : 0;
    case Op::both:
      return x * y;
    case Op::either:
      return x > y ? x : y;
    case Op::negation:
      return 1 - x;
    case Op::select:
      return x != 0 ? y : z;
  }
  expects(false);
  return 0;
}

}  // namespace zwang::formula
