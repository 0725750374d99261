// SPDX-License-Identifier: Apache-2.0
#include "app/link/inquiry_worker.h"

#include "engine/analysis/bisect_passes.h"
#include "engine/analysis/what_if.h"
#include "engine/base/error.h"
#include "views/core/session/queries.h"

namespace ng::views {

void InquiryWorker::attempt(const char* what, const std::function<void()>& work) {
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

CompileOptions InquiryWorker::watched(const InquiryBasis& basis) {
  CompileOptions options = basis.options;
  options.progress = [this](const std::string&, double fraction) {
    emit progressed(fraction);
    return !control_.inquiryCancelled();
  };
  return options;
}

// Common parts of all requests; moves the values out of `basis`.
template <class Request>
Request InquiryWorker::requestOf(InquiryBasis& basis) {
  Request request;
  request.options = watched(basis);
  request.computation = basis.computation;
  request.arguments = std::move(basis.arguments);
  request.state = std::move(basis.state);
  return request;
}

void InquiryWorker::compareTransformers(InquiryBasis basis, const QString& left,
                                        const QString& right, double rtol) {
  std::shared_ptr<const ComparisonRecord> record;
  attempt("Comparing", [&] {
    auto request = requestOf<CompareRequest>(basis);
    request.left = left.toStdString();
    request.right = right.toStdString();
    request.rtol = rtol;
    request.iteration = basis.iteration;
    record = std::make_shared<ComparisonRecord>(compare_transformers(request));
  });
  emit compared(record);
}

void InquiryWorker::bisectPasses(InquiryBasis basis, double tolerance, double slower) {
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

KernelCase InquiryWorker::caseOf(const InquiryBasis& basis, const std::string& kernel) {
  const TransformerPtr made = allocate_transformer(basis.transformer);
  const Computation computation = made->add_computation(basis.computation, watched(basis));
  made->allocate();
  setState(*made, basis.state);
  return capture_kernel(computation, basis.arguments, kernel);
}

void InquiryWorker::writeReproducer(InquiryBasis basis, const QString& kernel,
                                    const QString& folder) {
  const std::string name = kernel.toStdString(), place = folder.toStdString();
  attempt("Writing a reproducer", [&] {
    write_reproducer(caseOf(basis, name), place);
    Diagnostic told;
    told.severity = Severity::note;
    told.what = Queries::reproducerText(kernel);
    told.where = place;
    told.action = "Run sh build.sh in this folder, then ./reproduce.";
    emit said(told);
  });
  emit reproduced();
}

void InquiryWorker::tryKernel(InquiryBasis basis, const QString& kernel, const QString& source) {
  KernelTrialRecord trial;
  trial.kernel = kernel.toStdString();
  attempt("Trying a kernel", [&] {
    trial = try_kernel(caseOf(basis, trial.kernel), source.toStdString(), std::chrono::seconds(10),
                       [this] { return control_.inquiryCancelled().load(); });
  });
  emit tried(trial);
}

void InquiryWorker::whatIf(InquiryBasis basis, const std::vector<ElementEdit>& edits,
                           const std::vector<OpKey>& shown) {
  std::shared_ptr<const WhatIfRecord> record;
  attempt("Running the edited iteration", [&] {
    auto request = requestOf<WhatIfRequest>(basis);
    request.transformer = basis.transformer;
    request.edits = edits;
    request.shown = shown;
    request.iteration = basis.iteration;
    record = std::make_shared<WhatIfRecord>(what_if(request));
  });
  emit answered(record);
}

void InquiryWorker::explain(InquiryBasis basis, const ElementQuestion& question) {
  ElementOriginPtr origin;
  attempt("Tracing an element", [&] {
    ElementRequest request;
    request.computation = basis.computation;
    request.transformer = basis.transformer;
    request.options = watched(basis);
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

}  // namespace ng::views
