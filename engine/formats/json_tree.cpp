// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/json_tree.h"

#include <nlohmann/json.hpp>
#include <unordered_map>

#include "engine/base/quote.h"
#include "engine/formats/counted_text.h"

namespace ng {
namespace {

using Data = decltype(JsonValue::data);

class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(const Reader& reader, const std::string& text) : reader_(reader), text_(text) {}

  std::size_t count = 0;  // characters that the parser has read
  JsonValue root;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  // A number ends where the next character begins, so that one is read already.
  bool number_integer(number_integer_t value) override { return add(std::int64_t{value}, 1); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > std::uint64_t{INT64_MAX}) return add(static_cast<double>(value), 1);
    return add(static_cast<std::int64_t>(value), 1);
  }
  bool number_float(number_float_t value, const string_t&) override { return add(value, 1); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool key(string_t& name) override;
  bool start_object(std::size_t) override { return open(JsonValue::Object{}); }
  bool start_array(std::size_t) override { return open(JsonValue::List{}); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string& last,
                   const nlohmann::detail::exception& error) override;

 private:
  struct Open {
    JsonValue* value;
    std::unordered_map<std::string, int> keys;  // of an object, with their lines
    std::string key;                            // of the member that comes next
  };

  bool add(Data data, std::size_t ahead = 0);
  bool open(Data data);
  bool close() {
    open_.pop_back();
    return true;
  }
  int line_at(std::size_t position);

  const Reader& reader_;
  const std::string& text_;
  std::vector<Open> open_;
  JsonValue* last_ = nullptr;
  std::size_t counted_ = 0;
  int line_ = 1;
};

int TreeBuilder::line_at(std::size_t position) {
  for (; counted_ < position && counted_ < text_.size(); ++counted_)
    line_ += text_[counted_] == '\n';
  return line_;
}

bool TreeBuilder::add(Data data, std::size_t ahead) {
  JsonValue value{std::move(data), line_at(count - std::min(count, ahead))};
  if (open_.empty()) {
    root = std::move(value);
    last_ = &root;
  } else if (auto* list = std::get_if<JsonValue::List>(&open_.back().value->data)) {
    last_ = &list->emplace_back(std::move(value));
  } else {
    auto& object = std::get<JsonValue::Object>(open_.back().value->data);
    last_ = &object.emplace_back(std::move(open_.back().key), std::move(value)).second;
  }
  return true;
}

bool TreeBuilder::open(Data data) {
  add(std::move(data));
  // The parent does not grow before this one is closed, so the pointer stays good.
  open_.push_back({last_, {}, {}});
  reader_.check_limit("the depth of the document", open_.size(), reader_.limits().json_depth);
  return true;
}

bool TreeBuilder::key(string_t& name) {
  reader_.check_limit("the length of a name", name.size(), reader_.limits().name_bytes);
  const int line = line_at(count);
  const auto [at, fresh] = open_.back().keys.emplace(name, line);
  if (!fresh) {
    Diagnostic diagnostic;
    diagnostic.what = quote(reader_.path()) + ": a key comes twice in one object";
    diagnostic.where = quote(reader_.path()) + " line " + std::to_string(line);
    diagnostic.found = quote(name) + ", which line " + std::to_string(at->second) + " has too";
    diagnostic.expected = "each key once";
    diagnostic.action = "remove one of the two";
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }
  open_.back().key = std::move(name);
  return true;
}

// "syntax error while parsing CONTEXT - DETAIL; last read: 'TOKEN'; expected WHAT", or "number
// overflow parsing 'TOKEN'": DETAIL and WHAT of what the parser says.
std::pair<std::string, std::string> detail_and_expected(std::string said) {
  const std::size_t number = said.find("] ");
  if (number != std::string::npos) said.erase(0, number + 2);
  std::string expected = "one JSON object";
  const std::size_t wanted = said.rfind("; expected ");
  if (wanted != std::string::npos) {
    expected = said.substr(wanted + 11);
    said.erase(wanted);
  }
  const std::size_t read = said.find("; last read: ");
  if (read != std::string::npos) said.erase(read);
  const std::size_t context = said.find(" - ");
  if (context != std::string::npos) said.erase(0, context + 3);
  return {said, expected};
}

bool TreeBuilder::parse_error(std::size_t position, const std::string&,
                              const nlohmann::detail::exception& error) {
  const std::size_t at = std::min(position > 0 ? position - 1 : 0, text_.size());
  const std::size_t line_start = at == 0 ? 0 : text_.rfind('\n', at - 1) + 1;
  const bool cut_off = at >= text_.size();
  Diagnostic diagnostic;
  diagnostic.what = quote(reader_.path()) +
                    (cut_off ? ": the document is cut off" : ": the document is not valid JSON");
  diagnostic.where = quote(reader_.path()) + " line " + std::to_string(line_at(at)) + ", column " +
                     std::to_string(at - line_start + 1);
  const auto [detail, expected] = detail_and_expected(error.what());
  const std::size_t line_end = std::min(text_.find('\n', at), text_.size());
  diagnostic.found = detail;
  if (!cut_off && line_end > at && !detail.starts_with("number overflow"))
    diagnostic.found += ", at " + quote(text_.substr(at, line_end - at));
  diagnostic.expected = expected;
  const std::size_t before =
      at == 0 ? std::string::npos : text_.find_last_not_of(" \t\r\n", at - 1);
  const bool comma = before != std::string::npos && text_[before] == ',' && !cut_off &&
                     (text_[at] == ']' || text_[at] == '}');
  diagnostic.action = cut_off ? "restore the file from a copy, or save it again"
                      : comma ? "remove the comma before it"
                              : "correct the text at this place";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

}  // namespace

const JsonValue* JsonValue::find(const std::string& key) const {
  const auto* object = std::get_if<Object>(&data);
  if (!object) return nullptr;
  for (const auto& [name, value] : *object) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::string describe(const JsonValue& value) {
  struct Visitor {
    std::string operator()(std::nullptr_t) const { return "null"; }
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t number) const {
      return "the number " + std::to_string(number);
    }
    std::string operator()(double number) const {
      return "the number " + nlohmann::json(number).dump();
    }
    std::string operator()(const std::string& text) const { return "the text " + quote(text); }
    std::string operator()(const JsonValue::List& list) const {
      return "a list of " + std::to_string(list.size());
    }
    std::string operator()(const JsonValue::Object&) const { return "an object"; }
  };
  return std::visit(Visitor{}, value.data);
}

JsonValue parse_json(Reader& reader) {
  reader.check_limit("the size of the document", reader.remaining(), reader.limits().header_bytes);
  const std::string text = reader.text(reader.remaining());
  const std::size_t start = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  TreeBuilder builder(reader, text);
  builder.count = start;
  nlohmann::json::sax_parse(CountedText(text.data() + start, &builder.count),
                            CountedText(text.data() + text.size(), &builder.count), &builder);
  return std::move(builder.root);
}

}  // namespace ng
