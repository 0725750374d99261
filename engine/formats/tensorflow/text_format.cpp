// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensorflow/text_format.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <protozero/pbf_writer.hpp>

#include "engine/base/quote.h"
#include "engine/formats/tensorflow/text_schema.h"

namespace ng {
namespace {

using tensorflow::FieldSchema;
using tensorflow::FieldType;
using tensorflow::MessageSchema;

class TextParser {
 public:
  TextParser(const Reader& reader, std::string_view text) : reader_(reader), text_(text) {}

  std::string run(const MessageSchema& schema) {
    std::string out;
    fields(schema, '\0', out, 0);
    return out;
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& expected) const {
    const std::string_view before = text_.substr(0, at_);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n');
    const std::size_t column = start == std::string_view::npos ? at_ + 1 : at_ - start;
    const std::string_view rest = text_.substr(at_, 24);
    Diagnostic diagnostic;
    diagnostic.what = what;
    diagnostic.where = quote(reader_.path()) + ", line " + std::to_string(line) + ", column " +
                       std::to_string(column);
    diagnostic.found =
        rest.empty() ? "the end of the file" : quote(std::string(rest.substr(0, rest.find('\n'))));
    diagnostic.expected = expected;
    diagnostic.action = "write the graph again with tf.io.write_graph";
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        ++at_;
      } else {
        return;
      }
    }
  }

