// SPDX-License-Identifier: Apache-2.0
// Compilations by the engine in this process. The record of a compilation answers one request;
// older answers are dropped.
#pragma once

#include <set>

#include "app/link/capture_request.h"
#include "app/link/record_changes.h"
#include "app/link/session/engine_link.h"
#include "app/link/session/published.h"
#include "views/core/session/command.h"

namespace ng::views {

class EngineCompilations : public QObject {
  Q_OBJECT

 public:
  EngineCompilations(EngineLink& link, Published& published);

  void handle(const command::SetComputation& command);
  void handle(const command::SetTransformer& command);
  void handle(const command::SetRanks& command);
  void handle(const command::CancelCompilation&);
  void handle(const command::ReadKernel& command);
  void handle(const command::CompileWithout& command);

  // What the next compilation is asked for. compile() sets it; it needs an open document to run.
  const CompileChoices& choices() const { return choices_; }
  void compile(CompileChoices choices);
  void compileAgain() { compile(choices_); }
  // Saves a capture; a message reports the outcome. Waits for the call that runs.
  void capture(CaptureRequest request);
  void keepEpochs(int epochs) { choices_.plan.epochs = epochs; }  // the run has them already
  // The request that the newest record answers, and the first request of this document: answers to
  // earlier ones belong to another.
  Request shown() const { return shown_; }
  Request oldest() const { return oldest_; }

  // Without a signal: forgets the document; sets its computations and chooses one; takes a record.
  void forget();
  void setComputations(const DocumentRecord& document, const QStringList& computations,
                       bool another);
  void take(CompilationRecordPtr compilation, Request request);
  // Changes the newest record on another thread; StateFacet::kernelTexts follows.
  void change(RecordChanges::Change change) {
    recordChanges_.add(shown_, std::move(change));
    noteReading();
  }

 signals:
  void arrived(ng::CompilationRecordPtr compilation, ng::views::Request request);
  void transformerChosen();  // another one, which has other passes

 private:
  void fail();
  void remember();
  CompilationRecordPtr recordOf(Request request) const;  // null: no longer kept
  void replaceRecord(Request request, CompilationRecordPtr record);
  void kernelRead(const KernelRecord& kernel, Request of);
  void compiledWithout(CompilationRecordPtr compilation, const QString& pass, Request of);

  void listen();
  void showChoices();
  void noteReading();

  EngineLink& link_;
  Published& published_;
  CompilationState& state_;
  CompileChoices choices_;
  QString planned_;                  // computation of the document's plan
  CompileRequest asked_, answered_;  // the newest request, and the request of the newest record
  NewestRequest newest_;
  Request shown_, oldest_;
  std::set<std::pair<Request, QString>> kernels_;  // whose code was requested, by compilation
  int reading_ = 0;
  RecordChanges recordChanges_;
};

}  // namespace ng::views
