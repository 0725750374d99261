// SPDX-License-Identifier: Apache-2.0
// Messages of the link become records; commands of the user become messages.
#include "app/scripts/script_program.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include "engine/base/quote.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"
#include "views/core/session/command_variant.h"
#include "views/core/session/event.h"

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

ScriptProgram::ScriptProgram(ScriptLink& link, EngineSession& engine)
    : link_(link), engine_(engine), measurements_(engine) {
  announcing_.setSingleShot(true);
  announcing_.setInterval(announceTime);
  takeOver();
  connect(&announcing_, &QTimer::timeout, this, &ScriptProgram::announce);
  connect(&link_, &ScriptLink::greeted, this, &ScriptProgram::greet);
  connect(&link_, &ScriptLink::received, this, &ScriptProgram::receive);
  connect(&link_, &ScriptLink::left, this, &ScriptProgram::leave);
  connect(&link_, &ScriptLink::broke, this, &ScriptProgram::say);
  connect(&engine, &Source::changed, this, &ScriptProgram::follow);
  connect(&engine, &Source::happened, this, [this](const Event& event) {
    // Another computation may be chosen.
    if (std::get_if<event::CompilationStarted>(&event) ||
        std::get_if<event::CompilationFailed>(&event))
      collect();
    takeOver();
    emit happened(event);
  });
  connect(&engine.faults, &Faults::faultsChanged, this, &ScriptProgram::sendBreakpoints);
  const EngineProfile& profile = engine.parts.profile;
  connect(&profile, &EngineProfile::recordingChanged, this, [this] {
    send(engine_.parts.profile.recording() ? remote::Command::Kind::record
                                           : remote::Command::Kind::rest);
  });
}

QStringList ScriptProgram::programOf(const QString& documentPath) const {
  return !documentPath.isEmpty() && documentPath == path_ ? program_ : QStringList();
}

bool ScriptProgram::live() const {
  const DocumentRecordPtr shown = engine_.documents.document();
  return shown != nullptr && !path_.isEmpty() && shown->path == path_.toStdString();
}

// Kept in the list when the program's document opens.
void ScriptProgram::say(const Diagnostic& diagnostic) {
  engine_.messages.say(diagnostic, Messages::Scope::window);
}

// ---- messages of the program ----------------------------------------------------------------

void ScriptProgram::greet(const remote::Hello& hello) {
  path_ = folder_.filePath(documentName(hello.program));
  program_ = {QString::fromStdString(hello.program)};
  for (const std::string& each : hello.arguments) program_ << QString::fromStdString(each);
  wasShown_ = offered_ = false;
  computations_.clear();
  compiledLike_.clear();
  values_.clear();
  measurements_.restart();
  if (engine_.parts.profile.recording()) send(remote::Command::Kind::record);
  runs_ = RunState::running;
  send(remote::Command::Kind::watch, engine_.values.watched());
  breakpoints_.reset();
  sendBreakpoints();
  announce();
}

void ScriptProgram::receive(const remote::Message& message) {
  if (const auto* graph = std::get_if<remote::GraphFiles>(&message)) takeGraph(*graph);
  if (const auto* called = std::get_if<remote::Called>(&message)) takeCall(*called);
  if (const auto* measured = std::get_if<remote::Measured>(&message)) {
    measurements_.take(*measured, live());
    newMeasurements_ = true;
    if (!announcing_.isActive()) announcing_.start();
  }
  if (const auto* stopped = std::get_if<remote::Stopped>(&message)) {
    runs_ = stopped->stopped ? RunState::paused : RunState::running;
    if (const OpRecord* op = record(stopped->op)) {
      Diagnostic note;
      note.severity = Severity::note;
      note.what = "The program has computed " + quote(op->name) + " and stopped there.";
      note.action = "Continue with F5, or run one call with F10.";
      note.ops = {op->id};
      say(note);
    }
    announce();
  }
}

// Does not replace another document that the user has opened since.
void ScriptProgram::takeGraph(const remote::GraphFiles& graph) {
  if (wasShown_ && !live()) return;
  for (std::size_t i = graph.files.size(); i-- > 0;) {  // the document is written last
    const auto& [name, content] = graph.files[i];
    QFile file(i == 0 ? path_ : folder_.filePath(QString::fromStdString(name)));
    const auto size = static_cast<qint64>(content.size());
    if (file.open(QIODevice::WriteOnly) && file.write(content.data(), size) == size) continue;
    Diagnostic diagnostic;
    diagnostic.what = "The graph of the program could not be stored.";
    diagnostic.where = file.fileName().toStdString();
    diagnostic.found = file.errorString().toStdString();
    return say(diagnostic);
  }
  if (!offered_) offerGraph();
}

// A later graph of the same program asks no second time: an open question opens the newest one.
void ScriptProgram::offerGraph() {
  offered_ = true;
  const auto open = [this, path = path_] {
    if (path != path_) return;  // another program has connected since
    offered_ = false;
    wasShown_ = true;
    engine_.documents.open(path_);
  };
  gate_ ? gate_(program_.front(), open) : open();
}

void ScriptProgram::takeCall(const remote::Called& called) {
  ComputationState& computation = computations_[called.name];
  computation.called = called;
  computation.called.points.clear();
  for (const remote::Points& points : called.points) append(computation.curves[points.op], points);
  for (const remote::OpValue& each : called.values)
    values_[each.op] = newRecord(tensor(each, called.count));
  if (!announcing_.isActive()) announcing_.start();
}

