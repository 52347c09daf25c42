// SPDX-License-Identifier: Apache-2.0
#include "ensemble/normal.h"

#include <cmath>

namespace zwang::ensemble {

namespace {

// Numerator over denominator, both by Horner from the highest power.
template <class Numbers>
double ratio(const Numbers& over, const Numbers& under, double r) {
  double a = 0, b = 0;
  for (const double x : over) a = a * r + x;
  for (const double x : under) b = b * r + x;
  return a / b;
}

constexpr double middle_over[] = {
    2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
    13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608};
constexpr double middle_under[] = {
    5226.495278852545925,  28729.085735721942674, 39307.89580009271061,  21213.794301586595867,
    5394.1960214247511077, 687.1870074920579083,  42.313330701600911252, 1.0};
constexpr double near_over[] = {7.7454501427834140764e-4, 0.0227238449892691845833,
                                0.24178072517745061177,   1.27045825245236838258,
                                3.64784832476320460504,   5.7694972214606914055,
                                4.6303378461565452959,    1.42343711074968357734};
constexpr double near_under[] = {1.05075007164441684324e-9, 5.475938084995344946e-4,
                                 0.0151986665636164571966,  0.14810397642748007459,
                                 0.68976733498510000455,    1.6763848301838038494,
                                 2.05319162663775882187,    1.0};
constexpr double far_over[] = {2.01033439929228813265e-7, 2.71155556874348757815e-5,
                               0.0012426609473880784386,  0.026532189526576123093,
                               0.29656057182850489123,    1.7848265399172913358,
                               5.4637849111641143699,     6.6579046435011037772};
constexpr double far_under[] = {2.04426310338993978564e-15, 1.4215117583164458887e-7,
                                1.8463183175100546818e-5,   7.868691311456132591e-4,
                                0.0148753612908506148525,   0.13692988092273580531,
                                0.59983220655588793769,     1.0};

}  // namespace

double normal_quantile(double p) {
  const double q = p - 0.5;
  if (std::abs(q) <= 0.425) return q * ratio(middle_over, middle_under, 0.180625 - q * q);
  const double r = std::sqrt(-std::log(q < 0 ? p : 1 - p));
  const double x =
      r <= 5 ? ratio(near_over, near_under, r - 1.6) : ratio(far_over, far_under, r - 5);
  return q < 0 ? -x : x;
}

}  // namespace zwang::ensemble
