// SPDX-License-Identifier: Apache-2.0
#pragma once
// Forces on bodies, sample by sample, as the arrows of a picture: what joints pass on, what rows
// and non-ideal forces do to points of bodies. The record keeps them behind all else.

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "flow/right_side.h"
#include "instant/joint_forces.h"
#include "record/columns.h"
#include "scene/scene.h"
#include "zwang/model.h"

namespace zwang::scene {

/// One of them: a force in world axes, at a point of a body.
struct BodyArrow {
  std::string name;  // of the constraint; of a joint, of its body
  std::string kind;  // "joint", "constraint", "nonideal"
  Index body = 0;
  Triple at{};                  // in the frame of the body
  Index column = 0;             // the first of three
  std::array<bool, 3> loose{};  // components that have not only this value: rows repeat each other
};

class BodyArrows {
 public:
  /// `recorded`: the columns before theirs. Without solids, or with too many forces to look at,
  /// there are none; nor where they are not wanted.
  BodyArrows(const Model& model, motion::RightSide& side, const record::Columns& recorded,
             bool wanted = true);

  const record::Columns& columns() const { return columns_; }
  const std::vector<BodyArrow>& arrows() const { return arrows_; }
  /// What has no arrows because there would be too many, in sentences.
  const std::vector<std::string>& left_out() const { return left_out_; }

  /// Finds at a state what is loose.
  void judge(const State& state);

  /// The recorded numbers with the forces behind, at a state whose instant `side` solved in full
  /// just before; they stay until the next call.
  std::span<const double> add_to(std::span<const double> recorded, double t, const double* y,
                                 const Instant& now) noexcept;

 private:
  void add_joints(const Model& model);
  void add_rows(const Model& model);
  void add_nonideal(const Model& model);
  void name_columns(const Model& model, const record::Columns& recorded);
  Index arrow_of(const std::string& name, const std::string& kind, Index frame);
  bool is_twin(const Model& model, std::size_t constraint, Index body) const;
  void push(Index arrow, const bodies::Vec3<double>& f) noexcept;
  void loosen(const instant::JointForces::Circle& circle);
  void form(double t, const double* y, const Instant& now) noexcept;

  motion::RightSide& side_;
  const equations::Solids* solids_;
  std::vector<BodyArrow> arrows_;
  std::vector<std::string> left_out_;
  std::unique_ptr<instant::JointForces> joints_;
  std::size_t first_ = 0;     // of the columns
  std::vector<Index> along_;  // by what rows say of a frame: arrow, or −1
  std::vector<Index> frame_;  // by frame: arrow of non-ideal forces, or −1
  std::vector<double> row_;
  record::Columns columns_;
};

}  // namespace zwang::scene
