// SPDX-License-Identifier: Apache-2.0
#include "import/mesh.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>

namespace zwang::import {

namespace {

constexpr std::string_view blanks = " \t\r";
constexpr double largest = 1e15;  // of a coordinate: cubes of such stay finite

bool ends_with(std::string_view file, std::string_view end) {
  return file.size() >= end.size() &&
         std::equal(end.begin(), end.end(), file.end() - static_cast<std::ptrdiff_t>(end.size()),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b + 32 : b); });
}

std::string_view next_word(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
  const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

template <class Number>
bool read_number(std::string_view word, Number& x) {
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), x);
  return error == std::errc() && end == word.data() + word.size() && !word.empty();
}

bool read_point(std::string_view& line, Vec& point) {
  for (double& x : point)
    if (!read_number(next_word(line), x) || !(std::abs(x) <= largest)) return false;
  return true;
}

template <class Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (!visit(text.substr(0, end))) return;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// 80 bytes of anything, a count, and for each triangle twelve floats and two bytes.
constexpr std::size_t stl_head = 84, stl_triangle = 50;

std::uint32_t stl_count(std::string_view bytes) {
  std::uint32_t count = 0;
  for (std::size_t k = 4; k-- > 0;)
    count = count << 8 | static_cast<unsigned char>(bytes[stl_head - 4 + k]);
  return count;
}

bool is_binary_stl(std::string_view bytes) {
  return bytes.size() >= stl_head && (bytes.size() - stl_head) / stl_triangle >= stl_count(bytes) &&
         stl_count(bytes) > 0;
}

bool read_binary_stl(std::string_view bytes, Mesh& mesh) {
  const std::uint32_t count = stl_count(bytes);
  for (std::uint32_t k = 0; k < count; ++k) {
    const char* at = bytes.data() + stl_head + k * stl_triangle + 12;  // behind its normal
    std::array<std::uint32_t, 3> face;
    for (std::uint32_t& corner : face) {
      Vec point;
      for (double& x : point) {
        float number = 0;
        std::memcpy(&number, at, sizeof number);
        if (!(std::abs(number) <= largest)) return false;
        x = number;
        at += sizeof number;
      }
      corner = static_cast<std::uint32_t>(mesh.points.size());
      mesh.points.push_back(point);
    }
    mesh.faces.push_back(face);
  }
  return true;
}

bool read_text_stl(std::string_view text, Mesh& mesh) {
  bool good = true;
  for_each_line(text, [&](std::string_view line) {
    if (next_word(line) != "vertex") return true;
    Vec point;
    good = read_point(line, point);
    mesh.points.push_back(point);
    return good;
  });
  if (!good || mesh.points.size() % 3 != 0) return false;
  for (std::uint32_t k = 0; k < mesh.points.size(); k += 3) mesh.faces.push_back({k, k + 1, k + 2});
  return true;
}

/// "7", "7/2/3" or "-1": a corner among the points so far.
bool read_corner(std::string_view word, std::size_t points, std::uint32_t& corner) {
  long number = 0;
  if (!read_number(word.substr(0, word.find('/')), number)) return false;
  const auto count = static_cast<long>(points);
  if (number < 0) number += count + 1;
  if (number < 1 || number > count) return false;
  corner = static_cast<std::uint32_t>(number - 1);
  return true;
}

/// Polygons become fans of triangles.
bool read_obj(std::string_view text, Mesh& mesh) {
  bool good = true;
  for_each_line(text, [&](std::string_view line) {
    const std::string_view word = next_word(line);
    if (word == "v") {
      Vec point;
      good = read_point(line, point);
      mesh.points.push_back(point);
    } else if (word == "f") {
      std::array<std::uint32_t, 3> face{};
      std::size_t corners = 0;
      for (std::string_view next = next_word(line); good && !next.empty();
           next = next_word(line), ++corners) {
        std::uint32_t corner = 0;
        good = read_corner(next, mesh.points.size(), corner);
        if (corners > 2) face[1] = face[2];
        face[std::min<std::size_t>(corners, 2)] = corner;
        if (corners > 1 && good) mesh.faces.push_back(face);
      }
      good = good && corners > 2;
    }
    return good;
  });
  return good;
}

/// Twice its area along its normal.
Vec across(const Mesh& mesh, const std::array<std::uint32_t, 3>& face) {
  const Vec& a = mesh.points[face[0]];
  return cross(mesh.points[face[1]] - a, mesh.points[face[2]] - a);
}

Vec middle(const Mesh& mesh, const std::array<std::uint32_t, 3>& face) {
  return (1.0 / 3) * (mesh.points[face[0]] + mesh.points[face[1]] + mesh.points[face[2]]);
}

