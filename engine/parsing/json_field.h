// SPDX-License-Identifier: Apache-2.0
// A field of a JSON document: typed access whose errors name file, line and field.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/note.h"
#include "engine/parsing/json_tree.h"

namespace ng {

// A cheap handle; the tree and the reader must outlive it. The path is computed only for messages,
// since documents have millions of fields.
class JsonField {
 public:
  JsonField(const JsonTree& tree, const Reader& reader)
      : JsonField(tree.root(), tree.root(), reader, {}) {}
  // A value outside of a tree; `place` is its path, "ops[3]", and must outlive the handle.
  JsonField(const JsonValue& value, const Reader& reader, std::string_view place = {})
      : JsonField(value, value, reader, place) {}

  const JsonValue& value() const { return *value_; }
  std::string path() const;  // "ops[3].axes"; "" for the root
  const Reader& reader() const { return *reader_; }
  int line() const { return value_->line; }
  std::string where() const;  // "'X.ngraph' line 12, ops[3].axes"

  bool is_null() const { return std::holds_alternative<std::nullptr_t>(value_->data); }
  bool is_object() const { return std::holds_alternative<JsonValue::Object>(value_->data); }
  bool is_list() const { return std::holds_alternative<JsonValue::List>(value_->data); }
  bool is_text() const { return std::holds_alternative<std::string_view>(value_->data); }

  // Members of an object and items of a list; throw bad_file Errors for other types.
  JsonField at(std::string_view key) const;  // throws if missing
  std::optional<JsonField> find(std::string_view key) const;
  std::vector<JsonField> items() const;
  std::vector<std::pair<std::string, JsonField>> members() const;
  // Adds notes for unknown members, up to 100 per document; they are ignored.
  void expect_only(std::initializer_list<std::string_view> keys, Notes& notes) const;

  // Typed values; throw bad_file Errors for other types and values out of range.
  std::string text() const;
  std::string name() const;  // a non-empty text
  std::int64_t integer(std::int64_t low, std::int64_t high) const;
  double number() const;
  bool boolean() const;

  [[noreturn]] void fail(std::string what, std::string found, std::string expected,
                         std::string action = {}) const;

 private:
  JsonField(const JsonValue& value, const JsonValue& root, const Reader& reader,
            std::string_view place)
      : value_(&value), root_(&root), reader_(&reader), place_(place) {}
  JsonField inside(const JsonValue& value) const { return {value, *root_, *reader_, place_}; }
  [[noreturn]] void fail_kind(const char* expected) const;

  const JsonValue* value_;
  const JsonValue* root_;
  const Reader* reader_;
  std::string_view place_;  // path of the root
};

}  // namespace ng
