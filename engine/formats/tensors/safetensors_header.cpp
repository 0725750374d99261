// SPDX-License-Identifier: Apache-2.0
// A streaming parser of the header, which builds no tree and detects duplicate keys.
#include "engine/formats/tensors/safetensors_header.h"

#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

#include "engine/base/quote.h"
#include "engine/formats/json/counted_text.h"

namespace ng {
namespace {

constexpr std::pair<std::string_view, DType> dtypes[] = {
    {"F64", DType::f64},   {"F32", DType::f32}, {"F16", DType::f16}, {"BF16", DType::bf16},
    {"I8", DType::i8},     {"I16", DType::i16}, {"I32", DType::i32}, {"I64", DType::i64},
    {"U8", DType::u8},     {"U16", DType::u16}, {"U32", DType::u32}, {"U64", DType::u64},
    {"BOOL", DType::bool_}};

class HeaderParser : public nlohmann::json_sax<nlohmann::json> {
 public:
  HeaderParser(const Reader& reader, std::uint64_t text_start, SafetensorsHeader& header,
               Notes& notes)
      : reader_(reader), text_start_(text_start), header_(header), notes_(notes) {}

  std::size_t count = 0;  // characters read so far

  bool null() override { return value("null"); }
  bool boolean(bool) override { return value("true or false"); }
  bool number_integer(number_integer_t number) override { return value(std::to_string(number)); }
  bool number_float(number_float_t, const string_t& digits) override { return value(digits); }
  bool binary(binary_t&) override { return value("binary data"); }
  bool number_unsigned(number_unsigned_t number) override;
  bool string(string_t& text) override;
  bool key(string_t& name) override;
  bool start_object(std::size_t) override;
  bool end_object() override;
  bool start_array(std::size_t) override;
  bool end_array() override;
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // The text of the parser's exception starts with its own number in brackets.
    std::string what = error.what();
    what.erase(0, what.find("] ") + 2);
    reader_.fail_at(text_start_ + (position > 0 ? position - 1 : 0),
                    {"the header is not valid JSON", what, "a JSON object", again});
  }

 private:
  enum class In { nothing, root, metadata, tensor, list, unknown };
  static constexpr const char* again = "the file is damaged; download or export it again";

  bool value(const std::string& found);
  [[noreturn]] void fail(std::string what, std::string found, std::string expected) const {
    reader_.fail_at(text_start_ + count,
                    {std::move(what), std::move(found), std::move(expected), again});
  }
  In in() const { return stack_.empty() ? In::nothing : stack_.back(); }
  std::string tensor_text() const { return "tensor " + quote(entry_.name); }
  void push(In in);
  void root_key(const std::string& name);
  void tensor_key(const std::string& name);
  void finish_tensor();

