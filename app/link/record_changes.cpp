// SPDX-License-Identifier: Apache-2.0
#include "app/link/record_changes.h"

#include <utility>

#include "engine/records/compilation_record.h"

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

void RecordChanges::add(Request request, Change change) {
  const CompilationRecordPtr record = current_(request);
  if (!record) return;
  if (!busy_ && record->kernels.size() <= manyKernels)
    return replace_(request, changed(*record, {std::move(change)}));
  waiting_.push_back({request, std::move(change)});
  if (!busy_) start();
}

// Applies all waiting changes of the same record as the first one.
void RecordChanges::start() {
  const Request request = waiting_.front().request;
  std::vector<Change> changes;
  std::erase_if(waiting_, [&](Waiting& each) {
    if (each.request != request) return false;
    changes.push_back(std::move(each.change));
    return true;
  });
  busy_ = true;
  pool_.start([this, request, record = current_(request), changes = std::move(changes)] {
    CompilationRecordPtr copy = record ? changed(*record, changes) : nullptr;
    QMetaObject::invokeMethod(
        this, [this, request, copy = std::move(copy)] { made(request, copy); },
        Qt::QueuedConnection);
  });
}

void RecordChanges::made(Request request, CompilationRecordPtr record) {
  busy_ = false;
  if (record && current_(request)) replace_(request, std::move(record));
  if (!busy_ && !waiting_.empty()) start();
  emit settled();
}

}  // namespace ng::views
