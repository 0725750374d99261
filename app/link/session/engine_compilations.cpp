// SPDX-License-Identifier: Apache-2.0
// Requests for compilations and their answers. Kernels are in engine_compilation_records.cpp.
#include "app/link/session/engine_compilations.h"

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/plan_record.h"
#include "engine/session/compile.h"
#include "engine/session/transformer.h"
#include "engine/session/transformer_info.h"

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

}  // namespace

EngineCompilations::EngineCompilations(EngineLink& link, EngineDocuments& documents)
    : link_(link),
      documents_(documents),
      transformers_(knownTransformers()),
      recordChanges_([this](Request request) { return recordOf(request); },
                     [this](Request request, CompilationRecordPtr record) {
                       replaceRecord(request, std::move(record));
                     }) {
  choices_.transformer = firstChoice(transformers_);
  const CompileWorker* worker = &link.worker().compiler;
  connect(worker, &CompileWorker::compiled, this, &EngineCompilations::arrived);
  connect(worker, &CompileWorker::programsKept, this,
          [this](const KeptProgramList& kept) { kept_ = kept; });
  connect(worker, &CompileWorker::kernelRead, this, &EngineCompilations::kernelRead);
  connect(worker, &CompileWorker::compiledWithout, this, &EngineCompilations::compiledWithout);
  connect(worker, &CompileWorker::compileFailed, this, [this](Request request) {
    if (newest_.is(request)) fail();
  });
  connect(worker, &CompileWorker::progressed, this, [this](const QString& stage, double fraction) {
    if (!progress_.busy) return;
    progress_.stage = stage;
    progress_.fraction = fraction;
    emit progressChanged();
  });
}

void EngineCompilations::setComputation(const QString& name) {
  CompileChoices choices = choices_;
  choices.computation = name;
  compile(std::move(choices));
}

// Another transformer has other passes in its pipeline. The same one is compiled again, also if its
// program is kept.
void EngineCompilations::setTransformer(const QString& name) {
  CompileChoices choices = choices_;
  choices.transformer = name;
  if (name != choices_.transformer) {
    choices.pipeline.order.clear();
    emit transformerChosen();
  } else {
    link_.post([this] { link_.worker().compiler.forgetProgram(); });
  }
  compile(std::move(choices));
}

void EngineCompilations::setRanks(const QString& ranks) {
  CompileChoices choices = choices_;
  choices.ranks = ranks;
  compile(std::move(choices));
}

// A new request cancels earlier requests that are waiting or in progress.
void EngineCompilations::compile(CompileChoices choices) {
  choices_ = std::move(choices);
  if (!documents_.document()) return;
  link_.interrupt();
  progress_ = {true, "compiling", {}};
  asked_ = {choices_, newest_.renew()};
  emit compilationStarted();
  emit progressChanged();
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
  compilation_ = std::move(compilation);
  without_.clear();
  remember();
  if (newest_.is(request)) progress_ = {};  // otherwise a newer request is pending
}

// Discards the failed request: the choices become those of the shown record again.
void EngineCompilations::fail() {
  progress_ = {};
  if (compilation_) choices_ = answered_;
  emit compilationFailed();
  emit progressChanged();
}

void EngineCompilations::cancel() {
  if (!progress_.busy) return;
  link_.control.cancelCompile(true);
  newest_.renew();  // the request may still be queued
  fail();
}

void EngineCompilations::forget() {
  oldest_ = newest_.renew();
  compilation_.reset();
  kernels_.clear();
  choices_.pipeline = {};
  choices_.plan = {};
  choices_.ranks.clear();
  past_.clear();
  kept_ = {};
  progress_ = {};
}

void EngineCompilations::setComputations(const DocumentRecord& document,
                                         const QStringList& computations, bool another) {
  computations_ = computations;
  const QString planned =
      document.plan ? QString::fromStdString(document.plan->computation) : QString();
  // An edit that gives the plan another computation shows it.
  const bool replanned = planned != planned_ && computations_.contains(planned);
  if (another || replanned || !computations_.contains(choices_.computation))
    choices_.computation = document.plan ? planned : computations_.value(0);
  planned_ = planned;
  if (computations_.isEmpty()) compilation_.reset();
}

void EngineCompilations::compileWithout(const QString& pass) {
  if (!compilation_ || !without_.emplace(pass, nullptr).second) return;
  link_.post([this, pass, of = shown_] { link_.worker().compiler.compileWithout(pass, of); });
}

void EngineCompilations::compiledWithout(CompilationRecordPtr compilation, const QString& pass,
                                         Request of) {
  if (of != shown_) return;
  if (compilation) {
    without_[pass] = std::move(compilation);
  } else {
    without_.erase(pass);  // the request failed and may be repeated
  }
  emit otherCompilationChanged(pass);
}

CompilationRecordPtr EngineCompilations::compilationWithout(const QString& pass) const {
  const auto found = without_.find(pass);
  return found == without_.end() ? nullptr : found->second;
}

}  // namespace ng::views
