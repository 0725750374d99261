// SPDX-License-Identifier: Apache-2.0
// A JSON text as a tree whose every value knows its line, for messages.
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "engine/base/reader.h"

namespace ng {

struct JsonMember;

// Texts, lists and objects lie in the tree's memory.
struct JsonValue {
  using List = std::span<const JsonValue>;
  using Object = std::span<const JsonMember>;  // in the order of the text

  // Whole numbers from 2^63 on are unsigned; beyond 64 bits they are held as doubles.
  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string_view, List,
               Object>
      data;
  int line = 0;  // from 1
};

struct JsonMember {
  std::string_view key;
  JsonValue value;
};

// Owns what its values refer to; freed at once. A document has values by the million.
class JsonTree {
 public:
  const JsonValue& root() const { return root_; }

 private:
  friend class JsonTreeBuilder;
  std::unique_ptr<std::pmr::monotonic_buffer_resource> memory_;
  JsonValue root_;
};

// "the text 'relu'", "the number 3", "a list of 2": for messages.
std::string describe(const JsonValue& value);

// Takes the items of a long list of the root object while the text is read, so that the tree never
// holds them together.
class JsonItems {
 public:
  // Whether the items of the list `key` are taken; `before` is an object of the members before it.
  virtual bool takes(std::string_view key, const JsonValue& before) = 0;
  // The next item of that list, in order. It refers to memory that is used again afterwards.
  virtual void take(const JsonValue& item) = 0;

 protected:
  ~JsonItems() = default;
};

// All that is left of the reader is one JSON value in UTF-8, a byte order mark before it or not.
// bad_file Errors with line and column for text that is no JSON, a key that comes twice in an
// object, nesting or sizes beyond the limits. Never recurses. A list whose items were taken is
// empty in the tree.
JsonTree parse_json(Reader& reader, JsonItems* items = nullptr);

}  // namespace ng
