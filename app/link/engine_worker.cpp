// SPDX-License-Identifier: Apache-2.0
// Worker: opening, compiling and sending frames to the window. Running is in engine_run.cpp.
#include "app/link/engine_worker.h"

#include <algorithm>
#include <exception>
#include <thread>

#include "engine/analysis/pass_cost.h"
#include "engine/documents/document_record.h"
#include "engine/documents/import_document.h"
#include "engine/runtime/thread_priority.h"

namespace ng::views {

namespace {

Diagnostic internalFailure(const char* what, const std::exception& error) {
  Diagnostic diagnostic;
  diagnostic.what = std::string(what) + " failed: " + error.what();
  diagnostic.action = "This is a bug in ngraph; please report it.";
  return diagnostic;
}

// The document with a plan for `computation`: its own plan, the batches of an evaluation, or a
// single call.
Document documentToRun(const Document& document, const std::string& computation) {
  Document copy = document;
  if (document.plan && document.plan->computation == computation) return copy;
  RunPlan plan;
  plan.computation = computation;
  if (document.plan) {
    plan.data = document.plan->data;
    for (const PlanEvaluation& evaluation : document.plan->evaluations) {
      if (evaluation.computation != computation) continue;
      plan.batches = evaluation.batches;
      plan.bindings = evaluation.bindings;
    }
  }
  copy.plan = std::move(plan);
  return copy;
}

// Interval for sending kernel times during a run, if the program is small enough.
constexpr std::chrono::seconds timesPause{1};
constexpr std::size_t mostTimedLive = 2'000;  // kernels
constexpr std::size_t mostPast = 8;           // as many as the window keeps

// Whether the state reached with one plan is valid for the other. Epochs and callbacks do not
// affect values.
bool sameState(PlanChoices a, const PlanChoices& b) {
  a.callbacks = b.callbacks;
  a.epochs = b.epochs;
  return a == b;
}

CompileOptions optionsFor(const PipelineChoice& choice) {
  CompileOptions options;
  options.passes.disabled = choice.disabled;
  for (const std::string& name : choice.order) options.pipeline.push_back(find_pass(name));
  return options;
}

// Runs long work on a low-priority thread, so that the window gets the processors it needs. The
// thread ends with the work: the engine's thread itself must keep normal priority to run programs.
void behindTheWindow(const Document& document, const std::function<void()>& work) {
  constexpr std::size_t few = 2000;  // ops; below, the work is done directly
  if (document.ops.size() <= few) return work();
  std::exception_ptr failure;
  std::thread([&] {
    lower_this_thread();
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
  }).join();
  if (failure) std::rethrow_exception(failure);
}

bool haveSameLengths(const Op& a, const Op& b) {
  if (!a.value().has_type() || !b.value().has_type()) return true;
  const Axes &of = a.axes(), &others = b.axes();
  if (of.size() != others.size()) return false;
  for (std::size_t i = 0; i < of.size(); ++i)
    if (of[i].known_length() != others[i].known_length()) return false;
  return true;
}

}  // namespace

EngineWorker::EngineWorker(EngineControl& control) : control_(control) {}

EngineWorker::~EngineWorker() = default;

// Runs `work` for an entry point from the window; exceptions never reach the event loop.
bool EngineWorker::attempt(const char* what, const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::cancelled) emit said(error.diagnostic());
  } catch (const std::exception& error) {
    emit said(internalFailure(what, error));
  }
  return false;
}

void EngineWorker::note(const char* what, const QString& where) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::note;
  diagnostic.what = what;
  diagnostic.where = where.toStdString();
  emit said(diagnostic);
}

void EngineWorker::open(const QString& path, const std::atomic<bool>& cancel) {
  attempt("Opening", [&] {
    LoadOptions options;
    options.cancel = &cancel;
    auto document = std::make_unique<Document>(load_document(path.toStdString(), options));
    DocumentRecordPtr record = make_document_record(*document);
    document_ = std::move(document);
    documentRecord_ = std::move(record);
    planned_.reset();
    request_.plan = {};
    QStringList names;
    for (const ComputationRecord& c : documentRecord_->computations)
      names << QString::fromStdString(c.name);
    emit opened(documentRecord_, names);
    for (const Diagnostic& each : document_->notes) emit said(each);
  });
}

