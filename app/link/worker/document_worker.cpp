// SPDX-License-Identifier: Apache-2.0
#include "app/link/worker/document_worker.h"

#include "engine/documents/document_record.h"
#include "engine/documents/import_document.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"

namespace ng::views {

void DocumentWorker::take(std::unique_ptr<Document> document, DocumentRecordPtr record) {
  s_.document = std::move(document);
  s_.documentRecord = std::move(record);
  s_.planned.reset();
  s_.programs.clear();
  QStringList names;
  for (const ComputationRecord& c : s_.documentRecord->computations)
    names << QString::fromStdString(c.name);
  emit opened(s_.documentRecord, names);
}

std::shared_ptr<DocumentWorker::ReadDocument> DocumentWorker::read(
    const QString& path, const std::atomic<bool>& cancel) {
  auto read = std::make_shared<ReadDocument>();
  const bool done = s_.reports.attempt("Opening", [&] {
    LoadOptions options;
    options.cancel = &cancel;
    read->document = std::make_unique<Document>(load_document(path.toStdString(), options));
    read->record = make_document_record(*read->document);
  });
  return done ? read : nullptr;
}

void DocumentWorker::open(ReadDocument read) {
  s_.request.plan = {};
  s_.opened = Request::next();
  s_.beforeEdits.reset();
  take(std::move(read.document), std::move(read.record));
  for (const Diagnostic& each : s_.document->notes) emit s_.reports.said(each);
}

void DocumentWorker::adopt(const DraftDocument& draft) {
  s_.reports.attempt("Editing", [&] {
    auto document =
        std::make_unique<Document>(import_document(*draft.model, draft.path.toStdString()));
    auto record = std::make_shared<DocumentRecord>(*make_document_record(*document));
    if (!draft.unfinished.empty()) {
      auto graph = std::make_shared<GraphRecord>(*record->graph);
      for (const OpRecord& op : draft.unfinished) graph->ops.push_back(op);
      graph->find(0);
      record->graph = std::move(graph);
    }
    if (!s_.beforeEdits) s_.beforeEdits = std::move(s_.document);
    take(std::move(document), std::move(record));
  });
}

void DocumentWorker::close() {
  s_.clear();
  frames_.restartCurves();
  values_.restart();
}

}  // namespace ng::views
