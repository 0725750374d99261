// SPDX-License-Identifier: Apache-2.0
#include "engine/records/values/token_text.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "engine/base/error.h"
#include "engine/base/quote.h"

namespace ng {
namespace {

constexpr std::string_view lower_bar = "\u2581", dotted_g = "\u0120", dotted_c = "\u010a";
constexpr std::string_view continues = "##", replacement = "\ufffd";

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

bool starts_any(const std::vector<std::string>& vocabulary, std::string_view with) {
  return std::any_of(vocabulary.begin(), vocabulary.end(),
                     [&](const std::string& token) { return token.starts_with(with); });
}

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}
bool is_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
         (c >= '{' && c <= '~');
}
bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

// Of WordPiece: a vocabulary without capitals, apart from special tokens such as [CLS].
bool is_lower_case(const std::vector<std::string>& vocabulary) {
  return std::none_of(vocabulary.begin(), vocabulary.end(), [](const std::string& token) {
    return !token.starts_with('[') && std::any_of(token.begin(), token.end(), is_capital);
  });
}

class Matcher {
 public:
  explicit Matcher(const std::vector<std::string>& vocabulary) {
    for (std::size_t i = 0; i < vocabulary.size(); ++i) {
      ids_.try_emplace(vocabulary[i], static_cast<std::int64_t>(i));
      longest_ = std::max(longest_, vocabulary[i].size());
    }
    for (const char* name : {"[UNK]", "<unk>", "<|unk|>", "[unk]"})
      if (!unknown_) unknown_ = find(name);
  }

  std::optional<std::int64_t> find(std::string_view token) const {
    const auto found = ids_.find(std::string(token));
    return found == ids_.end() ? std::nullopt : std::optional(found->second);
  }

  // Appends the ids of `text`; tokens after the first start with `prefix`.
  void match(std::string_view text, std::string_view prefix, std::vector<std::int64_t>& ids) const {
    for (std::size_t at = 0; at < text.size();) {
      std::size_t length = std::min(longest_, text.size() - at);
      std::optional<std::int64_t> id;
      for (; length > 0; --length) {
        id = find(std::string(at ? prefix : "") + std::string(text.substr(at, length)));
        if (id) break;
      }
      ids.push_back(id ? *id : unknown(text, at));
      at += id ? length : length_of_character(text, at);
    }
  }

 private:
  static std::size_t length_of_character(std::string_view text, std::size_t at) {
    std::size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
    return end - at;
  }

  std::int64_t unknown(std::string_view text, std::size_t at) const {
    if (unknown_) return *unknown_;
    const std::string found(text.substr(at, length_of_character(text, at)));
    Diagnostic diagnostic;
    diagnostic.what = "the vocabulary has no token for " + quote(found);
    diagnostic.found = "byte " + std::to_string(at) + " of " + quote(std::string(text));
    diagnostic.expected = "characters of the vocabulary's tokens";
    refuse(ErrorKind::value, std::move(diagnostic));
  }

  std::unordered_map<std::string, std::int64_t> ids_;
  std::size_t longest_ = 0;
  std::optional<std::int64_t> unknown_;
};

std::vector<std::int64_t> word_pieces(const std::vector<std::string>& vocabulary,
                                      std::string text) {
  const Matcher matcher(vocabulary);
  if (is_lower_case(vocabulary))
    for (char& c : text)
      if (is_capital(c)) c = static_cast<char>(c - 'A' + 'a');
  std::vector<std::int64_t> ids;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    if (!is_punctuation(text[at]))
      while (end < text.size() && !is_space(text[end]) && !is_punctuation(text[end])) ++end;
    if (!is_space(text[at])) matcher.match(text.substr(at, end - at), continues, ids);
    at = is_space(text[at]) ? at + 1 : end;
  }
  return ids;
}

bool has_token_with(const std::vector<std::string>& vocabulary, std::string_view part) {
  return std::any_of(vocabulary.begin(), vocabulary.end(), [&](const std::string& token) {
    return token.find(part) != std::string::npos;
  });
}

}  // namespace

std::string text_of_tokens(const std::vector<std::string>& vocabulary,
                           std::span<const std::int64_t> ids) {
  const bool pieces = starts_any(vocabulary, continues);
  std::string text;
  for (const std::int64_t id : ids) {
    const bool known = id >= 0 && id < std::ssize(vocabulary);
    std::string token(known ? vocabulary[static_cast<std::size_t>(id)] : replacement);
    const bool joins = token.starts_with(continues);
    if (pieces && joins) token.erase(0, continues.size());
    if (pieces && !joins && !text.empty()) text += ' ';
    text += token;
  }
  if (pieces) return text;
  replace_all(text, lower_bar, " ");
  replace_all(text, dotted_g, " ");
  replace_all(text, dotted_c, "\n");
  return text;
}

std::vector<std::string> texts_of_rows(const std::vector<std::string>& vocabulary,
                                       const Tensor& ids, std::int64_t most) {
  const std::int64_t length = ids.shape.empty() ? 1 : ids.shape.back();
  std::vector<std::string> texts;
  for (std::int64_t first = 0; first < ids.size() && std::ssize(texts) < most; first += length) {
    std::vector<std::int64_t> row;
    for (std::int64_t i = 0; i < length; ++i)
      row.push_back(static_cast<std::int64_t>(ids.at(first + i)));
    texts.push_back(text_of_tokens(vocabulary, row));
  }
  return texts;
}

std::vector<std::int64_t> tokens_of_text(const std::vector<std::string>& vocabulary,
                                         std::string_view text) {
  std::string spelled(text);
  if (starts_any(vocabulary, continues)) return word_pieces(vocabulary, std::move(spelled));
  for (const std::string_view space : {lower_bar, dotted_g})
    if (has_token_with(vocabulary, space)) replace_all(spelled, " ", space);
  if (has_token_with(vocabulary, dotted_c)) replace_all(spelled, "\n", dotted_c);
  std::vector<std::int64_t> ids;
  Matcher(vocabulary).match(spelled, {}, ids);
  return ids;
}

}  // namespace ng
