// SPDX-License-Identifier: Apache-2.0
#pragma once
// Contact instants in space, as both contestants get them: bodies that touch each other and the ground at zero slip, under
// random loads. On rows in the unit metric forces r = (N, f₁, f₂) of each contact cause a = H Hᵀ r + c.

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

struct ContactTask {
  int contacts = 0;
  int freedom = 0;         // entries of a row of H: six for each body
  std::vector<double> H;   // 3·contacts × freedom
  std::vector<double> c;   // 3·contacts
  std::vector<double> mu;  // contacts
};

enum class ContactFamily : std::uint8_t {
  loose,  // about as many rows as bodies have freedoms: shares are mostly unique
  heap,   // each body touches several others with one point each
  boxes,  // four points for each pair, as faces meet: shares are not unique
};
const char* name_of(ContactFamily family);

/// The same for the same seed on every platform.
ContactTask contact_task(ContactFamily family, int contacts, std::uint64_t seed);

/// How far forces are from the law, in units of the largest c and of the forces that cause it: the worst of pulling, sinking,
/// both at once, leaving the cone, and friction that is not where the law puts it. The last by the projection onto the disc.
double contact_misfit(const ContactTask& task, const std::vector<double>& r);

/// Accelerations H Hᵀ r + c.
std::vector<double> accelerations_of(const ContactTask& task, const std::vector<double>& r);

/// What the peer's program reads: all tasks, as numbers.
bool write_tasks(const std::string& path, const std::vector<ContactTask>& tasks);
std::vector<ContactTask> read_tasks(const std::string& path);

}  // namespace bench
