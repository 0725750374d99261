// SPDX-License-Identifier: Apache-2.0
// Converts messages of the link to the records that views read.
#include "app/scripts/script_session.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include "engine/base/quote.h"

namespace ng::views {

namespace {

constexpr int announceTime = 30;           // ms between two updates of the views
constexpr std::size_t mostPoints = 20000;  // per curve; above it, every other point is dropped

// Document name "train.ngraph" of a program "…/train.py".
QString documentName(const std::string& program) {
  QString stem = QFileInfo(QString::fromStdString(program)).completeBaseName();
  stem.replace(QRegularExpression("[^A-Za-z0-9_-]"), "_");
  return (stem.isEmpty() ? QString("program") : stem.left(80)) + ".ngraph";
}

void append(SeriesRecord& curve, const remote::Points& points) {
  curve.x.insert(curve.x.end(), points.x.begin(), points.x.end());
  curve.y.insert(curve.y.end(), points.y.begin(), points.y.end());
  while (curve.x.size() > mostPoints) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < curve.x.size(); i += 2, ++kept) {
      curve.x[kept] = curve.x[i];
      curve.y[kept] = curve.y[i];
    }
    curve.x.resize(kept);
    curve.y.resize(kept);
  }
}

}  // namespace

ScriptSession::ScriptSession(QObject* parent) : EngineSession(parent) {
  announcing_.setSingleShot(true);
  announcing_.setInterval(announceTime);
  connect(&announcing_, &QTimer::timeout, this, &ScriptSession::announce);
  connect(&link_, &ScriptLink::greeted, this, &ScriptSession::greet);
  connect(&link_, &ScriptLink::told, this, &ScriptSession::take);
  connect(&link_, &ScriptLink::left, this, &ScriptSession::leave);
  connect(&link_, &ScriptLink::broke, this, &ScriptSession::tell);
  connect(this, &Session::documentChanged, this, [this] {
    if (document() == nullptr) said_.clear();
  });
}

bool ScriptSession::made(const QString& documentPath) const {
  return !documentPath.isEmpty() && documentPath == path_;
}

bool ScriptSession::live() const {
  const DocumentRecordPtr shown = document();
  return shown != nullptr && made(QString::fromStdString(shown->path));
}

void ScriptSession::tell(const Diagnostic& diagnostic) {
  said_.push_back(diagnostic);
  emit message(diagnostic);
}

std::vector<Diagnostic> ScriptSession::messages() const {
  std::vector<Diagnostic> all = EngineSession::messages();
  all.insert(all.end(), said_.begin(), said_.end());
  return all;
}

// ---- messages of the program ----------------------------------------------------------------

void ScriptSession::greet(const remote::Hello& hello) {
  path_ = folder_.filePath(documentName(hello.program));
  shown_ = false;
  told_.clear();
  compiledLike_.clear();
  values_.clear();
  measured_.restart(nullptr);
  measuredNames_.clear();
  stepTimes_.clear();
  if (recorders_ > 0) sendOps(remote::Command::Kind::record, {});
  state_ = RunState::running;
  sendOps(remote::Command::Kind::watch, watched());
  sendBreakpoints();
  emit programGreeted(QString::fromStdString(hello.program));
  announce();
}

void ScriptSession::take(const remote::Message& message) {
  if (const auto* graph = std::get_if<remote::GraphFiles>(&message)) takeGraph(*graph);
  if (const auto* called = std::get_if<remote::Called>(&message)) takeCall(*called);
  if (const auto* measured = std::get_if<remote::Measured>(&message)) takeMeasured(*measured);
  if (const auto* halted = std::get_if<remote::Halted>(&message)) {
    state_ = halted->halted ? RunState::paused : RunState::running;
    if (const OpRecord* op = record(halted->op)) {
      Diagnostic note;
      note.severity = Severity::note;
      note.what = "The program has computed " + quote(op->name) + " and stopped there.";
      note.action = "Continue with F5, or run one call with F10.";
      note.ops = {op->id};
      tell(note);
    }
    announce();
  }
}

