// SPDX-License-Identifier: Apache-2.0
#include "app/link/query_worker.h"

#include "app/link/chosen_comparison.h"
#include "app/link/peer_timeline.h"
#include "engine/analysis/compare/bisect_passes.h"
#include "engine/analysis/compare/call_values.h"
#include "engine/analysis/compare/onnxruntime/profile_onnxruntime.h"
#include "engine/analysis/machine_peaks.h"
#include "engine/analysis/what_if.h"
#include "engine/base/error.h"
#include "engine/distributed/rank_threads.h"
#include "engine/neon/scaling/scaling.h"
#include "engine/runtime/thread_pool.h"
#include "engine/session/compile_options.h"
#include "views/core/session/queries.h"

namespace ng::views {

namespace {

constexpr int measuredCalls = 50;  // of another program

ScalingRequest scalingRequest(const Document& document, const ScalingChoice& choice) {
  ScalingRequest request;
  request.axes = mesh_axes(choice.axes);
  request.axis = scaled_axis(document, growing_axis(request.axes));
  request.weak = choice.weak;
  request.cluster = {choice.ranks_per_node,
                     {choice.latency, choice.link},
                     {choice.node_latency, choice.node_link},
                     choice.overlap};
  return request;
}

void requireHostSteps(const std::string& transformer) {
  if (!runs_on_device(transformer)) return;
  Diagnostic diagnostic;
  diagnostic.what = "steps of a device are not measured one by one";
  diagnostic.found = transformer;
  diagnostic.action = "choose the transformer cpu";
  ng::refuse(ErrorKind::unavailable, std::move(diagnostic));
}

ScaledProgram scaledProgram(const std::shared_ptr<const Document>& document,
                            const ScaledAxis& axis) {
  ScaledProgram program;
  program.calls = 10;
  program.with_length = [document, axis](std::int64_t length) {
    RunOverrides lengths;
    set_length(lengths, axis, length);
    return calls_only(with_overrides(*document, lengths));
  };
  return program;
}

}  // namespace

void QueryWorker::attempt(const char* what, const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::cancelled) emit said(error.diagnostic());
  } catch (const std::exception& error) {
    Diagnostic diagnostic;
    diagnostic.what = std::string(what) + " failed: " + error.what();
    diagnostic.action = "This is a bug in ngraph; please report it.";
    emit said(diagnostic);
  }
}

CompileOptions QueryWorker::watched(const QueryBasis& basis) {
  CompileOptions options = basis.options;
  options.progress = [this](const std::string&, double fraction) {
    emit progressed(fraction);
    return !control_.queryCancelled();
  };
  return options;
}

// Common parts of all requests; moves the values out of `basis`.
template <class Request>
Request QueryWorker::requestOf(QueryBasis& basis) {
  Request request;
  request.options = watched(basis);
  request.computation = basis.computation;
  request.arguments = std::move(basis.arguments);
  request.state = std::move(basis.state);
  return request;
}

void QueryWorker::compareValues(QueryBasis basis, const ComparisonChoice& choice) {
  std::shared_ptr<const ComparisonRecord> record;
  attempt("Comparing", [&] {
    auto request = requestOf<CompareRequest>(basis);
    request.iteration = basis.iteration;
    request.elements = 100;  // of each op
    record = std::make_shared<ComparisonRecord>(
        chosenComparison(std::move(request), choice, basis.path,
                         [this](const Diagnostic& note) { emit said(note); }));
  });
  emit compared(record);
}

void QueryWorker::measurePeer(QueryBasis basis) {
  PeerRecordPtr record;
  TimelinePtr timeline;
  attempt("Measuring in ONNX Runtime", [&] {
    requireOnnxModel(basis.path);
    const OnnxRuntimeProfile profile =
        profile_onnxruntime(basis.path, fitted_arguments(basis.computation, basis.arguments),
                            measuredCalls, ThreadPool::shared().threads());
    record = std::make_shared<PeerRecord>(profile.record);
    timeline = std::make_shared<Timeline>(peerTimeline(profile));
  });
  emit peerMeasured(record, timeline);
}

