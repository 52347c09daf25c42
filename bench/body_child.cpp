// SPDX-License-Identifier: Apache-2.0
#include "body_child.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

namespace bench {
namespace {

void print(const std::vector<double>& numbers) {
  std::printf(" %zu", numbers.size());
  for (const double x : numbers) std::printf(" %.17g", x);
  std::printf("\n");
}

}  // namespace

int run_body_child(const BodyPeer& peer, int count, char** words) try {
  if (count != 4) return 2;
  const std::string verb = words[1];
  if (verb == "accelerations") {
    for (const BodyAnswer& answer :
         peer.accelerations(body_system(words[2]), std::atoi(words[3]))) {
      std::printf("%s %s %.9g", answer.form.c_str(),
                  answer.motion == Motion::moving ? "moving" : "still", answer.microseconds);
      print(answer.accelerations);
    }
    return 0;
  }
  if (verb != "motion" || !peer.motion) return 2;
  const BodyMotion motion = peer.motion(words[2], std::atof(words[3]));
  std::printf("%.9g %ld", motion.seconds, motion.steps);
  print(motion.states);
  return 0;
} catch (const std::exception& trouble) {
  std::fprintf(stderr, "%s\n", trouble.what());
  return 1;
}

}  // namespace bench
