// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/keras/layer_config.h"

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

// Elements of lists of lists, in order.
class Flat {
 public:
  void add(const JsonField& value, std::size_t depth = 0) {
    if (depth > most_depth || count_ > most_list) return;
    if (value.is_list()) {
      for (const JsonField& item : value.items()) add(item, depth + 1);
      return;
    }
    ++count_;
    const auto& data = value.value().data;
    if (const auto* boolean = std::get_if<bool>(&data))
      integers_.push_back(*boolean ? 1 : 0);
    else if (const auto* integer = std::get_if<std::int64_t>(&data))
      integers_.push_back(*integer);
    else if (const auto* number = std::get_if<double>(&data))
      numbers_.push_back(*number);
    else if (const auto* text = std::get_if<std::string_view>(&data))
      texts_.emplace_back(*text);
    else
      ++others_;
    if (integers_.size() + numbers_.size() == count_)
      all_.push_back(!integers_.empty() && numbers_.empty() ? static_cast<double>(integers_.back())
                                                            : value.number());
  }

  // False for lists of other things.
  bool fill(onnx::Attribute& made) {
    if (others_ > 0) return false;
    if (texts_.size() == count_ && count_ > 0) {
      made.kind = onnx::AttributeKind::texts;
      made.strings = std::move(texts_);
    } else if (integers_.size() == count_) {
      made.kind = onnx::AttributeKind::integers;
      made.ints = std::move(integers_);
    } else if (all_.size() == count_) {
      made.kind = onnx::AttributeKind::numbers;
      made.floats = std::move(all_);
    } else {
      return false;
    }
    return true;
  }

 private:
  std::size_t count_ = 0, others_ = 0;
  std::vector<std::int64_t> integers_;
  std::vector<double> numbers_, all_;
  std::vector<std::string> texts_;
};

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
    Flat flat;
    flat.add(value);
    if (!flat.fill(made)) return;
  } else if (const auto* boolean = std::get_if<bool>(&data)) {
    made.kind = onnx::AttributeKind::integer;
    made.i = *boolean ? 1 : 0;
  } else if (const auto* integer = std::get_if<std::int64_t>(&data)) {
    made.kind = onnx::AttributeKind::integer;
    made.i = *integer;
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
