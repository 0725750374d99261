// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_source.h"

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/plan_record.h"
#include "engine/session/compilation.h"
#include "views/core/session/command_variant.h"
#include "views/core/session/event.h"

namespace ng::views {

namespace {

template <class Part, class Any>
concept Handles = requires(Part& part, const Any& command) { part.handle(command); };

// Exactly one of the parts handles a command.
template <class Any, class... Parts>
void handleBy(const Any& command, Parts&... parts) {
  static_assert((Handles<Parts, Any> + ...) == 1);
  const auto offer = [&](auto& part) {
    if constexpr (Handles<std::remove_reference_t<decltype(part)>, Any>) part.handle(command);
  };
  (offer(parts), ...);
}

}  // namespace

EngineSource::Parts::Parts(EngineLink& link, Published& published, Messages& messages)
    : documents(link, published, messages),
      compilations(link, published),
      run(link, published, compilations),
      pipelines(link, published, compilations),
      plans(link, published, compilations, run),
      values(link, published, run),
      profile(link, published, compilations),
      faults(link, published, run, values, messages),
      queries(link, published, messages),
      checkpoints(link, published, run, messages) {}

EngineSource::EngineSource() {
  connect(&parts.documents, &EngineDocuments::draftLeft, this, [this] { left_ = true; });
  connect(&parts.documents, &EngineDocuments::arrived, this, &EngineSource::show);
  connect(&parts.documents, &EngineDocuments::closed, this, &EngineSource::closed);
  connect(&parts.compilations, &EngineCompilations::arrived, this, &EngineSource::compiled);
  connect(&link_.worker().reports, &WorkerReports::said, &messages_,
          [this](const Diagnostic& diagnostic) { messages_.say(diagnostic); });
  connect(&link_.worker().frames, &FramePublisher::frameReady, this, [this] { takeFrame({}); });
}

EngineSource::~EngineSource() {
  parts.documents.cancelOpening();
  parts.pipelines.cancelTrial();
  link_.close();
}

void EngineSource::take(const Command& command) {
  std::visit(
      [this](const auto& each) {
        Parts& p = parts;
        handleBy(each, p.documents, p.compilations, p.run, p.pipelines, p.plans, p.values,
                 p.profile, p.faults, p.queries, p.checkpoints);
      },
      command);
}

void EngineSource::capture(const QString& path, const std::set<OpId>& tensors,
                           const QString& version) {
  parts.compilations.capture({path, version, tensors, state_.profile.timeline,
                              *state_.values.series, state_.faults.health});
}

// Discards everything known about the previous document.
void EngineSource::forget() {
  parts.compilations.forget();
  parts.pipelines.forget();
  state_.plan.reset();
  messages_.forget(Messages::Scope::document);
  parts.run.forget();
  parts.values.forget();
  parts.queries.forget();
  parts.faults.forget();
  parts.profile.forget();
}

void EngineSource::show(DocumentRecordPtr document, const QStringList& names) {
  const DocumentRecordPtr before = state_.document.document;
  const bool renamed = before && before->path != document->path && !left_;  // a saved draft
  const bool another = !before || (before->path != document->path && !renamed);
  left_ = false;
  state_.document.document = document;
  if (renamed) messages_.forget(Messages::Scope::document);
  if (another) {
    forget();
    state_.plan = document->plan;  // until it is compiled
  }
  if (!document->plan) state_.run.totalIterations = 0;
  parts.compilations.setComputations(*document, names, another);
  StateFacets facets = StateFacet::document;
  if (another) facets |= StateFacet::plan;
  if (names.isEmpty()) facets |= StateFacet::compilation;
  emit changed(facets);
  if (!names.isEmpty()) parts.compilations.compileAgain();
}

void EngineSource::closed() {
  parts.compilations.setComputations({}, {}, true);
  forget();
  messages_.forget(Messages::Scope::window);
  emit changed(StateFacet::document | StateFacet::compilation | StateFacet::plan | StateFacet::run |
               StateFacet::series | StateFacet::tensors | StateFacet::timeline);
}

void EngineSource::compiled(CompilationRecordPtr compilation, Request request) {
  if (!state_.document.document) return;
  parts.compilations.take(compilation, request);
  parts.queries.recompiled();
  parts.profile.restart();
  takeFrame(StateFacet::compilation | StateFacet::timeline | StateFacet::progress);
  for (const Diagnostic& diagnostic : compilation->diagnostics) messages_.say(diagnostic);
  parts.run.startWaiting();
}

// All parts have the frame before the first signal. A new compilation has one: its program is at
// another step than the program before it.
void EngineSource::takeFrame(StateFacets others) {
  std::optional<RunFrame> frame = link_.worker().frames.takeFrame(parts.compilations.shown());
  if (!state_.document.document || !frame || frame->program < parts.compilations.oldest()) {
    if (others) emit changed(others);
    return;
  }
  StateFacets facets = parts.values.take(*frame) | StateFacet::run | others;
  parts.profile.take(*frame);
  const bool stopped = parts.faults.take(*frame);
  parts.run.take(*frame);
  if (frame->events) facets |= StateFacet::timeline;
  if (frame->watches) facets |= StateFacet::faults;
  emit changed(facets);
  if (stopped) emit happened(event::StopReached());
  parts.queries.runMoved();
}

}  // namespace ng::views
