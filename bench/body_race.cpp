// SPDX-License-Identifier: Apache-2.0
#include "body_race.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <sstream>

#include "motion_child.h"

namespace bench {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// What a child printed; nothing where it does not take part.
std::vector<BodyAnswer> answers_of(const BodyContestant& contestant, const std::string& system,
                                   int turns) {
  std::istringstream text(output_of("timeout 300 " + contestant.command + " accelerations " +
                                    system + " " + std::to_string(turns) + " 2>/dev/null"));
  std::vector<BodyAnswer> answers;
  BodyAnswer answer;
  std::string motion;
  std::size_t count = 0;
  while (text >> answer.form >> motion >> answer.microseconds >> count) {
    answer.motion = motion == "moving" ? Motion::moving : Motion::still;
    answer.accelerations.assign(count, none);
    for (double& x : answer.accelerations) text >> x;
    answers.push_back(answer);
  }
  return answers;
}

double difference(const std::vector<double>& from, const std::vector<double>& to) {
  if (from.size() != to.size()) return std::numeric_limits<double>::infinity();
  double most = 0, size = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const double off = std::abs(from[i] - to[i]);
    if (!(off <= most)) most = off;  // a NaN too
    size = std::max(size, std::abs(to[i]));
  }
  return most / size;
}

using Reference = std::map<Motion, std::vector<double>>;

/// Adds a round to the contestant's forms: least times, and the differences of the first round.
void take_turn(BodyContestant& contestant, const std::string& system, int turns,
               Reference& reference) {
  for (const BodyAnswer& answer : answers_of(contestant, system, turns)) {
    // Ours come first, and of these the plainest: one system at a time, in space.
    const auto& to = reference.try_emplace(answer.motion, answer.accelerations).first->second;
    const auto same = [&](const BodyForm& form) {
      return form.name == answer.form && form.motion == answer.motion;
    };
    const auto known = std::ranges::find_if(contestant.forms, same);
    if (known != contestant.forms.end()) {
      known->microseconds = std::min(known->microseconds, answer.microseconds);
      continue;
    }
    contestant.forms.push_back(
        {answer.form, answer.motion, answer.microseconds, difference(answer.accelerations, to)});
  }
}

BodyOutcome race_system(const std::string& name, const BodyPace& pace) {
  std::fprintf(stderr, "racing %s ...\n", name.c_str());
  BodyOutcome outcome{body_system(name), body_field()};
  Reference reference;
  for (int round = 0; round < pace.rounds; ++round) {
    for (BodyContestant& contestant : outcome.contestants) {
      const bool takes_part = round == 0 || !contestant.forms.empty();
      if (contestant.installed() && takes_part) take_turn(contestant, name, pace.turns, reference);
    }
  }
  return outcome;
}

std::vector<BodyGrowth> race_growth_of_bodies(const BodyPace& pace) {
  std::vector<BodyGrowth> growth;
  for (const char* shape : {"chain", "tree"}) {
    for (const int bodies : {10, 100, 1000, 10000}) {
      const std::string name = std::string(shape) + "-" + std::to_string(bodies);
      std::fprintf(stderr, "growing %s ...\n", name.c_str());
      growth.push_back({shape, bodies, body_field()[0]});
      Reference reference;
      for (int round = 0; round < pace.rounds; ++round)
        take_turn(growth.back().ours, name, pace.turns, reference);
    }
  }
  return growth;
}

}  // namespace

const BodyForm* BodyContestant::find(const std::string& form) const {
  const auto at = std::ranges::find_if(forms, [&](const BodyForm& f) {
    return f.name == form && (kind != BodyKind::ours || f.motion == Motion::moving);
  });
  return at == forms.end() ? nullptr : &*at;
}

double BodyContestant::microseconds(const std::string& form) const {
  const BodyForm* found = find(form);
  return found ? found->microseconds : none;
}

double BodyContestant::microseconds() const {
  double least = none;
  for (const BodyForm& form : forms) least = std::fmin(least, form.microseconds);
  return least;
}

const BodyContestant& BodyOutcome::find(const std::string& name) const {
  return *std::ranges::find(contestants, name, &BodyContestant::name);
}

const BodyContestant* BodyOutcome::mark() const {
  const BodyContestant* best = nullptr;
  for (const BodyContestant& contestant : contestants) {
    if (contestant.kind == BodyKind::ours || contestant.forms.empty()) continue;
    if (contestant.kind == BodyKind::soft) return &contestant;
    if (!best || contestant.microseconds() < best->microseconds()) best = &contestant;
  }
  return best;
}

bool BodyResults::right() const {
  for (const BodyOutcome& outcome : outcomes) {
    for (const BodyContestant& contestant : outcome.contestants) {
      if (contestant.kind == BodyKind::soft && outcome.system.rows() > 0) continue;
      for (const BodyForm& form : contestant.forms)
        if (!(form.difference <= body_difference_limit)) return false;
    }
    if (outcome.contestants[0].forms.empty()) return false;
  }
  return outcomes.empty() || !motions.empty();
}

BodyResults race_bodies(const BodyPace& pace) {
  BodyResults results;
  for (const std::string& name : body_race_systems())
    results.outcomes.push_back(race_system(name, pace));
  results.growth = race_growth_of_bodies(pace);
  results.motions = race_body_motion(pace);
  return results;
}

}  // namespace bench
