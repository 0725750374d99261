// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/match_graphs.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <unordered_set>

#include "engine/records/graph_record.h"

namespace ng {
namespace {

// Lower-case letters only, without a trailing "op".
std::string plain(std::string_view text) {
  std::string letters;
  for (const char c : text)
    if (std::isalpha(static_cast<unsigned char>(c)))
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (letters.ends_with("op")) letters.resize(letters.size() - 2);
  return letters;
}

std::string name_key(const OpRecord& op) {
  return has_automatic_name(op) ? std::string() : op.scope + '/' + op.name;
}

std::string automatic_key(const OpRecord& op) {
  return has_automatic_name(op) ? op.op + '/' + op.scope + '/' + op.name : std::string();
}

enum class Detail { kind_and_operands, all };

class Matcher {
 public:
  Matcher(const GraphRecord& first, const GraphRecord& second) : first_(first), second_(second) {}

  OpMatches run() {
    by_key(name_key);
    std::size_t before = 0;
    do {  // each step can make operands known that another step waits for
      before = matches_.size();
      by_structure(Detail::all);
      by_structure(Detail::kind_and_operands);
      by_users();
      if (matches_.size() == before) by_key(automatic_key);
    } while (matches_.size() > before);
    return std::move(matches_);
  }

 private:
  bool is_open(OpKey op) const { return !matches_.contains(op); }
  void match(const OpRecord& a, const OpRecord& b) {
    matches_.emplace(a.id, b.id);
    taken_.insert(b.id);
  }

  template <class Key>
  void by_key(Key key_of) {
    std::unordered_map<std::string, const OpRecord*> named;
    for (const OpRecord& op : second_.ops)
      if (const std::string key = key_of(op); !key.empty() && !taken_.contains(op.id))
        named.emplace(key, &op);
    for (const OpRecord& op : first_.ops) {
      const std::string key = key_of(op);
      if (key.empty() || !is_open(op.id)) continue;
      const auto found = named.find(key);
      if (found == named.end() || taken_.contains(found->second->id)) continue;
      match(op, *found->second);
    }
  }

  // Empty: an operand is not matched yet. `mapped`: operands are those of the first graph.
  std::string structure_key(const OpRecord& op, Detail detail, bool mapped) const {
    std::string key = op.op;
    if (op.operands.empty() && !has_automatic_name(op)) return {};
    for (const OperandRecord& operand : op.operands) {
      OpKey id = operand.op;
      if (mapped) {
        const auto found = matches_.find(id);
        if (found == matches_.end()) return {};
        id = found->second;
      }
      key += ' ' + std::to_string(id) + ':' + std::to_string(operand.result);
    }
    if (detail == Detail::kind_and_operands) return op.operands.empty() ? std::string() : key;
    for (const ResultRecord& result : op.results) {
      key += ' ' + std::string(name(result.dtype));
      for (const AxisRecord& axis : result.axes) key += ' ' + axis.name + length_text(axis);
    }
    for (const auto& [attribute, value] : op.attributes) key += '\n' + attribute + '=' + value;
    return key;
  }

  // Operands precede their users: one pass matches whole chains.
  void by_structure(Detail detail) {
    std::unordered_map<std::string, std::deque<const OpRecord*>> known;
    for (const OpRecord& op : second_.ops)
      if (!taken_.contains(op.id)) known[structure_key(op, detail, false)].push_back(&op);
    for (const OpRecord& op : first_.ops) {
      if (!is_open(op.id)) continue;
      const std::string key = structure_key(op, detail, true);
      const auto found = known.find(key);
      if (key.empty() || found == known.end()) continue;
      std::deque<const OpRecord*>& same = found->second;
      while (!same.empty() && taken_.contains(same.front()->id)) same.pop_front();  // listed twice
      if (!same.empty()) match(op, *same.front());
    }
  }

  // Users follow their operands: one pass backwards matches whole chains.
  void by_users() {
    for (auto user = first_.ops.end(); user != first_.ops.begin();) {
      --user;
      const auto matched = matches_.find(user->id);
      if (matched == matches_.end()) continue;
      const OpRecord* other = second_.find(matched->second);
      if (other->operands.size() != user->operands.size()) continue;
      for (std::size_t i = 0; i < user->operands.size(); ++i) {
        const OpRecord* a = first_.find(user->operands[i].op);
        const OpRecord* b = second_.find(other->operands[i].op);
        if (a && b && is_open(a->id) && !taken_.contains(b->id) && a->op == b->op) match(*a, *b);
      }
    }
  }

  const GraphRecord &first_, &second_;
  OpMatches matches_;
  std::unordered_set<OpKey> taken_;  // of the second graph
};

}  // namespace

bool has_automatic_name(const OpRecord& op) {
  return plain(op.name) == plain(op.op);
}

OpMatches match_graphs(const GraphRecord& first, const GraphRecord& second) {
  return Matcher(first, second).run();
}

}  // namespace ng
