// SPDX-License-Identifier: Apache-2.0
// Documents read by the engine in this process, and drafts shown from memory.
#pragma once

#include <QStringList>
#include <atomic>
#include <memory>

#include "app/link/session/engine_link.h"
#include "app/link/session/published.h"
#include "views/core/session/command.h"
#include "views/core/session/messages.h"
#include "views/core/session/request.h"

namespace ng::views {

struct DraftDocument;

class EngineDocuments : public QObject {
  Q_OBJECT

 public:
  EngineDocuments(EngineLink& link, Published& published, Messages& messages);

  void handle(const command::Open& command);
  void handle(const command::Close&);
  void handle(const command::SetWords& command);
  void handle(const command::CompareDocuments&) {}  // files are compared by a source above

  // Path of the document being read; empty: none.
  QString opening() const { return opening_ ? opening_->path : QString(); }
  void cancelOpening();  // keeps the open document
  // Of the open document, for a draft; null: it is too large to edit.
  const std::shared_ptr<const DocumentModel>& model() const { return model_; }
  // Shows and compiles a draft. Only the latest of several waiting drafts is used.
  void adopt(DraftDocument draft);

 signals:
  void draftLeft();  // the draft shown by adopt() is replaced by another document
  void openingChanged();
  // The newest document was read; it is not shown yet.
  void arrived(ng::DocumentRecordPtr document, const QStringList& computations);
  void closed();

 private:
  struct Opening {
    QString path;
    Request request;
    std::atomic<bool> cancelled = false;
    std::shared_ptr<DocumentWorker::ReadDocument> read;  // set by the worker; null: not opened
  };
  void replace(ng::DocumentRecordPtr document);  // the same document
  void endOpening(const std::shared_ptr<Opening>& opening);

  EngineLink& link_;
  Published& published_;
  Messages& messages_;
  std::shared_ptr<Opening> opening_;
  std::shared_ptr<const DocumentModel> model_;
  NewestRequest asked_, opened_;  // document to open; document that the worker has opened
};

}  // namespace ng::views
