// SPDX-License-Identifier: Apache-2.0
// Compiling the document. Requests about a compilation are in compile_requests.cpp.
#include "app/link/worker/compile_worker.h"

#include <algorithm>

#include "app/link/worker/background.h"
#include "app/link/worker/document_to_run.h"
#include "engine/base/counted.h"
#include "engine/documents/document_record.h"
#include "engine/records/compilation_record.h"
#include "engine/records/plan_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"

namespace ng::views {

namespace {

constexpr std::size_t mostPast = 8;  // as many as the window keeps

bool haveSameLengths(const Op& a, const Op& b) {
  if (!a.value().has_type() || !b.value().has_type()) return true;
  const Axes &of = a.axes(), &others = b.axes();
  if (of.size() != others.size()) return false;
  for (std::size_t i = 0; i < of.size(); ++i)
    if (of[i].known_length() != others[i].known_length()) return false;
  return true;
}

// A run of `iterations` iterations ended; `carries`: its variables keep their values.
Diagnostic restartNote(std::int64_t iterations, bool carries) {
  Diagnostic note;
  note.severity = Severity::note;
  note.what =
      "The run starts over: its " + counted(iterations, "iteration") + " used another plan.";
  if (carries) note.action = "The variables keep their values; Reset restores the initial ones.";
  return note;
}

}  // namespace

CompileOptions CompileWorker::compileOptions(const CompileRequest& request) {
  CompileOptions options = optionsFor(request.pipeline, request.ranks, s_.rankTimes);
  options.progress = [this](const std::string& stage, double fraction) {
    emit progressed(QString::fromStdString(stage), fraction);
    return !s_.control.compileCancelled();
  };
  return options;
}

void CompileWorker::compile(const CompileRequest& request) {
  if (!s_.document) return;
  const Before before = beforeOf(request);
  KeptProgramList kept;
  bool continues = false;
  const bool done = s_.reports.attempt("Compiling", [&] {
    Built built = build(request, before);
    continues = built.continues;
    kept.reused = built.reused;
    activate(request, before, std::move(built));
  });
  if (!done) return emit compileFailed(request.id);
  kept.programs = s_.programs.facts();
  kept.most = KeptPrograms::most;
  emit programsKept(kept);
  sendPlan();
  emit compiled(s_.compilation, request.id);
  if (s_.run) {
    for (const Diagnostic& each : s_.run->plan().notes) emit s_.reports.said(each);
  }
  startOver(before, continues);
}

CompileWorker::Before CompileWorker::beforeOf(const CompileRequest& request) const {
  Before before;
  const bool sameDocument = s_.transformer && s_.opened == s_.compiledOf;
  if (s_.run && sameDocument) before.iterations = s_.run->iteration();
  before.keepsState = sameDocument && haveSameState(request.plan, s_.request.plan);
  before.sameComputation = request.computation == s_.request.computation;
  return before;
}

CompileWorker::Built CompileWorker::build(const CompileRequest& request, const Before& before) {
  Built built;
  if (before.keepsState) {
    built.carried = s_.carried;
    built.carried.take({s_.request.computation.toStdString(), s_.trains}, s_.wholeState(),
                       s_.run.get());
    if (s_.beforeEdits) built.carried.edited(s_.beforeEdits->ops, s_.document->ops);
  }
  const ProgramKey key = keyFor(request);
  built.program = s_.programs.find(key);
  built.reused = built.program != nullptr;
  if (!built.reused) built.program = documentFor(key);
  built.planned = std::make_unique<Document>(built.program->document);
  built.planned->plan = planWith(*s_.document, request.plan);
  built.transformer = allocate_transformer(key.transformer);
  built.transformer->options() = compileOptions(request);
  built.node = built.planned->computation(key.computation);
  built.computation = computationOf(*built.program, built.node, *built.transformer);
  built.run = makeRun(*built.planned, request, built.transformer, built.computation, built.program);
  // A copy tells the window that this is another compilation.
  built.record = built.reused ? std::make_shared<CompilationRecord>(*built.program->record)
                              : built.program->record;
  built.transformer->declare_state();
  const bool gave =
      built.carried.give(request.computation.toStdString(), *built.transformer, built.run.get());
  // The values of kept iterations are recomputed, which an edited program cannot do.
  built.continues = gave && before.sameComputation && !s_.beforeEdits;
  return built;
}

// Nothing of this can fail.
void CompileWorker::activate(const CompileRequest& request, const Before& before, Built built) {
  s_.programs.use(std::move(built.program));
  s_.carried = std::move(built.carried);
  s_.beforeEdits.reset();
  s_.compiledOf = s_.opened;
  if (!before.keepsState) s_.savedAt.reset();
  sendLengths(*built.planned);
  takeRun(std::move(built.run), before.keepsState && before.sameComputation);
  s_.compilation = std::move(built.record);
  s_.request = request;
  s_.planned = std::move(built.planned);
  s_.transformer = std::move(built.transformer);
  s_.node = std::move(built.node);
  s_.computation = std::move(built.computation);
  s_.trains = s_.assigns();
  s_.past[request.id] = s_.computation;
  if (s_.past.size() > mostPast) s_.past.erase(s_.past.begin());
  values_.restart();
  s_.health = std::make_unique<HealthWatch>(s_.computation);
  *s_.rankTimes = {};
  s_.recorder.prepare(*s_.compilation, s_.rankTimes);
  s_.indexOps();
}

// A note says so where iterations are discarded.
void CompileWorker::startOver(const Before& before, bool continues) {
  const std::int64_t iteration = s_.run ? s_.run->iteration() : 0;
  runs_.restart(iteration == 0                 ? RunState::idle
                : iteration >= s_.run->total() ? RunState::finished
                                               : RunState::paused,
                continues);
  const bool kept = before.keepsState && (!before.sameComputation || !s_.trains || iteration > 0);
  if (before.iterations > 0 && !kept)
    emit s_.reports.said(restartNote(before.iterations, before.keepsState));
}

ProgramKey CompileWorker::keyFor(const CompileRequest& request) const {
  return {request.computation.toStdString(), request.transformer.toStdString(), request.pipeline,
          lengthsWith(*s_.document, request.plan), request.ranks};
}

// The document that the program of `key` is compiled from.
KeptProgramPtr CompileWorker::documentFor(const ProgramKey& key) const {
  auto program = std::make_shared<KeptProgram>();
  program->key = key;
  program->document = with_changed_lengths(*s_.document, key.lengths);
  return program;
}

// The computation of `node` on this transformer: kept in `program`, or compiled and added to it.
Computation CompileWorker::computationOf(KeptProgram& program, const Op& node,
                                         Transformer& transformer) {
  if (const Computation* kept = program.find(node)) return transformer.add_compiled(*kept);
  CompileOptions options = transformer.options();
  options.keep_record = true;
  behindTheWindow(program.document, [&] {
    const Computation compiled = transformer.add_computation(node, options);
    program.record = make_record(compiled.compilation());
    program.computations.push_back(compiled);
  });
  return program.computations.back();
}

// Without data for its arguments a computation can be inspected but not run; a plan change by the
// user that causes this is refused.
std::unique_ptr<TrainingRun> CompileWorker::makeRun(const Document& document,
                                                    const CompileRequest& request,
                                                    const TransformerPtr& transformer,
                                                    const Computation& computation,
                                                    const KeptProgramPtr& program) {
  TrainingOptions options;
  options.compile = [computation](Transformer&, const Op&) { return computation; };
  options.compile_evaluation = [program](Transformer& on, const Op& node) {
    if (const Computation* kept = program->find(node)) return on.add_compiled(*kept);
    CompileOptions evaluation = on.options();
    evaluation.passes.whole_if_indivisible = true;
    program->computations.push_back(on.add_computation(node, evaluation));
    return program->computations.back();
  };
  options.stop_at_non_finite =
      stopsAtNonFinite(planRecord(*s_.document, document, request.plan)) || !document.plan;
  options.history_bytes = 0;
  options.cancelled = s_.control.interrupted();
  options.gives_up_waits = s_.control.ending();
  options.after_iteration = [this](const TrainingRun&) { s_.recorder.resultsTaken(); };
  options.after_evaluation = [this](const TrainingRun& run, std::size_t evaluation, double) {
    s_.recorder.evaluated(run.plan().evaluations[evaluation].name);
  };
  try {
    return std::make_unique<TrainingRun>(documentToRun(document, request.computation.toStdString()),
                                         transformer, options);
  } catch (const Error& error) {
    PlanChoices asked = request.plan;
    asked.epochs = s_.request.plan.epochs;
    if (error.kind() == ErrorKind::cancelled || asked != s_.request.plan) throw;
    s_.whyNoRun = error.diagnostic();
  }
  return nullptr;
}

// `same`: the run before was one of the same computation and plan, which may have been extended.
void CompileWorker::takeRun(std::unique_ptr<TrainingRun> run, bool same) {
  const std::int64_t further = same && s_.run ? s_.run->plan().epochs - s_.planEpochs : 0;
  s_.run = std::move(run);
  s_.planEpochs = s_.run ? s_.run->plan().epochs : 0;
  if (!s_.run || s_.run->iteration() == 0) return;
  const std::int64_t epochs = std::max(s_.planEpochs + further, s_.epochsBegun());
  if (epochs > s_.planEpochs) s_.run->set_epochs(epochs);
}

void CompileWorker::sendPlan() {
  PlanRecord record = planRecord(*s_.document, *s_.planned, s_.request.plan);
  for (PlanDataRecord& data : record.data) {
    if (!s_.run) break;
    const auto found = s_.run->plan().samples.find(data.name);
    if (found != s_.run->plan().samples.end()) data.samples = found->second;
  }
  if (!s_.run && s_.document->plan) record.fault = s_.whyNoRun;
  emit planned(record);
}

// Sends the document to the window with axis lengths changed by the user's choices.
void CompileWorker::sendLengths(const Document& planned) {
  const Document& shown = s_.planned ? *s_.planned : *s_.document;
  if (std::equal(shown.ops.begin(), shown.ops.end(), planned.ops.begin(), planned.ops.end(),
                 haveSameLengths))
    return;
  s_.documentRecord = make_document_record(planned);
  emit replaced(s_.documentRecord);
}

}  // namespace ng::views
