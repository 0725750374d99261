// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/keras/layer_config.h"

#include <algorithm>
#include <cctype>

namespace ng::keras {
namespace {

constexpr std::size_t most_text = 1000, most_depth = 16, most_list = 1 << 20;

bool is_for_training(std::string_view key) {
  for (const std::string_view ending : {"_initializer", "_regularizer", "_constraint"}) {
    if (key.ends_with(ending)) return true;
  }
  return key == "build_config" || key == "compile_config" || key == "shared_object_id";
}

// Adds the elements of lists of lists, in order. False for more than an attribute may have.
bool add_elements(const JsonField& list, std::vector<JsonField>& all, std::size_t depth = 0) {
  if (depth > most_depth) return false;
  for (const JsonField& item : list.items()) {
    if (item.is_list() ? !add_elements(item, all, depth + 1) : all.size() >= most_list)
      return false;
    if (!item.is_list()) all.push_back(item);
  }
  return true;
}

template <typename Type>
const Type* as(const JsonField& value) {
  return std::get_if<Type>(&value.value().data);
}

bool is_integer(const JsonField& value) {
  return as<bool>(value) || as<std::int64_t>(value);
}

std::int64_t integer_of(const JsonField& value) {
  const bool* boolean = as<bool>(value);
  return boolean ? std::int64_t{*boolean} : *as<std::int64_t>(value);
}

// False for lists of other things than numbers or texts.
bool fill(const JsonField& list, onnx::Attribute& made) {
  std::vector<JsonField> all;
  if (!add_elements(list, all)) return false;
  const auto every = [&](auto&& test) { return std::all_of(all.begin(), all.end(), test); };
  const auto is_number = [](const JsonField& each) { return is_integer(each) || as<double>(each); };
  if (every(is_integer)) {
    made.kind = onnx::AttributeKind::integers;
    for (const JsonField& each : all) made.ints.push_back(integer_of(each));
  } else if (every(is_number)) {
    made.kind = onnx::AttributeKind::numbers;
    for (const JsonField& each : all)
      made.floats.push_back(is_integer(each) ? static_cast<double>(integer_of(each))
                                             : *as<double>(each));
  } else if (every([](const JsonField& each) { return each.is_text(); })) {
    made.kind = onnx::AttributeKind::texts;
    for (const JsonField& each : all) made.strings.push_back(each.text());
  } else {
    return false;
  }
  return true;
}

void add_members(const JsonField& object, const std::string& prefix,
                 std::vector<onnx::Attribute>& all, std::size_t depth);

void add_value(const JsonField& value, const std::string& name, std::vector<onnx::Attribute>& all,
               std::size_t depth) {
  onnx::Attribute made;
  made.name = name;
  const auto& data = value.value().data;
  if (value.is_object()) {
    const auto items = value.find("items");
    if (items && text_of(value, "class_name") == "__tuple__")
      return add_value(*items, name, all, depth + 1);
    return add_members(value, name + ".", all, depth + 1);
  }
  if (value.is_list()) {
    if (!fill(value, made)) return;
  } else if (is_integer(value)) {
    made.kind = onnx::AttributeKind::integer;
    made.i = integer_of(value);
  } else if (const auto* number = std::get_if<double>(&data)) {
    made.kind = onnx::AttributeKind::number;
    made.f = *number;
  } else if (const auto* text = std::get_if<std::string_view>(&data)) {
    made.kind = onnx::AttributeKind::text;
    made.s = text->substr(0, most_text);
  } else {
    return;
  }
  all.push_back(std::move(made));
}

void add_members(const JsonField& object, const std::string& prefix,
                 std::vector<onnx::Attribute>& all, std::size_t depth) {
  if (depth > most_depth) return;
  for (const auto& [key, value] : object.members()) {
    if (!is_for_training(key)) add_value(value, prefix + key, all, depth);
  }
}

}  // namespace

void add_attributes(const JsonField& object, const std::string& prefix,
                    std::vector<onnx::Attribute>& all) {
  add_members(object, prefix, all, 0);
}

void add_attribute(const JsonField& value, const std::string& name,
                   std::vector<onnx::Attribute>& all) {
  add_value(value, name, all, 0);
}

onnx::Attribute texts_attribute(std::string name, std::vector<std::string> values) {
  onnx::Attribute made;
  made.name = std::move(name);
  made.kind = onnx::AttributeKind::texts;
  made.strings = std::move(values);
  return made;
}

std::string text_of(const JsonField& object, std::string_view key) {
  if (!object.is_object()) return {};
  const auto found = object.find(key);
  return found && found->is_text() ? found->text() : std::string();
}

std::string snake_case(const std::string& class_name) {
  const auto upper = [](char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; };
  const auto lower = [](char c) { return std::islower(static_cast<unsigned char>(c)) != 0; };
  // Before a capital that begins a word, as in "PReLU", then between a small letter and a capital.
  std::string words, made;
  for (std::size_t i = 0; i < class_name.size(); ++i) {
    const bool begins =
        upper(class_name[i]) && i + 1 < class_name.size() && lower(class_name[i + 1]);
    if (i > 0 && begins) words += '_';
    words += class_name[i];
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && upper(words[i]) && lower(words[i - 1])) made += '_';
    made += static_cast<char>(std::tolower(static_cast<unsigned char>(words[i])));
  }
  return made;
}

}  // namespace ng::keras
