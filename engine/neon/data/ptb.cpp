// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/data/ptb.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/base/quote.h"

namespace ng::neon {
namespace {

constexpr const char* holds =
    "ptb.train.txt, ptb.valid.txt and ptb.test.txt, each perhaps ending in .gz";
constexpr const char* part_names[] = {"train", "valid", "test"};
constexpr const char* end_of_line = "<eos>";
constexpr const char* unknown_word = "<unk>";

// A part of the text: its tokens, and where each stands in its file.
struct Tokens {
  std::vector<std::string> tokens;
  std::vector<std::size_t> places;
};

Tokens characters_of(const std::string& text) {
  Tokens all;
  for (std::size_t i = 0; i < text.size(); ++i) {
    all.tokens.emplace_back(1, text[i]);
    all.places.push_back(i);
  }
  return all;
}

Tokens words_of(const std::string& text) {
  Tokens all;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\n') {
      all.tokens.emplace_back(end_of_line);
      all.places.push_back(i++);
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", i), text.size());
    if (end > i) {
      all.tokens.push_back(text.substr(i, end - i));
      all.places.push_back(i);
    }
    i = end < text.size() && text[end] != '\n' ? end + 1 : end;
  }
  return all;
}

std::string read_text(Reader& reader) {
  std::string text = reader.text(reader.size());
  const std::size_t nul = text.find('\0');
  if (nul != text.npos) {
    reader.fail_at(nul, {"this is no text", "a NUL", "text", "download the file again"});
  }
  return text;
}

class Vocabulary {
 public:
  explicit Vocabulary(const std::vector<std::string>& tokens) {
    const std::set<std::string> sorted(tokens.begin(), tokens.end());
    words_.assign(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < words_.size(); ++i) {
      places_[words_[i]] = static_cast<std::int64_t>(i);
    }
  }
  // -1: neither the token nor a word for unknown ones is there.
  std::int64_t place(const std::string& token) const {
    auto found = places_.find(token);
    if (found == places_.end()) found = places_.find(unknown_word);
    return found == places_.end() ? -1 : found->second;
  }
  std::vector<std::string> take() { return std::move(words_); }
  std::size_t size() const { return words_.size(); }

 private:
  std::vector<std::string> words_;
  std::map<std::string, std::int64_t> places_;
};

// The sequence without its last token, and without its first.
DataPart shifted(const std::string& name, const Tensor& sequence) {
  const std::int64_t length = sequence.size() - 1;
  const auto bytes = static_cast<std::ptrdiff_t>(size_of(sequence.dtype));
  Tensor inputs(sequence.dtype, {length}), targets(sequence.dtype, {length});
  std::copy(sequence.bytes.begin(), sequence.bytes.end() - bytes, inputs.bytes.begin());
  std::copy(sequence.bytes.begin() + bytes, sequence.bytes.end(), targets.bytes.begin());
  return {name, {{"inputs", {"REC"}, std::move(inputs)}, {"targets", {"REC"}, std::move(targets)}}};
}

DataSet read_ptb(const DataFiles& given, const char* name, DType dtype,
                 Tokens (*split)(const std::string& text)) {
  const bool below = !given.has("ptb.train.txt") && given.has("simple-examples/data");
  const DataFiles files =
      below ? DataFiles::in_folder(given.origin() + "/simple-examples/data") : given;
  std::vector<std::vector<std::string>> wanted;
  for (const char* part : part_names) {
    const std::string file = "ptb." + std::string(part) + ".txt";
    wanted.push_back({file, file + ".gz"});
  }
  const std::vector<std::string> found = files.require(wanted, holds);
  DataSet set;
  set.name = name;
  set.origin = files.origin();
  set.is_text = true;
  std::unique_ptr<Vocabulary> vocabulary;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto opened = files.open(found[i]);
    const Tokens text = split(read_text(opened->reader()));
    if (text.tokens.size() < 2) {
      opened->reader().fail_at(0, {"the text is too short", std::to_string(text.tokens.size()),
                                   "two tokens at least", "download the file again"});
    }
    if (!vocabulary) vocabulary = std::make_unique<Vocabulary>(text.tokens);
    Tensor sequence(dtype, {std::ssize(text.tokens)});
    for (std::size_t t = 0; t < text.tokens.size(); ++t) {
      const std::int64_t place = vocabulary->place(text.tokens[t]);
      if (place < 0) {
        opened->reader().fail_at(
            text.places[t], {"the text has what the training part lacks", quote(text.tokens[t]),
                             "one of the " + std::to_string(vocabulary->size()) + " of " + found[0],
                             "take the three files from the same text"});
      }
      sequence.set(static_cast<std::int64_t>(t), static_cast<double>(place));
    }
    set.parts.push_back(shifted(part_names[i], sequence));
  }
  set.classes = vocabulary->take();
  return set;
}

}  // namespace

DataSet read_ptb_characters(const DataFiles& files) {
  return read_ptb(files, "ptb_characters", DType::u8, characters_of);
}

DataSet read_ptb_words(const DataFiles& files) {
  return read_ptb(files, "ptb_words", DType::i32, words_of);
}

std::vector<MadeFile> ptb_files(const std::string& train, const std::string& valid,
                                const std::string& test) {
  return {{"ptb.train.txt", train}, {"ptb.valid.txt", valid}, {"ptb.test.txt", test}};
}

}  // namespace ng::neon
