// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/binding/match_checkpoints.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <unordered_map>

#include "engine/base/quote.h"
#include "engine/documents/binding/suggest_rules.h"
#include "engine/documents/binding/tensor_suggestions.h"

namespace ng {
namespace {

constexpr double least_similarity = 0.6;
constexpr double least_lead = 0.05;          // over the second most similar name
constexpr std::size_t most_compared = 4000;  // tensors without a partner whose names are compared
constexpr std::size_t fewest_by_rule = 2;

using Entries = std::vector<const CheckpointEntry*>;

// Lower case, with '/' as the only separator.
std::string plain(const std::string& name) {
  std::string text;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    text += std::isalnum(byte) != 0 ? static_cast<char>(std::tolower(byte)) : '/';
  }
  return text;
}

Shape sorted(Shape shape) {
  std::sort(shape.begin(), shape.end());
  return shape;
}

class CheckpointMatcher {
 public:
  CheckpointMatcher(const CheckpointContents& before, const CheckpointContents& after,
                    const TensorRules& rules) {
    for (const CheckpointEntry& entry : before.entries) {
      const std::string name = rules.renamed(entry.name);
      if (!renamed_.emplace(name, &entry).second)
        refuse(ErrorKind::value,
               "two tensors of " + quote(before.path) + " are renamed to " + quote(name));
    }
    for (const CheckpointEntry& entry : after.entries) after_.push_back(&entry);
  }

  std::vector<TensorPair> run() {
    by_name();
    by_key(
        [](const CheckpointEntry& entry) {
          return entry.in_file.empty() ? entry.name : entry.in_file;
        },
        PairedBy::name);
    by_key([](const CheckpointEntry& entry) { return plain(entry.name); }, PairedBy::spelling);
    while (by_rule()) {
    }
    by_similar_name();
    by_key(
        [](const CheckpointEntry& entry) {
          return entry.shape.size() < 2 ? std::string() : to_string(sorted(entry.shape));
        },
        PairedBy::shape);
    std::sort(pairs_.begin(), pairs_.end(),
              [](const TensorPair& a, const TensorPair& b) { return a.after < b.after; });
    return std::move(pairs_);
  }

 private:
  void pair(const CheckpointEntry& a, const CheckpointEntry& b, PairedBy by) {
    const auto order = order_between(a.shape, b.shape);
    pairs_.push_back({a.name, b.name, by, order.value_or(std::vector<std::size_t>())});
    std::erase(before_, &a);
    std::erase(after_, &b);
  }

  void by_name() {
    for (const CheckpointEntry* entry : Entries(after_))
      if (const auto found = renamed_.find(entry->name); found != renamed_.end()) {
        const CheckpointEntry* const partner = found->second;
        pairs_.push_back({partner->name, entry->name, PairedBy::name, {}});
        if (partner->shape != entry->shape)
          pairs_.back().order =
              order_between(partner->shape, entry->shape).value_or(std::vector<std::size_t>());
        renamed_.erase(found);
      }
    std::map<std::string, bool> paired;
    for (const TensorPair& each : pairs_) paired[each.after] = true;
    std::erase_if(after_,
                  [&](const CheckpointEntry* entry) { return paired.contains(entry->name); });
    for (const auto& [name, entry] : renamed_) before_.push_back(entry);
  }

  // Tensors with the same key, which no other one has.
  template <class Key>
  void by_key(const Key& key_of, PairedBy by) {
    std::map<std::string, std::pair<Entries, Entries>> known;
    for (const CheckpointEntry* entry : before_) known[key_of(*entry)].first.push_back(entry);
    for (const CheckpointEntry* entry : after_) known[key_of(*entry)].second.push_back(entry);
    for (const auto& [key, both] : known)
      if (!key.empty() && both.first.size() == 1 && both.second.size() == 1 &&
          order_between(both.first[0]->shape, both.second[0]->shape))
        pair(*both.first[0], *both.second[0], by);
  }

