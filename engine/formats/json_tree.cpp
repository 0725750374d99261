// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/json_tree.h"

#include <nlohmann/json.hpp>
#include <optional>
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
    JsonValue* value = nullptr;
    std::string key;                                     // of the member that comes next
    std::vector<int> lines;                              // of the keys so far, of an object
    std::unordered_map<std::string, std::size_t> index;  // of the keys, when they are many
  };
  static constexpr std::size_t few_keys = 24;  // which are compared one by one

  bool add(Data data, std::size_t ahead = 0);
  bool open(Data data);
  bool close() {
    --depth_;
    return true;
  }
  Open& innermost() { return open_[depth_ - 1]; }
  std::optional<std::size_t> place_of(const std::string& key);
  int line_at(std::size_t position);

  const Reader& reader_;
  const std::string& text_;
  std::vector<Open> open_;  // the first `depth_`; the others wait to be used again
  std::size_t depth_ = 0;
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
  if (depth_ == 0) {
    root = std::move(value);
    last_ = &root;
  } else if (auto* list = std::get_if<JsonValue::List>(&innermost().value->data)) {
    last_ = &list->emplace_back(std::move(value));
  } else {
    auto& object = std::get<JsonValue::Object>(innermost().value->data);
    last_ = &object.emplace_back(std::move(innermost().key), std::move(value)).second;
  }
  return true;
}

bool TreeBuilder::open(Data data) {
  add(std::move(data));
  // The parent does not grow before this one is closed, so the pointer stays good.
  reader_.check_limit("the depth of the document", depth_ + 1, reader_.limits().json_depth);
  if (++depth_ > open_.size()) open_.emplace_back();
  innermost().value = last_;
  innermost().lines.clear();
  innermost().index.clear();
  return true;
}

std::optional<std::size_t> TreeBuilder::place_of(const std::string& key) {
  Open& at = innermost();
  const auto& members = std::get<JsonValue::Object>(at.value->data);
  if (members.size() <= few_keys) {
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (members[i].first == key) return i;
    }
    return std::nullopt;
  }
  for (std::size_t i = at.index.size(); i < members.size(); ++i)
    at.index.emplace(members[i].first, i);
  const auto found = at.index.find(key);
  return found == at.index.end() ? std::nullopt : std::optional(found->second);
}

bool TreeBuilder::key(string_t& name) {
  reader_.check_limit("the length of a name", name.size(), reader_.limits().name_bytes);
  const int line = line_at(count);
  if (const auto before = place_of(name)) {
    Diagnostic diagnostic;
    diagnostic.what = quote(reader_.path()) + ": a key comes twice in one object";
    diagnostic.where = quote(reader_.path()) + " line " + std::to_string(line);
    diagnostic.found =
        quote(name) + ", which line " + std::to_string(innermost().lines[*before]) + " has too";
    diagnostic.expected = "each key once";
    diagnostic.action = "remove one of the two";
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }
  innermost().lines.push_back(line);
  innermost().key = std::move(name);
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