// Does not replace another document that the user has opened since.
void ScriptSession::takeGraph(const remote::GraphFiles& graph) {
  if (shown_ && !live()) return;
  for (std::size_t i = graph.files.size(); i-- > 0;) {  // the document is written last
    const auto& [name, content] = graph.files[i];
    QFile file(i == 0 ? path_ : folder_.filePath(QString::fromStdString(name)));
    const auto size = static_cast<qint64>(content.size());
    if (file.open(QIODevice::WriteOnly) && file.write(content.data(), size) == size) continue;
    Diagnostic diagnostic;
    diagnostic.what = "The graph of the program could not be stored.";
    diagnostic.where = file.fileName().toStdString();
    diagnostic.found = file.errorString().toStdString();
    return tell(diagnostic);
  }
  shown_ = true;
  open(path_);
}

void ScriptSession::takeCall(const remote::Called& called) {
  Told& told = told_[called.name];
  told.called = called;
  told.called.points.clear();
  for (const remote::Points& points : called.points) append(told.curves[points.op], points);
  for (const remote::OpValue& each : called.values)
    values_[each.op] = newRecord(tensor(each, called.count));
  if (!announcing_.isActive()) announcing_.start();
}

void ScriptSession::leave(const QString& error, bool ended) {
  if (state_ == RunState::running || state_ == RunState::paused)
    state_ = ended && error.isEmpty() ? RunState::finished : RunState::failed;
  announce();
}

void ScriptSession::programEnded(RunState how) {
  if (state_ != RunState::idle) state_ = how;
  announce();
}

// Done only once per computation: later choices of the user stay.
void ScriptSession::compileLikeProgram() {
  if (!live() || told() == nullptr || compiledLike_.count(told()->called.name) > 0) return;
  const remote::Called& called = told()->called;
  compiledLike_.insert(called.name);
  const QString wanted = QString::fromStdString(called.transformer);
  for (const TransformerChoice& choice : transformers()) {
    if (choice.name == wanted && choice.available && transformer() != wanted)
      setTransformer(wanted);
  }
  for (const std::string& pass : called.without)
    setPassEnabled(QString::fromStdString(pass), false);
}

void ScriptSession::announce() {
  announcing_.stop();
  compileLikeProgram();
  emit runChanged();
  emit seriesChanged();
  emit tensorsChanged();
  if (std::exchange(measuredAnew_, false)) emit timelineChanged();
}

// ---- records for views ----------------------------------------------------------------------

const ScriptSession::Told* ScriptSession::told() const {
  const auto found = told_.find(computation().toStdString());
  return found == told_.end() ? nullptr : &found->second;
}

const OpRecord* ScriptSession::record(OpKey op) const {
  const DocumentRecordPtr shown = document();
  return shown && shown->graph ? shown->graph->find(op) : nullptr;
}

TensorRecord ScriptSession::tensor(const remote::OpValue& value, std::int64_t iteration) const {
  TensorRecord record{value.op, {}, {}, value.value, iteration};
  const OpRecord* op = this->record(value.op);
  if (op != nullptr) record.name = op->name;
  if (op != nullptr && !op->results.empty()) record.axes = op->results[0].axes;
  // Axes that disagree with the value's shape would cause out-of-bounds reads.
  if (record.axes.size() != value.value.shape.size()) record.axes.clear();
  for (std::size_t i = record.axes.size(); i < value.value.shape.size(); ++i)
    record.axes.push_back({"axis_" + std::to_string(i), value.value.shape[i], 0, {}});
  for (std::size_t i = 0; i < record.axes.size(); ++i) record.axes[i].length = value.value.shape[i];
  return record;
}

std::int64_t ScriptSession::iteration() const {
  return live() ? lastIteration() : EngineSession::iteration();
}

std::int64_t ScriptSession::lastIteration() const {
  if (!live()) return EngineSession::lastIteration();
  return told() ? told()->called.count : 0;
}

