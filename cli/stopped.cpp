// SPDX-License-Identifier: Apache-2.0
#include "cli/stopped.h"

#include <unistd.h>

#include <fmt/format.h>

#include "cli/command.h"

namespace cli {

namespace fs = std::filesystem;

namespace {

void put(int stream, const std::string& text) {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = ::write(stream, text.data() + written, text.size() - written);
    if (count <= 0) return;
    written += static_cast<std::size_t>(count);
  }
}

std::string json_text(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) {
      quoted += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return quoted + "\"";
}

}  // namespace

std::map<std::string, std::string> kept_files(const std::string& keep) {
  std::map<std::string, std::string> files;
  std::error_code error;
  for (const char* what : {"part", "checkpoint"}) {
    if (fs::exists(keep + "." + what, error)) files[what] = keep + "." + what;
  }
  return files;
}

std::vector<std::string> remove_leftovers(const std::string& keep) {
  std::vector<std::string> removed;
  const fs::path path(keep);
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::vector<std::string> beginnings;
  for (const char* middle : {"", ".extremal"}) {
    for (const char* kind : {"csv", "h5", "html", "json", "part", "checkpoint"})
      beginnings.push_back(fmt::format("{}{}.{}.tmp-", path.filename().string(), middle, kind));
  }
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    for (const std::string& beginning : beginnings) {
      if (name.starts_with(beginning) && fs::remove(entry.path(), error)) removed.push_back(name);
    }
  }
  return removed;
}

bool saved_since(const std::string& keep, fs::file_time_type since) {
  std::error_code error;
  const fs::file_time_type saved = fs::last_write_time(keep + ".checkpoint", error);
  return !error && saved >= since;
}

void say_stopped(const RunWish& wish, const std::string& keep) {
  const auto files = kept_files(keep);
  if (wish.json) {
    std::string list;
    for (const auto& [what, path] : files)
      list += fmt::format("{}\"{}\": {}", list.empty() ? "" : ", ", what, json_text(path));
    put(STDOUT_FILENO, fmt::format("{{\"status\": \"interrupted\", \"files\": {{{}}}}}\n", list));
    return;
  }
  if (!wish.talks()) return;
  const auto checkpoint = files.find("checkpoint");
  if (checkpoint == files.end()) {
    put(STDERR_FILENO, "zwang run: interrupted before there was anything to resume\n");
    return;
  }
  put(STDERR_FILENO,
      fmt::format("zwang run: interrupted; the state is saved in {}\n  to resume: {}\n",
                  checkpoint->second, resuming(wish)));
}

}  // namespace cli
