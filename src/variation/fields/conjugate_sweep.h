// SPDX-License-Identifier: Apache-2.0
#pragma once
// A walk along an extremal that counts where fields vanish.
//
// Between o and b, so near to each other that no field that vanishes at o vanishes again up to b,
// let W be the fields asked about and H those with H_o = 0, whose momenta at o are P. Morse's
// broken extremals, with the one break at o, say: as many independent fields vanish between o and b
// as the symmetric matrix
//     Q = W_oᵀ P H_b⁻¹ W_b
// has negative eigenvalues. (With one field: W changes its sign.) Q knows nothing of the basis of
// the fields, nor of total derivatives in F, and only its signs are used. Steps that the method of
// order 8 takes at its tolerance turn fields by far less than half a turn: a few are near enough.
//
// Near o, H has no inverse to speak of. So the walk goes o < a < b: what vanishes between a and b
// is counted from o; then a becomes o, and b becomes a.

#include <vector>

#include "variation/fields/fields.h"
#include "variation/fields/lagrangian_plane.h"
#include "variation/fields/moving_ends.h"

namespace zwang::variation {

class ConjugateSweep {
 public:
  /// sign: 1 where F_vv is positive on what is free, −1 where it is negative.
  ConjugateSweep(const JacobiPlan& plan, const FieldScales& scales, LagrangianPlane& plane,
                 int sign);

  /// Begins at τ = 0. False: no numbers, or not as many variations as there are fields.
  bool begin();
  /// One step towards τ = `to`; counts where that can be told. False: the numbers went bad.
  bool step(double to);
  /// Counts what is left up to here. False: the fields from the start never came apart from each
  /// other, or they are no Lagrangian plane: nothing is known.
  bool settle();

  double tau() const { return fields_.tau(); }
  /// The stationary ratios of fields here to their root mean square on the way, largest first.
  std::vector<double> ratios();
  const std::vector<double>& vanished() const { return vanished_; }  // τ, repeated, not sorted

  /// What has vanished up to o, and the fields, broken there, that tell the rest; here is the end.
  Index vanished_before() const { return o_.vanished; }
  BrokenFields broken();

 private:
  /// Where fields H begin, with W = 0, and what they and the others are there.
  struct Origin {
    double tau = 0;
    std::vector<double> W;  // N × all, column-major
    std::vector<double> P;  // N × N: the momenta of H
    Index regular = 0;      // the rank of W of those asked about
    std::vector<double> E;  // N × regular, where that is less: fields that do not vanish there
    Index vanished = 0;     // so many have, up to here
  };

  void begin_here(Origin& origin, Index set);
  void find_regular(Origin& origin, double least) noexcept;
  bool take_here() noexcept;
  bool apart(Index set) noexcept;
  bool regular() noexcept;
  bool compare() noexcept;
  bool renew();
  void combine();
  Index negative_eigenvalues() const;
  bool count();
  double locate(Index which, double at_a, double at_b);
  std::vector<double> eigenvalues() const;
  std::vector<double> eigenvalues(double tau);
  void add_to_gram(std::vector<double>& gram) const;
  double square_of_speed() const;
  std::vector<double> combinations() const;
  void measure(const std::vector<double>& combined, BrokenFields& broken);
  /// H from o (1), from a (2).
  double* set_of(Index set) { return fields_.column(all_ + (set - 1) * N_); }

  const JacobiPlan& plan_;
  const FieldScales& scales_;
  LagrangianPlane& plane_;
  int sign_;
  Index N_, all_;  // of those asked about; with plan.others, which are kept from growing by them
  Fields fields_;  // those asked about, the others, H from o, H from a
  struct {
    std::vector<double> dz;   // size × all: δz where they began
    std::vector<double> G_v;  // integrals × n
  } start_;
  Origin o_, a_;
  Fields::Mark at_a_, at_b_;
  Index below_ = 0;     // negative eigenvalues of Q at a: counted before
  bool told_ = false;   // something has been counted
  bool planes_ = true;  // Q was symmetric
  struct {
    std::vector<double> W;     // N × all
    std::vector<double> H, Q;  // N × N; regular × regular
  } here_;
  std::vector<double> gram_;  // all²: ∫ WᵀW of the fields as they are combined now
  std::vector<double> K_;     // all²: how they are combined
  struct {
    std::vector<double> C, R, S, size, row;
  } scratch_;
  std::vector<double> vanished_;
};

}  // namespace zwang::variation
