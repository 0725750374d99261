// SPDX-License-Identifier: Apache-2.0
// A JSON tree whose values know their place in the file, for messages.
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

// Texts, lists and objects refer to the tree's memory.
struct JsonValue {
  using List = std::span<const JsonValue>;
  using Object = std::span<const JsonMember>;  // in the order of the text

  // Integers from 2^63 on are unsigned; integers beyond 64 bits are stored as doubles.
  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string_view, List,
               Object>
      data;
  int line = 0;              // from 1; 0: part of a binary file
  std::uint32_t offset = 0;  // in the text
};

struct JsonMember {
  std::string_view key;
  JsonValue value;
};

// Owns the memory of its values in an arena, since documents have millions of values.
class JsonTree {
 public:
  const JsonValue& root() const { return root_; }

 private:
  friend class JsonTreeBuilder;
  std::unique_ptr<std::pmr::monotonic_buffer_resource> memory_;
  JsonValue root_;
};

// Describes a value for messages: "the text 'relu'", "the number 3", "a list of 2".
std::string describe(const JsonValue& value);
// "'X.ngraph' line 12", or "'w.safetensors' at 0x1a".
std::string place_text(const Reader& reader, const JsonValue& value);

// Receives the items of a long list of the root object during parsing, so that the tree never holds
// the whole list.
class JsonItems {
 public:
  // Should the items of the list `key` be passed to take()? `before` holds the preceding members.
  virtual bool takes(std::string_view key, const JsonValue& before) = 0;
  // Receives the next item, in order. Its memory is reused after the call.
  virtual void take(const JsonValue& item) = 0;

 protected:
  ~JsonItems() = default;
};

// Parses the rest of the reader as one JSON value in UTF-8, with an optional byte order mark.
// Throws bad_file Errors with line and column for invalid JSON, duplicate keys in an object, and
// nesting or sizes beyond the limits. Does not recurse. A list whose items were taken is empty in
// the tree.
JsonTree parse_json(Reader& reader, JsonItems* items = nullptr);

// Parses `text`, which begins at `start` in a binary file: messages name offsets in the file, not
// lines.
JsonTree parse_json_part(const Reader& reader, std::string text, std::uint64_t start);

}  // namespace ng