  const Reader& reader_;
  std::uint64_t text_start_;
  SafetensorsHeader& header_;
  Notes& notes_;
  std::vector<In> stack_;
  std::unordered_map<std::string, std::uint64_t> names_;  // and their file offsets
  SafetensorsEntry entry_;
  std::set<std::string> fields_;  // of the current tensor
  std::string field_, metadata_key_;
  std::vector<std::uint64_t> numbers_;  // of the current list
};

void HeaderParser::push(In in) {
  stack_.push_back(in);
  reader_.check_limit("the depth of the header", stack_.size(), reader_.limits().json_depth);
}

// Throws for a value that the format does not allow here; ignores values in unknown fields.
bool HeaderParser::value(const std::string& found) {
  switch (in()) {
    case In::unknown:
      return true;
    case In::metadata:
      fail("the metadata " + quote(metadata_key_) + " is not a text", found, "a text");
    case In::list:
      fail(tensor_text() + " has a wrong number in " + field_, found, "non-negative integers");
    case In::tensor:
      if (field_ != "dtype" && field_ != "shape" && field_ != "data_offsets") return true;
      fail(tensor_text() + " has a wrong " + field_, found,
           field_ == "dtype" ? "a text like \"F32\"" : "a list of integers");
    case In::root:
      fail("a header entry is not an object", found, "an object with dtype, shape, data_offsets");
    case In::nothing:
      break;
  }
  fail("the header is not an object", found, "a JSON object");
}

bool HeaderParser::number_unsigned(number_unsigned_t number) {
  if (in() != In::list) return value(std::to_string(number));
  numbers_.push_back(number);
  reader_.check_limit("the rank of a tensor", numbers_.size(), reader_.limits().rank);
  return true;
}

bool HeaderParser::string(string_t& text) {
  if (in() == In::metadata) {
    header_.metadata[metadata_key_] = text;
    return true;
  }
  if (in() != In::tensor || field_ != "dtype") return value(quote(text));
  for (const auto& [name, dtype] : dtypes) {
    if (text != name) continue;
    entry_.dtype = dtype;
    return true;
  }
  std::string known;
  for (const auto& [name, dtype] : dtypes) known += (known.empty() ? "" : " ") + std::string(name);
  fail(tensor_text() + " has an unknown dtype", quote(text), known);
}

bool HeaderParser::key(string_t& name) {
  reader_.check_limit("the length of a name", name.size(), reader_.limits().name_bytes);
  if (in() == In::root) {
    root_key(name);
  } else if (in() == In::tensor) {
    tensor_key(name);
  } else if (in() == In::metadata) {
    if (header_.metadata.count(name) > 0) fail("a metadata key comes twice", quote(name), "once");
    metadata_key_ = name;
    header_.metadata[name];
  }
  return true;
}

void HeaderParser::root_key(const std::string& name) {
  const auto [place, added] = names_.emplace(name, text_start_ + count);
  if (!added) {
    fail("a name comes twice in the header", quote(name),
         "once; it was at " + reader_.where(place->second) + " before");
  }
  entry_ = {};
  entry_.name = name;
  entry_.header_offset = text_start_ + count;
  fields_.clear();
}

void HeaderParser::tensor_key(const std::string& name) {
  if (!fields_.insert(name).second) fail(tensor_text() + " has a field twice", quote(name), "once");
  field_ = name;
  if (name != "dtype" && name != "shape" && name != "data_offsets") {
    add_note(notes_, tensor_text() + " has an unknown field " + quote(name),
             reader_.where(text_start_ + count));
  }
}

bool HeaderParser::start_object(std::size_t) {
  if (in() == In::nothing) {
    push(In::root);
  } else if (in() == In::root) {
    push(entry_.name == "__metadata__" ? In::metadata : In::tensor);
  } else {
    value("an object");
    push(In::unknown);
  }
  return true;
}

bool HeaderParser::end_object() {
  if (in() == In::tensor) finish_tensor();
  stack_.pop_back();
  return true;
}

bool HeaderParser::start_array(std::size_t) {
  if (in() == In::tensor && (field_ == "shape" || field_ == "data_offsets")) {
    numbers_.clear();
    push(In::list);
  } else {
    value("a list");
    push(In::unknown);
  }
  return true;
}

bool HeaderParser::end_array() {
  const bool list = in() == In::list;
  stack_.pop_back();
  if (!list) return true;
  if (field_ == "shape") {
    for (const std::uint64_t length : numbers_) {
      if (length > std::uint64_t{1} << 62) {
        fail(tensor_text() + " has a length out of bounds", std::to_string(length), "below 2^62");
      }
      entry_.shape.push_back(static_cast<std::int64_t>(length));
    }
    return true;
  }
  if (numbers_.size() != 2 || numbers_[0] > numbers_[1]) {
    std::string found;
    for (const std::uint64_t number : numbers_) found += std::to_string(number) + " ";
    fail(tensor_text() + " has wrong data_offsets", found, "begin and end, begin not after end");
  }
  entry_.begin = numbers_[0];
  entry_.end = numbers_[1];
  return true;
}

void HeaderParser::finish_tensor() {
  for (const char* field : {"dtype", "shape", "data_offsets"}) {
    if (fields_.count(field) == 0)
      fail(tensor_text() + " lacks a field", "no " + std::string(field), field);
  }
  header_.entries.push_back(std::move(entry_));
  entry_ = {};
  reader_.check_limit("the number of tensors", header_.entries.size(), reader_.limits().tensors);
}

}  // namespace

void parse_safetensors_header(const Reader& reader, const std::string& text,
                              std::uint64_t text_start, SafetensorsHeader& header, Notes& notes) {
  HeaderParser parser(reader, text_start, header, notes);
  const char* const begin = text.data();
  nlohmann::json::sax_parse(CountedText(begin, &parser.count),
                            CountedText(begin + text.size(), &parser.count), &parser);
}

}  // namespace ng
