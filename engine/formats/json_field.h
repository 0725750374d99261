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

// A cheap handle; the tree and the reader must outlive it.
class JsonField {
 public:
  JsonField(const JsonValue& value, std::string path, const Reader& reader)
      : value_(&value), path_(std::move(path)), reader_(&reader) {}

  const JsonValue& value() const { return *value_; }
  const std::string& path() const { return path_; }  // "ops[3].axes"
  const Reader& reader() const { return *reader_; }
  int line() const { return value_->line; }
  std::string where() const;  // "'X.ngraph' line 12, ops[3].axes"

  bool is_object() const { return std::holds_alternative<JsonValue::Object>(value_->data); }
  bool is_list() const { return std::holds_alternative<JsonValue::List>(value_->data); }
  bool is_text() const { return std::holds_alternative<std::string>(value_->data); }

  // Members of an object and items of a list; bad_file Errors when this is neither.
  JsonField at(const std::string& key) const;  // refuses when it is missing
  std::optional<JsonField> find(const std::string& key) const;
  std::vector<JsonField> items() const;
  std::vector<std::pair<std::string, JsonField>> members() const;
  // Notes members other than these; they are ignored.
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
  [[noreturn]] void fail_kind(const char* expected) const;

  const JsonValue* value_;
  std::string path_;
  const Reader* reader_;
};

}  // namespace ng
