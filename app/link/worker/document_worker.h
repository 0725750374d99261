// SPDX-License-Identifier: Apache-2.0
// Opens and closes documents on the engine's thread.
#pragma once

#include <QStringList>
#include <atomic>

#include "app/link/worker/value_collector.h"

namespace ng::views {

class DocumentWorker : public QObject {
  Q_OBJECT

 public:
  DocumentWorker(WorkerState& state, FramePublisher& frames, ValueCollector& values,
                 QObject* parent)
      : QObject(parent), s_(state), frames_(frames), values_(values) {}

  // On failure or early cancellation the open document stays.
  void open(const QString& path, const std::atomic<bool>& cancel);
  // Like open(), for a draft in memory. Its unfinished ops are shown with it.
  void adopt(const DraftDocument& draft);
  void close();

 signals:
  void opened(ng::DocumentRecordPtr document, QStringList computations);

 private:
  void take(std::unique_ptr<Document> document, DocumentRecordPtr record);

  WorkerState& s_;
  FramePublisher& frames_;
  ValueCollector& values_;
};

}  // namespace ng::views
