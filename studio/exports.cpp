// SPDX-License-Identifier: Apache-2.0
// What the worker of a page calls. Texts are UTF-8; answers stay until the next call.

#include <emscripten.h>
#include <malloc.h>

#include "studio/studio.h"
#include "zwang/version.h"

EM_JS(void, tell_progress, (double t, double from, double until, double steps), {
  if (Module["onProgress"]) Module["onProgress"](t, from, until, steps);
});

namespace {

constexpr int extremals = 1, words = 2, error = 4;  // of a wish

zwang::studio::Studio& studio() {
  static zwang::studio::Studio one;
  return one;
}

const char* give(std::string text) {
  static std::string answer;
  answer = std::move(text);
  return answer.c_str();
}

std::optional<double> positive(double x) { return x > 0 ? std::optional(x) : std::nullopt; }

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* zs_version() { return give(std::string(zwang::version())); }
EMSCRIPTEN_KEEPALIVE void zs_unset() { studio().unset(); }
EMSCRIPTEN_KEEPALIVE void zs_set(const char* name, double value) { studio().set(name, value); }
EMSCRIPTEN_KEEPALIVE const char* zs_load(const char* text) { return give(studio().load(text)); }
EMSCRIPTEN_KEEPALIVE const char* zs_check() { return give(studio().check()); }

/// Zero and an empty text: as the model says.
EMSCRIPTEN_KEEPALIVE const char* zs_run(int flags, double duration, double tolerance,
                                        const char* method) {
  zwang::studio::Wish wish;
  wish.extremals = flags & extremals;
  wish.words = flags & words;
  wish.error = flags & error;
  wish.duration = positive(duration);
  wish.tolerance = positive(tolerance);
  if (*method != '\0') wish.method = method;
  studio().on_progress = [](const zwang::Progress& p) {
    tell_progress(p.t, p.from, p.until, static_cast<double>(p.steps));
  };
  return give(studio().run(wish));
}

EMSCRIPTEN_KEEPALIVE const double* zs_columns() { return studio().columns().data(); }
EMSCRIPTEN_KEEPALIVE double zs_column_numbers() {
  return static_cast<double>(studio().columns().size());
}
EMSCRIPTEN_KEEPALIVE double zs_memory() { return mallinfo().uordblks; }
}
