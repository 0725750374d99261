// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/data/ptb.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

#include "engine/base/quote.h"

namespace ng::neon {
namespace {

constexpr const char* holds =
    "ptb.train.txt, ptb.valid.txt and ptb.test.txt, each optionally with .gz";
constexpr const char* part_names[] = {"train", "valid", "test"};
constexpr const char* end_of_line = "<eos>";
constexpr const char* unknown_word = "<unk>";

// Calls `take` with each token of `text` and its offset, in order.
using TakeToken = std::function<void(std::string_view token, std::size_t place)>;

void characters_of(std::string_view text, const TakeToken& take) {
  for (std::size_t i = 0; i < text.size(); ++i) take(text.substr(i, 1), i);
}

void words_of(std::string_view text, const TakeToken& take) {
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\n') {
      take(end_of_line, i++);
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", i), text.size());
    if (end > i) take(text.substr(i, end - i), i);
    i = end < text.size() && text[end] != '\n' ? end + 1 : end;
  }
}

using Split = void (*)(std::string_view text, const TakeToken& take);

std::string read_text(Reader& reader) {
  std::string text = reader.text(reader.size());
  const std::size_t nul = text.find('\0');
  if (nul != text.npos) {
    reader.fail_at(nul, {"this is not a text file", "a NUL", "text", "download the file again"});
  }
  return text;
}

// The sorted tokens of a text and their indices. Stores distinct tokens only.
class Vocabulary {
 public:
  Vocabulary(std::string_view text, Split split) {
    split(text, [this](std::string_view token, std::size_t) {
      if (places_.find(token) == places_.end()) places_.emplace(token, 0);
    });
    std::int64_t next = 0;
    for (auto& [word, place] : places_) place = next++;
  }
  // -1 if neither the token nor a word for unknown tokens exists.
  std::int64_t place(std::string_view token) const {
    auto found = places_.find(token);
    if (found == places_.end()) found = places_.find(unknown_word);
    return found == places_.end() ? -1 : found->second;
  }
  std::vector<std::string> words() const {
    std::vector<std::string> words;
    for (const auto& [word, place] : places_) words.push_back(word);
    return words;
  }
  std::size_t size() const { return places_.size(); }

 private:
  std::map<std::string, std::int64_t, std::less<>> places_;
};

// Inputs and targets: the sequence without its last and without its first token.
DataPart shifted(const std::string& name, const Tensor& sequence) {
  const std::int64_t length = sequence.size() - 1;
  const auto bytes = static_cast<std::ptrdiff_t>(size_of(sequence.dtype));
  Tensor inputs(sequence.dtype, {length}), targets(sequence.dtype, {length});
  std::copy(sequence.bytes.begin(), sequence.bytes.end() - bytes, inputs.bytes.begin());
  std::copy(sequence.bytes.begin() + bytes, sequence.bytes.end(), targets.bytes.begin());
  return {name, {{"inputs", {"REC"}, std::move(inputs)}, {"targets", {"REC"}, std::move(targets)}}};
}

std::int64_t count_of(std::string_view text, Split split) {
  std::int64_t count = 0;
  split(text, [&count](std::string_view, std::size_t) { ++count; });
  return count;
}

// Token indices of a part; `first` names the file that defines the vocabulary.
Tensor sequence_of(Reader& reader, std::string_view text, Split split, const Vocabulary& vocabulary,
                   DType dtype, const std::string& first) {
  const std::int64_t count = count_of(text, split);
  if (count < 2) {
    reader.fail_at(0, {"the text is too short", std::to_string(count), "at least two tokens",
                       "download the file again"});
  }
  Tensor sequence(dtype, {count});
  std::int64_t next = 0;
  split(text, [&](std::string_view token, std::size_t at) {
    const std::int64_t place = vocabulary.place(token);
    if (place < 0) {
      reader.fail_at(
          at, {"the text has a token that the training part lacks", quote(std::string(token)),
               "one of the " + std::to_string(vocabulary.size()) + " of " + first,
               "use the three files of the same text"});
    }
    sequence.set(next++, static_cast<double>(place));
  });
  return sequence;
}

DataSet read_ptb(const DataFiles& given, const char* name, DType dtype, Split split) {
  const bool below = !given.has("ptb.train.txt") && given.has("simple-examples/data");
  const DataFiles files = below ? given.below("simple-examples/data") : given;
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
  std::optional<Vocabulary> vocabulary;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto opened = files.open(found[i]);
    const std::string text = read_text(opened->reader());
    if (!vocabulary) vocabulary.emplace(text, split);
    const Tensor sequence =
        sequence_of(opened->reader(), text, split, *vocabulary, dtype, found[0]);
    set.parts.push_back(shifted(part_names[i], sequence));
  }
  set.classes = vocabulary->words();
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
