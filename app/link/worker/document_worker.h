// SPDX-License-Identifier: Apache-2.0
// Opens and closes documents on the engine's thread.
#pragma once

#include <QStringList>
#include <atomic>
#include <memory>

#include "app/link/worker/value_collector.h"

namespace ng::views {

struct DraftDocument;

class DocumentWorker : public QObject {
  Q_OBJECT

 public:
  DocumentWorker(WorkerState& state, FramePublisher& frames, ValueCollector& values,
                 QObject* parent)
      : QObject(parent), s_(state), frames_(frames), values_(values) {}

  // Limit for rebuilding the ops at every edit without blocking the window.
  static constexpr std::size_t mostEditedOps = 20'000;

  struct ReadDocument {
    std::unique_ptr<Document> document;
    std::shared_ptr<const DocumentModel> model;  // null: too large to edit
    DocumentRecordPtr record;
  };

  // Reads a file; the open document stays. Null: failed, with the reason sent, or cancelled.
  std::shared_ptr<ReadDocument> read(const QString& path, const std::atomic<bool>& cancel);
  void open(ReadDocument read);  // replaces the open document
  // Opens a draft from memory. Its unfinished ops are shown with it.
  void adopt(const DraftDocument& draft);
  // Of the open document, from these files; an empty path keeps those that it has.
  void setWords(const QString& labels, const QString& vocabulary);
  void close();

 signals:
  // `model`: what a draft of the document starts from; null: it is too large to edit.
  void opened(ng::DocumentRecordPtr document, QStringList computations,
              std::shared_ptr<const ng::DocumentModel> model);

  void worded(ng::DocumentRecordPtr document);

 private:
  void take(ReadDocument read);

  WorkerState& s_;
  FramePublisher& frames_;
  ValueCollector& values_;
};

}  // namespace ng::views
