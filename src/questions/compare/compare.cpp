// SPDX-License-Identifier: Apache-2.0
#include "zwang/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "api/trouble.h"
#include "record/hdf5/record_file.h"
#include "record/json_writer.h"
#include "zwang/status.h"

namespace zwang {

namespace {

using record::RecordFile;

/// A record in memory: HDF5 has one file open at a time.
struct Loaded {
  record::Columns columns;
  std::vector<std::vector<double>> numbers;

  const std::vector<double>& operator[](Index column) const {
    return numbers[static_cast<std::size_t>(column)];
  }
};

Loaded load(const std::string& path) {
  try {
    const RecordFile file(path);
    Loaded loaded{file.columns(), {}};
    for (Index i = 0; i < file.columns().count(); ++i) {
      loaded.numbers.push_back(file.column(i, 0, 1, file.rows()));
    }
    return loaded;
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

/// Where in the second record a time of the first is: between rows `row` and `row + 1`, at the fraction
/// `along` of their distance; exactly at `row` where that is 0.
struct Place {
  std::size_t row = 0;
  double along = 0;
};

/// Times that come twice, before and after an impact, are paired with their like.
std::vector<Place> find_places(const std::vector<double>& of, const std::vector<double>& in) {
  std::vector<Place> places(of.size());
  for (std::size_t i = 0; i < of.size(); ++i) {
    const auto [begin, end] = std::equal_range(in.begin(), in.end(), of[i]);
    if (begin != end) {
      const auto like = of.begin() + static_cast<std::ptrdiff_t>(i);
      const auto nth = like - std::lower_bound(of.begin(), like, of[i]);
      places[i].row = static_cast<std::size_t>(std::min(begin + nth, end - 1) - in.begin());
      continue;
    }
    const std::size_t row = static_cast<std::size_t>(begin - in.begin()) - 1;
    places[i] = {row, (of[i] - in[row]) / (in[row + 1] - in[row])};
  }
  return places;
}

/// A column of the second record, also between its rows.
struct Curve {
  const std::vector<double>&t, &x;
  const std::vector<double>* rate;  // null where it was not recorded

  double operator()(const Place& place) const {
    const std::size_t k = place.row;
    if (place.along == 0) return x[k];
    const double s = place.along, h = t[k + 1] - t[k], chord = x[k + 1] - x[k];
    if (!rate) return x[k] + s * chord;
    const double a = h * (*rate)[k] - chord, b = chord - h * (*rate)[k + 1];
    return x[k] + s * (chord + (1 - s) * (a * (1 - s) + b * s));
  }
};

Comparison::Column compare_column(const record::Column& column, const std::vector<double>& t,
                                  const std::vector<double>& first, const Curve& second,
                                  const std::vector<Place>& places) {
  Comparison::Column result{column.name, column.unit, 0, t.front(), first.front(), 0, 0};
  result.second = second(places.front());
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double x = first[i], y = second(places[i]);
    result.size = std::max({result.size, std::abs(x), std::abs(y)});
    const double difference = std::abs(x - y);
    // A number against none is as far apart as can be; none against none is not.
    const bool apart = std::isnan(difference) && std::isnan(x) != std::isnan(y);
    const double counts = apart ? std::numeric_limits<double>::infinity() : difference;
    if (counts > result.largest) {
      result.largest = counts;
      result.at = t[i];
      result.first = x;
      result.second = y;
    }
  }
  return result;
}

/// The rows of the first whose times the second has, too.
struct Common {
  std::size_t begin = 0, end = 0;
};
Common common(const std::vector<double>& of, const std::vector<double>& in) {
  if (of.empty() || in.empty() || !std::is_sorted(of.begin(), of.end()) ||
      !std::is_sorted(in.begin(), in.end())) {
    return {};
  }
  const auto begin = std::lower_bound(of.begin(), of.end(), in.front());
  const auto end = std::upper_bound(begin, of.end(), in.back());
  return {static_cast<std::size_t>(begin - of.begin()), static_cast<std::size_t>(end - of.begin())};
}

/// Pictures repeat what other columns say, and steps are no part of the motion.
bool counts(const std::string& name) { return name != "step" && !name.starts_with("drawing("); }

/// Energies are parts of one sum, which may be zero.
void share_size(std::vector<Comparison::Column>& columns) {
  const auto is_energy = [](const Comparison::Column& column) {
    return column.name == "energy" || column.name == "kinetic" || column.name == "potential";
  };
  double size = 0;
  for (const auto& column : columns) {
    if (is_energy(column)) size = std::max(size, column.size);
  }
  for (auto& column : columns) {
    if (is_energy(column)) column.size = size;
  }
}

}  // namespace

Comparison compare(const std::string& first, const std::string& second) {
  const Loaded a = load(first), b = load(second);
  const std::string variable = a.columns[0].name;
  const Index other = b.columns.find(variable);
  if (other < 0) {
    throw InputError(
        "second", second + " has no column '" + variable + "', by which " + first + " is ordered");
  }
  const std::vector<double>& in = b[other];
  const Common rows = common(a[0], in);
  if (rows.begin == rows.end) {
    throw InputError("second", first + " and " + second + " have no " + variable + " in common");
  }
  const auto part = [&rows](const std::vector<double>& x) {
    return std::vector<double>(x.begin() + static_cast<std::ptrdiff_t>(rows.begin),
                               x.begin() + static_cast<std::ptrdiff_t>(rows.end));
  };
  const std::vector<double> t = part(a[0]);
  const std::vector<Place> places = find_places(t, in);
  Comparison result{variable, t.front(), t.back(), t.size(), true, {}, {}, {}};
  for (const Place& place : places) result.same_rows = result.same_rows && place.along == 0;
  for (Index i = 1; i < a.columns.count(); ++i) {
    const record::Column& column = a.columns[i];
    if (!counts(column.name)) continue;
    const Index j = b.columns.find(column.name);
    if (j < 0) {
      result.only_first.push_back(column.name);
      continue;
    }
    const Index rate = b.columns.find(column.name + "'");
    const Curve curve{in, b[j], rate >= 0 ? &b[rate] : nullptr};
    result.columns.push_back(compare_column(column, t, part(a[i]), curve, places));
  }
  for (const record::Column& column : b.columns) {
    if (counts(column.name) && a.columns.find(column.name) < 0)
      result.only_second.push_back(column.name);
  }
  share_size(result.columns);
  return result;
}

std::string to_json(const Comparison& comparison) {
  record::JsonWriter json;
  json.begin_object().key("variable").text(comparison.variable);
  json.key("from").number(comparison.from).key("to").number(comparison.to);
  json.key("rows").integer(static_cast<std::int64_t>(comparison.rows));
  json.key("same_rows").truth(comparison.same_rows).key("columns").begin_array();
  for (const Comparison::Column& column : comparison.columns) {
    json.begin_object().key("name").text(column.name);
    if (!column.unit.empty()) json.key("unit").text(column.unit);
    json.key("largest").number(column.largest).key("relative").number(column.relative());
    json.key("at").number(column.at).key("first").number(column.first);
    json.key("second").number(column.second).key("size").number(column.size).end_object();
  }
  json.end_array();
  const auto list = [&json](const char* key, const std::vector<std::string>& names) {
    json.key(key).begin_array();
    for (const std::string& name : names) json.text(name);
    json.end_array();
  };
  list("only_first", comparison.only_first);
  list("only_second", comparison.only_second);
  return std::move(json.end_object()).finish();
}

}  // namespace zwang
