// SPDX-License-Identifier: Apache-2.0
#pragma once
// How much memory this process may still take.

#include <string>

namespace zwang {

/// Bytes: what the machine has free, or less where the process or its group is limited; infinite where the system does
/// not tell.
double free_memory();

/// "2.4 GB", for people.
std::string memory_text(double bytes);

}  // namespace zwang
