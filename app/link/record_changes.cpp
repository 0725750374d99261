// SPDX-License-Identifier: Apache-2.0
#include "app/link/record_changes.h"

#include <utility>

namespace ng::views {
namespace {

CompilationRecordPtr changed(const CompilationRecord& record,
                             const std::vector<RecordChanges::Change>& changes) {
  auto copy = std::make_shared<CompilationRecord>(record);
  for (const RecordChanges::Change& change : changes) change(*copy);
  return copy;
}

}  // namespace

RecordChanges::RecordChanges(Current current, Replace replace)
    : current_(std::move(current)), replace_(std::move(replace)) {
  pool_.setMaxThreadCount(1);
}

void RecordChanges::add(int number, Change change) {
  const CompilationRecordPtr record = current_(number);
  if (!record) return;
  if (!busy_ && record->kernels.size() <= manyKernels)
    return replace_(number, changed(*record, {std::move(change)}));
  waiting_.push_back({number, std::move(change)});
  if (!busy_) start();
}

// Applies all waiting changes of the same record as the first one.
void RecordChanges::start() {
  const int number = waiting_.front().number;
  std::vector<Change> changes;
  std::erase_if(waiting_, [&](Waiting& each) {
    if (each.number != number) return false;
    changes.push_back(std::move(each.change));
    return true;
  });
  busy_ = true;
  pool_.start([this, number, record = current_(number), changes = std::move(changes)] {
    CompilationRecordPtr copy = record ? changed(*record, changes) : nullptr;
    QMetaObject::invokeMethod(
        this, [this, number, copy = std::move(copy)] { made(number, copy); }, Qt::QueuedConnection);
  });
}

void RecordChanges::made(int number, CompilationRecordPtr record) {
  busy_ = false;
  if (record && current_(number)) replace_(number, std::move(record));
  if (!busy_ && !waiting_.empty()) start();
}

}  // namespace ng::views
