// SPDX-License-Identifier: Apache-2.0
#include "fuzz/replay.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include <unistd.h>

#include "support/random.h"

namespace zwang::test {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest = 20000;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// In the order of their names, so that a seed means the same everywhere.
std::vector<std::string> files_in(const std::vector<std::string>& folders) {
  std::vector<fs::path> paths;
  const fs::path root = fs::path(ZWANG_TEST_DATA).parent_path();
  for (const std::string& folder : folders) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder))
      if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const fs::path& path : paths) {
    texts.push_back(text_of(path));
    if (texts.back().size() > longest) texts.pop_back();
  }
  return texts;
}

// The words of a libFuzzer dictionary; escapes stay as they are written.
std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words{"-1", "0", "1e308", "nan", "\"", "[", "]", "\n", "=", "é"};
  std::ifstream file(fs::path(ZWANG_TEST_DATA).parent_path() / "fuzz" / (name + ".dict"));
  for (std::string line; std::getline(file, line);) {
    if (line.size() > 2 && line.front() == '"') words.push_back(line.substr(1, line.size() - 2));
  }
  return words;
}

class Mutator {
 public:
  Mutator(std::vector<std::string> texts, std::vector<std::string> words, std::uint64_t seed)
      : texts_(std::move(texts)), words_(std::move(words)), random_(seed) {}

  std::string next() {
    std::string text = one_of(texts_);
    for (Index k = random_.integer(1, 4); k > 0; --k) change(text);
    text.resize(std::min(text.size(), longest));
    return text;
  }

 private:
  const std::string& one_of(const std::vector<std::string>& all) {
    return all[static_cast<std::size_t>(random_.integer(0, static_cast<Index>(all.size()) - 1))];
  }

  std::size_t place(const std::string& text) {
    return static_cast<std::size_t>(random_.integer(0, static_cast<Index>(text.size())));
  }

  void change(std::string& text) {
    const std::size_t at = place(text);
    const auto length = static_cast<std::size_t>(random_.integer(1, 20));
    switch (random_.integer(0, 4)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(random_.integer(0, 255));
        return;
      case 1:
        text.erase(at, length);
        return;
      case 2:
        text.insert(place(text), text.substr(at, length));
        return;
      case 3:
        text.insert(at, one_of(words_));
        return;
      default: {
        const std::string& other = one_of(texts_);
        text.replace(at, std::string::npos, other, place(other), std::string::npos);
      }
    }
  }

  std::vector<std::string> texts_, words_;
  Random random_;
};

}  // namespace

int replay(const std::string& name, FuzzTarget target, const std::vector<std::string>& folders,
           int count) {
  constexpr std::uint64_t seed = 2101;
  const std::vector<std::string> texts = files_in(folders);
  if (texts.empty()) return 0;
  const fs::path kept = fs::temp_directory_path() / ("zwang-replay-" + name + "-" +
                                                     std::to_string(static_cast<long>(::getpid())));
  std::cout << "seed " << seed << "; the input at hand is kept in " << kept.string() << std::endl;
  const auto give = [&](const std::string& text) {
    std::ofstream(kept, std::ios::binary | std::ios::trunc) << text;
    target(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  };
  for (const std::string& text : texts) give(text);
  Mutator mutator(texts, words_of(name), seed);
  const int more = std::getenv("ZWANG_SOAK") ? 50 * count : count;
  for (int k = 0; k < more; ++k) give(mutator.next());
  fs::remove(kept);
  return static_cast<int>(texts.size()) + more;
}

}  // namespace zwang::test
