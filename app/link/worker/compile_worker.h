// SPDX-License-Identifier: Apache-2.0
// Compiles the document on the engine's thread and prepares its run.
#pragma once

#include <map>

#include "app/link/capture_request.h"
#include "app/link/worker/run_worker.h"
#include "engine/records/kernel_record.h"
#include "engine/records/pipeline_record.h"

namespace ng::views {

class CompileWorker : public QObject {
  Q_OBJECT

 public:
  CompileWorker(WorkerState& state, ValueCollector& values, RunWorker& runs, QObject* parent)
      : QObject(parent), s_(state), values_(values), runs_(runs) {}

  void compile(const CompileRequest& request);
  void forgetProgram() { s_.programs.dropUsed(); }  // the next compile() does not reuse it
  // Compiles without one pass, for its record only.
  void compileWithout(const QString& pass, Request of);
  // Saves the compilation, with the measured times of `record` and the values after the last
  // complete iteration. Refused if `record` is not that of the last compilation, `of`.
  void capture(const CaptureRequest& request, CompilationRecord record, Request of);
  // Measures the last compilation's pipeline against the full one.
  void tryPipeline(Request request, const std::function<bool()>& cancelled);
  // Adds kernel code that is expensive to create. A kernel of a compilation that is no longer kept
  // is returned unchanged.
  void readKernel(KernelRecord kernel, Request of);

 signals:
  void replaced(ng::DocumentRecordPtr document);  // same document with other axis lengths
  void planned(ng::PlanRecordPtr plan);
  // Before planned() and compiled().
  void programsKept(ng::views::KeptProgramList programs);
  void ranksMeasured(std::vector<ng::views::RankMemory> memory);
  void compiled(ng::CompilationRecordPtr compilation, ng::views::Request request);
  void compileFailed(ng::views::Request request);
  void compiledWithout(ng::CompilationRecordPtr compilation, QString pass, ng::views::Request of);
  // Null record: refused or cancelled.
  void pipelineTried(std::shared_ptr<const ng::PipelineTrialRecord> trial,
                     ng::views::Request request);
  void kernelRead(ng::KernelRecord kernel, ng::views::Request of);
  void progressed(QString stage, double fraction);

 private:
  // What a request has in common with the active program.
  struct Before {
    std::int64_t iterations = 0;   // of the run that is replaced
    bool keepsState = false;       // the variables keep their values
    bool sameComputation = false;  // as `computation`
  };
  struct Built {
    KeptProgramPtr kept;
    bool reused = false;  // `kept` was compiled before
    ActiveProgram program;
    CarriedState carried;
    bool continues = false;  // the earlier run of the computation
  };
  Before beforeOf(const CompileRequest& request) const;
  Built build(const CompileRequest& request, const Before& before);  // changes nothing
  void activate(const Before& before, Built built);
  void sendNotes(const Before& before);
  CompileOptions compileOptions(const CompileRequest& request);
  std::vector<RankMemory> rankMemory(const std::vector<StageBytes>& stages) const;
  ProgramKey keyFor(const CompileRequest& request) const;
  KeptProgramPtr documentFor(const ProgramKey& key) const;
  Computation computationOf(KeptProgram& program, const Op& node, Transformer& transformer);
  void makeRun(ActiveProgram& program, const KeptProgramPtr& kept);
  DocumentRecordPtr recordOf(const Document& planned) const;
  void extendRun();
  void sendPlan();

  WorkerState& s_;
  ValueCollector& values_;
  RunWorker& runs_;
  // By computation: the epochs by which the user extended the plan. An edit can leave the
  // computation unfinished, so that another one is shown until it is undone.
  std::map<QString, std::int64_t> further_;
};

}  // namespace ng::views
