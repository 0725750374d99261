// SPDX-License-Identifier: Apache-2.0
// The streaming JSON parser that all readers use: reports values in order and builds no tree.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace ng {

// Receives the values of a JSON text. The texts live only during the call.
class JsonEvents {
 public:
  virtual void null() = 0;
  virtual void boolean(bool value) = 0;
  virtual void number(std::string_view digits) = 0;  // empty: NaN or an infinity
  virtual void text(std::string_view text) = 0;      // without escapes
  virtual void key(std::string_view key) = 0;
  virtual void open(bool object) = 0;  // an object, or a list
  virtual void close() = 0;

 protected:
  ~JsonEvents() = default;
};

struct JsonEnd {
  std::size_t at = 0;      // offset behind the value, or of the fault
  bool cut_off = false;    // the text ends within the value
  const char* found = {};  // a fault; null: none
  const char* expected = {};
};

// Keeps its memory between texts. Does not recurse.
class JsonParser {
 public:
  // The parser reads up to this many bytes past a text, which must be NUL.
  static constexpr std::size_t looks_past = 16;

  JsonParser();
  ~JsonParser();
  JsonParser(const JsonParser&) = delete;
  JsonParser& operator=(const JsonParser&) = delete;

  // Parses a text that is one value in UTF-8.
  JsonEnd parse_whole(std::string_view text, JsonEvents& events);
  // Parses the value at the start of `text`. Accepts NaN and infinities, and bytes that are not
  // UTF-8, which some writers of traces produce.
  JsonEnd parse_first(std::string_view text, JsonEvents& events);
  // During an event: the offset of its value or key.
  std::size_t position() const;

 private:
  struct State;
  template <unsigned flags>
  JsonEnd parse(std::string_view text, JsonEvents& events);

  std::unique_ptr<State> state_;
};

}  // namespace ng
