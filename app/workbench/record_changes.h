// SPDX-License-Identifier: Apache-2.0
// What becomes known of a compilation after it was handed out: texts and times of its kernels.
// Others read the record, so each change makes a copy. A copy of a large record takes longer than a
// frame: it is made on another thread, with all changes that came meanwhile.
#pragma once

#include <QObject>
#include <QThreadPool>
#include <functional>
#include <vector>

#include "engine/session/record.h"

namespace ng::views {

class RecordChanges : public QObject {
  Q_OBJECT

 public:
  using Change = std::function<void(CompilationRecord&)>;  // may be called on another thread
  // The record of a compilation by its number; null: forgotten.
  using Current = std::function<CompilationRecordPtr(int number)>;
  using Replace = std::function<void(int number, CompilationRecordPtr record)>;
  static constexpr std::size_t manyKernels = 500;

  RecordChanges(Current current, Replace replace);

  // Of a record with few kernels it is done on return; of another, later. Changes keep their order.
  void add(int number, Change change);
  bool busy() const { return busy_; }

 private:
  struct Waiting {
    int number;
    Change change;
  };
  void start();
  void made(int number, CompilationRecordPtr record);

  Current current_;
  Replace replace_;
  std::vector<Waiting> waiting_;
  bool busy_ = false;
  QThreadPool pool_;  // last: its destructor waits
};

}  // namespace ng::views
