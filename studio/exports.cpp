// SPDX-License-Identifier: Apache-2.0
// What the worker of a page calls. Texts are UTF-8; answers stay until the next call.

#include <emscripten.h>
#include <malloc.h>

#include <algorithm>

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

std::optional<zwang::studio::Hold>& held() {
  static std::optional<zwang::studio::Hold> one;
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
  wish.hold = held();
  studio().on_progress = [](const zwang::Progress& p) {
    tell_progress(p.t, p.from, p.until, static_cast<double>(p.steps));
  };
  return give(studio().run(wish));
}

/// Where the next run or pose begins; no name: the time.
EMSCRIPTEN_KEEPALIVE void zs_unset_start() { studio().unset_start(); }
EMSCRIPTEN_KEEPALIVE void zs_start(const char* name, double value) {
  if (*name == '\0') {
    studio().start_at(value);
  } else {
    studio().start_at(name, value);
  }
}

/// at, to and sight: nine numbers. A run that is held follows by zs_run; zs_let_go ends it.
EMSCRIPTEN_KEEPALIVE void zs_hold(const char* on, const double* numbers, double rate) {
  zwang::studio::Hold hold;
  hold.on = on;
  std::copy_n(numbers, 3, hold.at.begin());
  std::copy_n(numbers + 3, 3, hold.to.begin());
  std::copy_n(numbers + 6, 3, hold.sight.begin());
  hold.rate = rate;
  held() = hold;
}
EMSCRIPTEN_KEEPALIVE void zs_let_go() { held().reset(); }
EMSCRIPTEN_KEEPALIVE const char* zs_drag() {
  return give(held() ? studio().drag(*held()) : R"({"ok": false, "error": "nothing is held"})");
}

EMSCRIPTEN_KEEPALIVE const double* zs_columns() { return studio().columns().data(); }
EMSCRIPTEN_KEEPALIVE double zs_column_numbers() {
  return static_cast<double>(studio().columns().size());
}
EMSCRIPTEN_KEEPALIVE double zs_memory() { return mallinfo().uordblks; }
}
