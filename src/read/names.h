// SPDX-License-Identifier: Apache-2.0
#pragma once
// The names that a file gives, and which of them may not meet.

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "read/value.h"

namespace zwang::read {

enum class Named : std::uint8_t {
  parameter,
  definition,
  coordinate,
  particle,
  body,
  body_point,  // named beside those of its body only
  ground_point,
  constraint,
  observable,
  control,
  event,
  shape,    // of a body or of the ground
  unknown,  // a parameter too, of [parameters] or a new one
  independent,
};

class Names {
 public:
  /// The key as a name; complains if it cannot be one. An empty name then.
  Name add(Complaints& complaints, const Key& key, Named what);
  /// The text of the field as a name.
  Name add(Complaints& complaints, const Field& field, Named what);

  /// Complains of names given twice, and of `i` where families use it.
  void compare(Complaints& complaints, bool families);
  /// "constraint3" for the third constraint; something like it if that is taken.
  std::string fresh(std::string word, std::size_t number) const;

 private:
  struct Entry {
    std::string name;
    Named what;
    Place place;
    Location at;
  };

  Name add(Complaints& complaints, Entry entry);

  std::vector<Entry> entries_;
  std::unordered_set<std::string> taken_;
};

}  // namespace zwang::read
