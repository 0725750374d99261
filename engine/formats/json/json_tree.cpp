// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/json/json_tree.h"

#include <rapidjson/reader.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/quote.h"

namespace ng {

// SAX handler of the parser. Open values are kept on stacks; closed ones are moved to the tree's
// memory in one block.
class JsonTreeBuilder {
 public:
  JsonTreeBuilder(const Reader& reader, std::string_view text,
                  const rapidjson::StringStream& stream, JsonItems* items)
      : reader_(reader), text_(text), stream_(stream), items_(items) {
    tree_.memory_ = std::make_unique<std::pmr::monotonic_buffer_resource>(
        std::min(text.size() + 1024, most_at_first));
  }
  JsonTree take() { return std::move(tree_); }
  int line_at(std::size_t position);

  // Callbacks of the parser.
  using Ch = char;
  bool Null() { return add({nullptr, line()}); }
  bool Bool(bool value) { return add({value, line()}); }
  bool RawNumber(const char* text, rapidjson::SizeType length, bool);
  bool String(const char* text, rapidjson::SizeType length, bool) {
    return add({kept({text, length}), line()});
  }
  bool Key(const char* text, rapidjson::SizeType length, bool);
  bool StartObject() { return open(true); }
  bool StartArray() { return open(false); }
  bool EndObject(rapidjson::SizeType) { return close(members_); }
  bool EndArray(rapidjson::SizeType) { return close(values_); }
  // Not called: numbers arrive as text.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(std::int64_t) { return false; }
  bool Uint64(std::uint64_t) { return false; }
  bool Double(double) { return false; }

 private:
  struct Open {
    bool object = false;
    int line = 0;
    std::size_t first = 0;  // index in the stack of members or values
    std::unordered_map<std::string_view, std::size_t> index;  // keys of large objects
  };
  static constexpr std::size_t few_keys = 24;  // objects up to this size are searched linearly
  static constexpr std::size_t most_at_first = 1 << 20, item_bytes = 1 << 16;

  int line() { return line_at(stream_.Tell()); }
  Open& innermost() { return open_[depth_ - 1]; }
  std::pmr::memory_resource& memory() {
    return taking_ ? static_cast<std::pmr::memory_resource&>(item_memory_) : *tree_.memory_;
  }
  bool is_taken();
  std::string_view kept(std::string_view text);
  bool add(const JsonValue& value);
  bool open(bool object);
  template <class Item>
  bool close(std::vector<Item>& stack);
  std::optional<std::size_t> place_of(std::string_view key);