void EngineWorker::adopt(const DraftDocument& draft) {
  attempt("Editing", [&] {
    auto document =
        std::make_unique<Document>(import_document(*draft.model, draft.path.toStdString()));
    auto record = std::make_shared<DocumentRecord>(*make_document_record(*document));
    if (!draft.unfinished.empty()) {
      auto graph = std::make_shared<GraphRecord>(*record->graph);
      for (const OpRecord& op : draft.unfinished) graph->ops.push_back(op);
      graph->find(0);
      record->graph = std::move(graph);
    }
    document_ = std::move(document);
    documentRecord_ = std::move(record);
    planned_.reset();
    QStringList names;
    for (const ComputationRecord& c : documentRecord_->computations)
      names << QString::fromStdString(c.name);
    emit opened(documentRecord_, names);
  });
}

void EngineWorker::close() {
  run_.reset();
  sent_.clear();
  stop_.reset();
  state_ = RunState::idle;
  step_ = opInStep_ = 0;
  halfway_.reset();
  health_.reset();
  watching_ = spare_ = {};
  past_.clear();
  computation_ = {};
  node_ = {};
  transformer_.reset();
  compilationRecord_.reset();
  documentRecord_.reset();
  document_.reset();
  planned_.reset();
  carried_ = {};
  ops_.clear();
}

CompileOptions EngineWorker::pipelineOptions() const {
  return optionsFor(request_.pipeline);
}

CompileOptions EngineWorker::compileOptions(const CompileRequest& request) {
  CompileOptions options = optionsFor(request.pipeline);
  options.progress = [this](const std::string& stage, double fraction) {
    emit progressed(QString::fromStdString(stage), fraction);
    return !control_.compileCancelled();
  };
  return options;
}

void EngineWorker::compile(const CompileRequest& request) {
  if (!document_) return;
  const bool sameDocument = transformer_ && planned_;
  const std::int64_t before = run_ && sameDocument ? run_->iteration() : 0;
  const bool carries = sameDocument && sameState(request.plan, request_.plan);
  bool continues = false;  // continues the computation's earlier run
  const bool done = attempt("Compiling", [&] {
    CarriedState carried = carries ? carried_ : CarriedState();
    if (carries) carried.take(request_.computation.toStdString(), wholeState(), run_.get());
    auto planned = std::make_unique<Document>(withChoices(*document_, request.plan));
    const Op node = planned->computation(request.computation.toStdString());
    const TransformerPtr transformer = allocate_transformer(request.transformer.toStdString());
    transformer->options = compileOptions(request);
    CompileOptions options = transformer->options;
    options.keep_record = true;
    Computation computation;
    CompilationRecordPtr record;
    behindTheWindow(*planned, [&] {
      computation = transformer->add_computation(node, options);
      record = make_record(computation.compilation());
    });
    auto run = makeRun(*planned, request, transformer, computation);
    compilationRecord_ = std::move(record);
    transformer->allocate();
    continues = carried.give(request.computation.toStdString(), *transformer, run.get());
    // Nothing can fail from here on.
    carried_ = std::move(carried);
    continues = continues && request.computation == request_.computation;
    tellLengths(*planned);
    request_ = request;
    run_ = std::move(run);
    planned_ = std::move(planned);
    transformer_ = transformer;
    node_ = node;
    computation_ = computation;
    past_[request.number] = computation;
    if (past_.size() > mostPast) past_.erase(past_.begin());
    watching_ = spare_ = {};
    stored_.clear();
    wanted_.clear();
    watchGeneration_ = 0;
    health_ = std::make_unique<HealthWatch>(computation_);
    recorder_.prepare(*compilationRecord_);
    indexOps();
  });
  if (!done) return emit compileFailed(request.number);
  tellPlan();
  emit compiled(compilationRecord_, request.number);
  const std::int64_t iteration = run_ ? run_->iteration() : 0;
  beginAnew(iteration == 0               ? RunState::idle
            : iteration >= run_->total() ? RunState::finished
                                         : RunState::paused,
            continues);
  if (before == 0 || carries) return;
  Diagnostic note;
  note.severity = Severity::note;
  note.what = "The run starts over: its " + std::to_string(before) +
              (before == 1 ? " iteration" : " iterations") + " used another plan.";
  emit said(note);
}

