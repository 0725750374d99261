// SPDX-License-Identifier: Apache-2.0
#include "engine/parsing/json_field.h"

#include <algorithm>

#include "engine/base/quote.h"

namespace ng {

namespace {

constexpr std::size_t most_notes = 100;  // per document; the rest is summarised in one note

// A value on the path from the root, with its key or index.
struct Step {
  const JsonValue* value = nullptr;
  const std::string_view* key = nullptr;  // null: an item of a list
  std::size_t item = 0;
  std::size_t next = 0;  // next child to visit
};

// The next child, if any.
std::optional<Step> next_inside(Step& step) {
  const std::size_t i = step.next++;
  if (const auto* list = std::get_if<JsonValue::List>(&step.value->data)) {
    if (i < list->size()) return Step{&(*list)[i], nullptr, i};
  } else if (const auto* object = std::get_if<JsonValue::Object>(&step.value->data)) {
    if (i < object->size()) return Step{&(*object)[i].value, &(*object)[i].key, i};
  }
  return std::nullopt;
}

}  // namespace

std::string JsonField::path() const {
  std::vector<Step> way{{root_}};
  while (!way.empty() && way.back().value != value_) {
    const auto inner = next_inside(way.back());
    if (inner)
      way.push_back(*inner);
    else
      way.pop_back();
  }
  std::string path(place_);
  for (std::size_t i = 1; i < way.size(); ++i) {
    if (way[i].key)
      path += (path.empty() ? "" : ".") + std::string(*way[i].key);
    else
      path += "[" + std::to_string(way[i].item) + "]";
  }
  return path;
}

std::string JsonField::where() const {
  const std::string place = path();
  return place_text(*reader_, *value_) + (place.empty() ? "" : ", " + place);
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
  fail("a field has the wrong type", describe(*value_), expected);
}

std::optional<JsonField> JsonField::find(std::string_view key) const {
  const auto* object = std::get_if<JsonValue::Object>(&value_->data);
  if (!object) fail_kind("an object");
  for (const auto& [name, value] : *object) {
    if (name == key) return inside(value);
  }
  return std::nullopt;
}

JsonField JsonField::at(std::string_view key) const {
  if (auto field = find(key)) return *field;
  const std::string named = "\"" + std::string(key) + "\"";
  fail("a field is missing", "no " + named, "the field " + named,
       "add it; see the documentation of the format");
}

std::vector<JsonField> JsonField::items() const {
  const auto* list = std::get_if<JsonValue::List>(&value_->data);
  if (!list) fail_kind("a list");
  std::vector<JsonField> fields;
  fields.reserve(list->size());
  for (const JsonValue& item : *list) fields.push_back(inside(item));
  return fields;
}

std::vector<std::pair<std::string, JsonField>> JsonField::members() const {
  const auto* object = std::get_if<JsonValue::Object>(&value_->data);
  if (!object) fail_kind("an object");
  std::vector<std::pair<std::string, JsonField>> fields;
  for (const auto& [key, value] : *object) {
    fields.emplace_back(key, inside(value));
  }
  return fields;
}

void JsonField::expect_only(std::initializer_list<std::string_view> keys, Notes& notes) const {
  const auto* object = std::get_if<JsonValue::Object>(&value_->data);
  if (!object) fail_kind("an object");
  for (const auto& [key, value] : *object) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    if (notes.size() > most_notes) return;
    if (notes.size() == most_notes)
      return add_note(notes, quote(reader_->path()) + ": more unknown fields are ignored");
    add_note(notes,
             quote(reader_->path()) + ": the field " + quote(std::string(key)) +
                 " is unknown and ignored",
             where());
  }
}

std::string JsonField::text() const {
  const auto* text = std::get_if<std::string_view>(&value_->data);
  if (!text) fail_kind("a text");
  return std::string(*text);
}

std::string JsonField::name() const {
  std::string name = text();
  if (name.empty()) fail("a name is empty", "''", "at least one character");
  if (has_control_character(name)) {
    fail("a name holds a control character", quote(name), "printable characters alone");
  }
  reader_->check_limit("the length of a name", name.size(), reader_->limits().name_bytes);
  return name;
}

std::int64_t JsonField::integer(std::int64_t low, std::int64_t high) const {
  const auto* number = std::get_if<std::int64_t>(&value_->data);
  if (number && *number >= low && *number <= high) return *number;
  const std::string range = high == INT64_MAX
                                ? "at least " + std::to_string(low)
                                : "from " + std::to_string(low) + " to " + std::to_string(high);
  fail("a number does not fit", describe(*value_), "an integer, " + range);
}

double JsonField::number() const {
  if (const auto* whole = std::get_if<std::int64_t>(&value_->data)) {
    return static_cast<double>(*whole);
  }
  if (const auto* large = std::get_if<std::uint64_t>(&value_->data)) {
    return static_cast<double>(*large);
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
