// SPDX-License-Identifier: Apache-2.0
// Compilations: the document's computations compiled for a transformer, and the kernels' code. GUI
// thread only; commands return at once, the work runs on another thread.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <vector>

#include "engine/records/pipeline_record.h"
#include "engine/records/records.h"
#include "views/core/session/request.h"

namespace ng::views {

struct TransformerChoice {
  QString name;  // "cpu"
  bool available = true;
  QString reason;       // why it is unavailable, or what it runs on: "Clang 19, 8 threads"
  bool usual = false;   // the default
  bool oracle = false;  // which the others are compared with
};

struct PastCompilation {
  QString title;  // "2: cpu without fuse"
  CompilationRecordPtr record;
  Request request;  // the request that it answers, for readPastKernel
};

// A program that is kept for the case that its lengths are used again.
struct KeptProgramFacts {
  QString lengths;  // "N 64 · V 6"; empty: no axis has another length than in the document
  QString computation, transformer;
  PipelineChoice pipeline;
  std::int64_t bytes = 0;  // of its constants and initial values
};

// The programs used last; the first one is in use.
struct KeptProgramList {
  std::vector<KeptProgramFacts> programs;
  std::size_t most = 0;  // how many are kept at most
  bool reused = false;   // the one in use was kept and did not have to be compiled
};

struct Progress {
  bool busy = false;
  QString stage;                   // "compiling k3"
  std::optional<double> fraction;  // 0..1; empty: unknown
};

class Compilations : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  virtual CompilationRecordPtr compilation() const = 0;  // the newest; null before the first
  // All compilations of this document, oldest first, including the newest. Kernel texts are present
  // as far as they were read.
  virtual std::vector<PastCompilation> compilations() const { return {}; }
  // Programs kept for other lengths; they change before Plans::planChanged().
  virtual KeptProgramList keptPrograms() const { return {}; }
  virtual std::vector<TransformerChoice> transformers() const = 0;
  virtual QStringList computations() const = 0;
  virtual QString computation() const = 0;
  virtual QString transformer() const = 0;
  // How the program is divided among ranks, which run as threads: "N=2"; empty: it is not.
  virtual QString ranks() const { return {}; }
  virtual Progress compileProgress() const = 0;

  // Both compile or use a kept program; the current transformer always compiles. Variables keep
  // their values; each computation keeps its position in its run.
  virtual void setComputation(const QString& name) = 0;
  virtual void setTransformer(const QString& name) = 0;
  // Whether setRanks() has an effect.
  virtual bool takesRanks() const { return false; }
  // A text as of ranks(). One that cannot be read fails like a compilation.
  virtual void setRanks(const QString& /*ranks*/) {}
  virtual void cancel() = 0;  // cancels the running compilation; keeps the old record

  // LLVM IR, assembly and PTX are produced on demand; kernelTextsChanged() follows. Repeated
  // requests cost nothing.
  virtual void readKernel(const QString& kernel) = 0;
  // The same for one of compilations(), by PastCompilation::request.
  virtual void readPastKernel(Request /*of*/, const QString& /*kernel*/) {}
  virtual bool readingKernels() const = 0;

  // Compiles the same document without one pass, for comparison; nothing else changes.
  // compilationWithout() is null until otherCompilationChanged(), and where this is not supported.
  // Repeated requests cost nothing; the next compilation discards the record.
  virtual void compileWithout(const QString&) {}
  virtual CompilationRecordPtr compilationWithout(const QString&) const { return nullptr; }

 signals:
  void compilationStarted();
  void compilationChanged();  // a new record
  void compilationFailed();   // a message gives the reason; the old record stays
  // compilation() differs from the previous one only in kernel texts and measured kernel times.
  void kernelTextsChanged();
  // compilationWithout(pass) is ready or was refused.
  void otherCompilationChanged(const QString& pass);
  void progressChanged();
};

}  // namespace ng::views
