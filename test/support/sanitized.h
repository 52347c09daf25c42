// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether the library under test was built with the address sanitizer: some tests are shorter then. Asked
// when they run, for the same tests are linked with both libraries.

extern "C" [[gnu::weak]] void __asan_init();

namespace zwang {

inline bool is_sanitized() { return &__asan_init != nullptr; }

}  // namespace zwang
