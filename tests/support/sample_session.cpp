// SPDX-License-Identifier: Apache-2.0
// SampleSession: a fixed curve and fixed values.
#include "tests/support/sample_session.h"

#include <algorithm>
#include <cmath>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/plan_record.h"
#include "tests/support/sample_record.h"
#include "views/core/session/command_variant.h"
#include "views/core/session/event.h"

namespace ng::testing {

using views::StateFacet;

namespace {

double lossAt(std::int64_t iteration) {
  const auto i = static_cast<double>(iteration);
  return 0.42 + 2.35 * std::exp(-i / 9) + 0.05 * std::sin(i * 1.7);
}

views::SeriesList curvesTo(std::int64_t done) {
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
  return {loss, average};
}

}  // namespace

SampleSource::SampleSource() {
  state_.compilation.transformers = {
      {"cpu", true, "Clang 19, 8 threads", true, false},
      {"reference", true, "plain loops, the oracle", false, true},
      {"gpu", false, "no NVIDIA driver: libcuda.so.1 is not here", false, false}};
  state_.compilation.transformer = "cpu";
  updateRun();
}

void SampleSource::take(const views::Command& command) {
  std::visit(
      [this](const auto& each) {
        if constexpr (requires { handle(each); }) handle(each);
      },
      command);
}

// ---- documents and compilations -------------------------------------------------------------

void SampleSource::use(GraphRecordPtr graph) {
  auto document = std::make_shared<DocumentRecord>();
  document->path = "generated.ngraph";
  document->graph = std::move(graph);
  use(document, nullptr);
}

void SampleSource::use(DocumentRecordPtr document, CompilationRecordPtr compilation) {
  setDocument(std::move(document));
  setCompilation(nullptr);
  emit changed(StateFacet::document);
  setCompilation(std::move(compilation));
  if (state_.compilation.compilation) emit changed(StateFacet::compilation);
}

void SampleSource::setDocument(DocumentRecordPtr document) {
  state_.document.document = std::move(document);
  QStringList& names = state_.compilation.computations;
  names.clear();
  if (state_.document.document)
    for (const ComputationRecord& each : state_.document.document->computations)
      names << QString::fromStdString(each.name);
  updateRun();
  updateValues();
}

void SampleSource::setCompilation(CompilationRecordPtr compiled) {
  compiled_ = std::move(compiled);
  state_.compilation.compilation = shows ? shows(compiled_) : compiled_;
}

void SampleSource::compileAgain() {
  emit happened(views::event::CompilationStarted());
  emit changed(StateFacet::compilation);
}

void SampleSource::handle(const views::command::Open& command) {
  if (command.path.endsWith("missing.ngraph")) {
    Diagnostic d;
    d.what = "The document cannot be read: no such file.";
    d.where = command.path.toStdString();
    d.action = "Check the path.";
    return reports_.say(d);
  }
  auto copy = std::make_shared<DocumentRecord>(*sample_document());
  copy->path = command.path.toStdString();
  state_.plan = copy->plan;
  state_.compilation.computation = "update";
  reports_.forget(views::Messages::Scope::document);
  setDocument(copy);
  reset();
  emit changed(StateFacet::document);
  emit happened(views::event::CompilationStarted());
  setCompilation(sample_compilation());
  emit changed(StateFacet::compilation);
}

void SampleSource::handle(const views::command::Close&) {
  setDocument(nullptr);
  setCompilation(nullptr);
  reports_.forget(views::Messages::Scope::window);
  reset();
  emit changed(StateFacet::document | StateFacet::compilation);
}

void SampleSource::handle(const views::command::SetComputation& command) {
  state_.compilation.computation = command.name;
  compileAgain();
}

void SampleSource::handle(const views::command::SetTransformer& command) {
  state_.compilation.transformer = command.name;
  compileAgain();
}

void SampleSource::handle(const views::command::SetPassEnabled& command) {
  auto copy = std::make_shared<CompilationRecord>(*compiled_);
  for (PassRecord& p : copy->passes) {
    if (command.pass.toStdString() == p.name) p.enabled = command.enabled;
  }
  setCompilation(copy);
  emit changed(StateFacet::compilation);
}

void SampleSource::setProgress(const views::Progress& progress) {
  state_.compilation.progress = progress;
  emit changed(StateFacet::progress);
}

// ---- plan and run ---------------------------------------------------------------------------

void SampleSource::refuse(const char* what) {
  Diagnostic d;
  d.what = what;
  reports_.say(d);
  emit changed(StateFacet::plan);
}

void SampleSource::setPlan(std::function<void(PlanRecord&)> change) {
  PlanRecord plan = state_.plan ? *state_.plan : PlanRecord();
  change(plan);
  state_.plan = std::make_shared<PlanRecord>(std::move(plan));
  emit changed(StateFacet::plan);
}

void SampleSource::handle(const views::command::SetBatchSize& command) {
  if (command.samples == 13) return refuse("The batch cannot have 13 samples.");
  setPlan([&](PlanRecord& plan) { plan.batch_size = command.samples; });
}

void SampleSource::handle(const views::command::SetLength& command) {
  setPlan([&](PlanRecord& plan) {
    for (PlanLengthRecord& each : plan.lengths)
      if (QString::fromStdString(each.name) == command.dimension) each.length = command.length;
  });
}

void SampleSource::handle(const views::command::SetDataFolder& command) {
  if (command.folder.contains("missing")) return refuse("There are no such files in the folder.");
  setPlan([&](PlanRecord& plan) {
    for (PlanDataRecord& each : plan.data) {
      if (QString::fromStdString(each.name) != command.data) continue;
      each.folder_by_user = !command.folder.isEmpty();
      each.origin = command.folder.isEmpty() ? "synthetic, seed 0" : command.folder.toStdString();
    }
  });
}

void SampleSource::handle(const views::command::SetEvaluation& command) {
  setPlan([&](PlanRecord& plan) {
    for (PlanEvaluationRecord& each : plan.evaluations)
      if (QString::fromStdString(each.name) == command.name) each.enabled = command.enabled;
  });
}

void SampleSource::handle(const views::command::SetCallbacks& command) {
  setPlan([&](PlanRecord& plan) { plan.callbacks = command.callbacks; });
}

void SampleSource::handle(const views::command::SetEpochs& command) {
  plannedEpochs = command.epochs;
  updateRun();
  emit changed(StateFacet::run);
}

void SampleSource::updateRun() {
  views::RunStatus& run = state_.run;
  run.totalIterations = state_.document.document ? plannedEpochs * 10 : 0;
  run.epoch = static_cast<int>(run.lastIteration / 10);
  run.epochs = plannedEpochs;
  run.batches = 10;
  run.looksBack = run.iteration < run.lastIteration;
  run.microsecondsPerStep = run.lastIteration > 0 ? 8.4 : 0;
}

void SampleSource::setRunState(RunState state) {
  state_.run.state = state;
  updateRun();
  emit changed(StateFacet::run);
}

void SampleSource::reset() {
  moveTo(0, RunState::idle);
}

void SampleSource::moveTo(std::int64_t iteration, RunState state) {
  state_.run.lastIteration = state_.run.iteration = iteration;
  state_.run.state = state;
  updateRun();
  updateValues();
  emit changed(StateFacet::run | StateFacet::series | StateFacet::tensors);
}

void SampleSource::handle(const views::command::Restart&) {
  reset();
  advance(state_.run.totalIterations);
}

void SampleSource::advance(std::int64_t to) {
  const std::int64_t all = state_.run.totalIterations;
  moveTo(std::min(to, all), to >= all ? RunState::finished : RunState::paused);
}

void SampleSource::handle(const views::command::SetPace& command) {
  state_.run.pace = command.iterationsPerSecond;
  emit changed(StateFacet::run);
}

void SampleSource::handle(const views::command::ShowIteration& command) {
  state_.run.iteration = std::clamp<std::int64_t>(command.iteration, 0, state_.run.lastIteration);
  updateRun();
  updateValues();
  emit changed(StateFacet::run | StateFacet::tensors);
}

// ---- values ---------------------------------------------------------------------------------

void SampleSource::handle(const views::command::Watch& command) {
  watches_.insert(command.op);
  state_.values.watched = {watches_.begin(), watches_.end()};
}

void SampleSource::handle(const views::command::Unwatch& command) {
  watches_.erase(watches_.find(command.op));
  state_.values.watched = {watches_.begin(), watches_.end()};
}

void SampleSource::recompute() {
  updateValues();
  emit changed(StateFacet::series | StateFacet::tensors);
}

void SampleSource::updateValues() {
  views::SeriesList curves = curvesTo(state_.run.lastIteration);
  if (plots) curves = plots(std::move(curves));
  views::TensorMap tensors;
  if (const DocumentRecordPtr document = state_.document.document)
    for (const OpRecord& op : document->graph->ops)
      if (TensorRecordPtr value = valueOf(op.id)) tensors[op.id] = std::move(value);
  views::TensorList results;
  if (state_.run.lastIteration > 0)
    for (const OpId op : {id_loss, id_w, id_b})
      if (const auto found = tensors.find(op); found != tensors.end())
        results.push_back(*found->second);
  state_.values.series = std::make_shared<views::SeriesList>(std::move(curves));
  state_.values.results = std::make_shared<views::TensorList>(std::move(results));
  state_.values.tensors = std::make_shared<views::TensorMap>(std::move(tensors));
}

void SampleSource::setValue(OpId op, TensorRecordPtr value) {
  values_[op] = std::move(value);
  recompute();
}

TensorRecordPtr SampleSource::valueOf(OpId op) const {
  if (computes) return computes(op);
  if (const auto set = values_.find(op); set != values_.end()) return set->second;
  const OpRecord* record = state_.document.document->graph->find(op);
  if (state_.run.lastIteration == 0 || record->results.empty()) return nullptr;
  const std::int64_t shown = state_.run.iteration;
  TensorRecord t;
  t.op = op, t.name = record->name, t.axes = record->results[0].axes, t.iteration = shown;
  Shape shape;
  for (const AxisRecord& axis : t.axes) {
    if (!axis.length) return nullptr;
    shape.push_back(*axis.length);
  }
  t.value = Tensor(DType::f32, shape);
  for (std::int64_t i = 0; i < t.value.size(); ++i)
    t.value.set(i, op == id_loss
                       ? lossAt(shown)
                       : std::sin(0.3 * static_cast<double>(i) + static_cast<double>(op)) *
                             std::sqrt(static_cast<double>(shown)));
  return std::make_shared<const TensorRecord>(std::move(t));
}

}  // namespace ng::testing
