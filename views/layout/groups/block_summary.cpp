// SPDX-License-Identifier: Apache-2.0
#include "views/layout/groups/block_summary.h"

#include <map>
#include <set>
#include <unordered_map>

#include "engine/analysis/difference/main_op.h"
#include "engine/analysis/roofline.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_cost.h"
#include "views/layout/groups/block_scopes.h"
#include "views/layout/groups/repeats.h"

namespace ng::views {
namespace {

// A scope, and the equal scopes that it is one of.
struct Layer {
  std::string first;  // the first of them
  std::string name;   // with the scope around it
  std::int64_t blocks = 1;
};

std::string parentOf(const std::string& scope) {
  const std::size_t end = scope.find_last_of('/');
  return end == scope.npos ? std::string() : scope.substr(0, end);
}

class Layers {
 public:
  Layers(const GraphRecord& graph, const BlockScopes& blocks) {
    for (const Repeat& repeat : repeatsIn(graph, blocks)) {
      const std::string& first = repeat.scopes.front();
      const std::string name = first.substr(0, first.find_last_of('/') + 1) + repeat.name;
      for (const std::string& scope : repeat.scopes)
        repeated_[scope] = {first, name, static_cast<std::int64_t>(repeat.scopes.size())};
    }
  }

  // The outermost repeated scope around `scope` or itself, else its outermost part.
  std::string outermost(const std::string& scope) const {
    for (std::size_t end = scope.find('/'); !scope.empty(); end = scope.find('/', end + 1)) {
      if (repeated_.contains(scope.substr(0, end))) return scope.substr(0, end);
      if (end == scope.npos) break;
    }
    return scope.substr(0, scope.find('/'));
  }
  Layer of(const std::string& scope) const {
    const auto found = repeated_.find(scope);
    return found == repeated_.end() ? Layer{scope, scope, 1} : found->second;
  }
  // The scope in `block` that is or contains `scope`; empty: `block` itself.
  static std::string childOf(const std::string& block, const std::string& scope) {
    if (scope.size() <= block.size() || block.empty()) return {};
    return scope.substr(0, scope.find('/', block.size() + 1));
  }

 private:
  std::map<std::string, Layer> repeated_;
};

std::int64_t elements(const OpRecord& op) {
  std::int64_t count = op.results.empty() ? 0 : 1;
  for (const ResultRecord& result : op.results)
    for (const AxisRecord& axis : result.axes) count *= axis.length.value_or(0);
  return count;
}

// Adds up ops by block and, inside blocks, by part.
class Summary {
 public:
  Summary(const GraphRecord& graph, const Layers& layers) : graph_(graph), layers_(layers) {}

  void add(const OpRecord& op, const std::string& scope) {
    const std::string block = layers_.outermost(scope);
    const Layer layer = layers_.of(block);
    BlockRow& row = rowAt(rows_, index_, layer.first, layer.name, layer.blocks, 0);
    const std::string child = Layers::childOf(block, scope);
    const Layer part = layers_.of(child);
    const std::string name = part.name.substr(std::min(part.name.size(), block.size() + 1));
    // Equal parts of equal blocks are one row.
    const std::string key = layer.first + '\n' + part.first.substr(parentOf(part.first).size());
    BlockRow& inner = rowAt(row.parts, parts_, child.empty() ? layer.first + '\n' : key, name,
                            part.blocks * layer.blocks, 1);
    const std::vector<const OpRecord*> variables = newVariables(op);
    const OpCost cost = own_cost(op);
    for (BlockRow* each : {&row, &inner}) {
      ++each->ops;
      each->flops += cost.flops;
      each->bytes += cost.bytes;
      each->members.push_back(op.id);
      for (const OpRecord* variable : variables) {
        each->parameters += elements(*variable);
        each->members.push_back(variable->id);
      }
    }
  }

  std::vector<BlockRow> rows() && {
    for (BlockRow& row : rows_) {
      if (row.parts.size() < 2 || row.name.empty()) row.parts.clear();
      for (BlockRow& part : row.parts)
        if (part.name.empty()) part.name = "(other ops)";
    }
    return std::move(rows_);
  }

