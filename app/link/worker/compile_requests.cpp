// SPDX-License-Identifier: Apache-2.0
// Requests about a compilation: without one pass, measured against the full pipeline, kernel code.
#include "app/link/worker/background.h"
#include "app/link/worker/compile_worker.h"
#include "engine/analysis/machine_facts.h"
#include "engine/analysis/pass_cost.h"
#include "engine/base/counted.h"
#include "engine/formats/documents/capture_file.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/graph_record.h"
#include "engine/trace/trace_file.h"

namespace ng::views {

void CompileWorker::compileWithout(const QString& pass, Request of) {
  CompilationRecordPtr record;
  if (s_.program.transformer && s_.program.request.id == of) {
    s_.reports.attempt("Compiling without a pass", [&] {
      CompileRequest request = s_.program.request;
      request.pipeline.disabled.insert(pass.toStdString());
      CompileOptions options = compileOptions(request);
      options.progress = [this](const std::string&, double) {
        return !s_.control.compileCancelled();
      };
      options.keep_record = true;
      const TransformerPtr transformer = allocate_transformer(request.transformer.toStdString());
      runAtLowPriority(*s_.document, [&] {
        record = make_record(transformer->add_computation(s_.program.node, options).compilation());
      });
    });
  }
  emit compiledWithout(record, pass, of);
}

void CompileWorker::tryPipeline(Request request, const std::function<bool()>& cancelled) {
  std::shared_ptr<PipelineTrialRecord> trial;
  s_.reports.attempt("Trying a pipeline", [&] {
    if (!s_.program.transformer || cancelled()) return;
    CostRequest asked;
    asked.computation = s_.program.node;
    asked.transformer = s_.program.request.transformer.toStdString();
    auto made = std::make_shared<PipelineTrialRecord>();
    if (s_.program.run) {
      const std::int64_t iteration = s_.queriedIteration(s_.at.shown);
      asked.arguments = s_.program.run->arguments_at(iteration);
      if (const KeptState* state = s_.kept.after(iteration - 1)) asked.state = copyState(*state);
    } else {
      made->uncalled = s_.program.whyNoRun ? s_.program.whyNoRun->what : std::string();
    }
    CompileOptions full = optionsFor({}, s_.program.request.ranks),
                   tried = s_.program.pipelineOptions();
    full.progress = tried.progress = [&](const std::string&, double) { return !cancelled(); };
    const PassCost cost = pipeline_cost(asked, full, tried);
    made->computation = s_.program.request.computation.toStdString();
    made->transformer = asked.transformer;
    made->choice = s_.program.request.pipeline;
    made->full = cost.with;
    made->tried = cost.without;
    made->error = cost.error;
    trial = std::move(made);
  });
  emit pipelineTried(trial, request);
}

void CompileWorker::capture(const CaptureRequest& request, CompilationRecord record, Request of) {
  std::size_t missing = request.tensors.size();
  const bool saved = s_.reports.attempt("Capturing", [&] {
    if (!s_.program.transformer || s_.program.request.id != of)
      refuse(ErrorKind::value, "the document was compiled again: capture that compilation");
    for (KernelRecord& kernel : record.kernels)
      add_kernel_texts(s_.program.computation.compilation(), kernel);
    CallCostRecord cost;
    cost.reason = "not computed in the workbench: ngraph info FILE prints it";
    Capture capture;
    capture.compilation = std::make_shared<SavedCompilation>(
        SavedCompilation{s_.documentRecord,
                         std::vector<CallCostRecord>(s_.documentRecord->computations.size(), cost),
                         std::make_shared<CompilationRecord>(std::move(record)),
                         request.timeline ? trace_text(*request.timeline) : std::string()});
    for (const auto& [op, value] : values_.afterLastIteration(request.tensors))
      if (s_.documentRecord->graph->find(op)) capture.values.push_back(value);
    missing -= capture.values.size();
    capture.machine = machine_facts();
    capture.machine.emplace_back("ngraph", request.version.toStdString());
    capture.curves = request.curves;
    if (request.health) capture.health = request.health->record();
    save_capture(capture, request.path.toStdString());
  });
  if (!saved) return;
  Diagnostic note;
  note.severity = Severity::note;
  note.what = "Capture saved.";
  note.where = request.path.toStdString();
  if (missing > 0)
    note.found = counted(missing, "chosen value") + " could not be computed for the last iteration";
  emit s_.reports.said(note);
}

void CompileWorker::readKernel(KernelRecord kernel, Request of) {
  const auto found = s_.past.find(of);
  if (found != s_.past.end())
    s_.reports.attempt("Reading a kernel",
                       [&] { add_kernel_texts(found->second.compilation(), kernel); });
  emit kernelRead(std::move(kernel), of);
}

}  // namespace ng::views
