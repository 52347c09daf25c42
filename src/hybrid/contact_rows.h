// SPDX-License-Identifier: Apache-2.0
#pragma once
// The contacts of a state as the problem that least/friction solves, and its answer as a mode.

#include <memory>
#include <vector>

#include "flow/right_side.h"
#include "instant/parts/touched_task.h"
#include "laws/friction/contact_solver.h"
#include "laws/reduced_rows.h"

namespace zwang::motion {

/// What of a state the problem is about; by row, and by sliding contact.
struct ContactCall {
  const std::vector<unsigned char>& candidates;  // m: rows of contacts that may bear
  const std::vector<unsigned char>& forced;      // m: of these, whose force has just come to zero
  const std::vector<unsigned char>& slips;       // what has just come to its limit
  const std::vector<unsigned char>&
      broken;                 // what slid until now: it holds no better than it slides
  const instant::Mode* last;  // where the motion goes on, the mode so far
};

class ContactRows {
 public:
  explicit ContactRows(const equations::Equations& equations);

  /// Whether some of it depends on an instant: controls, resultants, the explicit law, forces of the
  /// user's that read reactions. Then that of the mode at hand stands for it, and both are found in turn.
  bool depends_on_instant() const { return depends_; }

  /// The problem of the state; `side` has the mode that its rates say. Where parts depend on an
  /// instant, that of the last full one. Not ok where the mass is not definite.
  Status fill(RightSide& side, double t, const double* y, const ContactCall& call);
  /// Nothing rubs.
  bool empty() const { return problem_.rubbing.empty(); }

  const least::ContactProblem& problem() const { return problem_; }
  const least::ContactAnswer& solve(const least::ContactOptions& options) {
    return solver_.solve(problem_, options);
  }
  /// The last mode in the problem's numbers.
  const least::ContactMode& translate(const RightSide& side, const ContactCall& call);
  /// Sets which contacts act, stick and slide.
  void put(const least::ContactAnswer& answer, const ContactCall& call, RightSide& side) const;

  /// The mode of the side, as it was decided, in the problem's numbers.
  const least::ContactMode& translate_decided(const RightSide& side);
  /// r of the multipliers and limits of an instant in the mode of the side.
  std::vector<double> forces(const RightSide& side, const double* lambda,
                             const std::vector<double>& limits) const;
  /// a of accelerations ẍ; the side's numbers hold A and b of all rows.
  std::vector<double> accelerations(RightSide& side, const double* xdd) const;
  /// Of a sliding contact, in the model's units.
  double size_of_friction(std::size_t k, const std::vector<double>& r) const;

  /// By sliding contact: its number in the problem, or −1.
  Index item(std::size_t sliding) const { return item_[sliding]; }
  /// By row: number of the normal in the problem, or −1.
  Index normal(Index row) const { return normal_[static_cast<std::size_t>(row)]; }

 private:
  void find_kinds(const equations::Equations& equations);
  void choose_rows(const RightSide& side, const ContactCall& call);
  void read_laws(RightSide& side, double t, const double* y);
  void read_limits_at_once(RightSide& side, double t, const double* y);
  void add_normal(Index row, bool sided, bool forced);
  void add_item(const RightSide& side, std::size_t k, const ContactCall& call);
  void set_basis(const RightSide& side, std::size_t k);
  Status reduce(RightSide& side);
  Status reduce_touched(RightSide& side);
  void append(Index reduced_row, double scale, double* H, double& c, double& terms) const;

  enum class Reads : unsigned char { linear, instant };  // how a law reads a reaction
  bool depends_ = false;
  std::vector<Reads> reads_;  // by reaction
  least::ReducedRows reduced_;
  std::unique_ptr<instant::TouchedTask> touched_;  // where parts are solved apart
  least::ContactProblem problem_;
  least::ContactSolver solver_;
  least::ContactMode last_;
  std::vector<unsigned char> kind_;    // m
  std::vector<Index> place_, normal_;  // m: among the reduced rows, among the normals
  std::vector<Index> item_;            // by sliding contact
  std::vector<double> basis_;          // nine by sliding contact: up to three directions
  std::vector<Index> size_;            // by sliding contact: how many
  std::vector<double> limits_, C_;     // without normals that are unknown; n
  std::vector<double> length_;         // by sliding contact: what 1 of its rows stands for
  std::vector<double> M_, Q_;          // n × n, n: where the mass is singular
  std::vector<std::vector<least::Coefficient>> slopes_;  // by sliding contact, normal: a reaction
};

}  // namespace zwang::motion
