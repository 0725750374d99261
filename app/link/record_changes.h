// SPDX-License-Identifier: Apache-2.0
// Late additions to a compilation record: code and times of kernels. Records are immutable, so each
// change makes a copy; as copying a large record takes longer than a frame, it is done on another
// thread for all waiting changes at once.
#pragma once

#include <QObject>
#include <QThreadPool>
#include <functional>
#include <vector>

#include "engine/records/records.h"
#include "views/core/session/request.h"

namespace ng::views {

class RecordChanges : public QObject {
  Q_OBJECT

 public:
  using Change = std::function<void(CompilationRecord&)>;  // may be called on another thread
  // The record of a compilation that answers a request; null: no longer kept.
  using Current = std::function<CompilationRecordPtr(Request request)>;
  using Replace = std::function<void(Request request, CompilationRecordPtr record)>;
  static constexpr std::size_t manyKernels = 500;

  RecordChanges(Current current, Replace replace);

  // Applied on return if the record has few kernels, else later. Changes keep their order.
  void add(Request request, Change change);
  bool busy() const { return busy_; }

 signals:
  void settled();  // a change on another thread ended, with or without a record to replace

 private:
  struct Waiting {
    Request request;
    Change change;
  };
  void start();
  void made(Request request, CompilationRecordPtr record);

  Current current_;
  Replace replace_;
  std::vector<Waiting> waiting_;
  bool busy_ = false;
  QThreadPool pool_;  // last member: its destructor waits
};

}  // namespace ng::views