void ScriptProgram::leave(const QString& error, bool ended) {
  if (runs_ == RunState::running || runs_ == RunState::paused)
    runs_ = ended && error.isEmpty() ? RunState::finished : RunState::failed;
  announce();
}

void ScriptProgram::end(RunState how) {
  if (runs_ != RunState::idle) runs_ = how;
  announce();
}

// Done only once per computation: later choices of the user stay.
void ScriptProgram::compileLikeProgram() {
  const ComputationState* computation = shown();
  if (!live() || !computation || compiledLike_.count(computation->called.name) > 0) return;
  const remote::Called& called = computation->called;
  compiledLike_.insert(called.name);
  const QString wanted = QString::fromStdString(called.transformer);
  for (const TransformerChoice& choice : engine_.compilations.transformers()) {
    if (choice.name == wanted && choice.available && engine_.compilations.transformer() != wanted)
      engine_.compilations.setTransformer(wanted);
  }
  for (const std::string& pass : called.without)
    engine_.pipelines.setPassEnabled(QString::fromStdString(pass), false);
}

void ScriptProgram::announce() {
  announcing_.stop();
  compileLikeProgram();
  collect();
  takeOver();
  StateFacets facets = StateFacet::run | StateFacet::series | StateFacet::tensors;
  if (std::exchange(newMeasurements_, false)) facets |= StateFacet::timeline;
  emit changed(facets);
}

// ---- records for views ----------------------------------------------------------------------

const ScriptProgram::ComputationState* ScriptProgram::shown() const {
  const auto found = computations_.find(engine_.compilations.computation().toStdString());
  return found == computations_.end() ? nullptr : &found->second;
}

const OpRecord* ScriptProgram::record(OpId op) const {
  const DocumentRecordPtr shown = engine_.documents.document();
  return shown && shown->graph ? shown->graph->find(op) : nullptr;
}

TensorRecord ScriptProgram::tensor(const remote::OpValue& value, std::int64_t iteration) const {
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

SeriesList ScriptProgram::series() const {
  SeriesList all;
  if (shown() == nullptr) return all;
  for (const auto& [op, curve] : shown()->curves) {
    all.push_back(curve);
    all.back().op = op;
    const OpRecord* named = record(op);
    all.back().name = named != nullptr ? named->name : "result " + std::to_string(op);
    all.back().x_title = "iteration";
    all.back().y_title = all.back().name;
  }
  return all;
}

TensorList ScriptProgram::results() const {
  TensorList all;
  const DocumentRecordPtr document = engine_.documents.document();
  if (!document) return all;
  for (const ComputationRecord& each : document->computations) {
    if (each.name != engine_.compilations.computation().toStdString()) continue;
    for (const OpId op : each.results)
      if (const auto found = values_.find(op); found != values_.end())
        all.push_back(*found->second);
  }
  return all;
}

// Names arrive with the graph, which may come after the first call.
void ScriptProgram::nameValues() {
  for (auto& [op, value] : values_)
    if (value->name.empty() && record(op) != nullptr)
      value = newRecord(tensor({op, value->value}, value->iteration));
}

// ---- the state --------------------------------------------------------------------------------

void ScriptProgram::follow(StateFacets facets) {
  if (facets.testFlag(StateFacet::watched))
    send(remote::Command::Kind::watch, engine_.values.watched());
  if (facets.testAnyFlags(StateFacet::document | StateFacet::compilation)) collect();
  takeOver();
  emit changed(facets);
}

// Curves and results are those of the chosen computation; names come with the document.
void ScriptProgram::collect() {
  nameValues();
  own_.series = std::make_shared<SeriesList>(series());
  own_.results = std::make_shared<TensorList>(results());
  own_.tensors = std::make_shared<TensorMap>(values_);
}

void ScriptProgram::takeOver() {
  state_ = engine_.state();
  if (live()) showOwn();
}

void ScriptProgram::showOwn() {
  RunStatus& run = state_.run;
  const double pace = run.pace;  // of the engine: a program runs at its own
  run = {};
  run.pace = pace;
  run.state = runs_;
  if (const ComputationState* computation = shown()) {
    run.iteration = run.lastIteration = computation->called.count;
    run.microsecondsPerStep = computation->called.microseconds;
  }
  state_.values.series = own_.series;
  state_.values.results = own_.results;
  state_.values.tensors = own_.tensors;
  state_.profile.timeline = measurements_.timeline();
}

// ---- commands to the program ----------------------------------------------------------------

void ScriptProgram::take(const Command& command) {
  std::visit(
      [&](const auto& each) {
        if constexpr (requires { handle(each); }) {
          if (live()) return handle(each);
        }
        engine_.take(command);
        takeOver();  // some commands change the engine's state without a signal
      },
      command);
}

void ScriptProgram::handle(const command::Run&) {
  if (!link_.connected()) return emit againWanted();
  send(remote::Command::Kind::go_on);
}

void ScriptProgram::send(remote::Command::Kind kind, const std::vector<OpId>& ops) {
  link_.send({kind, ops, {}});
}

// A program stops after the call that computes the op; conditions are not supported.
void ScriptProgram::sendBreakpoints() {
  std::vector<OpId> ops;
  for (const BreakpointRecord& each : engine_.faults.breakpoints()) ops.push_back(each.op);
  if (ops == breakpoints_) return;
  breakpoints_ = ops;
  send(remote::Command::Kind::breakpoints, ops);
}

}  // namespace ng::views
