// SPDX-License-Identifier: Apache-2.0
#pragma once
// Gives damaged frames the checksums of what they now hold, so that the damage gets past them and
// meets the code behind.

#include <string>

#include "record/bytes.h"
#include "record/frame.h"

namespace zwang::test {

inline void mend_checksums(std::string& bytes) {
  std::size_t at = record::kPreambleSize;
  while (at + record::kFrameHeadSize <= bytes.size()) {
    const auto kind = static_cast<record::FrameKind>(record::load_u32(&bytes[at]));
    const std::uint64_t length = record::load_u64(&bytes[at + 8]);
    const std::size_t payload = at + record::kFrameHeadSize;
    if (length > bytes.size() - payload || length > record::kLongestPayload) return;
    record::write_frame_head(&bytes[at], kind, std::string_view(bytes).substr(payload, length));
    at = payload + length;
  }
}

}  // namespace zwang::test
