// SPDX-License-Identifier: Apache-2.0
#include "views/core/op_names.h"

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_name.h"
#include "views/core/op_title.h"

namespace ng::views {
namespace {

struct FoundOp {
  GraphRecordPtr graph;
  const OpRecord* op = nullptr;
};

template <class Find>
FoundOp inGraphs(const Session& session, Find find) {
  FoundOp at;
  const auto look = [&](const GraphRecordPtr& graph) {
    if (!at.op && graph) at = {graph, find(*graph)};
  };
  if (const DocumentRecordPtr document = session.documents.document()) look(document->graph);
  const CompilationRecordPtr compilation = session.compilations.compilation();
  if (!compilation) return at;
  look(compilation->as_written());
  for (const PassRecord& pass : compilation->passes) look(pass.after);
  return at;
}

FoundOp found(const Session& session, OpId op) {
  return inGraphs(session, [op](const GraphRecord& graph) { return graph.find(op); });
}

}  // namespace

// As it is computed, because passes may change the axes of ops that they make.
const OpRecord* opRecord(const Session& session, OpId op) {
  const DocumentRecordPtr document = session.documents.document();
  const OpRecord* record = document && document->graph ? document->graph->find(op) : nullptr;
  const CompilationRecordPtr compilation = session.compilations.compilation();
  const GraphRecordPtr last = compilation ? compilation->final_graph() : nullptr;
  if (!record && last) record = last->find(op);
  return record ? record : found(session, op).op;
}

QString nameOf(const Session& session, OpId op) {
  const OpRecord* record = opRecord(session, op);
  return record ? opTitle(*record) : QObject::tr("op %1").arg(op);
}

QStringList namesOf(const Session& session, const std::vector<OpId>& ops) {
  std::vector<const OpRecord*> records;
  QStringList names;
  for (const OpId op : ops) {
    const OpRecord* record = opRecord(session, op);
    if (record) records.push_back(record);
    names << (record ? QString() : nameOf(session, op));
  }
  QStringList titles = distinctTitles(records);
  for (QString& name : names)
    if (name.isEmpty()) name = titles.takeFirst();
  return names;
}

QString uniqueNameOf(const Session& session, OpId op) {
  const FoundOp at = found(session, op);
  return at.op ? QString::fromStdString(unique_name(*at.graph, *at.op)) : QString();
}

const OpRecord* opNamed(const Session& session, const std::string& name) {
  return inGraphs(session, [&](const GraphRecord& graph) { return op_named(graph, name); }).op;
}

NamedValue valueNamed(const Session& session, const std::string& name) {
  const OpRecord* op = opNamed(session, name);
  if (!op) refuse(ErrorKind::key, "unknown op '" + name + "'");
  return {op->id, op->results.empty() ? std::vector<AxisRecord>() : op->results.front().axes};
}

}  // namespace ng::views