void EngineWorker::compileWithout(const QString& pass, int number) {
  CompilationRecordPtr record;
  if (transformer_ && request_.number == number) {
    attempt("Compiling without a pass", [&] {
      CompileRequest request = request_;
      request.pipeline.disabled.insert(pass.toStdString());
      CompileOptions options = compileOptions(request);
      options.progress = [this](const std::string&, double) {
        return !control_.compileCancelled();
      };
      options.keep_record = true;
      const TransformerPtr transformer = allocate_transformer(request.transformer.toStdString());
      behindTheWindow(*document_, [&] {
        record = make_record(transformer->add_computation(node_, options).compilation());
      });
    });
  }
  emit compiledWithout(record, pass, number);
}

void EngineWorker::tryPipeline(int number, const std::function<bool()>& cancelled) {
  std::shared_ptr<PipelineTrialRecord> trial;
  attempt("Trying a pipeline", [&] {
    if (!transformer_ || cancelled()) return;
    CostRequest request;
    request.computation = node_;
    request.transformer = request_.transformer.toStdString();
    auto made = std::make_shared<PipelineTrialRecord>();
    if (run_) {
      const std::int64_t iteration = inquiredIteration(shown_);
      request.arguments = run_->arguments_at(iteration);
      if (const KeptState* state = kept_.after(iteration - 1)) request.state = copyState(*state);
    } else {
      made->uncalled = whyNoRun_ ? whyNoRun_->what : std::string();
    }
    CompileOptions full, tried = pipelineOptions();
    full.progress = tried.progress = [&](const std::string&, double) { return !cancelled(); };
    const PassCost cost = pipeline_cost(request, full, tried);
    made->computation = request_.computation.toStdString();
    made->transformer = request.transformer;
    made->choice = request_.pipeline;
    made->full = cost.with;
    made->tried = cost.without;
    made->error = cost.error;
    trial = std::move(made);
  });
  emit pipelineTried(trial, number);
}

void EngineWorker::readKernel(KernelRecord kernel, int number) {
  const auto of = past_.find(number);
  if (of != past_.end())
    attempt("Reading a kernel", [&] { add_kernel_texts(of->second.compilation(), kernel); });
  emit kernelRead(std::move(kernel), number);
}

// Without data for its arguments a computation can be inspected but not run; a plan change by the
// user that causes this is refused.
std::unique_ptr<TrainingRun> EngineWorker::makeRun(const Document& document,
                                                   const CompileRequest& request,
                                                   const TransformerPtr& transformer,
                                                   const Computation& computation) {
  TrainingOptions options;
  options.compile = [computation](Transformer&, const Op&) { return computation; };
  options.stop_at_non_finite =
      stopsAtNonFinite(planRecord(*document_, document, request.plan)) || !document.plan;
  options.history_bytes = 0;
  options.cancelled = control_.interrupted();
  options.after_iteration = [this](const TrainingRun&) { recorder_.resultsTaken(); };
  options.after_evaluation = [this](const TrainingRun& run, std::size_t evaluation, double) {
    recorder_.evaluated(run.plan().evaluations[evaluation].name);
  };
  try {
    return std::make_unique<TrainingRun>(documentToRun(document, request.computation.toStdString()),
                                         transformer, options);
  } catch (const Error& error) {
    PlanChoices asked = request.plan;
    asked.epochs = request_.plan.epochs;
    if (error.kind() == ErrorKind::cancelled || asked != request_.plan) throw;
    whyNoRun_ = error.diagnostic();
  }
  return nullptr;
}

