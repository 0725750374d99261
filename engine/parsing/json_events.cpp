// SPDX-License-Identifier: Apache-2.0
#include "engine/parsing/json_events.h"

#ifdef __SSE2__
#define RAPIDJSON_SSE2  // texts and spaces 16 bytes at a time
#endif
#include <rapidjson/reader.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>

namespace ng {
namespace {

// Passes the parser's callbacks on.
struct Handler {
  using Ch = char;
  using Size = rapidjson::SizeType;
  JsonEvents& events;

  bool Null() { return events.null(), true; }
  bool Bool(bool value) { return events.boolean(value), true; }
  bool RawNumber(const char* text, Size length, bool) {
    return events.number({text, length}), true;
  }
  bool String(const char* text, Size length, bool) { return events.text({text, length}), true; }
  bool Key(const char* text, Size length, bool) { return events.key({text, length}), true; }
  bool StartObject() { return events.open(true), true; }
  bool StartArray() { return events.open(false), true; }
  bool EndObject(Size) { return events.close(), true; }
  bool EndArray(Size) { return events.close(), true; }
  // Not called: numbers arrive as text.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(std::int64_t) { return false; }
  bool Uint64(std::uint64_t) { return false; }
  bool Double(double) { return false; }
};

// What the parser found and what it expected.
std::pair<const char*, const char*> found_and_expected(rapidjson::ParseErrorCode code) {
  switch (code) {
    case rapidjson::kParseErrorDocumentEmpty: return {"nothing", "one JSON object"};
    case rapidjson::kParseErrorDocumentRootNotSingular:
      return {"more after the end", "the end of the document"};
    case rapidjson::kParseErrorObjectMissName: return {"no key", "a key in quotation marks"};
    case rapidjson::kParseErrorObjectMissColon: return {"no colon after the key", "':'"};
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
    case rapidjson::kParseErrorNumberMissFraction: return {"no digit after the point", "a digit"};
    case rapidjson::kParseErrorNumberMissExponent: return {"no digit in the exponent", "a digit"};
    default: return {"no value", "an object, a list, a text, a number, true, false or null"};
  }
}

// Faults of an escape are reported at its start, although the text may end within it.
std::size_t possible_length(rapidjson::ParseErrorCode code) {
  constexpr std::size_t pair_of_escapes = 12;
  const bool escape = code == rapidjson::kParseErrorStringUnicodeEscapeInvalidHex ||
                      code == rapidjson::kParseErrorStringUnicodeSurrogateInvalid ||
                      code == rapidjson::kParseErrorStringEscapeInvalid;
  return escape ? pair_of_escapes - 1 : 0;
}

}  // namespace

struct JsonParser::State {
  rapidjson::Reader reader;
  rapidjson::StringStream stream{""};
};

JsonParser::JsonParser() : state_(std::make_unique<State>()) {}
JsonParser::~JsonParser() = default;

std::size_t JsonParser::position() const {
  return state_->stream.Tell();
}

template <unsigned flags>
JsonEnd JsonParser::parse(std::string_view text, JsonEvents& events) {
  State& state = *state_;
  state.stream = rapidjson::StringStream(text.data());
  Handler handler{events};
  state.reader
      .Parse<flags | rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag>(
          state.stream, handler);
  auto code = state.reader.GetParseErrorCode();
  JsonEnd end{state.stream.Tell(), false, nullptr, nullptr};
  // The parser takes a NUL for the end of the text.
  constexpr bool whole = (flags & rapidjson::kParseStopWhenDoneFlag) == 0;
  const bool more = whole && end.at < text.size();
  if (code == rapidjson::kParseErrorNone && !more) return end;
  if (code == rapidjson::kParseErrorNone)
    code = rapidjson::kParseErrorDocumentRootNotSingular;
  else
    end.at = std::min(state.reader.GetErrorOffset(), text.size());
  end.cut_off = end.at + (whole ? 0 : possible_length(code)) >= text.size();
  std::tie(end.found, end.expected) = found_and_expected(code);
  if (!end.cut_off && text[end.at] == '\0') {
    end.found = "a NUL byte";
    end.expected = "a text without NUL bytes; write \\u0000";
  }
  return end;
}

JsonEnd JsonParser::parse_whole(std::string_view text, JsonEvents& events) {
  return parse<rapidjson::kParseValidateEncodingFlag>(text, events);
}

JsonEnd JsonParser::parse_first(std::string_view text, JsonEvents& events) {
  return parse < rapidjson::kParseNanAndInfFlag |
         rapidjson::kParseStopWhenDoneFlag > (text, events);
}

}  // namespace ng
