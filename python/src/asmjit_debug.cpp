// SPDX-License-Identifier: Apache-2.0
// Debian's static asmjit is compiled for programs: of all its files one, with these three functions,
// reads `stderr` in a way that a shared object cannot. Here they are again; the linker then leaves that
// file out. They are for bugs in asmjit or in what it is asked, so that words do.

#include <cstdio>
#include <cstdlib>

#include <asmjit/core.h>

ASMJIT_BEGIN_NAMESPACE

namespace DebugUtils {

const char* errorAsString(Error) noexcept { return "an error of asmjit"; }

void debugOutput(const char* text) noexcept { std::fputs(text, stderr); }

void assertionFailed(const char* file, int line, const char* text) noexcept {
  std::fprintf(stderr, "asmjit, %s:%d: %s\n", file, line, text);
  std::abort();
}

}  // namespace DebugUtils

ASMJIT_END_NAMESPACE
