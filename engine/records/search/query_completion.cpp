// SPDX-License-Identifier: Apache-2.0
#include "engine/records/search/query_completion.h"

#include <algorithm>
#include <unordered_set>

#include "engine/records/graph_record.h"
#include "engine/records/search/op_terms.h"
#include "engine/records/search/text_test.h"

namespace ng {
namespace {

constexpr std::size_t most_words = 50;

// The start of the word that ends at the end of `text`; spaces in quotes do not end a word.
std::size_t word_start(std::string_view text) {
  std::size_t start = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') quoted = !quoted;
    if (!quoted && std::string_view(" \t()").find(text[at]) < 4) start = at + 1;
  }
  return start < text.size() && text[start] == '-' ? start + 1 : start;
}

// Collects distinct candidates that contain what was typed, those that begin with it first.
class Candidates {
 public:
  Candidates(std::string field, std::string typed)
      : field_(std::move(field)), typed_(lower_ascii(typed)) {}

  void add(const std::string& text) {
    if (text.empty() || begin_.size() >= most_words || !seen_.insert(text).second) return;
    const std::size_t at = lower_ascii(text).find(typed_);
    if (at == std::string::npos) return;
    if (at == 0)
      begin_.push_back(written(text));
    else if (contain_.size() < most_words)
      contain_.push_back(written(text));
  }

  std::vector<std::string> words() {
    begin_.insert(begin_.end(), contain_.begin(), contain_.end());
    if (begin_.size() > most_words) begin_.resize(most_words);
    return std::move(begin_);
  }

 private:
  std::string written(const std::string& text) const {
    const bool quote = text.find_first_of(" \t()") != std::string::npos;
    return field_ + (quote ? '"' + text + '"' : text);
  }

  std::string field_, typed_;  // "axis:", ""
  std::unordered_set<std::string> seen_;
  std::vector<std::string> begin_, contain_;
};

}  // namespace

QueryCompletion complete_query(std::string_view text, std::size_t cursor, const GraphRecord& graph,
                               const QueryFacts& facts) {
  text = text.substr(0, cursor);
  QueryCompletion completion{word_start(text), {}};
  const std::string word(text.substr(completion.begin));
  if (word.empty() || word[0] == '/') return completion;
  const std::size_t colon = word.find(':');
  const bool valued = colon != std::string::npos;
  const std::string field = valued ? lower_ascii(word.substr(0, colon)) : "name";
  std::string typed = valued ? word.substr(colon + 1) : word;
  if (!typed.empty() && typed[0] == '/') return completion;
  std::erase(typed, '"');
  Candidates candidates(valued ? word.substr(0, colon + 1) : "", typed);
  if (!valued)
    for (const std::string& each : query_fields()) candidates.add(each);
  for (const OpRecord& op : graph.ops)
    for (const std::string& each : field_texts(field, op, facts)) candidates.add(each);
  completion.words = candidates.words();
  std::erase(completion.words, word);  // complete already
  return completion;
}

}  // namespace ng
