// SPDX-License-Identifier: Apache-2.0
// Kernels on the window's side: code, times and past compilations.
#include <algorithm>
#include <map>

#include "app/link/engine_session.h"
#include "views/core/drop_later.h"

namespace ng::views {
void EngineSession::readPastKernel(int number, const QString& kernel) {
  const CompilationRecordPtr record = recordOf(number);
  const KernelRecord* known = record ? record->kernel(kernel.toStdString()) : nullptr;
  if (known == nullptr || known->kind != KernelKind::generated || !asked_.insert({number, kernel}).second)
    return;
  ++reading_;
  post([this, copy = *known, number] { worker_->readKernel(copy, number); });
}

CompilationRecordPtr EngineSession::recordOf(int number) const {
  if (number == number_) return compilation_;
  for (const PastCompilation& each : past_)
    if (each.number == number) return each.record;
  return nullptr;
}

void EngineSession::replaceRecord(int number, CompilationRecordPtr record) {
  CompilationRecordPtr before = recordOf(number);
  if (number == number_) compilation_ = record;
  for (PastCompilation& each : past_)
    if (each.number == number) each.record = record;
  emit kernelTextsChanged();
  dropLater(std::move(before));
}

void EngineSession::kernelRead(const KernelRecord& kernel, int number) {
  --reading_;
  recordChanges_.add(number, [kernel](CompilationRecord& record) {
    for (KernelRecord& each : record.kernels) {
      if (each.name != kernel.name) continue;
      const std::optional<double> microseconds = each.microseconds;
      const std::int64_t launches = each.launches;
      each = kernel;
      each.microseconds = microseconds;
      each.launches = launches;
    }
  });
}

namespace {

struct KernelTime {
  double microseconds = 0;  // per launch
  std::int64_t launches = 0, measured = 0;
};

// Sums the times of a kernel's steps, weighted by their number of measurements.
std::map<std::string, KernelTime> kernelTimes(const CompilationRecord& record,
                                              const std::vector<StepTime>& times) {
  std::map<std::string, KernelTime> all;
  for (std::size_t i = 0; i < times.size(); ++i) {
    KernelTime& sum = all[record.steps[i].kernel];
    sum.microseconds += times[i].microseconds * static_cast<double>(times[i].calls);
    sum.measured += times[i].calls;
    sum.launches += times[i].launches;
  }
  for (auto& [kernel, time] : all)
    if (time.measured > 0) time.microseconds /= static_cast<double>(time.measured);
  return all;
}

}  // namespace

void EngineSession::takeStepTimes(const std::vector<StepTime>& times) {
  if (!compilation_ || compilation_->steps.size() != times.size()) return;
  const std::map<std::string, KernelTime> taken = kernelTimes(*compilation_, times);
  timesPace_ = 0;
  for (const StepTime& each : times) timesPace_ = std::max(timesPace_, each.pace);
  if (timesPace_ == 0)
    for (const auto& [kernel, time] : taken) fullSpeedTimes_[kernel] = time.microseconds;
  recordChanges_.add(number_, [taken](CompilationRecord& record) {
    for (KernelRecord& kernel : record.kernels) {
      const auto found = taken.find(kernel.name);
      const KernelTime time = found == taken.end() ? KernelTime() : found->second;
      kernel.launches = time.launches;
      kernel.microseconds.reset();
      if (time.measured > 0) kernel.microseconds = time.microseconds;
    }
  });
}

void EngineSession::remember(const CompileRequest& request) {
  constexpr std::size_t mostKept = 8;
  static const auto number = [](const QString& title) { return title.section(u':', 0, 0).toInt(); };
  const int next = past_.empty() ? 1 : number(past_.back().title) + 1;
  QString title = tr("%1: %2 on %3").arg(next).arg(request.computation, request.transformer);
  QStringList without;
  for (const std::string& pass : request.pipeline.disabled) without << QString::fromStdString(pass);
  if (!without.isEmpty()) title += tr(" without ") + without.join(", ");
  if (!request.pipeline.order.empty()) title += tr(", reordered");
  if (past_.size() == mostKept) past_.erase(past_.begin());
  past_.push_back({title, compilation_, number_});
}

}  // namespace ng::views