std::int64_t ScriptSession::totalIterations() const {
  return live() ? 0 : EngineSession::totalIterations();
}

double ScriptSession::microsecondsPerStep() const {
  if (!live()) return EngineSession::microsecondsPerStep();
  return told() ? told()->called.microseconds : 0;
}

std::vector<SeriesRecord> ScriptSession::series() const {
  if (!live()) return EngineSession::series();
  std::vector<SeriesRecord> all;
  if (told() == nullptr) return all;
  for (const auto& [op, curve] : told()->curves) {
    all.push_back(curve);
    all.back().op = op;
    const OpRecord* named = record(op);
    all.back().name = named != nullptr ? named->name : "result " + std::to_string(op);
    all.back().x_title = "iteration";
    all.back().y_title = all.back().name;
  }
  return all;
}

std::vector<TensorRecord> ScriptSession::results() const {
  if (!live()) return EngineSession::results();
  std::vector<TensorRecord> all;
  for (const ComputationRecord& each : document()->computations) {
    if (each.name != computation().toStdString()) continue;
    for (const OpKey op : each.results)
      if (const auto found = value(op)) all.push_back(*found);
  }
  return all;
}

// Names arrive with the graph, which may come after the first call.
TensorRecordPtr ScriptSession::value(OpKey op) const {
  if (!live()) return EngineSession::value(op);
  const auto found = values_.find(op);
  if (found == values_.end()) return nullptr;
  TensorRecordPtr& kept = found->second;
  if (kept->name.empty() && record(op) != nullptr)
    kept = newRecord(tensor({op, kept->value}, kept->iteration));
  return kept;
}

// ---- commands of the user -------------------------------------------------------------------

void ScriptSession::sendOps(remote::Command::Kind kind, const std::vector<OpKey>& ops) {
  link_.send({kind, ops, {}});
}

void ScriptSession::run() {
  if (!live()) return EngineSession::run();
  if (!link_.connected()) return emit againWanted();
  sendOps(remote::Command::Kind::go_on, {});
}

void ScriptSession::pause() {
  live() ? sendOps(remote::Command::Kind::pause, {}) : EngineSession::pause();
}

void ScriptSession::stop() {
  live() ? emit stopWanted() : EngineSession::stop();
}

void ScriptSession::cancel() {
  live() && !compileProgress().busy ? emit stopWanted() : EngineSession::cancel();
}

// A program owns its state: it can be stepped call by call, but not be reset, nor can past
// iterations be shown.
void ScriptSession::reset() {
  if (!live()) EngineSession::reset();
}

void ScriptSession::restart() {
  if (!live()) EngineSession::restart();
}

void ScriptSession::stepOp() {
  live() ? stepIteration() : EngineSession::stepOp();
}

void ScriptSession::stepIteration() {
  live() ? sendOps(remote::Command::Kind::step, {}) : EngineSession::stepIteration();
}

void ScriptSession::stepEpoch() {
  if (!live()) EngineSession::stepEpoch();
}

void ScriptSession::showIteration(std::int64_t iteration) {
  if (!live()) EngineSession::showIteration(iteration);
}

void ScriptSession::watch(OpKey op) {
  EngineSession::watch(op);
  sendOps(remote::Command::Kind::watch, watched());
}

void ScriptSession::unwatch(OpKey op) {
  EngineSession::unwatch(op);
  sendOps(remote::Command::Kind::watch, watched());
}

void ScriptSession::setBreakpoint(const BreakpointRecord& breakpoint) {
  EngineSession::setBreakpoint(breakpoint);
  sendBreakpoints();
}

void ScriptSession::removeBreakpoint(OpKey op) {
  EngineSession::removeBreakpoint(op);
  sendBreakpoints();
}

void ScriptSession::sendBreakpoints() {
  std::vector<OpKey> ops;
  for (const BreakpointRecord& each : breakpoints()) ops.push_back(each.op);
  sendOps(remote::Command::Kind::breakpoints, ops);
}

}  // namespace ng::views