  char peek() {
    skip_blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool accept(char c) {
    if (c == '\0' || peek() != c) return false;
    ++at_;
    return true;
  }

  // Letters, digits and what numbers consist of.
  std::string_view word() {
    skip_blanks();
    const std::size_t start = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
            std::string_view("_.+-").find(text_[at_]) != std::string_view::npos)) {
      ++at_;
    }
    return text_.substr(start, at_ - start);
  }

  // Fields up to `close`, or to the end of the text.
  void fields(const MessageSchema& schema, char close, std::string& out, std::uint64_t depth) {
    reader_.check_limit("the nesting of messages", depth, reader_.limits().proto_depth);
    protozero::pbf_writer writer(out);
    for (;;) {
      if (close != '\0' && accept(close)) return;
      if (peek() == '\0') {
        if (close != '\0') fail("a message does not end", std::string("'") + close + "'");
        if (at_ < text_.size()) fail("the text holds a zero byte", "printable text");
        return;
      }
      field(schema, writer, depth);
      if (!accept(',')) accept(';');
    }
  }

  void field(const MessageSchema& schema, protozero::pbf_writer& writer, std::uint64_t depth) {
    if (accept('[')) {  // an extension
      at_ = std::min(text_.find(']', at_), text_.size());
      if (!accept(']')) fail("the name of an extension does not end", "']'");
      accept(':');
      return skip_value(depth);
    }
    const std::string_view name = word();
    if (name.empty()) fail("invalid text", "the name of a field");
    const FieldSchema* known = schema.find(name);
    const bool colon = accept(':');
    const char next = peek();
    if (!colon && next != '{' && next != '<') fail("a field has no value", "':' or '{'");
    if (!known) return skip_value(depth);
    if (!accept('[')) return value(*known, writer, depth);
    while (!accept(']')) {
      value(*known, writer, depth);
      if (!accept(',') && peek() != ']') fail("a list does not end", "',' or ']'");
    }
  }

  void value(const FieldSchema& field, protozero::pbf_writer& writer, std::uint64_t depth) {
    const auto number = static_cast<protozero::pbf_tag_type>(field.number);
    switch (field.type) {
      case FieldType::message: {
        const char close = accept('<') ? '>' : '}';
        if (close == '}' && !accept('{')) fail("a field is not a message", "'{'");
        std::string inner;
        fields(*field.message(), close, inner, depth + 1);
        return writer.add_message(number, inner);
      }
      case FieldType::text: return writer.add_string(number, literal());
      case FieldType::f32: return writer.add_float(number, static_cast<float>(real()));
      case FieldType::f64: return writer.add_double(number, real());
      case FieldType::boolean: return writer.add_bool(number, truth());
      case FieldType::data_type: return writer.add_int32(number, type());
      case FieldType::integer: return writer.add_int64(number, integer());
    }
  }

  // Of a field that is not read.
  void skip_value(std::uint64_t depth) {
    std::vector<char> open;
    do {
      const char c = peek();
      if (c == '\0') fail("a value does not end", "its end");
      if (c == '"' || c == '\'') {
        literal();
      } else if (c == '{' || c == '<' || c == '[') {
        open.push_back(c == '{' ? '}' : c == '<' ? '>' : ']');
        reader_.check_limit("the nesting of messages", depth + open.size(),
                            reader_.limits().proto_depth);
        ++at_;
      } else if (!open.empty() && c == open.back()) {
        open.pop_back();
        ++at_;
      } else if (word().empty()) {
        if (open.empty() || std::string_view(":,;").find(c) == std::string_view::npos) {
          fail("invalid text", "a value");
        }
        ++at_;
      }
    } while (!open.empty());
  }

  std::string literal() {
    std::string out;
    if (peek() != '"' && peek() != '\'') fail("a field is not text", "text in quotes");
    while (peek() == '"' || peek() == '\'') {
      const char end = text_[at_++];
      for (;;) {
        if (at_ >= text_.size() || text_[at_] == '\n') fail("a text does not end", "a quote");
        const char c = text_[at_++];
        if (c == end) break;
        if (c == '\\')
          escape(out);
        else
          out += c;
      }
    }
    return out;
  }

  void escape(std::string& out) {
    const char c = at_ < text_.size() ? text_[at_++] : '\0';
    static constexpr std::string_view letters = "abfnrtv", meant = "\a\b\f\n\r\t\v";
    if (const std::size_t i = letters.find(c); c != '\0' && i != std::string_view::npos) {
      out += meant[i];
    } else if (c >= '0' && c <= '7') {
      --at_;
      out += code(8, 3);
    } else if (c == 'x' || c == 'X') {
      out += code(16, 2);
    } else if (std::string_view("\\'\"?").find(c) != std::string_view::npos) {
      out += c;
    } else {
      --at_;
      fail("invalid escape in a text", "one of \\n \\t \\\" \\\\ \\ooo \\xhh");
    }
  }

  char code(int base, std::size_t most) {
    int value = 0;
    const std::string_view digits = text_.substr(at_, most);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (error != std::errc() || value < 0) fail("invalid escape in a text", "digits");
    at_ += static_cast<std::size_t>(end - digits.data());
    return static_cast<char>(value);
  }

  std::int64_t integer() {
    const std::size_t start = at_;
    std::string_view text = word();
    const bool minus = text.starts_with('-');
    if (minus) text.remove_prefix(1);
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    if (hex) text.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
    if (error != std::errc() || end != text.data() + text.size() || text.empty()) {
      at_ = start;
      fail("a field is not an integer", "an integer");
    }
    return static_cast<std::int64_t>(minus ? 0 - value : value);
  }

  double real() {
    const std::size_t start = at_;
    std::string text(word());
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool minus = text.starts_with('-');
    const std::string plain = minus ? text.substr(1) : text;
    if (plain == "inf" || plain == "infinity" || plain == "inff") {
      const double infinity = std::numeric_limits<double>::infinity();
      return minus ? -infinity : infinity;
    }
    if (plain == "nan" || plain == "nanf") return std::numeric_limits<double>::quiet_NaN();
    if (text.ends_with('f')) text.pop_back();
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if ((error != std::errc() && error != std::errc::result_out_of_range) ||
        end != text.data() + text.size() || text.empty()) {
      at_ = start;
      fail("a field is not a number", "a number");
    }
    return value;
  }

  bool truth() {
    const std::size_t start = at_;
    const std::string_view text = word();
    if (text == "true" || text == "t" || text == "1") return true;
    if (text == "false" || text == "f" || text == "0") return false;
    at_ = start;
    fail("a field is not a truth value", "true or false");
  }

  std::int32_t type() {
    const char c = peek();
    if (c >= '0' && c <= '9') return static_cast<std::int32_t>(integer() & 0xffff);
    const std::size_t start = at_;
    const auto found = tensorflow::type_named(word());
    if (found) return static_cast<std::int32_t>(*found);
    at_ = start;
    fail("unknown element type", "a type such as DT_FLOAT");
  }

  const Reader& reader_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<std::byte> binary_of_text(Reader& reader, tensorflow::ModelKind kind) {
  const std::string text = reader.text(reader.remaining());
  const std::string binary = TextParser(reader, text).run(tensorflow::schema_of(kind));
  const auto* first = reinterpret_cast<const std::byte*>(binary.data());
  return {first, first + binary.size()};
}

}  // namespace ng
