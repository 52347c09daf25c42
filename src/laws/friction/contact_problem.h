// SPDX-License-Identifier: Apache-2.0
#pragma once
// The contacts of one instant as one problem. On rows reduced by the equality rows, where the metric
// is the unit matrix, forces r = (N, f) cause a = H Hᵀ r + c, and
//   unilateral normals   0 ≤ N ⊥ a ≥ 0
//   bilateral normals    a = 0, N of either sign
//   what slides along d  f = −L d
//   what does not        |f| ≤ L, and a ≠ 0 only against f with |f| = L
// with the limit L = ℓ + Σ μ |N|: of one normal, of the sum of several, or a constant. At zero slip friction
// opposes the slip that begins. The same for blows: a is then the rate after it, r impulses, c the
// rate before. (doc/theory/contact.md)

#include <vector>

#include "base/index.h"
#include "zwang/status.h"

namespace zwang::least {

/// How much of a normal force friction can make of it.
struct Coefficient {
  Index normal = 0;
  double sliding = 0, sticking = 0;  // μ, μ₀
};

/// What rubs: tangential rows with one limit.
struct Rubbing {
  Index first = 0, rows = 0;         // 1 in the plane, 2 (or 3) in space
  double sliding = 0, sticking = 0;  // ℓ of the limit, where it does not depend on a normal
  std::vector<Coefficient> coefficients;
  bool slides = false;              // it has a slip; else it is at zero slip
  double direction[3] = {0, 0, 0};  // d, of length 1, where it slides
};

struct ContactProblem {
  Index size = 0;                    // of r: normals first
  Index freedom = 0;                 // entries of a row of H
  std::vector<double> H;             // size × freedom
  std::vector<double> c;             // size
  std::vector<double> terms;         // size: Σ|terms| that c is the sum of; at least |c|
  Index normals = 0;                 // rows 0 … normals − 1
  std::vector<unsigned char> sided;  // normals: 1 unilateral, 0 bilateral
  std::vector<Rubbing> rubbing;
};

enum class Press : unsigned char { open, closed, negative };  // negative: bilateral, N ≤ 0
enum class Grip : unsigned char {
  off,     // nothing presses
  slides,  // it has a slip
  sticks,
  starts,  // at zero slip, and about to slide along `direction`
};

struct ContactMode {
  std::vector<Press> press;       // by normal
  std::vector<Grip> grip;         // by rubbing
  std::vector<double> direction;  // three for each
};

/// What may be said of the answers, and only if it is proved.
enum class ContactVerdict : unsigned char {
  one,        // no other motion satisfies the laws
  found,      // one does; others were not excluded
  several,    // motions apart from each other do
  continuum,  // a whole interval of motions does
  none,       // it is proved that none does
  unknown,    // none was found, and none was excluded
};

/// How far an answer is from the laws, in units of the accelerations and forces of its island: rounding
/// where all is well.
struct ContactResiduals {
  double pulls = 0;    // worst −N
  double sinks = 0;    // worst −a of a unilateral normal, |a| of a bilateral one
  double apart = 0;    // worst of what both presses and departs: min(N, a)
  double cone = 0;     // worst |f| − L
  double opposes = 0;  // worst of f against where the law of sliding and sticking puts it

  void take(const ContactResiduals& x) {
    pulls = x.pulls > pulls ? x.pulls : pulls;
    sinks = x.sinks > sinks ? x.sinks : sinks;
    apart = x.apart > apart ? x.apart : apart;
    cone = x.cone > cone ? x.cone : cone;
    opposes = x.opposes > opposes ? x.opposes : opposes;
  }
  double worst() const {
    double most = 0;
    for (const double x : {pulls, sinks, apart, cone, opposes}) most = x > most ? x : most;
    return most;
  }
};

/// Pointers into the solver, until its next call.
struct ContactAnswer {
  ContactVerdict verdict = ContactVerdict::unknown;
  const double* r = nullptr;  // forces
  const double* a = nullptr;  // accelerations
  const ContactMode* mode = nullptr;
  ContactResiduals residuals;
  bool shares_unique = true;  // r too is one, not only the motion
  Index nodes = 0;            // of the search that counted
  double work = 0;            // multiplications, roughly
  /// Of `several`: another motion, its accelerations.
  const double* other = nullptr;

  bool solved() const {
    return verdict != ContactVerdict::none && verdict != ContactVerdict::unknown;
  }
};

}  // namespace zwang::least
