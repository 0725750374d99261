// SPDX-License-Identifier: Apache-2.0
#include "views/tensors/tensor_records.h"

#include <algorithm>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/model_node.h"
#include "engine/records/plan_record.h"
#include "engine/records/tensor_record.h"
#include "views/core/loop_scope.h"
#include "views/core/op_names.h"
#include "views/tensors/telling_order.h"

namespace ng::views {
namespace {

constexpr std::size_t mostVariables = 3;  // that are pinned by default
constexpr std::size_t mostOfModel = 4;    // of a model's results, and of its inputs

const ComputationRecord* plannedComputation(const DocumentRecord& document) {
  for (const ComputationRecord& computation : document.computations)
    if (document.plan && computation.name == document.plan->computation) return &computation;
  return nullptr;
}

bool isImportedModel(const DocumentRecord& document) {
  return document.graph &&
         std::any_of(document.graph->ops.begin(), document.graph->ops.end(),
                     [](const OpRecord& op) { return model_node(op).has_value(); });
}

bool isResult(const DocumentRecord& document, OpId op) {
  return std::any_of(document.computations.begin(), document.computations.end(),
                     [op](const ComputationRecord& computation) {
                       const auto& results = computation.results;
                       return std::find(results.begin(), results.end(), op) != results.end();
                     });
}

// Of a sequence of vectors, such as the features of each token: the axis before the last.
std::optional<int> positionsAxis(const TensorRecord& tensor) {
  const int rank = static_cast<int>(tensor.axes.size());
  if (rank < 2 || rank > 3 || !is_float(tensor.value.dtype) || tensor.value.shape.back() < 2)
    return {};
  const AxisRecord& axis = tensor.axes[static_cast<std::size_t>(rank - 2)];
  const bool sequence = axis.name.starts_with("sequence") || axis.name == "REC";
  return sequence ? std::optional(rank - 2) : std::nullopt;
}

void addSome(std::vector<OpId>& ops, const std::vector<OpId>& from, std::size_t most) {
  for (std::size_t i = 0; i < std::min(from.size(), most); ++i)
    if (std::find(ops.begin(), ops.end(), from[i]) == ops.end()) ops.push_back(from[i]);
}

}  // namespace

QString loopOf(const Session& session, OpId op) {
  const CompilationRecordPtr compilation = session.compilations.compilation();
  const GraphRecordPtr graph = compilation ? compilation->final_graph() : nullptr;
  const OpRecord* record = graph ? graph->find(op) : nullptr;
  const OpRecord* loop = record ? loopAround(*graph, *record) : nullptr;
  return loop ? QString::fromStdString(loop->name) : QString();
}

std::vector<OpId> defaultPins(const DocumentRecord& document) {
  const ComputationRecord* computation = plannedComputation(document);
  std::vector<OpId> ops;
  if (computation && isImportedModel(document)) {
    addSome(ops, computation->results, mostOfModel);
    addSome(ops, computation->parameters, mostOfModel);
    return ops;
  }
  addSome(ops, tellingOrder(document), mostVariables);
  if (computation) addSome(ops, computation->results, 1);
  return ops;
}

std::optional<int> vectorsAxis(const Session& session, const TensorRecord& tensor) {
  const DocumentRecordPtr document = session.documents.document();
  if (!document || !document->graph) return {};
  if (isResult(*document, tensor.op))
    if (const auto positions = positionsAxis(tensor)) return positions;
  if (tensor.value.shape.size() != 2) return {};
  for (const OpRecord& op : document->graph->ops) {
    if (op.traits.window != WindowKind::lookup || op.operands.empty() ||
        op.operands.front().op != tensor.op)
      continue;
    for (int axis = 0; axis < 2; ++axis) {
      const std::string& name = tensor.axes[static_cast<std::size_t>(axis)].name;
      const auto& kept = op.results.front().axes;
      if (std::none_of(kept.begin(), kept.end(),
                       [&](const AxisRecord& other) { return other.name == name; }))
        return axis;
    }
  }
  return {};
}

namespace {

bool isEffect(const OpRecord* op) {
  return op && op->traits.is_effect() && op->results.empty();
}

bool isOutside(const Session& session, OpId op) {
  const DocumentRecordPtr document = session.documents.document();
  const CompilationRecordPtr compiled = session.compilations.compilation();
  const GraphRecordPtr written = compiled ? compiled->as_written() : nullptr;
  return written && document && document->graph->find(op) && !written->find(op);
}

}  // namespace

QString whyNoValue(const Session& session, OpId op) {
  const DocumentRecordPtr document = session.documents.document();
  if (!document) return QObject::tr("Open a document to watch its tensors.");
  if (op == 0) return QObject::tr("Select an op to see its value here.");
  if (const QString why = session.documents.readOnly(); !why.isEmpty())
    return QObject::tr("%1 has no value here. %2").arg(nameOf(session, op), why);
  const OpRecord* record = document->graph->find(op);
  if (isEffect(record))
    return QObject::tr("%1 has no value: it writes to a variable.").arg(nameOf(session, op));
  if (session.run.status().state == RunState::idle) {
    return (record && record->traits.kind == OpKind::placeholder
                ? QObject::tr("%1 is an input: it has no value before the first call.")
                : QObject::tr("%1 has no value before the first run."))
        .arg(nameOf(session, op));
  }
  if (const QString loop = loopOf(session, op); !loop.isEmpty())
    return QObject::tr("%1 has a value per step of %2. Select a state or an output of %2 instead.")
        .arg(nameOf(session, op), loop);
  if (isOutside(session, op))
    return QObject::tr("%1 is not part of the computation %2.")
        .arg(nameOf(session, op), session.compilations.computation());
  return QObject::tr("The value of %1 is shown after the next step.").arg(nameOf(session, op));
}

bool isShownAfterStep(const Session& session, OpId op) {
  return op != 0 && loopOf(session, op).isEmpty() && !isEffect(opRecord(session, op)) &&
         !isOutside(session, op);
}

}  // namespace ng::views
