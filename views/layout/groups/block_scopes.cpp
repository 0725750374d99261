// SPDX-License-Identifier: Apache-2.0
#include "views/layout/groups/block_scopes.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "engine/records/graph_record.h"
#include "engine/records/model_node.h"
#include "views/layout/groups/layer_hash.h"
#include "views/layout/groups/repeats.h"

namespace ng::views {
namespace {

constexpr std::size_t leastOps = 4;               // of a block
constexpr std::size_t mostCompared = 10'000'000;  // pairs of ops
constexpr std::size_t none = static_cast<std::size_t>(-1);

struct Run {
  std::size_t begin = 0, period = 0, blocks = 0;
  std::size_t slack = 0;  // ops by which it can begin later
  std::size_t end() const { return begin + period * blocks; }
};

// The forward ops that compute, in order. Sources are state, constants and placeholders.
class Sequence {
 public:
  Sequence(const GraphRecord& graph, const NodeScopes& nodes) : nodes_(nodes) {
    for (const OpRecord& op : graph.ops) {
      if (op.role == OpRole::gradient || op.role == OpRole::update) continue;
      if (op.operands.empty()) {
        if (op.traits.is_state()) state_.insert(op.id);
        continue;
      }
      rows_.push_back({&op, layerHash(op), operands_.size()});
      for (const OperandRecord& operand : op.operands) {
        const auto at = positions_.find(operand.op);
        operands_.push_back(
            {operand.op, operand.result, at == positions_.end() ? none : at->second});
      }
      positions_.emplace(op.id, rows_.size() - 1);
    }
  }
  std::size_t size() const { return rows_.size(); }
  const OpRecord& op(std::size_t i) const { return *rows_[i].op; }

  // Is row i + period the same op in the next block?
  bool equal(std::size_t i, std::size_t period) const {
    const Row &a = rows_[i], &b = rows_[i + period];
    if (a.hash != b.hash || a.op->operands.size() != b.op->operands.size()) return false;
    for (std::size_t k = 0; k < a.op->operands.size(); ++k) {
      const Operand &x = operands_[a.first + k], &y = operands_[b.first + k];
      if (x.result != y.result) return false;
      if (x.op == y.op || (x.row == none && y.row == none)) continue;
      if (x.row == none || y.row != x.row + period) return false;
    }
    return true;
  }

  template <class Test>
  bool any(const Run& run, const Test& test) const {
    for (std::size_t i = run.begin; i < run.end(); ++i)
      if (test(op(i))) return true;
    return false;
  }

  // The leading blocks whose operands correspond: what one op of a block reads and another op of
  // it reads too is one op in the next block as well.
  std::size_t correspondingBlocks(const Run& run) const {
    std::unordered_map<OpId, OpId> next;
    for (std::size_t i = run.begin; i + run.period < run.end(); ++i) {
      if ((i - run.begin) % run.period == 0) next.clear();
      const Row &a = rows_[i], &b = rows_[i + run.period];
      for (std::size_t k = 0; k < a.op->operands.size(); ++k) {
        const OpId target = operands_[b.first + k].op;
        if (next.try_emplace(operands_[a.first + k].op, target).first->second != target)
          return (i - run.begin) / run.period + 1;
      }
    }
    return run.blocks;
  }

  bool readsState(const Run& run) const {
    for (std::size_t i = run.begin; i < run.begin + run.period; ++i)
      for (const OperandRecord& operand : op(i).operands)
        if (state_.contains(operand.op)) return true;
    return false;
  }

  // Do two blocks have ops of one scope?
  bool cutsScope(const Run& run) const {
    const auto outermost = [this](std::size_t i) {
      const std::string scope = nodes_.scopeOf(op(i), op(i).scope);
      return scope.substr(0, scope.find('/'));
    };
    for (std::size_t i = run.begin + run.period; i < run.end(); i += run.period) {
      const std::string scope = outermost(i);
      if (!scope.empty() && scope == outermost(i - 1)) return true;
    }
    return false;
  }

  // Does the run begin, end, or have the end of a block within the ops of a node?
  bool cutsNode(const Run& run) const {
    if (nodes_.empty()) return false;
    for (std::size_t i = run.begin; i <= run.end(); i += run.period) {
      if (i == 0 || i == size()) continue;
      const auto node = model_node(op(i));
      if (node && node == model_node(op(i - 1))) return true;
    }
    return false;
  }

 private:
  struct Row {
    const OpRecord* op;
    Hash hash;
    std::size_t first;  // index into `operands_`
  };
  struct Operand {
    OpId op;
    int result;
    std::size_t row;  // none: a source
  };
  const NodeScopes& nodes_;
  std::vector<Row> rows_;
  std::vector<Operand> operands_;
  std::unordered_map<OpId, std::size_t> positions_;
  std::set<OpId> state_;
};

// All runs of at least two equal blocks.
std::vector<Run> runsOf(const Sequence& ops) {
  std::vector<Run> runs;
  const std::size_t size = ops.size();
  if (size == 0) return runs;
  const std::size_t longest = std::min(size / 2, mostCompared / size);
  for (std::size_t period = leastOps; period <= longest; ++period) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i + period <= size; ++i) {
      if (i + period < size && ops.equal(i, period)) continue;
      const std::size_t equal = i - begin;
      if (equal >= period) runs.push_back({begin, period, equal / period + 1, equal % period});
      begin = i + 1;
    }
  }
  // Those that cover most ops, in the shortest blocks.
  std::stable_sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
    return a.period * a.blocks > b.period * b.blocks;
  });
  return runs;
}

