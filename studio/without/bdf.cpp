// SPDX-License-Identifier: Apache-2.0
// Instead of ode/bdf, an adapter to CVODE.

#include "ode/bdf.h"

#include "zwang/instant.h"

namespace zwang::ode {

struct Bdf::Memory {};

Bdf::Bdf(const System&, const BdfOptions&) {
  throw InputError("method",
                   "\"bdf\" is not part of the engine in a page: take \"radau5\", or run the model "
                   "with the program");
}
Bdf::~Bdf() = default;
Bdf::Bdf(Bdf&&) noexcept = default;
Bdf& Bdf::operator=(Bdf&&) noexcept = default;

Outcome Bdf::start(double, const double*, double) noexcept { return Outcome::not_converged; }
Outcome Bdf::step() noexcept { return Outcome::not_converged; }
double Bdf::time() const noexcept { return 0; }
double Bdf::step_size() const noexcept { return 0; }
const double* Bdf::state() const noexcept { return nullptr; }
const double* Bdf::error() noexcept { return nullptr; }
bool Bdf::interpolate(double, double*) noexcept { return false; }
bool Bdf::interpolate_rate(double, double*) noexcept { return false; }
BdfCounts Bdf::counts() const noexcept { return {}; }

}  // namespace zwang::ode
