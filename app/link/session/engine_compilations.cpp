// SPDX-License-Identifier: Apache-2.0
// Requests for compilations and their answers. Kernels are in engine_compilation_records.cpp.
#include "app/link/session/engine_compilations.h"

#include <utility>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/plan_record.h"
#include "engine/session/compile.h"
#include "engine/session/transformer.h"
#include "engine/session/transformer_info.h"
#include "views/core/session/event.h"

namespace ng::views {

namespace {

// Default transformer: the fastest available one.
QString firstChoice(const std::vector<TransformerChoice>& choices) {
  for (const TransformerChoice& choice : choices) {
    if (choice.available && choice.usual) return choice.name;
  }
  for (const TransformerChoice& choice : choices) {
    if (choice.available) return choice.name;
  }
  return {};
}

std::vector<TransformerChoice> knownTransformers() {
  std::vector<TransformerChoice> choices;
  for (const TransformerInfo& info : all_transformers())
    choices.push_back(
        {QString::fromStdString(info.name), info.availability.available,
         QString::fromStdString(info.availability.available ? std::string(info.capabilities.summary)
                                                            : info.availability.reason),
         info.name == default_transformer(), info.capabilities.oracle});
  return choices;
}

PlanChanges changesOf(const RunOverrides& plan) {
  PlanChanges changes;
  changes.batchSize = plan.batch_size;
  for (const auto& [axis, length] : plan.axis_lengths)
    changes.lengths[QString::fromStdString(axis)] = length;
  for (const auto& [data, folder] : plan.folders)
    changes.folders[QString::fromStdString(data)] = QString::fromStdString(folder);
  return changes;
}

}  // namespace

EngineCompilations::EngineCompilations(EngineLink& link, Published& published)
    : link_(link),
      published_(published),
      state_(published.state.compilation),
      recordChanges_([this](Request request) { return recordOf(request); },
                     [this](Request request, CompilationRecordPtr record) {
                       replaceRecord(request, std::move(record));
                     }) {
  state_.transformers = knownTransformers();
  state_.takesRanks = true;
  choices_.transformer = firstChoice(state_.transformers);
  showChoices();
  listen();
}

void EngineCompilations::listen() {
  const CompileWorker* worker = &link_.worker().compiler;
  connect(worker, &CompileWorker::compiled, this, &EngineCompilations::arrived);
  connect(worker, &CompileWorker::programsKept, this,
          [this](const KeptProgramList& kept) { state_.kept = kept; });
  connect(worker, &CompileWorker::ranksMeasured, this,
          [this](const std::vector<RankMemory>& memory) { state_.rankMemory = memory; });
  connect(worker, &CompileWorker::kernelRead, this, &EngineCompilations::kernelRead);
  connect(worker, &CompileWorker::compiledWithout, this, &EngineCompilations::compiledWithout);
  connect(worker, &CompileWorker::compileFailed, this, [this](Request request) {
    if (newest_.is(request)) fail();
  });
  connect(worker, &CompileWorker::progressed, this, [this](const QString& stage, double fraction) {
    if (!state_.progress.busy) return;
    state_.progress.stage = stage;
    state_.progress.fraction = fraction;
    published_.changed(StateFacet::progress);
  });
  connect(&recordChanges_, &RecordChanges::settled, this, &EngineCompilations::noteReading);
}

void EngineCompilations::showChoices() {
  state_.computation = choices_.computation;
  state_.transformer = choices_.transformer;
  state_.ranks = choices_.ranks;
  state_.planChanges = changesOf(choices_.plan);
}

void EngineCompilations::noteReading() {
  const bool reading = reading_ > 0 || recordChanges_.busy();
  if (std::exchange(state_.readingKernels, reading) != reading)
    published_.changed(StateFacet::progress);
}

void EngineCompilations::handle(const command::SetComputation& command) {
  CompileChoices choices = choices_;
  choices.computation = command.name;
  compile(std::move(choices));
}

// Another transformer has other passes in its pipeline. The same one is compiled again, also if its
// program is kept.
void EngineCompilations::handle(const command::SetTransformer& command) {
  CompileChoices choices = choices_;
  choices.transformer = command.name;
  if (command.name != choices_.transformer) {
    choices.pipeline.order.clear();
    emit transformerChosen();
  } else {
    link_.post([this] { link_.worker().compiler.forgetProgram(); });
  }
  compile(std::move(choices));
}

void EngineCompilations::handle(const command::SetRanks& command) {
  CompileChoices choices = choices_;
  choices.ranks = command.ranks;
  compile(std::move(choices));
}

// A new request cancels earlier requests that are waiting or in progress.
void EngineCompilations::compile(CompileChoices choices) {
  choices_ = std::move(choices);
  showChoices();
  if (!published_.state.document.document) return;
  link_.interrupt();
  state_.progress = {true, "compiling", {}};
  asked_ = {choices_, newest_.renew()};
  published_.happened(event::CompilationStarted());
  published_.changed(StateFacet::progress);
  link_.post([this, request = asked_] {
    if (!newest_.is(request.id)) return;
    link_.control.request(RunRequest::proceed);
    link_.control.cancelCompile(false);
    link_.worker().compiler.compile(request);
  });
}

void EngineCompilations::take(CompilationRecordPtr compilation, Request request) {
  shown_ = request;
  if (asked_.id == request) answered_ = asked_;
  state_.compilation = std::move(compilation);
  state_.without.clear();
  remember();
  if (newest_.is(request)) state_.progress = {};  // otherwise a newer request is pending
}

// Discards the failed request: the choices become those of the shown record again.
void EngineCompilations::fail() {
  state_.progress = {};
  if (state_.compilation) choices_ = answered_;
  showChoices();
  published_.happened(event::CompilationFailed());
  published_.changed(StateFacet::progress);
}

void EngineCompilations::handle(const command::CancelCompilation&) {
  if (!state_.progress.busy) return;
  link_.control.cancelCompile(true);
  newest_.renew();  // the request may still be queued
  fail();
}

void EngineCompilations::forget() {
  oldest_ = newest_.renew();
  kernels_.clear();
  choices_.pipeline = {};
  choices_.plan = {};
  choices_.ranks.clear();
  showChoices();
  state_.compilation.reset();
  state_.past.clear();
  state_.kept = {};
  state_.rankMemory.clear();
  state_.progress = {};
}

void EngineCompilations::setComputations(const DocumentRecord& document,
                                         const QStringList& computations, bool another) {
  state_.computations = computations;
  const QString planned =
      document.plan ? QString::fromStdString(document.plan->computation) : QString();
  // An edit that gives the plan another computation shows it.
  const bool replanned = planned != planned_ && computations.contains(planned);
  if (another || replanned || !computations.contains(choices_.computation))
    choices_.computation = document.plan ? planned : computations.value(0);
  planned_ = planned;
  showChoices();
  if (computations.isEmpty()) state_.compilation.reset();
}

void EngineCompilations::handle(const command::CompileWithout& command) {
  const QString& pass = command.pass;
  if (!state_.compilation || !state_.without.emplace(pass, nullptr).second) return;
  link_.post([this, pass, of = shown_] { link_.worker().compiler.compileWithout(pass, of); });
}

void EngineCompilations::compiledWithout(CompilationRecordPtr compilation, const QString& pass,
                                         Request of) {
  if (of != shown_) return;
  if (compilation) {
    state_.without[pass] = std::move(compilation);
  } else {
    state_.without.erase(pass);  // the request failed and may be repeated
  }
  published_.happened(event::OtherCompilation{pass});
}

}  // namespace ng::views
