// SPDX-License-Identifier: Apache-2.0
// Compilations by the engine in this process. The record of a compilation answers one request;
// older answers are dropped.
#pragma once

#include <map>
#include <set>

#include "app/link/capture_request.h"
#include "app/link/record_changes.h"
#include "app/link/session/engine_documents.h"
#include "views/core/session/compilations.h"

namespace ng::views {

class EngineCompilations : public Compilations {
  Q_OBJECT

 public:
  EngineCompilations(EngineLink& link, EngineDocuments& documents);

  CompilationRecordPtr compilation() const override { return compilation_; }
  std::vector<PastCompilation> compilations() const override { return past_; }
  KeptProgramList keptPrograms() const override { return kept_; }
  std::vector<TransformerChoice> transformers() const override { return transformers_; }
  QStringList computations() const override { return computations_; }
  QString computation() const override { return choices_.computation; }
  QString transformer() const override { return choices_.transformer; }
  QString ranks() const override { return choices_.ranks; }
  bool takesRanks() const override { return true; }
  Progress compileProgress() const override { return progress_; }
  void setComputation(const QString& name) override;
  void setTransformer(const QString& name) override;
  void setRanks(const QString& ranks) override;
  void cancel() override;
  void readKernel(const QString& kernel) override { readPastKernel(shown_, kernel); }
  void readPastKernel(Request of, const QString& kernel) override;
  bool readingKernels() const override { return reading_ > 0 || recordChanges_.busy(); }
  void compileWithout(const QString& pass) override;
  CompilationRecordPtr compilationWithout(const QString& pass) const override;

  // What the next compilation is asked for. compile() sets it; it needs an open document to run.
  const CompileChoices& choices() const { return choices_; }
  void compile(CompileChoices choices);
  void compileAgain() { compile(choices_); }
  // Saves a capture; a message reports the outcome. Waits for the call that runs.
  void capture(CaptureRequest request);
  void keepEpochs(int epochs) { choices_.plan.epochs = epochs; }  // the run has them already
  // The request that compilation() answers, and the first request of this document: answers to
  // earlier ones belong to another.
  Request shown() const { return shown_; }
  Request oldest() const { return oldest_; }

  // Without a signal: forgets the document; sets its computations and chooses one; takes a record.
  void forget();
  void setComputations(const DocumentRecord& document, const QStringList& computations,
                       bool another);
  void take(CompilationRecordPtr compilation, Request request);
  // Changes compilation() on another thread; kernelTextsChanged() follows.
  void change(RecordChanges::Change change) { recordChanges_.add(shown_, std::move(change)); }

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

  EngineLink& link_;
  EngineDocuments& documents_;
  CompilationRecordPtr compilation_;
  std::vector<PastCompilation> past_;
  KeptProgramList kept_;
  std::vector<TransformerChoice> transformers_;
  QStringList computations_;
  CompileChoices choices_;
  QString planned_;                  // computation of the document's plan
  CompileRequest asked_, answered_;  // the newest request, and the request of compilation_
  NewestRequest newest_;
  Request shown_, oldest_;
  Progress progress_;
  std::set<std::pair<Request, QString>> kernels_;  // whose code was requested, by compilation
  int reading_ = 0;
  std::map<QString, CompilationRecordPtr> without_;  // by pass; null while being compiled
  RecordChanges recordChanges_;
};

}  // namespace ng::views
