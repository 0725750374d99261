// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_session.h"

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/plan_record.h"
#include "engine/session/compilation.h"

namespace ng::views {

EngineSession::EngineSession() {
  QObject::connect(&documents, &EngineDocuments::arrived, &documents,
                   [this](DocumentRecordPtr document, const QStringList& names) {
                     show(std::move(document), names);
                   });
  QObject::connect(&documents, &EngineDocuments::closed, &documents, [this] { closed(); });
  QObject::connect(&compilations, &EngineCompilations::arrived, &compilations,
                   [this](CompilationRecordPtr compilation, Request request) {
                     compiled(std::move(compilation), request);
                   });
  QObject::connect(&link_.worker().reports, &WorkerReports::said, &messages,
                   [this](const Diagnostic& diagnostic) { messages.say(diagnostic); });
  QObject::connect(&link_.worker().frames, &FramePublisher::frameReady, &run,
                   [this] { takeFrame(); });
}

EngineSession::~EngineSession() {
  documents.cancelOpening();
  pipelines.disconnect();
  pipelines.cancelTrial();
  link_.close();
}

// Discards everything known about the previous document.
void EngineSession::forget() {
  compilations.forget();
  pipelines.forget();
  plans.set({});
  messages.forget(Messages::Scope::document);
  run.forget();
  values.forget();
  queries.forget();
  faults.forget();
  profile.forget();
}

void EngineSession::show(DocumentRecordPtr document, const QStringList& names) {
  const DocumentRecordPtr before = documents.document();
  const bool another = !before || before->path != document->path;
  documents.set(document);
  if (another) {
    forget();
    plans.set(document->plan ? *document->plan : PlanRecord());
  }
  compilations.setComputations(*document, names, another);
  emit documents.documentChanged();
  if (another) emit plans.planChanged();
  if (!names.isEmpty()) return compilations.compileAgain();
  emit compilations.compilationChanged();
}

void EngineSession::closed() {
  compilations.setComputations({}, {}, true);
  forget();
  messages.forget(Messages::Scope::window);
  emit documents.documentChanged();
  emit compilations.compilationChanged();
  emit plans.planChanged();
  emit values.seriesChanged();
  emit values.tensorsChanged();
  emit profile.timelineChanged();
  emit run.runChanged();
}

void EngineSession::compiled(CompilationRecordPtr compilation, Request request) {
  if (!documents.document()) return;
  compilations.take(compilation, request);
  queries.recompiled();
  profile.restart();
  for (const Diagnostic& diagnostic : compilation->diagnostics) messages.say(diagnostic);
  emit compilations.compilationChanged();
  emit profile.timelineChanged();
  emit compilations.progressChanged();
  run.startWaiting();
}

// All parts have the frame before the first signal.
void EngineSession::takeFrame() {
  RunFrame frame = link_.worker().frames.takeFrame();
  if (!documents.document() || frame.program < compilations.oldest()) return;
  values.take(frame);
  profile.take(frame);
  const bool stopped = faults.take(frame);
  run.take(frame);
  emit run.runChanged();
  if (frame.heads || !frame.points.empty()) emit values.seriesChanged();
  if (frame.results || frame.tensors) emit values.tensorsChanged();
  if (frame.events) emit profile.timelineChanged();
  if (frame.watches) emit faults.faultsChanged();
  if (stopped) emit faults.stopReached();
  queries.runMoved();
}

}  // namespace ng::views
