// SPDX-License-Identifier: Apache-2.0
#pragma once
// All kinds of joints, and the one switch between them.

#include "bodies/joint/joint.h"
#include "bodies/joint/joint_ball.h"
#include "bodies/joint/joint_cylinder.h"
#include "bodies/joint/joint_fixed.h"
#include "bodies/joint/joint_free.h"
#include "bodies/joint/joint_hinge.h"
#include "bodies/joint/joint_planar.h"
#include "bodies/joint/joint_screw.h"
#include "bodies/joint/joint_slider.h"
#include "bodies/joint/joint_universal.h"

namespace zwang::bodies {

/// Calls f with the struct of that kind; f is a template, compiled for each.
template <class F>
ZWANG_INLINE void with_joint(Joint joint, F&& f) {
  switch (joint) {
    case Joint::hinge:
      return f(HingeJoint{});
    case Joint::fixed:
      return f(FixedJoint{});
    case Joint::slider:
      return f(SliderJoint{});
    case Joint::cylinder:
      return f(CylinderJoint{});
    case Joint::screw:
      return f(ScrewJoint{});
    case Joint::universal:
      return f(UniversalJoint{});
    case Joint::ball:
      return f(BallJoint{});
    case Joint::planar:
      return f(PlanarJoint{});
    case Joint::free:
      return f(FreeJoint{});
  }
}

}  // namespace zwang::bodies
