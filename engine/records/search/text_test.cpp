// SPDX-License-Identifier: Apache-2.0
#include "engine/records/search/text_test.h"

#include <re2/re2.h>

#include <algorithm>
#include <memory>

#include "engine/base/characters.h"
#include "engine/base/quote.h"
#include "engine/records/search/search_syntax.h"

namespace ng {
namespace {

constexpr std::size_t most_pattern_bytes = 64 * 1024;
constexpr std::int64_t most_memory = 8 << 20;  // for a compiled pattern and its automata

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool contains(const std::string& text, const std::string& low) {
  return std::search(text.begin(), text.end(), low.begin(), low.end(),
                     [](char a, char b) { return lower(a) == b; }) != text.end();
}

bool in_word(char c) {
  return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') || c == '_';
}

bool contains_word(const std::string& text, const std::string& low) {
  const std::string in = lower_ascii(text);
  for (std::size_t at = in.find(low); at != in.npos; at = in.find(low, at + 1)) {
    const std::size_t end = at + low.size();
    if ((at == 0 || !in_word(in[at - 1])) && (end == in.size() || !in_word(in[end]))) return true;
  }
  return false;
}

bool is_pattern(const std::string& wanted) {
  return wanted.size() >= 2 && wanted.front() == '/' && wanted.back() == '/';
}

TextTest pattern_test(const std::string& pattern, std::size_t column) {
  if (pattern.size() > most_pattern_bytes)
    refuse_query(
        column, std::to_string(pattern.size()) + " bytes",
        "a regular expression of at most " + std::to_string(most_pattern_bytes) + " bytes");
  RE2::Options options(RE2::Quiet);
  options.set_case_sensitive(false);
  options.set_max_mem(most_memory);
  const auto compiled = std::make_shared<const RE2>(pattern, options);
  if (!compiled->ok()) {
    // RE2's message is the reason, followed by a colon and the offending part of the pattern.
    const std::string& part = compiled->error_arg();
    const std::string reason = compiled->error().substr(
        0, compiled->error().size() - (part.empty() ? 0 : part.size() + 2));
    const std::size_t at = part.empty() ? std::string::npos : pattern.find(part);
    refuse_query(column + (at == std::string::npos ? 0 : characters_in(pattern.substr(0, at))),
                 quote(part.empty() ? pattern : part) + ": " + reason,
                 "a regular expression between the slashes");
  }
  return [compiled](const std::string& text) { return RE2::PartialMatch(text, *compiled); };
}

}  // namespace

std::string lower_ascii(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

TextTest text_test(const std::string& wanted, std::size_t column) {
  if (is_pattern(wanted)) return pattern_test(wanted.substr(1, wanted.size() - 2), column + 1);
  return [low = lower_ascii(wanted)](const std::string& text) { return contains(text, low); };
}

TextTest word_test(const std::string& wanted, std::size_t column) {
  if (is_pattern(wanted)) return text_test(wanted, column);
  return [low = lower_ascii(wanted)](const std::string& text) { return contains_word(text, low); };
}

}  // namespace ng
