// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a run is a run of. Two runs whose identities agree go the same way to the last bit.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/bytes.h"

namespace zwang::record {

struct Parameter {
  std::string name;
  double value = 0;
};

struct Identity {
  std::string version;           // of the program
  std::string title;             // for people; not compared
  std::string model;             // the file's name as given; not compared
  std::uint64_t model_hash = 0;  // fingerprint of the model's text
  std::string method;            // stepper, kernel, tolerances: all that the user chose
  std::vector<Parameter> parameters;
};

/// FNV-1a of the bytes (Fowler, Noll, Vo), 64 bits: against mistakes, not against malice.
std::uint64_t fingerprint(std::string_view bytes) noexcept;

/// A fingerprint as 16 hexadecimal digits.
std::string hex_text(std::uint64_t value);

/// What differs, as a sentence's end ("the method was a and is now b; …"); empty if nothing does.
std::string differences(const Identity& then, const Identity& now);

void encode(Encoder& encoder, const Identity& identity);
Identity decode_identity(Decoder& decoder);

}  // namespace zwang::record
