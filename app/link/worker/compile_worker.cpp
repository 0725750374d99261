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
  const bool sameDocument = s_.transformer && s_.opened == s_.compiledOf;
  const std::int64_t before = s_.run && sameDocument ? s_.run->iteration() : 0;
  const bool carries = sameDocument && haveSameState(request.plan, s_.request.plan);
  const QString runBefore = s_.request.computation;
  bool continues = false;  // continues the computation's earlier run
  bool reused = false;
  const bool done = s_.reports.attempt("Compiling", [&] {
    CarriedState carried = carries ? s_.carried : CarriedState();
    if (carries) {
      carried.take({s_.request.computation.toStdString(), s_.trains}, s_.wholeState(),
                   s_.run.get());
      if (s_.beforeEdits) carried.edited(s_.beforeEdits->ops, s_.document->ops);
    }
    const ProgramKey key = keyFor(request);
    KeptProgramPtr program = s_.programs.find(key);
    reused = program != nullptr;
    if (!reused) program = documentFor(key);
    auto planned = std::make_unique<Document>(program->document);
    planned->plan = planWith(*s_.document, request.plan);
    const TransformerPtr transformer = allocate_transformer(key.transformer);
    transformer->options() = compileOptions(request);
    const Op node = planned->computation(key.computation);
    const Computation computation = computationOf(*program, node, *transformer);
    auto run = makeRun(*planned, request, transformer, computation, program);
    // A copy tells the window that this is another compilation.
    s_.compilation =
        reused ? std::make_shared<CompilationRecord>(*program->record) : program->record;
    transformer->declare_state();
    continues = carried.give(request.computation.toStdString(), *transformer, run.get());
    // Nothing can fail from here on.
    s_.programs.use(std::move(program));
    s_.carried = std::move(carried);
    // The values of kept iterations are recomputed, which an edited program cannot do.
    continues = continues && request.computation == s_.request.computation && !s_.beforeEdits;
    s_.beforeEdits.reset();
    s_.compiledOf = s_.opened;
    if (!carries) s_.savedAt.reset();
    sendLengths(*planned);
    takeRun(std::move(run), carries && request.computation == s_.request.computation);
    s_.request = request;
    s_.planned = std::move(planned);
    s_.transformer = transformer;
    s_.node = node;
    s_.computation = computation;
    s_.trains = s_.assigns();
    s_.past[request.id] = computation;
    if (s_.past.size() > mostPast) s_.past.erase(s_.past.begin());
    values_.restart();
    s_.health = std::make_unique<HealthWatch>(s_.computation);
    *s_.rankTimes = {};
    s_.recorder.prepare(*s_.compilation, s_.rankTimes);
    s_.indexOps();
  });
  if (!done) return emit compileFailed(request.id);
  emit programsKept({s_.programs.facts(), KeptPrograms::most, reused});
  sendPlan();
  emit compiled(s_.compilation, request.id);
  if (s_.run) {
    for (const Diagnostic& each : s_.run->plan().notes) emit s_.reports.said(each);
  }
  const std::int64_t iteration = s_.run ? s_.run->iteration() : 0;
  runs_.restart(iteration == 0                 ? RunState::idle
                : iteration >= s_.run->total() ? RunState::finished
                                               : RunState::paused,
                continues);
  const bool otherRun = s_.request.computation != runBefore;
  if (before > 0 && !(carries && (otherRun || !s_.trains || iteration > 0)))
    emit s_.reports.said(restartNote(before, carries));
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
