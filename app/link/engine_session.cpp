// SPDX-License-Identifier: Apache-2.0
// Window side of the session: commands go to the worker, records come back.
#include "app/link/engine_session.h"

#include <QFileInfo>
#include <QMetaObject>
#include <algorithm>

#include "engine/formats/format_table.h"
#include "engine/runtime/thread_pool.h"

namespace ng::views {

namespace {

// Default transformer: the fastest available one.
QString firstChoice(const std::vector<TransformerChoice>& choices) {
  for (const TransformerChoice& choice : choices) {
    if (choice.available && choice.name == "cpu") return choice.name;
  }
  for (const TransformerChoice& choice : choices) {
    if (choice.available) return choice.name;
  }
  return {};
}

// Descriptions of the available transformers.
QString describe(std::string_view name) {
  if (name == "cpu") return "JIT-compiled, fused kernels";
  if (name == "gpu") return "fused kernels on the GPU";
  if (name == "reference") return "unoptimized reference, one op at a time";
  return {};
}

std::vector<TransformerChoice> knownTransformers() {
  std::vector<TransformerChoice> choices;
  for (const TransformerInfo& info : all_transformers())
    choices.push_back({QString::fromStdString(info.name), info.availability.available,
                       info.availability.available
                           ? describe(info.name)
                           : QString::fromStdString(info.availability.reason)});
  return choices;
}

}  // namespace

EngineSession::EngineSession(QObject* parent)
    : Session(parent),
      worker_(new EngineWorker(control_)),
      inquirer_(new InquiryWorker(control_)),
      transformers_(knownTransformers()),
      transformer_(firstChoice(transformers_)),
      recordChanges_([this](int number) { return recordOf(number); },
                     [this](int number, CompilationRecordPtr record) {
                       replaceRecord(number, std::move(record));
                     }) {
  // The pool's helper threads inherit the priority of the first thread that gives them work.
  ThreadPool::shared().parallel_for(2, [](int) {});
  worker_->moveToThread(&thread_);
  connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
  inquirer_->moveToThread(&inquiryThread_);
  connect(&inquiryThread_, &QThread::finished, inquirer_, &QObject::deleteLater);
  connectWorker();
  thread_.setObjectName("engine");
  thread_.start();
  inquiryThread_.setObjectName("inquiries");
  inquiryThread_.start();
}

EngineSession::~EngineSession() {
  cancelOpening();
  ++tryNumber_;
  control_.cancelCompile(true);
  control_.cancelInquiry(true);
  control_.wish(Wish::cancel);
  worker_->disconnect(this);
  inquirer_->disconnect(this);
  thread_.quit();
  thread_.wait();  // first: its work items use the other thread
  inquiryThread_.quit();
  inquiryThread_.wait();
}

void EngineSession::connectWorker() {
  connect(worker_, &EngineWorker::opened, this, &EngineSession::opened);
  connect(worker_, &EngineWorker::replaced, this, [this](DocumentRecordPtr document) {
    document_ = std::move(document);
    emit documentChanged();
  });
  connect(worker_, &EngineWorker::planned, this, &EngineSession::planned);
  connect(worker_, &EngineWorker::compiled, this, &EngineSession::compiled);
  connect(worker_, &EngineWorker::kernelRead, this, &EngineSession::kernelRead);
  connect(worker_, &EngineWorker::compiledWithout, this, &EngineSession::compiledWithout);
  connect(worker_, &EngineWorker::pipelineTried, this, &EngineSession::pipelineTried);
  connect(worker_, &EngineWorker::compileFailed, this, [this](int number) {
    if (number == newest_.load()) compileFailed();
  });
  connect(worker_, &EngineWorker::progressed, this, [this](const QString& stage, double fraction) {
    if (!progress_.busy) return;
    progress_.stage = stage;
    progress_.fraction = fraction;
    emit progressChanged();
  });
  connect(worker_, &EngineWorker::said, this, &EngineSession::say);
  connectInquiries();
  connect(worker_, &EngineWorker::frameReady, this, &EngineSession::takeFrame);
}

void EngineSession::post(std::function<void()> work) {
  QMetaObject::invokeMethod(worker_, std::move(work), Qt::QueuedConnection);
}

void EngineSession::setComputation(const QString& name) {
  computation_ = name;
  compile();
}

// Another transformer has other passes in its pipeline.
void EngineSession::setTransformer(const QString& name) {
  if (name != transformer_) {
    pipeline_.now.order.clear();
    pipeline_.forget();
  }
  transformer_ = name;
  compile();
}

// A new request cancels earlier requests that are waiting or in progress.
void EngineSession::compile() {
  if (!document_) return;
  stopTrying();
  control_.wish(Wish::cancel);
  control_.cancelCompile(true);
  progress_ = {true, "compiling", {}};
  const CompileRequest request{computation_, transformer_, pipeline_.now, choices_, ++newest_};
  wished_ = request;
  emit compilationStarted();
  emit progressChanged();
  post([this, request] {
    if (newest_.load() != request.number) return;
    control_.wish(Wish::goOn);
    control_.cancelCompile(false);
    worker_->compile(request);
  });
}

void EngineSession::compiled(CompilationRecordPtr compilation, int number) {
  if (!document_) return;
  number_ = number;
  if (wished_.number == number) answered_ = wished_;
  compilation_ = std::move(compilation);
  without_.clear();
  timesPace_ = 0;
  fullSpeedTimes_.clear();
  remember(answered_);
  askedFor_ = -1;
  if (number == newest_.load()) progress_ = {};  // otherwise a newer request is pending
  events_.restart(compilation_.get());
  if (early_ && earlyNumber_ == number) events_.add(*std::exchange(early_, {}));
  for (const Diagnostic& diagnostic : compilation_->diagnostics) say(diagnostic);
  emit compilationChanged();
  emit timelineChanged();
  emit progressChanged();
  if (auto work = std::exchange(whenCompiled_, {})) start(std::move(work));
}

// Discards the failed request: the choices become those of the shown record again.
void EngineSession::compileFailed() {
  progress_ = {};
  whenCompiled_ = {};
  if (compilation_) {
    computation_ = answered_.computation;
    transformer_ = answered_.transformer;
    pipeline_.now = answered_.pipeline;
    choices_ = answered_.plan;
  }
  emit compilationFailed();
  emit planChanged();
  emit progressChanged();
}

void EngineSession::compileWithout(const QString& pass) {
  if (!compilation_ || !without_.emplace(pass, nullptr).second) return;
  post([this, pass, number = number_] { worker_->compileWithout(pass, number); });
}

void EngineSession::compiledWithout(CompilationRecordPtr compilation, const QString& pass,
                                    int number) {
  if (number != number_) return;
  if (compilation) {
    without_[pass] = std::move(compilation);
  } else {
    without_.erase(pass);  // the request failed and may be repeated
  }
  emit otherCompilationChanged(pass);
}

CompilationRecordPtr EngineSession::compilationWithout(const QString& pass) const {
  const auto found = without_.find(pass);
  return found == without_.end() ? nullptr : found->second;
}

void EngineSession::say(const Diagnostic& diagnostic) {
  messages_.push_back(diagnostic);
  emit message(diagnostic);
}

// Cancels the compilation in progress, else the run, or a pipeline trial.
void EngineSession::cancel() {
  stopTrying();
  if (!progress_.busy) return control_.wish(Wish::cancel);
  control_.cancelCompile(true);
  ++newest_;  // the request may still be queued
  compileFailed();
}

std::int64_t EngineSession::totalIterations() const {
  return document_ && document_->plan ? frame_.total : 0;
}

void EngineSession::start(std::function<void()> work) {
  if (document_ && !compilation_ && !computations_.isEmpty()) {
    whenCompiled_ = std::move(work);
    if (!progress_.busy) compile();
    return;
  }
  if (!compilation_ || frame_.state == RunState::running) return;
  stopTrying();
  frame_.state = RunState::running;
  control_.wish(Wish::goOn);
  emit runChanged();
  post([this, number = ++starts_, work = std::move(work)] {
    worker_->noteStart(number);
    work();
  });
}

void EngineSession::run() {
  start([this] { worker_->run(-1); });
}

void EngineSession::stepIteration() {
  start([this] { worker_->run(1); });
}

void EngineSession::stepEpoch() {
  start([this] { worker_->runEpoch(); });
}

void EngineSession::stepOp() {
  postStep([this] { worker_->stepOp(); });
}

void EngineSession::stepKernel() {
  postStep([this] { worker_->stepKernel(); });
}

// A request made while nothing ran does not apply to the new step.
void EngineSession::postStep(std::function<void()> step) {
  if (!compilation_ || frame_.state == RunState::running) return;
  control_.wish(Wish::goOn);
  post(std::move(step));
}

void EngineSession::pause() {
  control_.wish(Wish::pause);
}

void EngineSession::stop() {
  control_.wish(Wish::stop);  // also stops a step in progress
  if (frame_.state != RunState::running) post([this] { worker_->stop(); });
}

void EngineSession::reset() {
  if (frame_.state != RunState::running) post([this] { worker_->reset(); });
}

void EngineSession::restart() {
  if (!compilation_) return run();
  stopTrying();
  if (frame_.state == RunState::running) control_.wish(Wish::stop);
  frame_.state = RunState::running;
  emit runChanged();
  post([this, number = ++starts_] {
    control_.wish(Wish::goOn);
    worker_->noteStart(number);
    worker_->reset();
    worker_->run(-1);
  });
}

void EngineSession::setPace(double iterationsPerSecond) {
  control_.setPace(iterationsPerSecond);
  emit runChanged();
}

void EngineSession::setEpochs(int epochs) {
  choices_.epochs = epochs;
  post([this, epochs] { worker_->setEpochs(epochs); });
}

// Only the latest of several slider moves is processed.
void EngineSession::showIteration(std::int64_t iteration) {
  const std::int64_t now = frame_.done + (frame_.within ? 1 : 0);
  const std::int64_t shown = frame_.within && !frame_.back ? now : frame_.shown;
  iteration = std::clamp<std::int64_t>(iteration, 0, now);
  if (frame_.state == RunState::running) return;
  if (iteration == shown)
    return emit runChanged();  // the slider is at an iteration that is not kept
  look(frame_, iteration);
  const bool waiting = wanted_ >= 0;
  wanted_ = iteration;
  emit runChanged();
  if (waiting) return;
  QMetaObject::invokeMethod(
      this,
      [this] {
        const std::int64_t wanted = std::exchange(wanted_, -1);
        post([this, wanted] { worker_->show(wanted); });
      },
      Qt::QueuedConnection);
}

// An iteration past the last shows the current position within the next iteration.
void EngineSession::look(RunFrame& frame, std::int64_t iteration) const {
  frame.shown = std::min(iteration, frame.done);
  frame.back = frame.within && iteration <= frame.done;
  if (frame.batches > 0) frame.epoch = static_cast<int>(frame.shown / frame.batches);
}

void EngineSession::takeFrame() {
  RunFrame next = worker_->takeFrame();
  if (!document_ || next.number < oldest_) return;
  if (next.heads) series_ = std::move(*next.heads);
  for (const CurvePoint& p : next.points) {
    if (p.series >= series_.size()) continue;
    series_[p.series].x.push_back(p.x);
    series_[p.series].y.push_back(p.y);
  }
  const bool curves = next.heads || !next.points.empty();
  const bool values = next.results || next.tensors;
  if (next.results) results_ = std::move(*next.results);
  if (next.tensors) tensors_ = std::move(*next.tensors);
  const bool recorded = next.events.has_value();
  if (recorded && next.number == number_) events_.add(*next.events);
  if (recorded && next.number > number_) {
    if (!early_ || earlyNumber_ != next.number) early_.emplace();
    earlyNumber_ = next.number;
    early_->append(std::move(*next.events));
  }
  if (next.stepTimes) takeStepTimes(*next.stepTimes);
  if (next.watches) takeWatches(*next.watches);
  if (next.health) takeHealth(*next.health);
  const bool halts = next.stops != frame_.stops, watched = next.watches.has_value();
  next.events.reset(), next.stepTimes.reset(), next.watches.reset(), next.health.reset();
  if (next.started != starts_) next.state = frame_.state;  // sent before the requested run started
  if (wanted_ >= 0) look(next, wanted_);
  next.heads.reset(), next.results.reset(), next.tensors.reset();
  next.points.clear();
  frame_ = std::move(next);
  emit runChanged();
  if (curves) emit seriesChanged();
  if (values) emit tensorsChanged();
  if (recorded) emit timelineChanged();
  if (watched) emit faultsChanged();
  if (halts) emit halted();
  if (frame_.state != RunState::running && askedFor_ != frame_.shown) askWhatIf();
}

void EngineSession::recordTimeline(bool on) {
  recorders_ += on ? 1 : -1;
  control_.record(recorders_ > 0);
}

void EngineSession::watch(OpKey op) {
  if (++watches_[op] == 1) sendWatches();
}

void EngineSession::unwatch(OpKey op) {
  const auto found = watches_.find(op);
  if (found == watches_.end() || --found->second > 0) return;
  watches_.erase(found);
  sendWatches();
}

std::vector<OpKey> EngineSession::watched() const {
  std::vector<OpKey> ops;
  for (const auto& [op, count] : watches_) ops.push_back(op);
  return ops;
}

// A run uses the new set from its next iteration; without a run the values are computed now.
void EngineSession::sendWatches() {
  const std::vector<OpKey> ops = watched();
  control_.setWatched({ops.begin(), ops.end()});
  if (frame_.state != RunState::running) post([this] { worker_->refreshValues(); });
}

TensorRecordPtr EngineSession::value(OpKey op) const {
  const auto found = tensors_.find(op);
  return found == tensors_.end() ? nullptr : found->second;
}

void EngineSession::save(const QString& path) {
  // The name of another format would suggest other contents.
  const Format* format = format_for_path(path.toStdString());
  if (format != nullptr && format->name != "safetensors") {
    Diagnostic refused;
    refused.what = "The checkpoint was not saved: checkpoints are safetensors files.";
    refused.where = path.toStdString();
    refused.expected = "a file name that ends in .safetensors";
    refused.action = "Choose a file name with this suffix.";
    return say(refused);
  }
  post([this, path] { worker_->save(path); });
}

void EngineSession::restore(const QString& path) {
  if (frame_.state != RunState::running) post([this, path] { worker_->restore(path); });
}

}  // namespace ng::views