  // The two most similar tensors of `from` for each of `to`.
  static std::map<std::string, std::vector<TensorSuggestion>> similar(const Entries& from,
                                                                      const Entries& to) {
    const TensorSuggestions suggestions(from);
    std::map<std::string, std::vector<TensorSuggestion>> all;
    for (const CheckpointEntry* entry : to) {
      if (!entry->has_values() || !entry->dtype.is_real()) continue;
      VariableBinding wanted;
      wanted.variable = entry->name;
      wanted.dtype = *entry->dtype.values();
      wanted.shape = entry->shape;
      all[entry->name] = suggestions.similar_to(wanted);
    }
    return all;
  }

  bool comparable() const {
    return !before_.empty() && !after_.empty() && before_.size() <= most_compared &&
           after_.size() <= most_compared;
  }

  // Applies the rule that pairs the most tensors; false: none pairs enough.
  bool by_rule() {
    if (!comparable()) return false;
    std::map<std::string, std::size_t> counts;
    for (const auto& [name, suggestions] : similar(before_, after_))
      for (const TensorSuggestion& each : suggestions)
        if (const std::string rule = rule_between(each.tensor, name); !rule.empty()) ++counts[rule];
    std::vector<std::pair<std::size_t, std::string>> rules;
    for (const auto& [rule, count] : counts) rules.emplace_back(count, rule);
    std::stable_sort(rules.rbegin(), rules.rend());
    constexpr std::size_t most_tried = 12;
    if (rules.size() > most_tried) rules.resize(most_tried);
    std::vector<std::pair<const CheckpointEntry*, const CheckpointEntry*>> best;
    for (const auto& [count, rule] : rules)
      if (auto found = paired_by(rule); found.size() > best.size()) best = std::move(found);
    if (best.size() < fewest_by_rule) return false;
    for (const auto& [a, b] : best) pair(*a, *b, PairedBy::rule);
    return true;
  }

  std::vector<std::pair<const CheckpointEntry*, const CheckpointEntry*>> paired_by(
      const std::string& rule) const {
    TensorRules rules;
    rules.rename(rule);
    std::unordered_map<std::string, const CheckpointEntry*> known;
    for (const CheckpointEntry* entry : after_) known.emplace(entry->name, entry);
    std::vector<std::pair<const CheckpointEntry*, const CheckpointEntry*>> found;
    for (const CheckpointEntry* entry : before_) {
      const auto at = known.find(rules.renamed(entry->name));
      if (at == known.end() || !order_between(entry->shape, at->second->shape)) continue;
      found.emplace_back(entry, at->second);
      known.erase(at);
    }
    return found;
  }

  void by_similar_name() {
    if (!comparable()) return;
    const auto for_after = similar(before_, after_), for_before = similar(after_, before_);
    const auto best = [](const std::vector<TensorSuggestion>& all) -> const TensorSuggestion* {
      if (all.empty() || all[0].similarity < least_similarity) return nullptr;
      const bool leads = all.size() == 1 || all[0].similarity - all[1].similarity >= least_lead;
      return leads ? &all[0] : nullptr;
    };
    for (const CheckpointEntry* entry : Entries(after_)) {
      const auto own = for_after.find(entry->name);
      const TensorSuggestion* wanted = own == for_after.end() ? nullptr : best(own->second);
      if (!wanted) continue;
      const auto other = for_before.find(wanted->tensor);
      const TensorSuggestion* back = other == for_before.end() ? nullptr : best(other->second);
      if (!back || back->tensor != entry->name) continue;
      const auto at = std::find_if(before_.begin(), before_.end(),
                                   [&](const auto* each) { return each->name == wanted->tensor; });
      if (at != before_.end()) pair(**at, *entry, PairedBy::similar_name);
    }
  }

  std::map<std::string, const CheckpointEntry*> renamed_;  // of the first, without a partner
  Entries before_, after_;                                 // without a partner
  std::vector<TensorPair> pairs_;
};

}  // namespace

std::vector<TensorPair> match_checkpoints(const CheckpointContents& before,
                                          const CheckpointContents& after,
                                          const TensorRules& rules) {
  return CheckpointMatcher(before, after, rules).run();
}

}  // namespace ng
