// SPDX-License-Identifier: Apache-2.0
// Instead of tape/native and tape/executable: WebAssembly cannot write code and then run it, so that there is none.

#include "tape/native.h"

namespace zwang::tape {

Executable::Executable(Executable&&) noexcept {}
Executable& Executable::operator=(Executable&&) noexcept { return *this; }
Executable::~Executable() {}
bool Executable::take(std::span<const unsigned char>) noexcept { return false; }

std::optional<Native> emit(const Tape&, const NativeOptions&) { return std::nullopt; }

}  // namespace zwang::tape
