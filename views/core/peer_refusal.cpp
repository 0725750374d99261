// SPDX-License-Identifier: Apache-2.0
#include "views/core/peer_refusal.h"

#include "engine/records/document_record.h"

namespace ng::views {

QString peerRefusal(const Workspace& workspace) {
  const DocumentRecordPtr document = workspace.documents.document();
  if (!document || !QString::fromStdString(document->path).endsWith(".onnx", Qt::CaseInsensitive))
    return QObject::tr("ONNX Runtime runs .onnx files only");
  if (workspace.editor != nullptr && workspace.editor->modified())
    return QObject::tr("ONNX Runtime runs the file, which lacks the edits: save them first");
  return {};
}

}  // namespace ng::views
