// SPDX-License-Identifier: Apache-2.0
#include "hybrid/touched_blow.h"

#include <algorithm>

namespace zwang::motion {

TouchedBlow::TouchedBlow(const equations::Equations& equations)
    : equations_(equations),
      touched_(equations),
      rates_(at(equations.n)),
      hit_(equations.rows.size()) {}

void TouchedBlow::gather(const least::ImpactTask& whole, equations::Workspace& numbers) {
  touched_.choose(whole.kind);
  touched_.take_all();
  task_ = whole;
  task_.rows = touched_.task(numbers, nullptr);
  const auto pick = [](const std::vector<Index>& places, const auto* from, auto& to) {
    to.clear();
    for (const Index i : places) to.push_back(from[i]);
    return to.data();
  };
  task_.kind = touched_.kind().data();
  task_.v = pick(touched_.coordinates(), whole.v, v_);
  task_.phi_t = pick(touched_.rows(), whole.phi_t, phi_t_);
  task_.restitution = pick(touched_.rows(), whole.restitution, restitution_);
  task_.law = pick(touched_.rows(), whole.law, law_);
  if (whole.friction) task_.friction = pick(touched_.rows(), whole.friction, friction_);
  W_.clear();
  tangent_of_.clear();
  for (Index t = 0; t < whole.tangents; ++t) {
    for (const Index i : touched_.coordinates()) W_.push_back(whole.W[t * equations_.n + i]);
    tangent_of_.push_back(touched_.row_place(whole.tangent_of[t]));
  }
  task_.W = W_.data();
  task_.tangent_of = tangent_of_.data();
}

// Of what the blow does not reach.
double TouchedBlow::energy_of_rest(const double* v, equations::Workspace& numbers) const {
  const double* M = numbers.M();
  double twice = 0;
  Index first = 0;
  for (const std::size_t block : equations_.mass_blocks) {
    const auto size = static_cast<Index>(block);
    for (Index i = 0; i < size && touched_.place(first) < 0; ++i)
      for (Index j = 0; j < size; ++j) twice += v[first + i] * M[i * size + j] * v[first + j];
    M += size * size;
    first += size;
  }
  return 0.5 * twice;
}

void TouchedBlow::spread(const least::ImpactTask& whole, const least::ImpactAnswer& answer) {
  std::copy_n(whole.v, equations_.n, rates_.begin());
  std::fill(hit_.begin(), hit_.end(), static_cast<unsigned char>(0));
  for (Index i = 0; i < touched_.n(); ++i)
    rates_[at(touched_.coordinates()[at(i)])] = answer.rates[i];
  for (Index j = 0; j < touched_.m(); ++j) hit_[at(touched_.rows()[at(j)])] = answer.hit[j];
}

const least::ImpactAnswer& TouchedBlow::solve(const least::ImpactTask& whole,
                                              equations::Workspace& numbers, bool strikes) {
  gather(whole, numbers);
  impact_ = std::make_unique<least::Impact>(task_.rows.n, task_.rows.m, task_.tangents);
  answer_ = strikes ? impact_->strike(task_) : impact_->solve(task_);
  spread(whole, answer_);
  answer_.rates = rates_.data();
  answer_.hit = hit_.data();
  const double rest = energy_of_rest(whole.v, numbers);
  answer_.energy_before += rest;
  answer_.energy_after += rest;
  return answer_;
}

}  // namespace zwang::motion
