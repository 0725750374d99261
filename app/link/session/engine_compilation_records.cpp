// SPDX-License-Identifier: Apache-2.0
// Records of past compilations, and the kernel code that is added to them later.
#include "app/link/session/engine_compilations.h"
#include "engine/records/compilation_record.h"
#include "views/core/jobs.h"

namespace ng::views {

void EngineCompilations::handle(const command::ReadKernel& command) {
  const QString& kernel = command.kernel;
  const Request of = command.compilation ? command.compilation : shown_;
  const CompilationRecordPtr record = recordOf(of);
  const KernelRecord* known = record ? record->kernel(kernel.toStdString()) : nullptr;
  if (known == nullptr || known->kind != KernelKind::generated ||
      !kernels_.insert({of, kernel}).second)
    return;
  ++reading_;
  noteReading();
  link_.post([this, copy = *known, of] { link_.worker().compiler.readKernel(copy, of); });
}

CompilationRecordPtr EngineCompilations::recordOf(Request request) const {
  if (request == shown_) return state_.compilation;
  for (const PastCompilation& each : state_.past)
    if (each.request == request) return each.record;
  return nullptr;
}

void EngineCompilations::replaceRecord(Request request, CompilationRecordPtr record) {
  CompilationRecordPtr before = recordOf(request);
  if (request == shown_) state_.compilation = record;
  for (PastCompilation& each : state_.past)
    if (each.request == request) each.record = record;
  noteReading();
  published_.changed(StateFacet::kernelTexts);
  releaseOnPool(std::move(before));
}

void EngineCompilations::kernelRead(const KernelRecord& kernel, Request of) {
  --reading_;
  recordChanges_.add(of, [kernel](CompilationRecord& record) {
    for (KernelRecord& each : record.kernels) {
      if (each.name != kernel.name) continue;
      const std::optional<double> microseconds = each.microseconds;
      const std::int64_t launches = each.launches;
      each = kernel;
      each.microseconds = microseconds;
      each.launches = launches;
    }
  });
  noteReading();
}

void EngineCompilations::capture(CaptureRequest request) {
  if (!state_.compilation) return;
  link_.control.addErrand([this, request = std::move(request), record = state_.compilation,
                           of = shown_] { link_.worker().compiler.capture(request, *record, of); });
  link_.post([this] { link_.control.runErrands(); });
}

void EngineCompilations::remember() {
  constexpr std::size_t mostKept = 8;
  static const auto number = [](const QString& title) { return title.section(u':', 0, 0).toInt(); };
  const int next = state_.past.empty() ? 1 : number(state_.past.back().title) + 1;
  QString title = tr("%1: %2 on %3").arg(next).arg(answered_.computation, answered_.transformer);
  QStringList without;
  for (const std::string& pass : answered_.pipeline.disabled)
    without << QString::fromStdString(pass);
  if (!without.isEmpty()) title += tr(" without ") + without.join(", ");
  if (!answered_.pipeline.order.empty()) title += tr(", reordered");
  if (!answered_.ranks.isEmpty()) title += ", " + answered_.ranks;
  if (state_.kept.reused) title += tr(", reused");
  if (state_.past.size() == mostKept) state_.past.erase(state_.past.begin());
  state_.past.push_back({title, state_.compilation, shown_});
}

}  // namespace ng::views
