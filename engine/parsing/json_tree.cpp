// SPDX-License-Identifier: Apache-2.0
#include "engine/parsing/json_tree.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/characters.h"
#include "engine/base/number.h"
#include "engine/base/quote.h"
#include "engine/parsing/json_events.h"
#include "engine/parsing/plain_text.h"

namespace ng {

// Open values are kept on stacks; closed ones are moved to the tree's memory in one block.
class JsonTreeBuilder final : private JsonEvents {
 public:
  // `start` is the offset of the text in a binary file, if it is part of one.
  JsonTreeBuilder(const Reader& reader, std::string_view text, std::optional<std::uint64_t> start,
                  JsonItems* items)
      : reader_(reader), text_(text), start_(start), items_(items) {
    tree_.memory_ = std::make_unique<std::pmr::monotonic_buffer_resource>(
        std::min(text.size() + 1024, most_at_first));
  }
  JsonTree build();

 private:
  struct Open {
    bool object = false;
    JsonValue place;
    std::size_t first = 0;  // index in the stack of members or values
    std::unordered_map<std::string_view, std::size_t> index;  // keys of large objects
  };
  static constexpr std::size_t few_keys = 24;  // objects up to this size are searched linearly
  static constexpr std::size_t most_at_first = 1 << 20, item_bytes = 1 << 16;

  void null() override { add(here(nullptr)); }
  void boolean(bool value) override { add(here(value)); }
  void number(std::string_view digits) override;
  void text(std::string_view text) override { add(here(kept(text))); }
  void key(std::string_view key) override;
  void open(bool object) override;
  void close() override;

  template <class Data>
  JsonValue here(Data data);
  int line_at(std::size_t position);
  Open& innermost() { return open_[depth_ - 1]; }
  std::pmr::memory_resource& memory() {
    return taking_ ? static_cast<std::pmr::memory_resource&>(item_memory_) : *tree_.memory_;
  }
  bool is_taken();
  std::string_view kept(std::string_view text);
  void add(const JsonValue& value);
  template <class Item>
  std::span<const Item> moved(std::vector<Item>& stack);
  std::optional<std::size_t> place_of(std::string_view key);
  [[noreturn]] void refuse_text(const JsonEnd& end);

