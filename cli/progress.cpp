// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace cli {

namespace {

constexpr int width = 24;
constexpr std::chrono::milliseconds between{200};

std::string bar(double part) {
  const int full = static_cast<int>(part * width);
  std::string text(static_cast<std::size_t>(full), '#');
  text.resize(width, '.');
  return text;
}

std::string duration(double seconds) {
  if (!(seconds < 360000)) return "long";
  const int whole = static_cast<int>(seconds + 0.5);
  if (whole >= 3600)
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

ProgressBar::ProgressBar(bool wanted) : shown_(wanted && isatty(STDERR_FILENO) != 0) {}

bool ProgressBar::is_time() {
  const Clock::time_point now = Clock::now();
  if (now - last_ < between) return false;
  last_ = now;
  drawn_ = true;
  return true;
}

void ProgressBar::show(const zwang::Progress& progress) {
  if (!shown_) return;
  if (!started_) {
    started_ = true;
    first_ = progress.t;
  }
  if (!is_time()) return;
  const double whole = progress.until - progress.from;
  const double part = whole > 0 ? std::clamp((progress.t - progress.from) / whole, 0.0, 1.0) : 1;
  const double seconds = std::chrono::duration<double>(last_ - begin_).count();
  const double rate = (progress.t - first_) / seconds;
  const std::string left = rate > 0 ? duration((progress.until - progress.t) / rate) : "?";
  // \x1b[K wipes off what a longer line has left.
  fmt::print(stderr, "\r[{}] {:3.0f}%  t = {:.4g} of {:.4g}  {:.3g} s/s  {} left\x1b[K", bar(part),
             100 * part, progress.t, progress.until, rate, left);
  std::fflush(stderr);
}

// Nobody knows how many extremals there are: what is found, and what it takes.
void ProgressBar::show(const zwang::ExtremalProgress& progress) {
  if (!shown_ || !is_time()) return;
  const double seconds = std::chrono::duration<double>(last_ - begin_).count();
  fmt::print(stderr, "\r{} found  {} intervals  {}\x1b[K", progress.found, progress.intervals,
             duration(seconds));
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (!drawn_) return;
  drawn_ = false;
  fmt::print(stderr, "\r\x1b[K");
}

}  // namespace cli
