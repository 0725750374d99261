// SPDX-License-Identifier: Apache-2.0
// SampleSession: a fixed curve and fixed values.
#include "tests/support/sample_session.h"

#include <algorithm>
#include <cmath>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/plan_record.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"
#include "tests/support/sample_record.h"

namespace ng::testing {

namespace {

double lossAt(std::int64_t iteration) {
  const auto i = static_cast<double>(iteration);
  return 0.42 + 2.35 * std::exp(-i / 9) + 0.05 * std::sin(i * 1.7);
}

}  // namespace

// ---- documents and compilations -------------------------------------------------------------

void SampleSession::use(GraphRecordPtr graph) {
  auto document = std::make_shared<DocumentRecord>();
  document->path = "generated.ngraph";
  document->graph = std::move(graph);
  use(document, nullptr);
}

void SampleSession::use(DocumentRecordPtr document, CompilationRecordPtr compilation) {
  documents.shown = std::move(document);
  compilations.record = nullptr;
  emit documents.documentChanged();
  compilations.record = std::move(compilation);
  if (compilations.record) emit compilations.compilationChanged();
}

void SampleDocuments::open(const QString& path) {
  if (path.endsWith("missing.ngraph")) {
    Diagnostic d;
    d.what = "The document cannot be read: no such file.";
    d.where = path.toStdString();
    d.action = "Check the path.";
    return session_.messages.say(d);
  }
  auto copy = std::make_shared<DocumentRecord>(*sample_document());
  copy->path = path.toStdString();
  shown = copy;
  session_.plans.shown = *shown->plan;
  session_.compilations.chosen = "update";
  session_.messages.forget(views::Messages::Scope::document);
  session_.run.reset();
  emit documentChanged();
  emit session_.compilations.compilationStarted();
  session_.compilations.record = sample_compilation();
  emit session_.compilations.compilationChanged();
}

void SampleDocuments::close() {
  shown.reset();
  session_.compilations.record.reset();
  session_.messages.forget(views::Messages::Scope::window);
  session_.run.reset();
  emit documentChanged();
  emit session_.compilations.compilationChanged();
}

CompilationRecordPtr SampleCompilations::compilation() const {
  return shows ? shows(record) : record;
}

std::vector<views::TransformerChoice> SampleCompilations::transformers() const {
  return {{"cpu", true, "Clang 19, 8 threads", true, false},
          {"reference", true, "plain loops, the oracle", false, true},
          {"gpu", false, "no NVIDIA driver: libcuda.so.1 is not here", false, false}};
}

QStringList SampleCompilations::computations() const {
  QStringList names;
  if (!session_.documents.shown) return names;
  for (const ComputationRecord& c : session_.documents.shown->computations)
    names << QString::fromStdString(c.name);
  return names;
}

void SampleCompilations::setComputation(const QString& name) {
  chosen = name;
  emit compilationStarted();
  emit compilationChanged();
}

void SampleCompilations::setTransformer(const QString& name) {
  transformer_ = name;
  emit compilationStarted();
  emit compilationChanged();
}

CompilationRecordPtr SampleCompilations::compilationWithout(const QString& pass) const {
  const auto found = without.find(pass);
  return found == without.end() ? nullptr : found->second;
}

void SamplePipelines::setPassEnabled(const QString& pass, bool enabled) {
  auto copy = std::make_shared<CompilationRecord>(*session_.compilations.record);
  for (PassRecord& p : copy->passes) {
    if (pass.toStdString() == p.name) p.enabled = enabled;
  }
  session_.compilations.record = copy;
  emit session_.compilations.compilationChanged();
}

// ---- plan and run ---------------------------------------------------------------------------

void SamplePlans::refuse(const char* what) {
  Diagnostic d;
  d.what = what;
  session_.messages.say(d);
  emit planChanged();
}

void SamplePlans::setBatchSize(std::int64_t samples) {
  if (samples == 13) return refuse("The batch cannot have 13 samples.");
  shown.batch_size = samples;
  emit planChanged();
}

void SamplePlans::setLength(const QString& dimension, std::int64_t length) {
  for (PlanLengthRecord& each : shown.lengths)
    if (QString::fromStdString(each.name) == dimension) each.length = length;
  emit planChanged();
}

void SamplePlans::setDataFolder(const QString& data, const QString& folder) {
  if (folder.contains("missing")) return refuse("There are no such files in the folder.");
  for (PlanDataRecord& each : shown.data) {
    if (QString::fromStdString(each.name) != data) continue;
    each.folder_by_user = !folder.isEmpty();
    each.origin = folder.isEmpty() ? "synthetic, seed 0" : folder.toStdString();
  }
  emit planChanged();
}

void SamplePlans::setEvaluation(const QString& name, bool enabled) {
  for (PlanEvaluationRecord& each : shown.evaluations)
    if (QString::fromStdString(each.name) == name) each.enabled = enabled;
  emit planChanged();
}

void SamplePlans::setCallbacks(const std::vector<PlanCallbackRecord>& callbacks) {
  shown.callbacks = callbacks;
  emit planChanged();
}

void SamplePlans::setEpochs(int epochs) {
  session_.run.plannedEpochs = epochs;
  emit session_.run.runChanged();
}

views::RunStatus SampleRun::status() const {
  views::RunStatus status;
  status.state = state_;
  status.iteration = shown_;
  status.lastIteration = done_;
  status.totalIterations = session_.documents.shown ? plannedEpochs * 10 : 0;
  status.epoch = static_cast<int>(done_ / 10);
  status.epochs = plannedEpochs;
  status.batches = 10;
  status.step = opSteps_ % 4;
  status.looksBack = shown_ < done_;
  status.microsecondsPerStep = done_ > 0 ? 8.4 : 0;
  return status;
}

void SampleRun::reset() {
  done_ = shown_ = 0;
  setState(RunState::idle);
  emit session_.values.seriesChanged();
  emit session_.values.tensorsChanged();
}

void SampleRun::advance(std::int64_t to) {
  done_ = shown_ = std::min(to, totalIterations());
  setState(done_ == totalIterations() ? RunState::finished : RunState::paused);
  emit session_.values.seriesChanged();
  emit session_.values.tensorsChanged();
}

void SampleRun::setState(RunState state) {
  state_ = state;
  emit runChanged();
}

void SampleRun::setPace(double iterationsPerSecond) {
  pace_ = iterationsPerSecond;
  emit runChanged();
}

void SampleRun::showIteration(std::int64_t iteration) {
  shown_ = std::clamp<std::int64_t>(iteration, 0, done_);
  emit runChanged();
  emit session_.values.tensorsChanged();
}

// ---- values ---------------------------------------------------------------------------------

std::vector<SeriesRecord> SampleValues::series() const {
  const std::int64_t done = session_.run.lastIteration();
  SeriesRecord loss{"loss", "iteration", "loss", {}, {}, id_loss};
  SeriesRecord average{"avg loss", "epoch", "avg loss", {}, {}, 0, SeriesUnit::epoch};
  for (std::int64_t i = 1; i <= done; ++i) {
    loss.x.push_back(static_cast<double>(i));
    loss.y.push_back(lossAt(i));
  }
  for (std::int64_t e = 0; e <= done / 10 && done > 0; ++e) {
    average.x.push_back(static_cast<double>(e));
    average.y.push_back(e == 0 ? 2.7726 : lossAt(e * 10));
  }
  std::vector<SeriesRecord> all{loss, average};
  return plots ? plots(std::move(all)) : all;
}

std::vector<TensorRecord> SampleValues::results() const {
  if (session_.run.lastIteration() == 0) return {};
  return {*value(id_loss), *value(id_w), *value(id_b)};
}

void SampleValues::setValue(OpKey op, TensorRecordPtr value) {
  values_[op] = std::move(value);
  emit tensorsChanged();
}

TensorRecordPtr SampleValues::value(OpKey op) const {
  if (computes) return computes(op);
  if (const auto set = values_.find(op); set != values_.end()) return set->second;
  const std::int64_t shown = session_.run.iteration();
  if (session_.run.lastIteration() == 0 || !session_.documents.shown) return nullptr;
  const OpRecord* record = session_.documents.shown->graph->find(op);
  if (record == nullptr) return nullptr;
  TensorRecord t;
  t.op = op, t.name = record->name, t.axes = record->results[0].axes, t.iteration = shown;
  Shape shape;
  for (const AxisRecord& axis : t.axes) shape.push_back(*axis.length);
  t.value = Tensor(DType::f32, shape);
  for (std::int64_t i = 0; i < t.value.size(); ++i)
    t.value.set(i, op == id_loss
                       ? lossAt(shown)
                       : std::sin(0.3 * static_cast<double>(i) + static_cast<double>(op)) *
                             std::sqrt(static_cast<double>(shown)));
  return std::make_shared<const TensorRecord>(std::move(t));
}

}  // namespace ng::testing
