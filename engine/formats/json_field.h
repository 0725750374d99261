// SPDX-License-Identifier: Apache-2.0
// A place in a JSON document: typed access in which every refusal names file, line and field.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/formats/json_tree.h"
#include "engine/formats/note.h"

namespace ng {

// A cheap handle; the tree and the reader must outlive it. Its path is put into words when a
// message wants it: a document has fields by the million.
class JsonField {
 public:
  JsonField(const JsonValue& root, const Reader& reader) : value_(&root), reader_(&reader) {}

  const JsonValue& value() const { return *value_; }
  std::string path() const;  // "ops[3].axes"; of the root ""
  const Reader& reader() const { return *reader_; }
  int line() const { return value_->line; }
  std::string where() const;  // "'X.ngraph' line 12, ops[3].axes"

  bool is_object() const { return std::holds_alternative<JsonValue::Object>(value_->data); }
  bool is_list() const { return std::holds_alternative<JsonValue::List>(value_->data); }
  bool is_text() const { return std::holds_alternative<std::string>(value_->data); }

  // Members of an object and items of a list; bad_file Errors when this is neither.
  JsonField at(std::string_view key) const;  // refuses when it is missing
  std::optional<JsonField> find(std::string_view key) const;
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
  struct Step {
    const std::string* key = nullptr;  // in the tree; null: an item of a list
    std::size_t item = 0;
  };
  static constexpr std::size_t most_steps = 10;  // what lies deeper is told as what it is in

  JsonField inside(const JsonValue& value, Step step) const;
  [[noreturn]] void fail_kind(const char* expected) const;

  const JsonValue* value_;
  const Reader* reader_;
  std::array<Step, most_steps> steps_{};
  std::size_t depth_ = 0;
};

}  // namespace ng
