// SPDX-License-Identifier: Apache-2.0
// The last sweep of one tree, outward: v̇ and the accelerations of the links.

/// Any joint, rate by rate.
inline void accelerate_any(const SpatialTask& task, const SweepInput& in, const Link& link,
                           Quad& angular, Quad& linear) {
  for (Index j = link.v; j < link.v + link.rates; ++j) {
    const RateState& rate = task.rate[j];
    const Quad x = all(rate.u * rate.inverse) -
                   (dot(get(rate.w[0]), angular) + dot(get(rate.w[1]), linear));  // [TREES 13]
    angular = fused(angular, get(rate.S[0]), x);
    linear = fused(linear, get(rate.S[1]), x);
    in.acceleration[j] = x[0];
  }
}

void accelerate_links(const SpatialTask& task, const SweepInput& in) noexcept {
  LinkState& base = task.state[0];
  put(base.a[1], Vec3<double>{-in.gravity.x, -in.gravity.y, -in.gravity.z});
  Quad angular = get(base.a[0]), linear = get(base.a[1]);
  for (Index i = 1; i < task.links; ++i) {
    const Link& link = task.link[i];
    LinkState& here = task.state[i];
    if (link.parent != i - 1) {
      angular = get(task.state[link.parent].a[0]);
      linear = get(task.state[link.parent].a[1]);
    }
    const Quad r = get(here.r), ca = get(here.c[0]), cl = get(here.c[1]);
    const Quad turned = angular + ca, moved = (linear + cl) + cross(angular, r);
    if (link.joint == Joint::hinge) {
      // u/d − w·(c + a): not a is brought to the body, but w was to the parent
      const RateState& rate = task.rate[link.v];
      const Quad wt = get(rate.w[0]), wf = get(rate.w[1]), there = get(rate.there);
      const Quad free = all(rate.u * rate.inverse) - sum(fused(wt * ca, wf, cl));
      const Quad x = free - sum(fused(wf * linear, there, angular));
      angular = fused(turned, get(rate.S[0]), x);
      linear = moved;
      in.acceleration[link.v] = x[0];
    } else {
      angular = turned;
      linear = moved;
      accelerate_any(task, in, link, angular, linear);
    }
    put(here.a[0], angular);
    put(here.a[1], linear);
  }
}
