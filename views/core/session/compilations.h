// SPDX-License-Identifier: Apache-2.0
// Compilations: the document's computations compiled for a transformer, and the kernels' code. GUI
// thread only; commands return at once, the work runs on another thread.
#pragma once

#include <QObject>

#include "views/core/session/source.h"

namespace ng::views {

class Compilations : public QObject {
  Q_OBJECT

 public:
  explicit Compilations(Source& source);  // outlives this object

  // As in CompilationState.
  CompilationRecordPtr compilation() const;
  std::vector<PastCompilation> compilations() const;
  KeptProgramList keptPrograms() const;
  std::vector<TransformerChoice> transformers() const;
  QStringList computations() const;
  QString computation() const { return source_.state().compilation.computation; }
  QString transformer() const { return source_.state().compilation.transformer; }
  QString ranks() const { return source_.state().compilation.ranks; }
  const std::vector<RankMemory>& rankMemory() const {
    return source_.state().compilation.rankMemory;
  }
  bool takesRanks() const { return source_.state().compilation.takesRanks; }
  Progress compileProgress() const { return source_.state().compilation.progress; }
  bool readingKernels() const { return source_.state().compilation.readingKernels; }

  // Both compile or use a kept program; the current transformer always compiles. Variables keep
  // their values; each computation keeps its position in its run.
  void setComputation(const QString& name);
  void setTransformer(const QString& name);
  // A text as of ranks(). One that cannot be read fails like a compilation.
  void setRanks(const QString& ranks);
  // Cancels the running compilation; keeps the old record.
  void cancel();

  // LLVM IR, assembly and PTX are produced on demand; kernelTextsChanged() follows. Repeated
  // requests cost nothing.
  void readKernel(const QString& kernel);
  // The same for one of compilations(), by PastCompilation::request.
  void readPastKernel(Request of, const QString& kernel);

  // Compiles the same document without one pass, for comparison; nothing else changes.
  // compilationWithout() is null until otherCompilationChanged(), and where this is not supported.
  // Repeated requests cost nothing; the next compilation discards the record.
  void compileWithout(const QString& pass);
  CompilationRecordPtr compilationWithout(const QString& pass) const;

 signals:
  void compilationStarted();
  void compilationChanged();  // a new record
  void compilationFailed();   // a message gives the reason; the old record stays
  // compilation() differs from the previous one only in kernel texts and measured kernel times.
  void kernelTextsChanged();
  // compilationWithout(pass) is ready or was refused.
  void otherCompilationChanged(const QString& pass);
  void progressChanged();

 private:
  Source& source_;
};

}  // namespace ng::views
