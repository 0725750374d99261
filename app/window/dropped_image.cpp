// SPDX-License-Identifier: Apache-2.0
#include "app/window/dropped_image.h"

#include <QDir>
#include <QFileInfo>

#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_name.h"
#include "engine/records/op_record.h"
#include "engine/records/plan_record.h"
#include "engine/records/values/image_shape.h"
#include "views/widgets/source_chooser.h"

namespace ng::views {
namespace {

const OpRecord* inputOfImages(const DocumentRecord& document) {
  for (const ComputationRecord& computation : document.computations) {
    if (document.plan && computation.name != document.plan->computation) continue;
    for (const OpId parameter : computation.parameters) {
      const OpRecord* op = document.graph ? document.graph->find(parameter) : nullptr;
      if (op && image_shape(*op)) return op;
    }
  }
  return nullptr;
}

QString rangeOf(const PlanRecord& plan, const OpRecord& op) {
  const QString range =
      QString::fromStdString(givenTo(plan, full_name(op)).source).section(u':', -1).trimmed();
  return from_name<PixelRange>(range.toStdString()) ? range : QStringLiteral("0..1");
}

// Relative to the document if the image is in its folder or below.
QString fileFor(const DocumentRecord& document, const QString& path) {
  const QDir folder = QFileInfo(QString::fromStdString(document.path)).absoluteDir();
  const QString inside = folder.relativeFilePath(path);
  return inside.startsWith("..") || QDir::isAbsolutePath(inside) ? path : inside;
}

}  // namespace

bool feedDroppedImage(Workspace& workspace, const QString& path) {
  const DocumentRecordPtr document = workspace.documents.document();
  const OpRecord* input = document ? inputOfImages(*document) : nullptr;
  if (!input || !workspace.editor) return false;
  const QString range = rangeOf(workspace.plans.plan(), *input);
  const EditAnswer answer = workspace.editor->apply(workspace.editor->sourceLine(
      input->id, GivenKind::file, fileFor(*document, path) + u':' + range));
  const ImageShape image = *image_shape(*input);
  Diagnostic said;
  said.severity = answer.good ? Severity::note : Severity::error;
  said.what = answer.good ? "The image is the input " + input->name + ", scaled to " +
                                std::to_string(image.width) + " × " + std::to_string(image.height) +
                                ", values " + range.toStdString() + "."
                          : answer.text.toStdString();
  said.found = answer.good ? std::string() : answer.details.toStdString();
  said.where = path.toStdString();
  if (answer.good)
    said.action = "F5 runs the model. Run > Inputs changes the range; Ctrl+Z undoes it.";
  emit workspace.messages.message(said);
  return true;
}

}  // namespace ng::views
