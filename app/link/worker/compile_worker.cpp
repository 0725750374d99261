// SPDX-License-Identifier: Apache-2.0
// Compiling the document. Requests about a compilation are in compile_requests.cpp.
#include "app/link/worker/compile_worker.h"

#include <algorithm>

#include "app/link/shown_plan.h"
#include "app/link/worker/background.h"
#include "app/link/worker/document_to_run.h"
#include "engine/base/counted.h"
#include "engine/distributed/division.h"
#include "engine/documents/document_record.h"
#include "engine/records/compilation_record.h"
#include "engine/records/plan_record.h"
#include "engine/session/compilation.h"
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

// `bytes` receives the memory of the ranks.
MakeExecutable measuring(MakeExecutable make, std::shared_ptr<std::vector<StageBytes>> bytes) {
  return [make = std::move(make), bytes = std::move(bytes)](
             const Backend& backend, const Program& program, std::span<const Program* const> stages,
             const std::function<bool(double)>& progress, bool at_once) {
    *bytes = bytes_of_stages(program, stages);
    return make(backend, program, stages, progress, at_once);
  };
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
  std::vector<StageBytes> rankBytes;
  const bool done = s_.reports.attempt("Compiling", [&] {
    Built built = build(request, before);
    continues = built.continues;
    kept.reused = built.reused;
    rankBytes = *built.kept->rankBytes;
    activate(before, std::move(built));
  });
  if (!done) return emit compileFailed(request.id);
  kept.programs = s_.programs.facts();
  kept.most = KeptPrograms::most;
  emit programsKept(kept);
  emit ranksMeasured(rankMemory(rankBytes));
  sendPlan();
  runs_.restart(continues);
  emit compiled(s_.program.compilation, request.id);
  sendNotes(before);
  runs_.showValues();
}

CompileWorker::Before CompileWorker::beforeOf(const CompileRequest& request) const {
  Before before;
  const bool sameDocument = s_.program.transformer && s_.opened == s_.program.opened;
  if (s_.program.run && sameDocument) before.iterations = s_.program.run->iteration();
  before.keepsState = sameDocument && have_same_state(request.plan, s_.program.request.plan);
  before.sameComputation = request.computation == s_.program.request.computation;
  return before;
}

CompileWorker::Built CompileWorker::build(const CompileRequest& request, const Before& before) {
  Built built;
  if (before.keepsState) {
    built.carried = s_.carried;
    built.carried.take({s_.program.request.computation.toStdString(), s_.program.trains},
                       s_.wholeState(), s_.program.run.get());
    if (s_.beforeEdits) built.carried.edited(s_.beforeEdits->ops, s_.document->ops);
  }
  const ProgramKey key = keyFor(request);
  built.kept = s_.programs.find(key);
  built.reused = built.kept != nullptr;
  if (!built.reused) built.kept = documentFor(key);
  ActiveProgram& made = built.program;
  made.request = request;
  made.opened = s_.opened;
  made.planned = std::make_unique<Document>(built.kept->document);
  made.planned->plan = changed_plan(*s_.document, request.plan);
  made.document = recordOf(*made.planned);
  made.transformer = allocate_transformer(key.transformer);
  made.transformer->options() = compileOptions(request);
  made.node = made.planned->computation(key.computation);
  made.computation = computationOf(*built.kept, made.node, *made.transformer);
  makeRun(made, built.kept);
  // A copy tells the window that this is another compilation.
  made.compilation =
      built.reused ? std::make_shared<CompilationRecord>(*built.kept->record) : built.kept->record;
  made.transformer->declare_state();
  const bool gave =
      built.carried.give(request.computation.toStdString(), *made.transformer, made.run.get());
  // The values of kept iterations are recomputed, which an edited program cannot do.
  built.continues = gave && before.sameComputation && !s_.beforeEdits;
  made.index();
  return built;
}

// Nothing of this can fail.
void CompileWorker::activate(const Before& before, Built built) {
  if (!before.keepsState)
    further_.clear();
  else if (s_.program.run)
    further_[s_.program.request.computation] =
        s_.program.run->plan().epochs - s_.program.planEpochs;
  values_.restart();
  s_.programs.use(std::move(built.kept));
  s_.carried = std::move(built.carried);
  s_.beforeEdits.reset();
  if (!before.keepsState) s_.savedAt.reset();
  s_.program = std::move(built.program);
  if (s_.documentRecord != s_.program.document) {
    s_.documentRecord = s_.program.document;
    emit replaced(s_.documentRecord);
  }
  extendRun();
  s_.past[s_.program.request.id] = s_.program.computation;
  if (s_.past.size() > mostPast) s_.past.erase(s_.past.begin());
  s_.rankTimes->clear();
  s_.recorder.prepare(*s_.program.compilation, s_.rankTimes);
}