void QueryWorker::bisectPasses(QueryBasis basis, double tolerance, double slower) {
  std::shared_ptr<const BisectRecord> record;
  attempt("Bisecting", [&] {
    auto request = requestOf<BisectRequest>(basis);
    request.transformer = basis.transformer;
    request.tolerance = tolerance;
    request.slower = slower;
    record = std::make_shared<BisectRecord>(bisect_passes(request));
  });
  emit bisected(record);
}

KernelCase QueryWorker::caseOf(const QueryBasis& basis, const std::string& kernel) {
  const TransformerPtr made = allocate_transformer(basis.transformer);
  const Computation computation = made->add_computation(basis.computation, watched(basis));
  set_state(*made, basis.state);
  return capture_kernel(computation, basis.arguments, kernel);
}

void QueryWorker::writeReproducer(QueryBasis basis, const QString& kernel, const QString& folder) {
  const std::string name = kernel.toStdString(), place = folder.toStdString();
  attempt("Writing a reproducer", [&] {
    write_reproducer(caseOf(basis, name), place);
    Diagnostic message;
    message.severity = Severity::note;
    message.what = Queries::reproducerText(kernel);
    message.where = place;
    message.action = "Run sh build.sh in this folder, then ./reproduce.";
    emit said(message);
  });
  emit reproduced();
}

void QueryWorker::tryKernel(QueryBasis basis, const QString& kernel, const QString& source) {
  KernelTrialRecord trial;
  trial.kernel = kernel.toStdString();
  attempt("Trying a kernel", [&] {
    trial = try_kernel(caseOf(basis, trial.kernel), source.toStdString(), std::chrono::seconds(10),
                       [this] { return control_.queryCancelled().load(); });
  });
  emit tried(trial);
}

void QueryWorker::whatIf(QueryBasis basis, const std::vector<ElementEdit>& edits,
                         const std::vector<OpId>& shown) {
  std::shared_ptr<const WhatIfRecord> record;
  attempt("Running the edited iteration", [&] {
    auto request = requestOf<WhatIfRequest>(basis);
    request.transformer = basis.transformer;
    request.edits = edits;
    for (const OpId op : shown) request.shown.push_back({op});
    request.iteration = basis.iteration;
    record = std::make_shared<WhatIfRecord>(what_if(request));
  });
  emit answered(record);
}

void QueryWorker::explain(QueryBasis basis, const ElementQuestion& question) {
  ElementOriginPtr origin;
  attempt("Tracing an element", [&] {
    ElementRequest request;
    request.computation = basis.computation;
    request.transformer = basis.transformer;
    request.options = without_rank_threads(watched(basis));
    request.call = {basis.iteration, std::move(basis.arguments), std::move(basis.state)};
    request.history = std::move(basis.history);
    request.history_seconds = 0.25;  // limits the latency of the answer
    request.op = question.op;
    request.element = question.element;
    request.step = question.step;
    origin = std::make_shared<ElementOrigin>(origins_.origin(request));
  });
  emit explained(origin);
}

void QueryWorker::predictScaling(QueryBasis basis, const ScalingChoice& choice) {
  ScalingRecordPtr record;
  attempt("Predicting the time on a cluster", [&] {
    requireHostSteps(basis.transformer);
    const ScalingRequest request = scalingRequest(*basis.document, choice);
    ScaledProgram program = scaledProgram(basis.document, request.axis);
    program.transformer = basis.transformer;
    program.options = without_rank_threads(watched(basis));
    program.options.progress = [this](const std::string&, double) {
      return !control_.queryCancelled();
    };
    program.cancelled = {std::shared_ptr<void>(), &control_.queryCancelled()};
    record = std::make_shared<ScalingRecord>(predicted_scaling(
        request, program,
        [this](const std::string&, double fraction) { emit progressed(fraction); }));
  });
  emit predicted(record);
}

}  // namespace ng::views