  const Reader& reader_;
  const std::string_view text_;
  const rapidjson::StringStream& stream_;  // at the start of the current value
  JsonTree tree_;
  std::vector<JsonValue> values_;
  std::vector<JsonMember> members_;
  std::vector<int> key_lines_;  // lines of the members
  std::vector<Open> open_;      // the first `depth_`; the others are reused
  std::size_t depth_ = 0;
  JsonItems* items_;
  bool taking_ = false;  // passing items of the list at depth 2
  std::vector<std::byte> item_place_ = std::vector<std::byte>(items_ ? item_bytes : 1);
  std::pmr::monotonic_buffer_resource item_memory_{item_place_.data(), item_place_.size()};
  std::size_t line_end_ = 0;  // end of the line of the last value
  int line_ = 0;
};

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

bool JsonTreeBuilder::add(const JsonValue& value) {
  if (depth_ == 0)
    tree_.root_ = value;
  else if (innermost().object)
    members_.back().value = value;
  else if (taking_ && depth_ == 2)
    items_->take(value), item_memory_.release();
  else
    values_.push_back(value);
  return true;
}

// Does the list that begins now pass its items to `items_`?
bool JsonTreeBuilder::is_taken() {
  if (!items_ || depth_ != 1 || !innermost().object) return false;
  const std::size_t first = innermost().first, count = members_.size() - 1 - first;
  const std::span<const JsonMember> before(members_.data() + first, count);
  return items_->takes(members_.back().key, {before, innermost().line});
}

bool JsonTreeBuilder::open(bool object) {
  if (!object) taking_ = taking_ || is_taken();
  reader_.check_limit("the depth of the document", depth_ + 1, reader_.limits().json_depth);
  if (++depth_ > open_.size()) open_.emplace_back();
  Open& at = innermost();
  at.object = object;
  at.line = line();
  at.first = object ? members_.size() : values_.size();
  at.index.clear();
  return true;
}

template <class Item>
bool JsonTreeBuilder::close(std::vector<Item>& stack) {
  const Open& at = innermost();
  if (depth_ == 2) taking_ = false;
  const std::size_t count = stack.size() - at.first;
  JsonValue value{std::span<const Item>(), at.line};
  if (count > 0) {
    auto* place = static_cast<Item*>(memory().allocate(count * sizeof(Item), alignof(Item)));
    std::uninitialized_copy_n(stack.data() + at.first, count, place);
    value.data = std::span<const Item>(place, count);
    stack.resize(at.first);
  }
  key_lines_.resize(members_.size());
  --depth_;
  return add(value);
}

// Parses an integer if it fits in 64 bits, otherwise the nearest double.
bool JsonTreeBuilder::RawNumber(const char* text, rapidjson::SizeType length, bool) {
  const char* const end = text + length;
  std::int64_t whole = 0;
  if (const auto read = std::from_chars(text, end, whole);
      read.ptr == end && read.ec == std::errc())
    return add({whole, line()});
  std::uint64_t large = 0;
  if (const auto read = std::from_chars(text, end, large);
      read.ptr == end && read.ec == std::errc())
    return add({large, line()});
  double number = 0;
  if (std::from_chars(text, end, number).ec != std::errc())
    number = std::strtod(std::string(text, length).c_str(), nullptr);  // handles denormals
  return add({number, line()});
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

bool JsonTreeBuilder::Key(const char* text, rapidjson::SizeType length, bool) {
  reader_.check_limit("the length of a name", length, reader_.limits().name_bytes);
  const std::string_view key(text, length);
  if (const auto before = place_of(key)) {
    Diagnostic diagnostic;
    diagnostic.what = quote(reader_.path()) + ": a key comes twice in one object";
    diagnostic.where = quote(reader_.path()) + " line " + std::to_string(line());
    diagnostic.found = quote(std::string(key)) + ", which line " +
                       std::to_string(key_lines_[*before]) + " has too";
    diagnostic.expected = "each key once";
    diagnostic.action = "remove one of the two";
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }
  members_.push_back({kept(key), {}});
  key_lines_.push_back(line());
  return true;
}

namespace {

// What the parser found and what it expected.
std::pair<const char*, const char*> found_and_expected(rapidjson::ParseErrorCode code) {
  switch (code) {
    case rapidjson::kParseErrorDocumentEmpty:
      return {"nothing", "one JSON object"};
    case rapidjson::kParseErrorDocumentRootNotSingular:
      return {"more after the end", "the end of the document"};
    case rapidjson::kParseErrorObjectMissName:
      return {"no key", "a key in quotation marks"};
    case rapidjson::kParseErrorObjectMissColon:
      return {"no colon after the key", "':'"};
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
      return {"a comma is missing in the object", "',' or '}'"};
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
      return {"a comma is missing in the list", "',' or ']'"};
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
      return {"no character after \\u", "four hexadecimal digits"};
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
      return {"an unpaired surrogate", "two escapes \\uD800 to \\uDFFF that form a pair"};
    case rapidjson::kParseErrorStringEscapeInvalid:
      return {"an invalid escape or control character", "a text with escaped control characters"};
    case rapidjson::kParseErrorStringMissQuotationMark:
      return {"a text without an end", "a quotation mark"};
    case rapidjson::kParseErrorStringInvalidEncoding:
      return {"bytes that are not UTF-8", "a text in UTF-8"};
    case rapidjson::kParseErrorNumberTooBig:
      return {"a number out of the range of a double", "a number below 1.8e308"};
    case rapidjson::kParseErrorNumberMissFraction:
      return {"no digit after the point", "a digit"};
    case rapidjson::kParseErrorNumberMissExponent:
      return {"no digit in the exponent", "a digit"};
    default:
      return {"no value", "an object, a list, a text, a number, true, false or null"};
  }
}

[[noreturn]] void refuse_text(const Reader& reader, std::string_view text, int line, std::size_t at,
                              rapidjson::ParseErrorCode code) {
  const std::size_t line_start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  const bool cut_off = at >= text.size();
  auto [found, expected] = found_and_expected(code);
  if (!cut_off && text[at] == '\0')
    std::tie(found, expected) = std::pair("a NUL byte", "a text without NUL bytes; write \\u0000");
  Diagnostic diagnostic;
  diagnostic.what = quote(reader.path()) +
                    (cut_off ? ": the document is cut off" : ": the document is not valid JSON");
  diagnostic.where = quote(reader.path()) + " line " + std::to_string(line) + ", column " +
                     std::to_string(at - line_start + 1);
  diagnostic.found = cut_off ? "the end of the file" : found;
  const std::size_t line_end = std::min(text.find('\n', at), text.size());
  if (!cut_off && line_end > at)
    diagnostic.found += ", at " + quote(std::string(text.substr(at, line_end - at)));
  diagnostic.expected = expected;
  const std::size_t before =
      at == 0 ? std::string_view::npos : text.find_last_not_of(" \t\r\n", at - 1);
  const bool comma = before != std::string_view::npos && text[before] == ',' && !cut_off &&
                     (text[at] == ']' || text[at] == '}');
  diagnostic.action = cut_off ? "restore the file from a copy, or save it again"
                      : comma ? "remove the comma before it"
                              : "correct the text at this place";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

}  // namespace

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

JsonTree parse_json(Reader& reader, JsonItems* items) {
  reader.check_limit("the size of the document", reader.remaining(),
                     reader.limits().document_bytes);
  // To check a truncated character, the parser reads up to 3 bytes past the text.
  constexpr std::size_t looked_at = 4;
  const std::size_t size = reader.remaining();
  std::string whole(size + looked_at, '\0');
  reader.read(std::as_writable_bytes(std::span(whole)).first(size));
  const std::size_t start = whole.starts_with("\xef\xbb\xbf") ? 3 : 0;
  const std::string_view text(whole.data() + start, size - start);
  rapidjson::StringStream stream(whole.c_str() + start);
  JsonTreeBuilder builder(reader, text, stream, items);
  constexpr unsigned how = rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag |
                           rapidjson::kParseNumbersAsStringsFlag;
  rapidjson::Reader parser;
  parser.Parse<how>(stream, builder);
  // The parser stops at a NUL.
  const bool more = !parser.HasParseError() && stream.Tell() < text.size();
  if (parser.HasParseError() || more) {
    const std::size_t at = std::min(more ? stream.Tell() : parser.GetErrorOffset(), text.size());
    refuse_text(reader, text, builder.line_at(at), at,
                more ? rapidjson::kParseErrorDocumentRootNotSingular : parser.GetParseErrorCode());
  }
  return builder.take();
}

}  // namespace ng