 private:
  using Index = std::map<std::string, std::size_t>;

  static BlockRow& rowAt(std::vector<BlockRow>& rows, Index& index, const std::string& key,
                         const std::string& name, std::int64_t blocks, int depth) {
    const auto [at, fresh] = index.try_emplace(key, rows.size());
    if (fresh) {
      rows.emplace_back();
      rows.back().name = name;
      rows.back().blocks = blocks;
      rows.back().depth = depth;
    }
    return rows[at->second];
  }

  // Variables that no op before `op` reads.
  std::vector<const OpRecord*> newVariables(const OpRecord& op) {
    std::vector<const OpRecord*> variables;
    for (const OperandRecord& operand : op.operands) {
      const OpRecord* source = graph_.find(operand.op);
      if (source == nullptr || source->traits.kind != OpKind::variable) continue;
      if (counted_.insert(source->id).second) variables.push_back(source);
    }
    return variables;
  }

  const GraphRecord& graph_;
  const Layers& layers_;
  std::vector<BlockRow> rows_;
  Index index_, parts_;
  std::set<OpId> counted_;
};

// The rows that an op of the document counts for: its block and its part, if it has one.
using RowsOfOps = std::unordered_map<OpId, std::vector<BlockRow*>>;

RowsOfOps rowsOfOps(std::vector<BlockRow>& blocks) {
  RowsOfOps rows;
  for (BlockRow& block : blocks) {
    for (const OpId op : block.members) rows[op].push_back(&block);
    for (BlockRow& part : block.parts)
      for (const OpId op : part.members) rows[op].push_back(&part);
  }
  return rows;
}

// The ops of a loop's body in `graph`: their scopes start with the loop's name.
std::vector<OpId> bodyOf(const OpRecord& loop, const GraphRecord& graph) {
  std::vector<OpId> body;
  for (const OpRecord& op : graph.ops)
    if (op.scope == loop.name || op.scope.starts_with(loop.name + '/')) body.push_back(op.id);
  return body;
}

// The FLOP of a loop are counted for the ops of its body, and so is the time of its kernel.
KernelRecord withBody(const KernelRecord& kernel, const GraphRecord& graph) {
  KernelRecord extended = kernel;
  for (const OpId key : kernel.ops) {
    const OpRecord* op = graph.find(key);
    if (!op || op->traits.kind != OpKind::loop) continue;
    const std::vector<OpId> body = bodyOf(*op, graph);
    if (!body.empty()) extended.ops = body;
  }
  return extended;
}

}  // namespace

std::vector<BlockRow> blocksOf(const GraphRecord& graph) {
  const BlockScopes blocks(graph);
  const Layers layers(graph, blocks);
  Summary summary(graph, layers);
  for (const OpRecord& op : graph.ops) {
    if (op.role == OpRole::gradient || op.role == OpRole::update || op.operands.empty()) continue;
    summary.add(op, blocks.scopeOf(op, op.scope));
  }
  return std::move(summary).rows();
}

void addTimes(std::vector<BlockRow>& blocks, const CompilationRecord& compilation) {
  const GraphRecordPtr graph = compilation.final_graph();
  const std::vector<KernelPoint> points = kernel_points(compilation, {});
  if (!graph) return;
  const RowsOfOps rows = rowsOfOps(blocks);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const KernelPoint& point = points[i];
    if (point.once || point.microseconds <= 0 || point.launches == 0) continue;
    const KernelRecord& kernel = compilation.kernels[i];
    const bool loop = kernel.kind == KernelKind::loop;
    const OpId op = main_op(loop ? withBody(kernel, *graph) : kernel, *graph,
                            [&](OpId origin) { return rows.contains(origin); });
    if (op == 0) continue;
    for (BlockRow* row : rows.at(op)) {
      row->microseconds =
          row->microseconds.value_or(0) + point.microseconds * static_cast<double>(point.launches);
      row->share = row->share.value_or(0) + point.share;
    }
  }
}

}  // namespace ng::views
