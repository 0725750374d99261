// SPDX-License-Identifier: Apache-2.0
#include "app/link/worker/document_worker.h"

#include "app/link/draft_document.h"
#include "engine/documents/document_record.h"
#include "engine/documents/import_document.h"
#include "engine/documents/loaded_document.h"
#include "engine/documents/models/read_words.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"

namespace ng::views {

void DocumentWorker::take(ReadDocument read) {
  s_.document = std::move(read.document);
  s_.documentRecord = std::move(read.record);
  s_.program.planned.reset();
  s_.programs.clear();
  QStringList names;
  for (const ComputationRecord& c : s_.documentRecord->computations)
    names << QString::fromStdString(c.name);
  emit opened(s_.documentRecord, names, std::move(read.model));
}

std::shared_ptr<DocumentWorker::ReadDocument> DocumentWorker::read(
    const QString& path, const std::atomic<bool>& cancel) {
  auto read = std::make_shared<ReadDocument>();
  const bool done = s_.reports.attempt("Opening", [&] {
    LoadedDocument loaded = load_with_model(path.toStdString(), &cancel);
    read->document = std::make_unique<Document>(std::move(loaded.document));
    read->record = make_document_record(*read->document);
    if (read->record->graph->ops.size() <= mostEditedOps) read->model = std::move(loaded.model);
  });
  return done ? read : nullptr;
}

void DocumentWorker::open(ReadDocument read) {
  s_.program.request.plan = {};
  s_.opened = Request::next();
  s_.beforeEdits.reset();
  s_.words.reset();
  take(std::move(read));
  for (const Diagnostic& each : s_.document->notes) emit s_.reports.said(each);
}

void DocumentWorker::adopt(const DraftDocument& draft) {
  s_.reports.attempt("Editing", [&] {
    auto document =
        std::make_unique<Document>(import_document(*draft.model, draft.path.toStdString()));
    if (s_.words) document->words = s_.words;
    auto record = std::make_shared<DocumentRecord>(*make_document_record(*document));
    if (!draft.unfinished.empty()) {
      auto graph = std::make_shared<GraphRecord>(*record->graph);
      for (const OpRecord& op : draft.unfinished) graph->ops.push_back(op);
      graph->find(0);
      record->graph = std::move(graph);
    }
    if (!s_.beforeEdits) s_.beforeEdits = std::move(s_.document);
    take({std::move(document), draft.model, std::move(record)});
  });
}

void DocumentWorker::setWords(const QString& labels, const QString& vocabulary) {
  if (!s_.document) return;
  s_.reports.attempt("Reading the names", [&] {
    s_.words = chosen_words(*s_.document->words, labels.toStdString(), vocabulary.toStdString());
    s_.document->words = s_.words;
    auto record = std::make_shared<DocumentRecord>(*s_.documentRecord);
    record->words = s_.words;
    s_.documentRecord = std::move(record);
    emit worded(s_.documentRecord);
  });
}

void DocumentWorker::close() {
  s_.clear();
  frames_.restartCurves();
  values_.restart();
}

}  // namespace ng::views
