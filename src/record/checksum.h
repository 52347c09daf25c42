// SPDX-License-Identifier: Apache-2.0
#pragma once
// CRC-32C (Castagnoli's polynomial, as in iSCSI, RFC 3720): any change within 32 neighbouring bits
// is found for certain, any other with probability 1 − 2⁻³².

#include <cstdint>
#include <string_view>

namespace zwang::record {

/// The checksum of what `before` is the checksum of, followed by `bytes`.
std::uint32_t crc32c(std::string_view bytes, std::uint32_t before = 0) noexcept;

}  // namespace zwang::record
