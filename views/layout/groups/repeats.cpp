// SPDX-License-Identifier: Apache-2.0
// Processes each depth of scopes separately: computes a signature for each scope that is
// independent of the order of its ops, then finds runs of equal neighbours.
#include "views/layout/groups/repeats.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <unordered_map>

#include "engine/records/graph_record.h"
#include "views/layout/groups/layer_hash.h"
#include "views/layout/op_table.h"

namespace ng::views {
namespace {

constexpr int deepest = 12;  // maximal nesting depth of scopes
constexpr int none = -1;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

// "residual" for "residual_2", "layer" for "layer2"; empty for a bare number.
std::string baseOf(const std::string& part) {
  std::size_t end = part.size();
  while (end > 0 && std::isdigit(static_cast<unsigned char>(part[end - 1]))) --end;
  while (end > 0 && (part[end - 1] == '_' || part[end - 1] == '-' || part[end - 1] == '.')) --end;
  return part.substr(0, end);
}

struct Scope {
  std::string path, parent, part;
  Hash signature = 0;
  std::size_t last = 0;       // its last op
  std::vector<OpId> outside;  // operands from outside the scope
};

// The data that is independent of the depth, by row of the graph. Records are scattered in memory
// and are read once.
struct Ops {
  struct Operand {
    int row = none;
    int result = 0;
    OpId op = 0;
  };
  struct Row {
    Hash hash = 0;
    int scope = none;       // index into `scopes`; none: outside all scopes
    bool computes = false;  // it is neither a gradient nor an update
    std::size_t first = 0;  // index into `operands`, up to the next row's
  };

  Ops(const GraphRecord& record, const BlockScopes& blocks) {
    OpTable<int> numbers(record, none);
    std::unordered_map<std::string, int> known;
    rows.reserve(record.ops.size() + 1);
    for (const OpRecord& op : record.ops) {
      numbers.set(op.id, static_cast<int>(rows.size()));
      const bool computes = op.role != OpRole::gradient && op.role != OpRole::update;
      rows.push_back({layerHash(op), computes ? scopeOf(blocks.scopeOf(op, op.scope), known) : none,
                      computes, operands.size()});
      for (const OperandRecord& operand : op.operands)
        operands.push_back({numbers.of(operand.op), operand.result, operand.op});
    }
    rows.push_back({0, none, false, operands.size()});
  }
  std::size_t size() const { return rows.size() - 1; }

  std::vector<Row> rows;  // plus one past the end
  std::vector<Operand> operands;
  std::vector<std::string> scopes;  // full paths, each once

 private:
  int scopeOf(const std::string& scope, std::unordered_map<std::string, int>& known) {
    if (scope.empty()) return none;
    if (last_ != none && scopes[at(last_)] == scope) return last_;
    const auto [found, fresh] = known.try_emplace(scope, static_cast<int>(scopes.size()));
    if (fresh) scopes.push_back(scope);
    return last_ = found->second;
  }

  int last_ = none;
};

class Depth {
 public:
  Depth(const Ops& ops, int depth) : ops_(ops), depth_(depth), places_(ops.size()) {
    for (const std::string& path : ops.scopes) scopeOf_.push_back(scopeAt(path));
    for (std::size_t i = 0; i < ops.size(); ++i) place(i);
    for (Scope& scope : scopes_) {
      std::sort(scope.outside.begin(), scope.outside.end());
      scope.outside.erase(std::unique(scope.outside.begin(), scope.outside.end()),
                          scope.outside.end());
    }
  }

  bool empty() const { return scopes_.empty(); }

  void addRepeats(std::vector<Repeat>& repeats) const {
    std::vector<int> order(scopes_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    std::sort(order.begin(), order.end(), [this](int a, int b) {
      const Scope &x = scopes_[at(a)], &y = scopes_[at(b)];
      return x.parent != y.parent ? x.parent < y.parent : x.last < y.last;
    });
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
      end = begin + 1;
      while (end < order.size() && repeated(order[end - 1], order[end])) ++end;
      if (end - begin < 2) continue;
      Repeat repeat{baseOf(scopes_[at(order[begin])].part), {}};
      if (repeat.name.empty()) repeat.name = "layer";
      for (std::size_t k = begin; k < end; ++k) repeat.scopes.push_back(scopes_[at(order[k])].path);
      repeats.push_back(std::move(repeat));
    }
  }

