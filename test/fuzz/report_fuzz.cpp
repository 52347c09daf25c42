// SPDX-License-Identifier: Apache-2.0
// Any bytes as the file of a record, and as what stands in one. Files are refused in words or read. A record
// comes back with all its rows, and its page is a page: a text of the record ends no script.
//
//   report_fuzz FOLDER test/fuzz/corpus/report

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "record/bytes.h"
#include "record/file.h"
#include "record/hdf5/file.h"
#include "record/table.h"
#include "report/page.h"
#include "zwang/status.h"

namespace {

using namespace zwang;

const std::string& folder() {
  static const std::string path = [] {
    std::string made = (std::filesystem::temp_directory_path() / "report_fuzz_XXXXXX").string();
    if (!mkdtemp(made.data())) std::abort();
    return made;
  }();
  return path;
}

constexpr const char* page_template =
    "<title>%ZWANG_TITLE%</title>%ZWANG_WORDS%<script>%ZWANG_SCENE%</script>%ZWANG_DATA%";

std::size_t count_of(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++count;
  return count;
}

void read_file(const std::string& bytes) {
  const std::string path = folder() + "/file.h5";
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (!file) std::abort();
  std::fwrite(bytes.data(), 1, bytes.size(), file);
  std::fclose(file);
  try {
    const record::RecordFile record(path);
    report::make_page(record, page_template);
  } catch (const record::FileError&) {
  }
}

/// Takes texts and numbers from the front of the bytes.
class Source {
 public:
  explicit Source(const std::string& bytes) : rest_(bytes) {}
  std::string text() {
    const std::size_t size = std::min<std::size_t>(number() % 40, rest_.size());
    std::string taken(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return taken;
  }
  unsigned number() {
    if (rest_.empty()) return 0;
    const auto first = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return first;
  }
  double real() {
    char eight[8] = {};
    const std::size_t size = std::min<std::size_t>(8, rest_.size());
    std::memcpy(eight, rest_.data(), size);
    rest_.remove_prefix(size);
    return std::bit_cast<double>(record::load_u64(eight));
  }

 private:
  std::string_view rest_;
};

void write_and_read(const std::string& bytes) {
  Source source(bytes);
  record::Heading heading;
  heading.identity.title = source.text();
  heading.identity.model = source.text();
  std::vector<record::Column> columns;
  for (unsigned k = 1 + source.number() % 4; k > 0; --k)
    columns.push_back({source.text(), source.text(), source.text()});
  const std::string words = source.text(), scene = "{" + source.text();
  const auto width = columns.size();
  try {
    heading.columns = record::Columns(std::move(columns));
    const Index rows = 1 + source.number() % 9;
    record::Table table(heading, rows);
    table.prepare(rows);
    std::vector<double> row(width);
    for (Index i = 0; i < rows; ++i) {
      for (double& x : row) x = source.real();
      table.append(row);
    }
    const record::NamedText texts[] = {{"words", words}, {"scene", scene}};
    const std::string path = folder() + "/record.h5";
    record::TableRows all(table);
    record::write_hdf5(path, all, texts);
    const record::RecordFile record(path);
    if (record.rows() != static_cast<std::uint64_t>(rows)) std::abort();
    const std::string page = report::make_page(record, page_template);
    // The words are HTML of the program's own; no other text may end the script.
    if (count_of(page, "</script>") != 1 + count_of(words, "</script>")) std::abort();
  } catch (const record::FileError&) {
  } catch (const InputError&) {  // columns with one name
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] & 1) {
    read_file(bytes);
  } else {
    write_and_read(bytes);
  }
  return 0;
}