  const Reader& reader_;
  const std::string_view text_;
  const std::optional<std::uint64_t> start_;
  JsonParser parser_;
  JsonTree tree_;
  std::vector<JsonValue> values_;
  std::vector<JsonMember> members_;  // a key's value has the place of the key until it is read
  std::vector<Open> open_;           // the first `depth_`; the others are reused
  std::size_t depth_ = 0;
  JsonItems* items_;
  bool taking_ = false;  // passing items of the list at depth 2
  std::vector<std::byte> item_place_ = std::vector<std::byte>(items_ ? item_bytes : 1);
  std::pmr::monotonic_buffer_resource item_memory_{item_place_.data(), item_place_.size()};
  std::size_t line_end_ = 0;  // end of the line of the last value
  int line_ = 0;
};

JsonTree JsonTreeBuilder::build() {
  const JsonEnd end = parser_.parse_whole(text_, *this);
  if (end.found) refuse_text(end);
  return std::move(tree_);
}

// A value at the parser's position.
template <class Data>
JsonValue JsonTreeBuilder::here(Data data) {
  const std::size_t at = parser_.position();
  return {data, start_ ? 0 : line_at(at), static_cast<std::uint32_t>(start_.value_or(0) + at)};
}

int JsonTreeBuilder::line_at(std::size_t position) {
  while (line_ == 0 || line_end_ < position) {
    const std::size_t from = line_ == 0 ? 0 : line_end_ + 1;
    const std::size_t end = text_.find('\n', from);
    line_end_ = end == std::string_view::npos ? text_.size() : end;
    ++line_;
  }
  return line_;
}

std::string_view JsonTreeBuilder::kept(std::string_view text) {
  if (text.empty()) return {};
  auto* place = static_cast<char*>(memory().allocate(text.size(), 1));
  std::memcpy(place, text.data(), text.size());
  return {place, text.size()};
}

void JsonTreeBuilder::add(const JsonValue& value) {
  if (depth_ == 0)
    tree_.root_ = value;
  else if (innermost().object)
    members_.back().value = value;
  else if (taking_ && depth_ == 2)
    items_->take(value), item_memory_.release();
  else
    values_.push_back(value);
}

// Does the list that begins now pass its items to `items_`?
bool JsonTreeBuilder::is_taken() {
  if (!items_ || depth_ != 1 || !innermost().object) return false;
  const std::size_t first = innermost().first, count = members_.size() - 1 - first;
  const std::span<const JsonMember> before(members_.data() + first, count);
  JsonValue start = innermost().place;
  start.data = before;
  return items_->takes(members_.back().key, start);
}

void JsonTreeBuilder::open(bool object) {
  if (!object) taking_ = taking_ || is_taken();
  reader_.check_limit("the depth of the document", depth_ + 1, reader_.limits().json_depth);
  if (++depth_ > open_.size()) open_.emplace_back();
  Open& at = innermost();
  at.object = object;
  at.place = here(nullptr);
  at.first = object ? members_.size() : values_.size();
  at.index.clear();
}

// Moves the items of the innermost value from the stack to the tree.
template <class Item>
std::span<const Item> JsonTreeBuilder::moved(std::vector<Item>& stack) {
  const std::size_t first = innermost().first, count = stack.size() - first;
  if (count == 0) return {};
  auto* place = static_cast<Item*>(memory().allocate(count * sizeof(Item), alignof(Item)));
  std::uninitialized_copy_n(stack.data() + first, count, place);
  stack.resize(first);
  return {place, count};
}

void JsonTreeBuilder::close() {
  if (depth_ == 2) taking_ = false;
  JsonValue value = innermost().place;
  if (innermost().object)
    value.data = moved(members_);
  else
    value.data = moved(values_);
  --depth_;
  add(value);
}

// Stores an integer if it fits in 64 bits, otherwise the nearest double.
void JsonTreeBuilder::number(std::string_view digits) {
  const char *const begin = digits.data(), *const end = begin + digits.size();
  const auto read = [&](auto& number) {
    const auto result = std::from_chars(begin, end, number);
    return result.ptr == end && result.ec == std::errc();
  };
  std::int64_t whole = 0;
  if (digits != "-0" && read(whole)) return add(here(whole));
  std::uint64_t large = 0;
  if (read(large)) return add(here(large));
  double number = 0;
  if (!read(number)) number = real_from(std::string(digits));  // below or above the range
  add(here(number));
}

std::optional<std::size_t> JsonTreeBuilder::place_of(std::string_view key) {
  Open& at = innermost();
  const std::size_t count = members_.size() - at.first;
  if (count <= few_keys) {
    for (std::size_t i = at.first; i < members_.size(); ++i) {
      if (members_[i].key == key) return i;
    }
    return std::nullopt;
  }
  for (std::size_t i = at.first + at.index.size(); i < members_.size(); ++i)
    at.index.emplace(members_[i].key, i);
  const auto found = at.index.find(key);
  return found == at.index.end() ? std::nullopt : std::optional(found->second);
}

void JsonTreeBuilder::key(std::string_view key) {
  reader_.check_limit("the length of a name", key.size(), reader_.limits().name_bytes);
  const JsonValue place = here(nullptr);
  if (const auto before = place_of(key)) {
    const JsonValue& first = members_[*before].value;
    Diagnostic diagnostic;
    diagnostic.what = quote(reader_.path()) + ": a key comes twice in one object";
    diagnostic.where = place_text(reader_, place);
    diagnostic.found = quote(std::string(key)) + ", which " +
                       (start_ ? "is at " + place_text(reader_, first) + " too"
                               : "line " + std::to_string(first.line) + " has too");
    diagnostic.expected = "each key once";
    diagnostic.action = "remove one of the two";
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }
  members_.push_back({kept(key), place});
}

void JsonTreeBuilder::refuse_text(const JsonEnd& end) {
  const std::size_t at = end.at;
  const std::size_t line_start = at == 0 ? 0 : text_.rfind('\n', at - 1) + 1;
  Diagnostic diagnostic;
  diagnostic.what = quote(reader_.path()) + (end.cut_off ? ": the document is cut off"
                                                         : ": the document is not valid JSON");
  diagnostic.where =
      start_ ? reader_.where(*start_ + at)
             : quote(reader_.path()) + " line " + std::to_string(line_at(at)) + ", column " +
                   std::to_string(characters_in(text_.substr(line_start, at - line_start)) + 1);
  diagnostic.found = end.cut_off ? "the end of the file" : end.found;
  const std::size_t line_end = std::min(text_.find('\n', at), text_.size());
  if (!end.cut_off && line_end > at)
    diagnostic.found += ", at " + quote(std::string(text_.substr(at, line_end - at)));
  diagnostic.expected = end.expected;
  const std::size_t before =
      at == 0 ? std::string_view::npos : text_.find_last_not_of(" \t\r\n", at - 1);
  const bool comma = before != std::string_view::npos && text_[before] == ',' && !end.cut_off &&
                     (text_[at] == ']' || text_[at] == '}');
  diagnostic.action = end.cut_off ? "restore the file from a copy, or save it again"
                      : comma     ? "remove the comma before it"
                                  : "correct the text at this place";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

std::string describe(const JsonValue& value) {
  struct Visitor {
    std::string operator()(std::nullptr_t) const { return "null"; }
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t number) const {
      return "the number " + std::to_string(number);
    }
    std::string operator()(std::uint64_t number) const {
      return "the number " + std::to_string(number);
    }
    std::string operator()(double number) const {
      char digits[32];
      return "the number " + std::string(digits, std::to_chars(digits, digits + 32, number).ptr);
    }
    std::string operator()(std::string_view text) const {
      return "the text " + quote(std::string(text));
    }
    std::string operator()(JsonValue::List list) const {
      return "a list of " + std::to_string(list.size());
    }
    std::string operator()(JsonValue::Object) const { return "an object"; }
  };
  return std::visit(Visitor{}, value.data);
}

std::string place_text(const Reader& reader, const JsonValue& value) {
  if (value.line == 0) return reader.where(value.offset);
  return quote(reader.path()) + " line " + std::to_string(value.line);
}

JsonTree parse_json(Reader& reader, JsonItems* items) {
  const std::uint64_t bytes = reader.remaining();
  reader.check_limit("the size of the document", bytes, reader.limits().document_bytes);
  std::string text(bytes + JsonParser::looks_past, '\0');
  reader.read(std::as_writable_bytes(std::span(text)).first(bytes));
  const auto whole = without_byte_order_mark(std::string_view(text).substr(0, bytes));
  return JsonTreeBuilder(reader, whole, std::nullopt, items).build();
}

JsonTree parse_json_part(const Reader& reader, std::string text, std::uint64_t start) {
  const std::size_t bytes = text.size();
  reader.check_limit("the end of the text", start + bytes, reader.limits().document_bytes);
  text.resize(bytes + JsonParser::looks_past);
  return JsonTreeBuilder(reader, std::string_view(text).substr(0, bytes), start, nullptr).build();
}

}  // namespace ng