void EngineWorker::tellPlan() {
  PlanRecord record = planRecord(*document_, *planned_, request_.plan);
  for (PlanDataRecord& data : record.data) {
    if (!run_) break;
    const auto found = run_->plan().samples.find(data.name);
    if (found != run_->plan().samples.end()) data.samples = found->second;
  }
  if (!run_ && document_->plan) record.fault = whyNoRun_;
  emit planned(record);
}

// Sends the document to the window with axis lengths changed by the user's choices.
void EngineWorker::tellLengths(const Document& planned) {
  const Document& shown = planned_ ? *planned_ : *document_;
  if (std::equal(shown.ops.begin(), shown.ops.end(), planned.ops.begin(), planned.ops.end(),
                 haveSameLengths))
    return;
  documentRecord_ = make_document_record(planned);
  emit replaced(documentRecord_);
}

RunFrame EngineWorker::takeFrame() {
  const std::lock_guard lock(frameMutex_);
  announced_ = false;
  const RunNumbers numbers = frame_;  // preserved: the next frame may carry only values
  RunFrame frame = std::move(frame_);
  frame_ = {};
  static_cast<RunNumbers&>(frame_) = numbers;
  return frame;
}

// Sends numbers and new curve points at most every 16 ms, unless `now`.
void EngineWorker::publish(bool now) {
  const auto time = std::chrono::steady_clock::now();
  if (!now && time - published_ < std::chrono::milliseconds(16)) return;
  published_ = time;
  const std::lock_guard lock(frameMutex_);
  frame_.number = request_.number;
  frame_.started = started_;
  frame_.state = state_;
  frame_.shown = shown_;
  frame_.step = static_cast<int>(step_);
  frame_.within = run_ && within();
  frame_.back = halfway_.has_value();
  frame_.done = run_ ? run_->iteration() : 0;
  frame_.total = run_ ? run_->total() : 0;
  frame_.epochs = run_ ? static_cast<int>(run_->plan().epochs) : 0;
  frame_.batches = run_ ? static_cast<int>(run_->plan().batches) : 0;
  frame_.epoch = frame_.batches > 0 ? static_cast<int>(shown_ / frame_.batches) : 0;
  frame_.microsecondsPerStep = run_ ? run_->microseconds_per_call() : 0;
  if (run_ && sent_.empty()) {
    frame_.points.clear();
    frame_.heads.emplace();
    for (const SeriesRecord& s : run_->series())
      frame_.heads->push_back({s.name, s.x_title, s.y_title, {}, {}, s.op});
    sent_.assign(run_->series().size(), 0);
  }
  for (std::size_t i = 0; i < sent_.size(); ++i) {
    const SeriesRecord& s = run_->series()[i];
    for (; sent_[i] < s.x.size(); ++sent_[i])
      frame_.points.push_back({i, s.x[sent_[i]], s.y[sent_[i]]});
  }
  frame_.stop = stop_;
  frame_.stops = stops_;
  if (health_ && control_.watchesHealth()) {
    HealthBatch batch = health_->take();
    if (frame_.health)
      batch.found.insert(batch.found.begin(), frame_.health->found.begin(),
                         frame_.health->found.end());
    if (!batch.found.empty()) frame_.health = std::move(batch);
  }
  if (auto events = recorder_.takeEvents()) {
    if (frame_.events)
      frame_.events->append(std::move(*events));
    else
      frame_.events = std::move(events);
  }
  const auto moment = std::chrono::steady_clock::now();
  const bool few = compilationRecord_ && compilationRecord_->kernels.size() <= mostTimedLive;
  if (state_ != RunState::running || (few && moment - timesTold_ > timesPause)) {
    timesTold_ = moment;
    if (auto times = recorder_.takeStepTimes()) frame_.stepTimes = std::move(times);
  }
  if (announced_) return;
  announced_ = true;
  emit frameReady();
}

}  // namespace ng::views
