// SPDX-License-Identifier: Apache-2.0
#include "ensemble/journal.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include "record/identity.h"

namespace zwang::ensemble {

namespace {

constexpr std::chrono::seconds between_syncs{1};

std::string hex(std::uint64_t x) {
  char text[24];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(x));
  return text;
}

std::string heading(std::uint64_t identity) { return "zwang sweep 1 " + hex(identity) + "\n"; }

// Bits, as they are: what is read back is what was written.
std::string line_of(const Journal::Entry& entry) {
  std::string line = std::to_string(entry.run) + '\t' + entry.outcome.status + '\t';
  char text[40];
  for (const double x : entry.outcome.numbers) {
    std::snprintf(text, sizeof text, "%a ", x);
    line += text;
  }
  line += '\t';
  for (const char c : entry.outcome.message) line += c == '\n' || c == '\t' || c == '\r' ? ' ' : c;
  return line + '\t' + hex(record::fingerprint(line)) + '\n';
}

std::optional<Journal::Entry> entry_of(const std::string& line) {
  const std::size_t last = line.rfind('\t');
  if (last == std::string::npos) return std::nullopt;
  if (hex(record::fingerprint(line.substr(0, last))) != line.substr(last + 1)) return std::nullopt;
  std::istringstream fields(line.substr(0, last));
  std::string run, status, numbers, message;
  std::getline(fields, run, '\t');
  std::getline(fields, status, '\t');
  std::getline(fields, numbers, '\t');
  std::getline(fields, message);
  Journal::Entry entry{std::strtoull(run.c_str(), nullptr, 10), {status, message, {}}};
  const char* at = numbers.c_str();
  for (char* next = nullptr;; at = next) {
    const double x = std::strtod(at, &next);
    if (next == at) break;
    entry.outcome.numbers.push_back(x);
  }
  return entry;
}

// How much of a journal's text is good: its heading and all lines before the first that is not whole.
std::size_t read_lines(const std::string& path, const std::string& text, std::uint64_t identity,
                       std::vector<Journal::Entry>& entries) {
  const std::string head = heading(identity);
  if (!text.starts_with(head)) {
    if (head.starts_with(text)) return 0;
    throw record::FileError(path, "belongs to another sweep: another model, table or option");
  }
  std::size_t good = head.size();
  for (std::size_t at = good; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) break;
    auto entry = entry_of(text.substr(at, end - at));
    at = end + 1;
    if (!entry) break;  // what stands behind is not to be trusted either
    entries.push_back(std::move(*entry));
    good = at;
  }
  return good;
}

}  // namespace

Journal::Journal(std::string path, record::File file)
    : path_(std::move(path)), file_(std::move(file)) {
  if (!file_.is_open()) throw record::FileError::system(path_, "cannot be written", file_.error());
  if (!file_.lock()) throw record::FileError(path_, "another sweep is writing it");
}

void Journal::check(bool good) {
  if (!good) throw record::FileError::system(path_, "cannot be written", file_.error());
}

Journal Journal::begin(const std::string& path, std::uint64_t identity) {
  if (std::filesystem::exists(path)) {
    // Nobody may be writing what is taken away.
    { const Journal old(path, record::File::edit(path)); }
    std::filesystem::remove(path);
  }
  Journal journal(path, record::File::create(path));
  const std::string head = heading(identity);
  journal.check(journal.file_.write(head.data(), head.size()) && journal.file_.sync());
  record::sync_folder(path);
  return journal;
}

Journal Journal::resume(const std::string& path, std::uint64_t identity,
                        std::vector<Entry>& entries) {
  if (!std::filesystem::exists(path)) return begin(path, identity);
  Journal journal(path, record::File::edit(path));
  // By the file that is locked: to close another one of the same name would end the lock.
  std::string text(static_cast<std::size_t>(std::filesystem::file_size(path)), '\0');
  journal.check(journal.file_.read_at(0, text.data(), text.size()));
  const std::size_t good = read_lines(path, text, identity, entries);
  journal.check(journal.file_.truncate(good));
  if (good == 0) {  // the program ended before the first line was whole
    const std::string head = heading(identity);
    journal.check(journal.file_.write(head.data(), head.size()));
  }
  return journal;
}

void Journal::read(const std::string& path, std::uint64_t identity, std::vector<Entry>& entries) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return;
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  read_lines(path, text, identity, entries);
}

void Journal::append(const Entry& entry) {
  const std::string line = line_of(entry);
  check(file_.write(line.data(), line.size()));
  const auto now = std::chrono::steady_clock::now();
  if (now - synced_ < between_syncs) return;
  check(file_.sync());
  synced_ = now;
}

void Journal::close() { check(file_.sync() && file_.close()); }

}  // namespace zwang::ensemble
