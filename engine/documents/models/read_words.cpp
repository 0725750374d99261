// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/models/read_words.h"

#include <charconv>
#include <filesystem>
#include <functional>
#include <optional>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/base/reader.h"
#include "engine/parsing/json_field.h"
#include "engine/parsing/json_tree.h"
#include "engine/parsing/plain_text.h"

namespace ng {
namespace {

using Words = std::vector<std::string>;

constexpr std::int64_t most_tokens = 1 << 22;

// A file in the model's folder that exists: "net.labels.txt", else "labels.txt".
std::optional<std::string> file_next_to(const std::string& path, const std::string& name,
                                        bool of_folder) {
  const std::filesystem::path model(path);
  std::filesystem::path own = model, shared = model;
  own.replace_extension("." + name);
  shared.replace_filename(name);
  std::error_code ignored;
  if (std::filesystem::is_regular_file(own, ignored)) return own.string();
  if (of_folder && std::filesystem::is_regular_file(shared, ignored)) return shared.string();
  return std::nullopt;
}

Words split(const std::string& text, char separator) {
  Words words;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    words.emplace_back(trimmed(std::string_view(text).substr(at, end - at)));
    at = end + 1;
  }
  return words;
}

// The quoted texts of a list or a dict, in JSON or Python, that are no keys.
Words quoted_values(const std::string& text) {
  Words words;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char quote_mark = text[at];
    if (quote_mark != '"' && quote_mark != '\'') continue;
    std::string word;
    for (++at; at < text.size() && text[at] != quote_mark; ++at) {
      if (text[at] == '\\' && at + 1 < text.size()) ++at;
      word += text[at];
    }
    const std::size_t next = text.find_first_not_of(" \t\n", at + 1);
    if (next == text.npos || text[next] != ':') words.push_back(word);
  }
  return words;
}

Words words_in(const std::string& text) {
  const std::string value(trimmed(text));
  if (value.empty()) return {};
  if (value.front() == '[' || value.front() == '{') return quoted_values(value);
  return split(value, value.find('\n') == value.npos ? ',' : '\n');
}

// Puts `word` at the place `index`.
void put(Words& words, std::int64_t index, std::string word) {
  if (index < 0 || index >= most_tokens) return;
  if (index >= std::ssize(words)) words.resize(static_cast<std::size_t>(index) + 1);
  words[static_cast<std::size_t>(index)] = std::move(word);
}

Words labels_of_config(const std::string& path) {
  Reader reader(path);
  const JsonTree tree = parse_json(reader);
  const auto labels = JsonField(tree, reader).find("id2label");
  Words words;
  if (!labels) return words;
  for (const auto& [key, label] : labels->members()) {
    std::int64_t index = -1;
    std::from_chars(key.data(), key.data() + key.size(), index);
    put(words, index, label.text());
  }
  return words;
}

// "model.vocab" is an object of ids by token, or a list of tokens with scores.
Words tokens_of_tokenizer(const std::string& path) {
  Reader reader(path);
  const JsonTree tree = parse_json(reader);
  const JsonField root(tree, reader), vocabulary = root.at("model").at("vocab");
  Words words;
  if (vocabulary.is_list()) {
    for (const JsonField& token : vocabulary.items()) {
      const std::vector<JsonField> parts = token.items();
      if (parts.empty()) token.fail("a token is empty", "[]", "[token, score]");
      words.push_back(parts.front().text());
    }
  } else {
    for (const auto& [token, id] : vocabulary.members())
      put(words, id.integer(0, most_tokens), std::string(token));
  }
  if (const auto added = root.find("added_tokens"))
    for (const JsonField& token : added->items())
      put(words, token.at("id").integer(0, most_tokens), token.at("content").text());
  return words;
}

Words noted(Notes& notes, const std::string& file, const std::function<Words()>& read) {
  try {
    return read();
  } catch (const Error& error) {
    add_note(notes, "this file next to the model cannot be used: " + error.diagnostic().what,
             quote(file));
    return {};
  }
}

}  // namespace

std::vector<std::string> lines_of_file(const std::string& path) {
  Reader reader(path);
  const std::string text = reader.text(reader.size());
  Words lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    if (lines.back().ends_with('\r')) lines.back().pop_back();
    at = end + 1;
  }
  return lines;
}

std::vector<std::string> read_vocabulary(const std::string& path) {
  return path.ends_with(".json") ? tokens_of_tokenizer(path) : lines_of_file(path);
}

std::vector<std::string> labels_of_model(const std::string& path,
                                         const std::map<std::string, std::string>& metadata,
                                         Notes& notes) {
  if (const auto file = file_next_to(path, "labels.txt", true))
    return noted(notes, *file, [&] { return lines_of_file(*file); });
  for (const char* key : {"labels", "classes", "class_names", "names", "id2label"}) {
    const auto found = metadata.find(key);
    if (found == metadata.end()) continue;
    if (Words words = words_in(found->second); words.size() > 1) return words;
  }
  if (const auto file = file_next_to(path, "config.json", true))
    return noted(notes, *file, [&] { return labels_of_config(*file); });
  return {};
}

std::vector<std::string> vocabulary_of_model(const std::string& path, Notes& notes) {
  for (const char* name : {"vocab.txt", "tokenizer.json"})
    if (const auto file = file_next_to(path, name, true))
      return noted(notes, *file, [&] { return read_vocabulary(*file); });
  return {};
}

ModelWordsPtr words_of_model(const std::string& path,
                             const std::map<std::string, std::string>& metadata, bool tokens,
                             Notes& notes) {
  auto words = std::make_shared<ModelWords>();
  words->labels = labels_of_model(path, metadata, notes);
  if (tokens) words->vocabulary = vocabulary_of_model(path, notes);
  return words;
}

ModelWordsPtr chosen_words(const ModelWords& words, const std::string& labels,
                           const std::string& vocabulary) {
  auto chosen = std::make_shared<ModelWords>(words);
  if (!labels.empty()) {
    chosen->labels = lines_of_file(labels);
    while (!chosen->labels.empty() && chosen->labels.back().empty()) chosen->labels.pop_back();
  }
  if (!vocabulary.empty()) chosen->vocabulary = read_vocabulary(vocabulary);
  return chosen;
}

}  // namespace ng
