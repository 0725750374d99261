// SPDX-License-Identifier: Apache-2.0
#include "views/debug/op_names.h"

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "views/core/op_title.h"

namespace ng::views {
namespace {

template <class Visit>
const OpRecord* inGraphs(const Session& session, Visit find) {
  const DocumentRecordPtr document = session.documents.document();
  const CompilationRecordPtr compilation = session.compilations.compilation();
  const OpRecord* found = document && document->graph ? find(*document->graph) : nullptr;
  if (!found && compilation && compilation->as_written()) found = find(*compilation->as_written());
  if (!compilation) return found;
  for (std::size_t i = 0; !found && i < compilation->passes.size(); ++i)
    found = find(*compilation->passes[i].after);
  return found;
}

}  // namespace

const OpRecord* opRecord(const Session& session, OpId op) {
  return inGraphs(session, [op](const GraphRecord& graph) { return graph.find(op); });
}

QString nameOf(const Session& session, OpId op) {
  const OpRecord* record = opRecord(session, op);
  return record ? opTitle(*record) : QObject::tr("op %1").arg(op);
}

OpId opNamed(const Session& session, const QString& name) {
  const std::string wanted = name.toStdString();
  const OpRecord* record = inGraphs(session, [&](const GraphRecord& graph) -> const OpRecord* {
    for (const OpRecord& each : graph.ops)
      if (each.name == wanted || opTitle(each) == name) return &each;
    return nullptr;
  });
  return record ? record->id : 0;
}

}  // namespace ng::views
