// SPDX-License-Identifier: Apache-2.0
#include "views/core/whole_graph.h"

#include <memory>
#include <string>
#include <unordered_set>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "views/core/selection.h"

namespace ng::views {
namespace {

// Adds all transitive operands. Operands precede their readers, so one reverse pass suffices.
void addUpstream(const GraphRecord& graph, std::unordered_set<OpId>& ops) {
  for (auto op = graph.ops.rbegin(); op != graph.ops.rend(); ++op)
    if (ops.count(op->id) > 0)
      for (const OperandRecord& operand : op->operands) ops.insert(operand.op);
}

std::unordered_set<OpId> unused(const DocumentRecord& document) {
  std::unordered_set<OpId> reached, left;
  for (const ComputationRecord& computation : document.computations) {
    reached.insert(computation.results.begin(), computation.results.end());
    reached.insert(computation.parameters.begin(), computation.parameters.end());
  }
  addUpstream(*document.graph, reached);
  std::unordered_set<std::string> loops;  // ops of a loop's body are reached through the loop
  for (const OpRecord& op : document.graph->ops)
    if (op.traits.kind == OpKind::loop) loops.insert(op.name);
  for (const OpRecord& op : document.graph->ops)
    if (reached.count(op.id) == 0 && loops.count(op.scope.substr(0, op.scope.find('/'))) == 0)
      left.insert(op.id);
  return left;
}

GraphRecordPtr joined(const GraphRecordPtr& written, const DocumentRecord& document) {
  constexpr std::size_t many = 20'000;  // more than the window's thread looks through
  if (document.graph->ops.size() > many) return written;
  std::unordered_set<OpId> more = unused(document);
  if (more.empty()) return written;
  addUpstream(*document.graph, more);
  auto whole = std::make_shared<GraphRecord>(*written);
  for (const OpRecord& op : document.graph->ops)
    if (more.count(op.id) > 0 && !written->find(op.id)) whole->ops.push_back(op);
  return whole;
}

}  // namespace

GraphRecordPtr wholeGraph(const CompilationRecordPtr& compilation,
                          const DocumentRecordPtr& document, int pass) {
  GraphRecordPtr shown = shownGraph(compilation, pass);
  if (pass != asWritten || !shown || !document || !document->graph) return shown;
  static std::weak_ptr<const GraphRecord> from;
  static std::weak_ptr<const DocumentRecord> of;
  static std::weak_ptr<const GraphRecord> last;  // owned by the views that show it
  if (GraphRecordPtr known = last.lock(); known && from.lock() == shown && of.lock() == document)
    return known;
  GraphRecordPtr whole = joined(shown, *document);
  from = shown, of = document, last = whole;
  return whole;
}

}  // namespace ng::views
