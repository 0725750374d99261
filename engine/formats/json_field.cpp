// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/json_field.h"

#include <algorithm>

#include "engine/base/quote.h"

namespace ng {

std::string JsonField::path() const {
  std::string path;
  for (std::size_t i = 0; i < depth_; ++i) {
    const Step& step = steps_[i];
    if (step.key)
      path += (path.empty() ? "" : ".") + *step.key;
    else
      path += "[" + std::to_string(step.item) + "]";
  }
  return path;
}

std::string JsonField::where() const {
  return quote(reader_->path()) + " line " + std::to_string(line()) +
         (depth_ == 0 ? "" : ", " + path());
}

JsonField JsonField::inside(const JsonValue& value, Step step) const {
  JsonField field = *this;
  field.value_ = &value;
  if (depth_ < most_steps) field.steps_[field.depth_++] = step;
  return field;
}

void JsonField::fail(std::string what, std::string found, std::string expected,
                     std::string action) const {
  Diagnostic diagnostic;
  diagnostic.what = quote(reader_->path()) + ": " + std::move(what);
  diagnostic.where = where();
  diagnostic.found = std::move(found);
  diagnostic.expected = std::move(expected);
  diagnostic.action = std::move(action);
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

void JsonField::fail_kind(const char* expected) const {
  fail("a field is of the wrong kind", describe(*value_), expected);
}

std::optional<JsonField> JsonField::find(std::string_view key) const {
  const auto* object = std::get_if<JsonValue::Object>(&value_->data);
  if (!object) fail_kind("an object");
  for (const auto& [name, value] : *object) {
    if (name == key) return inside(value, {&name});
  }
  return std::nullopt;
}

JsonField JsonField::at(std::string_view key) const {
  if (auto field = find(key)) return *field;
  const std::string named = "\"" + std::string(key) + "\"";
  fail("a field is missing", "no " + named, "the field " + named,
       "add it; the schema says what it means");
}

std::vector<JsonField> JsonField::items() const {
  const auto* list = std::get_if<JsonValue::List>(&value_->data);
  if (!list) fail_kind("a list");
  std::vector<JsonField> fields;
  fields.reserve(list->size());
  for (std::size_t i = 0; i < list->size(); ++i) {
    fields.push_back(inside((*list)[i], {nullptr, i}));
  }
  return fields;
}

std::vector<std::pair<std::string, JsonField>> JsonField::members() const {
  const auto* object = std::get_if<JsonValue::Object>(&value_->data);
  if (!object) fail_kind("an object");
  std::vector<std::pair<std::string, JsonField>> fields;
  for (const auto& [key, value] : *object) {
    fields.emplace_back(key, inside(value, {&key}));
  }
  return fields;
}

void JsonField::expect_only(std::initializer_list<std::string_view> keys, Notes& notes) const {
  const auto* object = std::get_if<JsonValue::Object>(&value_->data);
  if (!object) fail_kind("an object");
  for (const auto& [key, value] : *object) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    add_note(notes, quote(reader_->path()) + ": the field " + quote(key) + " is not known; ignored",
             where());
  }
}

std::string JsonField::text() const {
  const auto* text = std::get_if<std::string>(&value_->data);
  if (!text) fail_kind("a text");
  return *text;
}

std::string JsonField::name() const {
  const std::string name = text();
  if (name.empty()) fail("a name is empty", "''", "at least one character");
  reader_->check_limit("the length of a name", name.size(), reader_->limits().name_bytes);
  return name;
}

std::int64_t JsonField::integer(std::int64_t low, std::int64_t high) const {
  const auto* number = std::get_if<std::int64_t>(&value_->data);
  if (number && *number >= low && *number <= high) return *number;
  const std::string range = high == INT64_MAX
                                ? "at least " + std::to_string(low)
                                : "from " + std::to_string(low) + " to " + std::to_string(high);
  fail("a number does not fit", describe(*value_), "a whole number, " + range);
}

double JsonField::number() const {
  if (const auto* whole = std::get_if<std::int64_t>(&value_->data)) {
    return static_cast<double>(*whole);
  }
  const auto* number = std::get_if<double>(&value_->data);
  if (!number) fail_kind("a number");
  return *number;
}

bool JsonField::boolean() const {
  const auto* flag = std::get_if<bool>(&value_->data);
  if (!flag) fail_kind("true or false");
  return *flag;
}

}  // namespace ng