// Those of the plan, and one where iterations are discarded.
void CompileWorker::sendNotes(const Before& before) {
  if (s_.program.run) {
    for (const Diagnostic& each : s_.program.run->plan().notes) emit s_.reports.said(each);
  }
  const bool begun = s_.program.run && s_.program.run->iteration() > 0;
  const bool kept = before.keepsState && (!before.sameComputation || !s_.program.trains || begun);
  if (before.iterations > 0 && !kept)
    emit s_.reports.said(restartNote(before.iterations, before.keepsState));
}

// Of each rank of the active program.
std::vector<RankMemory> CompileWorker::rankMemory(const std::vector<StageBytes>& stages) const {
  std::vector<RankMemory> memory;
  if (stages.empty()) return memory;
  Division division = read_division(s_.program.request.ranks.toStdString());
  const int shown = division.stage;
  for (const auto& [rank, stage, bytes] : bytes_of_ranks(stages, mesh_size(division.axes))) {
    division.stage = stage;
    memory.push_back({rank, stage, bytes.temporaries, bytes.other, stage == shown,
                      QString::fromStdString(division_text(division))});
  }
  return memory;
}

ProgramKey CompileWorker::keyFor(const CompileRequest& request) const {
  return {request.computation.toStdString(), request.transformer.toStdString(), request.pipeline,
          changed_lengths(*s_.document, request.plan), request.ranks};
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
  if (options.make_executable)
    options.make_executable = measuring(options.make_executable, program.rankBytes);
  runAtLowPriority(program.document, [&] {
    const Computation compiled = transformer.add_computation(node, options);
    program.record = make_record(compiled.compilation());
    program.computations.push_back(compiled);
  });
  return program.computations.back();
}

// Without data for its arguments a computation can be inspected but not run; a plan change by the
// user that causes this is refused.
void CompileWorker::makeRun(ActiveProgram& program, const KeptProgramPtr& kept) {
  const RunOverrides& plan = program.request.plan;
  TrainingOptions options;
  options.compile = [computation = program.computation](Transformer&, const Op&) {
    return computation;
  };
  options.compile_evaluation = [kept](Transformer& on, const Op& node) {
    if (const Computation* compiled = kept->find(node)) return on.add_compiled(*compiled);
    CompileOptions evaluation = on.options();
    evaluation.passes.whole_if_indivisible = true;
    kept->computations.push_back(on.add_computation(node, evaluation));
    return kept->computations.back();
  };
  options.stop_at_non_finite =
      stopsAtNonFinite(planRecord(*s_.document, *program.planned, plan)) || !program.planned->plan;
  options.history_bytes = 0;
  options.cancelled = s_.control.interrupted();
  options.gives_up_waits = s_.control.ending();
  options.after_iteration = [this](const TrainingRun&) { s_.recorder.resultsTaken(); };
  options.after_evaluation = [this](const TrainingRun& run, std::size_t evaluation, double) {
    s_.recorder.evaluated(run.plan().evaluations[evaluation].name);
  };
  try {
    program.run = std::make_unique<TrainingRun>(
        documentToRun(*program.planned, program.request.computation.toStdString()),
        program.transformer, options);
  } catch (const Error& error) {
    RunOverrides asked = plan;
    asked.epochs = s_.program.request.plan.epochs;
    if (error.kind() == ErrorKind::cancelled || asked != s_.program.request.plan) throw;
    program.whyNoRun = error.diagnostic();
  }
}

void CompileWorker::extendRun() {
  ActiveProgram& program = s_.program;
  if (!program.run || program.run->iteration() == 0) return;
  const std::int64_t extended = program.planEpochs + further_[program.request.computation];
  const std::int64_t epochs = std::max(extended, program.epochsBegun());
  if (epochs > program.planEpochs) program.run->set_epochs(epochs);
}

void CompileWorker::sendPlan() {
  PlanRecord record = planRecord(*s_.document, *s_.program.planned, s_.program.request.plan);
  for (PlanDataRecord& data : record.data) {
    if (!s_.program.run) break;
    const auto found = s_.program.run->plan().samples.find(data.name);
    if (found != s_.program.run->plan().samples.end()) data.samples = found->second;
  }
  if (!s_.program.run && s_.document->plan) record.fault = s_.program.whyNoRun;
  emit planned(std::make_shared<const PlanRecord>(std::move(record)));
}

// Another record than the shown one if the user's choices change the lengths of axes.
DocumentRecordPtr CompileWorker::recordOf(const Document& planned) const {
  const Document& shown = s_.program.planned ? *s_.program.planned : *s_.document;
  const bool same = std::equal(shown.ops.begin(), shown.ops.end(), planned.ops.begin(),
                               planned.ops.end(), haveSameLengths);
  return same ? s_.documentRecord : make_document_record(planned);
}

}  // namespace ng::views
