// SPDX-License-Identifier: Apache-2.0
// A place in a JSON document: typed access in which every refusal names file, line and field.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/formats/json_tree.h"
#include "engine/formats/note.h"

namespace ng {

// A cheap handle; the tree and the reader must outlive it. Where it stands in the tree is looked
// for when a message wants its path: a document has fields by the million.
class JsonField {
 public:
  JsonField(const JsonTree& tree, const Reader& reader)
      : JsonField(tree.root(), tree.root(), reader, {}) {}
  // A value that is not in a tree; `place` is its path, "ops[3]", and must outlive the handle.
  JsonField(const JsonValue& value, const Reader& reader, std::string_view place = {})
      : JsonField(value, value, reader, place) {}

  const JsonValue& value() const { return *value_; }
  std::string path() const;  // "ops[3].axes"; of the root ""
  const Reader& reader() const { return *reader_; }
  int line() const { return value_->line; }
  std::string where() const;  // "'X.ngraph' line 12, ops[3].axes"

  bool is_object() const { return std::holds_alternative<JsonValue::Object>(value_->data); }
  bool is_list() const { return std::holds_alternative<JsonValue::List>(value_->data); }
  bool is_text() const { return std::holds_alternative<std::string_view>(value_->data); }

  // Members of an object and items of a list; bad_file Errors when this is neither.
  JsonField at(std::string_view key) const;  // refuses when it is missing
  std::optional<JsonField> find(std::string_view key) const;
  std::vector<JsonField> items() const;
  std::vector<std::pair<std::string, JsonField>> members() const;
  // Notes members other than these, the first hundred of a document; they are ignored.
  void expect_only(std::initializer_list<std::string_view> keys, Notes& notes) const;

  // Values; bad_file Errors when this is something else or out of bounds.
  std::string text() const;
  std::string name() const;  // a text that is not empty
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
  std::string_view place_;  // of the root
};

}  // namespace ng
