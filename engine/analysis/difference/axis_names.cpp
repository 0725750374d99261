// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/difference/axis_names.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace ng {
namespace {

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-';
}

// The text with `replace(word)` in place of each word that could be the name of an axis.
template <class Replace>
std::string with_words(std::string_view text, const Replace& replace) {
  std::string made;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_of_name(text[end])) ++end;
    if (end == at) {
      made += text[at++];
      continue;
    }
    made += replace(std::string(text.substr(at, end - at)));
    at = end;
  }
  return made;
}

struct Pair {
  std::string first, second;
  std::size_t votes = 0;
};

// Votes of matched results for each pair of names at the same place.
std::vector<Pair> votes_of(const GraphRecord& first, const GraphRecord& second,
                           const OpMatches& matches) {
  std::map<std::pair<std::string, std::string>, std::size_t> votes;
  for (const OpRecord& a : first.ops) {
    const auto found = matches.find(a.id);
    const OpRecord* b = found == matches.end() ? nullptr : second.find(found->second);
    if (!b || a.results.size() != b->results.size()) continue;
    for (std::size_t i = 0; i < a.results.size(); ++i) {
      const auto &of_a = a.results[i].axes, &of_b = b->results[i].axes;
      if (of_a.size() != of_b.size()) continue;
      for (std::size_t k = 0; k < of_a.size(); ++k) ++votes[{of_a[k].name, of_b[k].name}];
    }
  }
  std::vector<Pair> pairs;
  for (const auto& [names, count] : votes) pairs.push_back({names.first, names.second, count});
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.votes > b.votes; });
  return pairs;
}

}  // namespace

void add_axis_lengths(const OpRecord& op, AxisLengths& lengths) {
  for (const ResultRecord& result : op.results)
    for (const AxisRecord& axis : result.axes) lengths.emplace(axis.name, length_text(axis));
}

std::string without_axis_names(std::string_view text, const AxisLengths& lengths) {
  return with_words(text, [&](std::string word) {
    const auto found = lengths.find(word);
    return found == lengths.end() ? word : found->second;
  });
}

AxisRenames axis_renames(const GraphRecord& first, const GraphRecord& second,
                         const OpMatches& matches) {
  AxisRenames renames;
  std::set<std::string> used_first, used_second;
  const std::vector<Pair> pairs = votes_of(first, second, matches);
  // An imported file numbers the axes that it makes; another file has other axes of these names.
  const auto is_numbered = [](const std::string& name) {
    return !name.empty() && std::isdigit(static_cast<unsigned char>(name.back()));
  };
  for (const Pair& pair : pairs)
    if (pair.first == pair.second && !is_numbered(pair.first)) {
      used_first.insert(pair.first);
      used_second.insert(pair.second);
    }
  for (const Pair& pair : pairs) {
    if (used_first.contains(pair.first) || used_second.contains(pair.second)) continue;
    used_first.insert(pair.first);
    used_second.insert(pair.second);
    if (pair.first != pair.second) renames.emplace(pair.first, pair.second);
  }
  return renames;
}

std::string renamed_axes(std::string_view text, const AxisRenames& renames) {
  return with_words(text, [&](std::string word) {
    const auto found = renames.find(word);
    return found == renames.end() ? word : found->second;
  });
}

}  // namespace ng