 private:
  // The scope at this depth that contains `whole`: the prefix with that many parts.
  int scopeAt(const std::string& whole) {
    std::size_t start = 0, end = whole.find('/');
    for (int k = 0; k < depth_; ++k) {
      if (end == std::string::npos) return none;
      start = end + 1;
      end = whole.find('/', start);
    }
    const std::string path = whole.substr(0, end);
    const auto [it, fresh] = index_.try_emplace(path, static_cast<int>(scopes_.size()));
    if (fresh)
      scopes_.push_back(
          {path, start ? path.substr(0, start - 1) : std::string(), path.substr(start), 0, 0, {}});
    return it->second;
  }

  // Of two scopes, the one whose last op comes later.
  int later(int a, int b) const {
    if (a == none || b == none) return std::max(a, b);
    return scopes_[at(a)].last < scopes_[at(b)].last ? b : a;
  }

  void place(std::size_t i) {
    const Ops::Row& row = ops_.rows[i];
    if (!row.computes) return;
    Place own{true, row.scope == none ? none : scopeOf_[at(row.scope)], none, row.hash};
    for (std::size_t k = row.first; k < ops_.rows[i + 1].first; ++k) {
      const Ops::Operand& operand = ops_.operands[k];
      const Place read = operand.row == none ? Place() : places_[at(operand.row)];
      const bool inside = read.known && own.scope != none && read.scope == own.scope;
      own.hash = mixed(own.hash, inside ? mixed(read.hash, at(operand.result)) : k - row.first + 3);
      if (read.feed != none) {
        if (own.scope != none && read.feed != own.scope) edges_.insert({read.feed, own.scope});
        own.feed = later(own.feed, read.feed);
      }
      if (!inside && own.scope != none) scopes_[at(own.scope)].outside.push_back(operand.op);
    }
    if (own.scope != none) {
      own.feed = own.scope;
      scopes_[at(own.scope)].signature += mixed(own.hash, 0x51ed);  // independent of the order
      scopes_[at(own.scope)].last = i;
    }
    places_[i] = own;
  }

  bool repeated(int a, int b) const {
    const Scope &x = scopes_[at(a)], &y = scopes_[at(b)];
    if (x.parent != y.parent || x.signature != y.signature) return false;
    if (baseOf(x.part) != baseOf(y.part)) return false;
    if (edges_.count({a, b}) || edges_.count({b, a})) return true;
    std::vector<OpId> shared;
    std::set_intersection(x.outside.begin(), x.outside.end(), y.outside.begin(), y.outside.end(),
                          std::back_inserter(shared));
    return !shared.empty();
  }

  struct Place {
    bool known = false;  // it precedes this op and is a forward op
    int scope = none;    // the scope that contains it
    int feed = none;     // the latest of the scopes that it depends on
    Hash hash = 0;
  };

  const Ops& ops_;
  int depth_;
  std::vector<int> scopeOf_;  // by scope of `ops_`: its scope at this depth
  std::vector<Scope> scopes_;
  std::unordered_map<std::string, int> index_;
  std::vector<Place> places_;            // by row
  std::set<std::pair<int, int>> edges_;  // from scope to scope
};

}  // namespace

std::vector<Repeat> repeatsIn(const GraphRecord& graph, const BlockScopes& blocks) {
  std::vector<Repeat> repeats;
  const Ops ops(graph, blocks);
  for (int depth = 0; depth < deepest; ++depth) {
    const Depth at(ops, depth);
    if (at.empty()) break;
    at.addRepeats(repeats);
  }
  return repeats;
}

}  // namespace ng::views
