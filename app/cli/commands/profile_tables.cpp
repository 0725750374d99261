// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/profile_tables.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/model_node.h"
#include "views/layout/groups/block_summary.h"

namespace ng::cli {
namespace {

constexpr std::size_t mostTypes = 3, mostNames = 2;

std::string joined(const std::vector<std::string>& words, const char* between, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < words.size() && i < most; ++i) text += (i ? between : "") + words[i];
  if (words.size() > most) text += between + std::to_string(words.size() - most) + " more";
  return text;
}

void addOnce(std::vector<std::string>& words, const std::string& word) {
  if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
}

// The blocks of the document by op.
class BlockNames {
 public:
  explicit BlockNames(const GraphRecord& written) {
    const std::vector<BlockRow> blocks = views::blocksOf(written);
    if (blocks.size() < 2) return;  // the model has no blocks
    for (const BlockRow& block : blocks) {
      const std::string times = block.blocks > 1 ? " × " + std::to_string(block.blocks) : "";
      for (const OpId op : block.members) names_[op] = block.name + times;
    }
  }

  // Of the heaviest op.
  std::string of(const std::vector<const OpRecord*>& ops) const {
    std::string name;
    std::int64_t most = -1;
    for (const OpRecord* op : ops) {
      for (const OpId origin : op->origins) {
        const auto found = names_.find(origin);
        if (found == names_.end() || op->flops <= most) continue;
        most = op->flops;
        name = found->second;
      }
    }
    return name;
  }

 private:
  std::unordered_map<OpId, std::string> names_;
};

// The ops that compute, unless there are only views. Those inside a kernel's op are listed apart.
std::vector<const OpRecord*> opsOf(const GraphRecord& graph, const KernelRecord& kernel) {
  std::vector<const OpRecord*> all, computing;
  for (const OpId key : kernel.ops) {
    const OpRecord* op = graph.find(key);
    if (!op) continue;
    all.push_back(op);
    const bool computes = op->family != Family::view && op->traits.kind == OpKind::compute;
    if (computes) computing.push_back(op);
  }
  return computing.empty() ? all : computing;
}

KernelContents contentsOf(const std::vector<const OpRecord*>& ops, const GraphRecord& written) {
  std::vector<std::string> types, names;
  for (const OpRecord* op : ops) {
    if (const auto node = model_node(*op)) {
      addOnce(types, node->type);
      addOnce(names, node->name);
      continue;
    }
    addOnce(types, op->op);
    for (const OpId origin : op->origins)
      if (const OpRecord* of = written.find(origin)) addOnce(names, of->name);
  }
  return {joined(types, " + ", mostTypes), joined(names, ", ", mostNames), {}};
}

}  // namespace

std::vector<KernelContents> kernelContents(const CompilationRecord& record) {
  std::vector<KernelContents> all(record.kernels.size());
  const GraphRecordPtr written = record.as_written(), last = record.final_graph();
  if (!written || !last) return all;
  const BlockNames blocks(*written);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<const OpRecord*> ops = opsOf(*last, record.kernels[i]);
    all[i] = contentsOf(ops, *written);
    all[i].block = blocks.of(ops);
  }
  return all;
}

std::vector<TimeRow> timesBy(std::string KernelContents::* key, const CompilationRecord& record,
                             const std::vector<KernelPoint>& points,
                             const std::vector<KernelContents>& contents) {
  std::vector<TimeRow> rows;
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const KernelPoint& point = points[i];
    if (point.once || point.launches == 0) continue;
    const std::string& name = contents[i].*key;
    const auto [at, fresh] = index.try_emplace(name, rows.size());
    if (fresh) rows.push_back({name, 0, 0, 0, 0, 0});
    TimeRow& row = rows[at->second];
    row.microseconds += point.microseconds * static_cast<double>(point.launches);
    row.share += point.share;
    ++row.kernels;
    row.flops += record.kernels[i].flops * point.launches;
    row.bytes += record.kernels[i].bytes * point.launches;
  }
  std::stable_sort(rows.begin(), rows.end(), [](const TimeRow& a, const TimeRow& b) {
    return a.microseconds > b.microseconds;
  });
  return rows;
}

double timeOnce(const std::vector<KernelPoint>& points) {
  double sum = 0;
  for (const KernelPoint& point : points)
    if (point.once) sum += point.microseconds * static_cast<double>(point.launches);
  return sum;
}

}  // namespace ng::cli
