// SPDX-License-Identifier: Apache-2.0
// The window's side of kernels: their texts and times, those that a user wrote, and the
// compilations that they can be compared in.
#include <algorithm>
#include <map>

#include "app/workbench/engine_session.h"
#include "engine/base/error.h"
#include "views/core/drop_later.h"

namespace ng::views {
namespace {

// The ops in the edited kernels and all that read them, each with the kernel's name.
std::map<OpKey, QString> opsAfter(const CompilationRecord& record,
                                  const std::vector<KeptKernelRecord>& edited) {
  std::map<OpKey, QString> found;
  for (const KernelRecord& kernel : record.kernels)
    for (const KeptKernelRecord& each : edited) {
      if (each.kernel != kernel.name) continue;
      for (const OpKey op : kernel.ops)
        if (record.kernel_of(op) == &kernel) found[op] = QString::fromStdString(each.kernel);
    }
  const auto follow = [&found](const GraphRecordPtr& graph) {
    std::map<OpKey, std::vector<OpKey>> readers;
    for (const OpRecord& op : graph->ops)
      if (op.family != Family::state)
        for (const OperandRecord& operand : op.operands) readers[operand.op].push_back(op.id);
    std::vector<OpKey> next;
    for (const auto& [op, name] : found) next.push_back(op);
    while (!next.empty()) {
      const OpKey op = next.back();
      next.pop_back();
      for (const OpKey reader : readers[op])
        if (found.emplace(reader, found.at(op)).second) next.push_back(reader);
    }
    for (const OpRecord& op : graph->ops)
      if (op.family == Family::state) found.erase(op.id);
  };
  for (const GraphRecordPtr& graph : {record.as_written(), record.final_graph()})
    if (graph) follow(graph);
  return found;
}

}  // namespace

void EngineSession::readPastKernel(int number, const QString& kernel) {
  const CompilationRecordPtr record = recordOf(number);
  const KernelRecord* known = record ? record->kernel(kernel.toStdString()) : nullptr;
  if (known == nullptr || known->kind != "generated" || !asked_.insert({number, kernel}).second)
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
      const double microseconds = each.microseconds;
      const std::int64_t launches = each.launches;
      each = kernel;
      each.microseconds = microseconds;
      each.launches = launches;
    }
  });
}

namespace {

struct KernelTime {
  double microseconds = 0;  // a launch
  std::int64_t launches = 0, measured = 0;
};

// A kernel's time is that of its steps, each as often as it was measured.
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
      kernel.microseconds = time.microseconds;
    }
  });
}

void EngineSession::keepKernel(const QString& kernel, const QString& source) {
  const KernelRecord* known = compilation_ ? compilation_->kernel(kernel.toStdString()) : nullptr;
  if (known == nullptr) return;
  const auto kept = std::find_if(keptKernels_.begin(), keptKernels_.end(),
                                 [&](const auto& each) { return each.kernel == known->name; });
  const std::string own = kept == keptKernels_.end() ? known->source.text : kept->own;
  if (!source.isEmpty() &&
      (!trial_ || !trial_->ran || trial_->kernel != known->name || source != triedSource_)) {
    Diagnostic refused;
    refused.what = "Only a text that ran by itself takes the kernel's place.";
    refused.where = known->name;
    refused.action = "Try it first (Ctrl+Return).";
    return say(refused);
  }
  if (kept != keptKernels_.end()) keptKernels_.erase(kept);
  if (!source.isEmpty() && source.toStdString() != own)
    keptKernels_.push_back({known->name, source.toStdString(), own, *trial_});
  compile();
}

// What is stored is what the edited kernel made; what fusion swallowed, and what is computed from
// it, comes of a second program.
QString EngineSession::uneditedFor(OpKey op) const {
  if (keptKernels_.empty() || !compilation_) return {};
  if (uneditedOf_ != compilation_) {
    uneditedOf_ = compilation_;
    unedited_ = opsAfter(*compilation_, keptKernels_);
  }
  const auto found = unedited_.find(op);
  if (found == unedited_.end()) return {};
  const bool returned = std::any_of(results_.begin(), results_.end(),
                                    [op](const TensorRecord& each) { return each.op == op; });
  return returned ? QString() : found->second;
}

void EngineSession::remember(const CompileRequest& request) {
  constexpr std::size_t mostKept = 8;
  static const auto number = [](const QString& title) { return title.section(u':', 0, 0).toInt(); };
  const int next = past_.empty() ? 1 : number(past_.back().title) + 1;
  QString title = tr("%1: %2 on %3").arg(next).arg(request.computation, request.transformer);
  QStringList without, edited;
  for (const std::string& pass : request.pipeline.disabled) without << QString::fromStdString(pass);
  for (const KeptKernelRecord& each : keptKernels_) edited << QString::fromStdString(each.kernel);
  if (!without.isEmpty()) title += tr(" without ") + without.join(", ");
  if (!request.pipeline.order.empty()) title += tr(", another order");
  if (!edited.isEmpty()) title += tr(", edited ") + edited.join(", ");
  if (past_.size() == mostKept) past_.erase(past_.begin());
  past_.push_back({title, compilation_, number_});
}

}  // namespace ng::views
