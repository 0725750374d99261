// SPDX-License-Identifier: Apache-2.0
// SampleSession: a fixed curve and fixed values.
#include "tests/support/sample_session.h"

#include <algorithm>
#include <cmath>

#include "tests/support/sample_record.h"

namespace ng::testing {

namespace {

double lossAt(std::int64_t iteration) {
  const auto i = static_cast<double>(iteration);
  return 0.42 + 2.35 * std::exp(-i / 9) + 0.05 * std::sin(i * 1.7);
}

}  // namespace

std::vector<views::TransformerChoice> SampleSession::transformers() const {
  return {{"cpu", true, "Clang 19, 8 threads"},
          {"reference", true, "plain loops, the oracle"},
          {"gpu", false, "no NVIDIA driver: libcuda.so.1 is not here"}};
}

QStringList SampleSession::computations() const {
  QStringList names;
  if (!document_) return names;
  for (const ComputationRecord& c : document_->computations)
    names << QString::fromStdString(c.name);
  return names;
}

void SampleSession::say(Diagnostic diagnostic) {
  messages_.push_back(diagnostic);
  emit message(diagnostic);
}

void SampleSession::use(GraphRecordPtr graph) {
  auto document = std::make_shared<DocumentRecord>();
  document->path = "generated.ngraph";
  document->graph = std::move(graph);
  use(document, nullptr);
}

void SampleSession::use(DocumentRecordPtr document, CompilationRecordPtr compilation) {
  document_ = std::move(document);
  compilation_ = nullptr;
  emit documentChanged();
  compilation_ = std::move(compilation);
  if (compilation_) emit compilationChanged();
}

void SampleSession::open(const QString& path) {
  if (path.endsWith("missing.ngraph")) {
    Diagnostic d;
    d.what = "The document cannot be read: no such file.";
    d.where = path.toStdString();
    d.action = "Check the path.";
    return say(d);
  }
  auto copy = std::make_shared<DocumentRecord>(*sample_document());
  copy->path = path.toStdString();
  document_ = copy;
  plan_ = *document_->plan;
  computation_ = "update";
  messages_.clear();
  reset();
  emit documentChanged();
  emit compilationStarted();
  compilation_ = sample_compilation();
  emit compilationChanged();
}

void SampleSession::refuse(const char* what) {
  Diagnostic d;
  d.what = what;
  say(d);
  emit planChanged();
}

void SampleSession::setBatchSize(std::int64_t samples) {
  if (samples == 13) return refuse("The batch cannot have 13 samples.");
  plan_.batch_size = samples;
  emit planChanged();
}

void SampleSession::setDataFolder(const QString& data, const QString& folder) {
  if (folder.contains("missing")) return refuse("There are no such files in the folder.");
  for (PlanDataRecord& each : plan_.data) {
    if (QString::fromStdString(each.name) != data) continue;
    each.folder_by_user = !folder.isEmpty();
    each.origin = folder.isEmpty() ? "synthetic, seed 0" : folder.toStdString();
  }
  emit planChanged();
}

void SampleSession::setEvaluation(const QString& name, bool enabled) {
  for (PlanEvaluationRecord& each : plan_.evaluations)
    if (QString::fromStdString(each.name) == name) each.enabled = enabled;
  emit planChanged();
}

void SampleSession::setCallbacks(const std::vector<PlanCallbackRecord>& callbacks) {
  plan_.callbacks = callbacks;
  emit planChanged();
}

void SampleSession::close() {
  document_.reset();
  compilation_.reset();
  messages_.clear();
  reset();
  emit documentChanged();
  emit compilationChanged();
}

void SampleSession::setComputation(const QString& name) {
  computation_ = name;
  emit compilationStarted();
  emit compilationChanged();
}

void SampleSession::setTransformer(const QString& name) {
  transformer_ = name;
  emit compilationStarted();
  emit compilationChanged();
}

void SampleSession::setPassEnabled(const QString& pass, bool enabled) {
  auto copy = std::make_shared<CompilationRecord>(*compilation_);
  for (PassRecord& p : copy->passes) {
    if (pass.toStdString() == p.name) p.enabled = enabled;
  }
  compilation_ = copy;
  emit compilationChanged();
}

std::int64_t SampleSession::totalIterations() const {
  return document_ ? epochs_ * 10 : 0;
}

void SampleSession::reset() {
  done_ = shown_ = 0;
  setState(RunState::idle);
  emit seriesChanged();
  emit tensorsChanged();
}

void SampleSession::advance(std::int64_t to) {
  done_ = shown_ = std::min(to, totalIterations());
  setState(done_ == totalIterations() ? RunState::finished : RunState::paused);
  emit seriesChanged();
  emit tensorsChanged();
}

void SampleSession::setState(RunState state) {
  state_ = state;
  emit runChanged();
}

void SampleSession::setPace(double iterationsPerSecond) {
  pace_ = iterationsPerSecond;
  emit runChanged();
}

void SampleSession::setEpochs(int epochs) {
  epochs_ = epochs;
  emit runChanged();
}

void SampleSession::showIteration(std::int64_t iteration) {
  shown_ = std::clamp<std::int64_t>(iteration, 0, done_);
  emit runChanged();
  emit tensorsChanged();
}

std::vector<SeriesRecord> SampleSession::series() const {
  SeriesRecord loss{"loss", "iteration", "loss", {}, {}, id_loss};
  SeriesRecord average{"avg loss", "epoch", "avg loss", {}, {}};
  for (std::int64_t i = 1; i <= done_; ++i) {
    loss.x.push_back(static_cast<double>(i));
    loss.y.push_back(lossAt(i));
  }
  for (std::int64_t e = 0; e <= done_ / 10 && done_ > 0; ++e) {
    average.x.push_back(static_cast<double>(e));
    average.y.push_back(e == 0 ? 2.7726 : lossAt(e * 10));
  }
  return {loss, average};
}

std::vector<TensorRecord> SampleSession::results() const {
  if (done_ == 0) return {};
  return {*value(id_loss), *value(id_w), *value(id_b)};
}

void SampleSession::setValue(OpKey op, TensorRecordPtr value) {
  values_[op] = std::move(value);
  emit tensorsChanged();
}

TensorRecordPtr SampleSession::value(OpKey op) const {
  if (const auto set = values_.find(op); set != values_.end()) return set->second;
  if (done_ == 0 || !document_) return nullptr;
  const OpRecord* record = document_->graph->find(op);
  if (record == nullptr) return nullptr;
  TensorRecord t;
  t.op = op, t.name = record->name, t.axes = record->results[0].axes, t.iteration = shown_;
  Shape shape;
  for (const AxisRecord& axis : t.axes) shape.push_back(*axis.length);
  t.value = Tensor(DType::f32, shape);
  for (std::int64_t i = 0; i < t.value.size(); ++i)
    t.value.set(i, op == id_loss
                       ? lossAt(shown_)
                       : std::sin(0.3 * static_cast<double>(i) + static_cast<double>(op)) *
                             std::sqrt(static_cast<double>(shown_)));
  return std::make_shared<const TensorRecord>(std::move(t));
}

}  // namespace ng::testing
