// SPDX-License-Identifier: Apache-2.0
#pragma once
// Arrays as a MAT-file, level 5: what MATLAB, Octave and scipy.io.loadmat read. Written from its published description, "MAT-File Format",
// chapter 1: a header of 128 bytes, then one element for each array, all parts padded to 8 bytes, little-endian.

#include <complex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zwang::record {

class MatFile {
 public:
  explicit MatFile(std::string_view about);

  /// Row-major, as everywhere here; the file has columns first.
  void add(std::string_view name, std::span<const double> rows, std::size_t columns);
  /// Entries as the file has them: the first index runs fastest.
  void add(std::string_view name, std::span<const std::complex<double>> entries,
           const std::vector<std::size_t>& sizes);
  /// A matrix of characters, a line each, padded with blanks.
  void add(std::string_view name, const std::vector<std::string>& lines);

  std::string finish() && { return std::move(bytes_); }

 private:
  void begin(std::string_view name, unsigned kind, bool complex,
             const std::vector<std::size_t>& sizes);
  void end();

  std::string bytes_, array_;
};

}  // namespace zwang::record