/// The surface alone: its area and its centre.
Solid surface(const Mesh& mesh) {
  Solid sum;
  for (const auto& face : mesh.faces) {
    const double area = 0.5 * length(across(mesh, face));
    sum.mass += area;
    sum.center = sum.center + area * middle(mesh, face);
  }
  if (sum.mass > 0) sum.center = (1 / sum.mass) * sum.center;
  return sum;
}

/// ∫ r rᵀ over what has the weight w, a triangle or the pyramid over it with its top at the origin:
/// w/12 or w/20 of Σ r_i r_iᵀ + (Σ r_i)(Σ r_i)ᵀ over the corners besides the origin.
void add_moments(double weight, const std::array<Vec, 3>& r, Mat& sigma) {
  const Vec sum = r[0] + r[1] + r[2];
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      double one = sum[i] * sum[j];
      for (const Vec& corner : r) one += corner[i] * corner[j];
      sigma[i][j] += weight * one;
    }
  }
}

double signed_or_not(double volume, MeshMass how) {
  return how == MeshMass::legacy ? std::abs(volume) : volume;
}

/// Why a surface has no inside: every edge must be passed as often in one direction as in the other. Empty: it
/// has one. Points of one place are one point: STL has three for every triangle.
std::string why_open(const Mesh& mesh) {
  std::map<Vec, std::uint32_t> places;
  std::vector<std::uint32_t> place;
  for (const Vec& point : mesh.points)
    place.push_back(places.emplace(point, static_cast<std::uint32_t>(places.size())).first->second);
  struct Passed {
    int forth = 0, back = 0;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, Passed> edges;
  for (const auto& face : mesh.faces) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t from = place[face[k]], to = place[face[(k + 1) % 3]];
      if (from == to) continue;
      Passed& passed = edges[std::minmax(from, to)];
      ++(from < to ? passed.forth : passed.back);
    }
  }
  bool closed = true, even = true;
  for (const auto& [edge, passed] : edges) {
    closed = closed && passed.forth == passed.back;
    even = even && (passed.forth + passed.back) % 2 == 0;
  }
  if (closed) return {};
  return even ? "has triangles that face inwards beside others that face outwards" : "has holes";
}

/// Mass and centre by pyramids with their tops in the middle of the surface.
Solid volume_and_center(const Mesh& mesh, const Vec& top, MeshMass how) {
  Solid sum;
  for (const auto& face : mesh.faces) {
    const Vec middle_of = middle(mesh, face);
    const double volume = signed_or_not(dot(middle_of - top, across(mesh, face)) / 6, how);
    sum.mass += volume;
    sum.center = sum.center + volume * (0.75 * middle_of + 0.25 * top);
  }
  if (sum.mass > 0) sum.center = (1 / sum.mass) * sum.center;
  return sum;
}

}  // namespace

std::optional<Mesh> read_mesh(std::string_view bytes, std::string_view file, std::string& why) {
  Mesh mesh;
  bool good = false;
  if (ends_with(file, ".stl"))
    good = is_binary_stl(bytes) ? read_binary_stl(bytes, mesh) : read_text_stl(bytes, mesh);
  else if (ends_with(file, ".obj"))
    good = read_obj(bytes, mesh);
  else
    why = "is neither STL nor OBJ";
  if (why.empty() && (!good || mesh.faces.empty())) why = "is broken";
  return why.empty() ? std::optional(std::move(mesh)) : std::nullopt;
}

std::optional<Solid> weigh(const Mesh& mesh, MeshMass how, std::string& why) {
  const Solid skin = surface(mesh);
  Solid solid = skin;
  if (how != MeshMass::shell) solid = volume_and_center(mesh, skin.center, how);
  if (how == MeshMass::exact) why = why_open(mesh);
  if (why.empty() && how == MeshMass::exact && solid.mass < 0) why = "is inside out";
  if (why.empty() && !(solid.mass > 0 && std::isfinite(solid.mass))) why = "has no volume";
  if (!why.empty()) return std::nullopt;
  Mat sigma{};
  for (const auto& face : mesh.faces) {
    std::array<Vec, 3> r;
    for (std::size_t k = 0; k < 3; ++k) r[k] = mesh.points[face[k]] - solid.center;
    const Vec normal = across(mesh, face);
    const double weight = how == MeshMass::shell ? 0.5 * length(normal) / 12
                                                 : signed_or_not(dot(r[0], normal) / 6, how) / 20;
    add_moments(weight, r, sigma);
  }
  const double trace = sigma[0][0] + sigma[1][1] + sigma[2][2];
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) solid.inertia[i][j] = (i == j ? trace : 0) - sigma[i][j];
  return solid;
}

}  // namespace zwang::import