// The scopes that fold by their names.
std::set<std::string> repeatedScopes(const GraphRecord& graph) {
  std::set<std::string> scopes;
  for (const Repeat& repeat : repeatsIn(graph))
    scopes.insert(repeat.scopes.begin(), repeat.scopes.end());
  return scopes;
}

bool isInside(const std::string& scope, const std::set<std::string>& scopes) {
  for (std::size_t end = scope.find('/');; end = scope.find('/', end + 1)) {
    if (scopes.contains(scope.substr(0, end))) return true;
    if (end == scope.npos) return false;
  }
}

// The part of a run outside `covered` whose blocks correspond and cut no node; fewer than 2 blocks:
// none.
Run freePart(Run run, const std::vector<char>& covered, const Sequence& ops) {
  while (run.slack > 0 && (covered[run.begin] || ops.cutsNode(run))) {
    ++run.begin;
    --run.slack;
  }
  if (ops.cutsNode(run) && run.blocks > 2) {  // one block less can begin anywhere in the first
    --run.blocks;
    for (std::size_t i = 1; i < run.period && ops.cutsNode(run); ++i) ++run.begin;
  }
  run.blocks = ops.cutsNode(run) ? 0 : ops.correspondingBlocks(run);
  const auto begin = covered.begin() + static_cast<std::ptrdiff_t>(run.begin);
  const auto end = covered.begin() + static_cast<std::ptrdiff_t>(run.end());
  if (std::any_of(begin, end, [](char c) { return c != 0; })) run.blocks = 0;
  return run;
}

std::string unusedName(const GraphRecord& graph, std::size_t run) {
  std::string name = run == 0 ? "block" : "block" + std::to_string(run + 1);
  const auto taken = [&](const OpRecord& op) { return op.scope.starts_with(name); };
  while (std::any_of(graph.ops.begin(), graph.ops.end(), taken)) name += "s";
  return name;
}

}  // namespace

BlockScopes::BlockScopes(const GraphRecord& graph) : nodes_(graph) {
  const Sequence ops(graph, nodes_);
  std::optional<std::set<std::string>> repeated;
  const auto folds = [&](const OpRecord& op) {
    if (op.scope.empty()) return false;
    if (!repeated) repeated = repeatedScopes(graph);
    return isInside(op.scope, *repeated);
  };
  std::vector<char> covered(ops.size(), 0);
  std::size_t found = 0;
  for (const Run& candidate : runsOf(ops)) {
    const auto run = freePart(candidate, covered, ops);
    if (run.blocks < 2) continue;
    std::fill(covered.begin() + static_cast<std::ptrdiff_t>(run.begin),
              covered.begin() + static_cast<std::ptrdiff_t>(run.end()), 1);
    if (!ops.readsState(run) || ops.cutsScope(run) || ops.any(run, folds)) continue;
    const std::string name = unusedName(graph, found++);
    for (std::size_t i = run.begin; i < run.end(); ++i)
      blocks_.emplace(ops.op(i).id, name + "_" + std::to_string((i - run.begin) / run.period));
  }
  if (!blocks_.empty()) addSources(graph);
}

// Sources with a scope join the block that alone reads them; otherwise their scope would be
// divided.
void BlockScopes::addSources(const GraphRecord& graph) {
  std::unordered_map<OpId, std::string> readers;  // empty: several blocks, or ops in none
  for (const OpRecord& op : graph.ops) {
    if (op.role == OpRole::gradient || op.role == OpRole::update) continue;
    const auto block = blocks_.find(op.id);
    const std::string name = block == blocks_.end() ? std::string() : block->second;
    for (const OperandRecord& operand : op.operands) {
      const auto [known, fresh] = readers.try_emplace(operand.op, name);
      if (!fresh && known->second != name) known->second.clear();
    }
  }
  for (const OpRecord& op : graph.ops) {
    if (!op.operands.empty() || op.scope.empty()) continue;
    const auto reader = readers.find(op.id);
    if (reader != readers.end() && !reader->second.empty()) blocks_.emplace(op.id, reader->second);
  }
}

std::string BlockScopes::scopeOf(const OpRecord& op, const std::string& written) const {
  const std::string scope = nodes_.scopeOf(op, written);
  if (blocks_.empty()) return scope;
  auto block = blocks_.find(op.id);
  for (std::size_t i = 0; block == blocks_.end() && i < op.origins.size(); ++i)
    block = blocks_.find(op.origins[i]);
  if (block == blocks_.end()) return scope;
  return scope.empty() ? block->second : block->second + "/" + scope;
}

}  // namespace ng::views
