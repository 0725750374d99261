// SPDX-License-Identifier: Apache-2.0
#include "app/saved/saved_session.h"

#include <cmath>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/plan_record.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"

namespace ng::views {

SavedCompilations::SavedCompilations(const SavedDocuments& documents, Compilations& live)
    : SavedOrLive(documents, live) {
  forward(&Compilations::compilationStarted, &Compilations::compilationChanged,
          &Compilations::compilationFailed, &Compilations::kernelTextsChanged,
          &Compilations::otherCompilationChanged, &Compilations::progressChanged);
}

CompilationRecordPtr SavedCompilations::compilation() const {
  return saved() ? saved()->record : live().compilation();
}

std::vector<PastCompilation> SavedCompilations::compilations() const {
  if (!saved()) return live().compilations();
  const QString title = tr("saved: %1 on %2").arg(computation(), transformer());
  return {{title, saved()->record, documents().request()}};
}

std::vector<TransformerChoice> SavedCompilations::transformers() const {
  if (!saved()) return live().transformers();
  TransformerChoice shown{transformer(), true, tr("of the saved compilation")};
  for (const TransformerChoice& known : live().transformers()) {
    if (known.name != shown.name) continue;
    shown.usual = known.usual;
    shown.oracle = known.oracle;
  }
  return {shown};
}

QStringList SavedCompilations::computations() const {
  return saved() ? QStringList{computation()} : live().computations();
}

QString SavedCompilations::computation() const {
  return saved() ? QString::fromStdString(saved()->record->computation) : live().computation();
}

QString SavedCompilations::transformer() const {
  return saved() ? QString::fromStdString(saved()->record->transformer) : live().transformer();
}

// Choosing the one that is shown changes nothing.
void SavedCompilations::setComputation(const QString& name) {
  if (!saved() || name != computation()) onLive([&](Compilations& c) { c.setComputation(name); });
}

void SavedCompilations::setTransformer(const QString& name) {
  if (!saved() || name != transformer()) onLive([&](Compilations& c) { c.setTransformer(name); });
}

void SavedCompilations::readKernel(const QString& kernel) {
  if (!saved()) live().readKernel(kernel);
}

void SavedCompilations::readPastKernel(Request of, const QString& kernel) {
  if (!saved()) live().readPastKernel(of, kernel);
}

void SavedCompilations::compileWithout(const QString& pass) {
  onLive([&](Compilations& c) { c.compileWithout(pass); });
}

CompilationRecordPtr SavedCompilations::compilationWithout(const QString& pass) const {
  return saved() ? nullptr : live().compilationWithout(pass);
}

SavedPipelines::SavedPipelines(const SavedDocuments& documents, Pipelines& live)
    : SavedOrLive(documents, live) {
  forward(&Pipelines::pipelineTrialsChanged);
}

// The order is not recorded apart from the passes themselves, which are shown in it.
PipelineChoice SavedPipelines::pipeline() const {
  if (!saved()) return live().pipeline();
  PipelineChoice choice;
  for (const PassRecord& pass : saved()->record->passes) {
    if (!pass.enabled) choice.disabled.insert(pass.name);
    for (const RuleRecord& rule : pass.rules)
      if (!rule.enabled) choice.disabled.insert(rule.name);
  }
  return choice;
}

QString SavedPipelines::setPipeline(const PipelineChoice& choice) {
  return saved() ? documents().readOnly() : live().setPipeline(choice);
}

void SavedPipelines::setPassEnabled(const QString& pass, bool enabled) {
  onLive([&](Pipelines& p) { p.setPassEnabled(pass, enabled); });
}

SavedPlans::SavedPlans(const SavedDocuments& documents, Plans& live)
    : SavedOrLive(documents, live) {
  forward(&Plans::planChanged);
}

PlanRecord SavedPlans::plan() const {
  if (!saved()) return live().plan();
  const PlanRecordPtr& plan = saved()->document->plan;
  return plan ? *plan : PlanRecord();
}

void SavedPlans::setBatchSize(std::int64_t samples) {
  onLive([=](Plans& p) { p.setBatchSize(samples); });
}

void SavedPlans::setLength(const QString& dimension, std::int64_t length) {
  onLive([&](Plans& p) { p.setLength(dimension, length); });
}

void SavedPlans::setDataFolder(const QString& data, const QString& folder) {
  onLive([&](Plans& p) { p.setDataFolder(data, folder); });
}

void SavedPlans::setEvaluation(const QString& name, bool enabled) {
  onLive([&](Plans& p) { p.setEvaluation(name, enabled); });
}

void SavedPlans::setCallbacks(const std::vector<PlanCallbackRecord>& callbacks) {
  onLive([&](Plans& p) { p.setCallbacks(callbacks); });
}

void SavedPlans::setEpochs(int epochs) {
  onLive([=](Plans& p) { p.setEpochs(epochs); });
}

// Values and curves are those of one run.
static std::int64_t lastIterationOf(const ShownCompilation& shown) {
  std::int64_t last = 0;
  for (const auto& [op, value] : shown.values) last = std::max(last, value->iteration);
  for (const SeriesRecord& curve : shown.curves)
    if (curve.unit == SeriesUnit::iteration && !curve.x.empty())
      last = std::max<std::int64_t>(last, std::llround(curve.x.back()));
  return last;
}

SavedRun::SavedRun(const SavedDocuments& documents, Run& live) : SavedOrLive(documents, live) {
  forward(&Run::runChanged);
}

RunStatus SavedRun::status() const {
  if (!saved()) return live().status();
  RunStatus status;
  const std::int64_t last = lastIterationOf(*saved());
  if (last == 0) return status;
  status.state = RunState::finished;
  status.iteration = status.lastIteration = last;
  const auto& plan = saved()->document->plan;
  if (!plan || plan->computation != saved()->record->computation || plan->batches == 0)
    return status;
  status.batches = plan->batches;
  status.epoch = static_cast<int>(last / plan->batches);
  status.epochs = std::max(plan->epochs, status.epoch);  // the run may have been extended
  status.totalIterations = std::int64_t{status.epochs} * status.batches;
  return status;
}

SavedValues::SavedValues(const SavedDocuments& documents, Values& live)
    : SavedOrLive(documents, live) {
  forward(&Values::seriesChanged, &Values::tensorsChanged);
}

std::vector<TensorRecord> SavedValues::results() const {
  if (!saved()) return live().results();
  std::vector<TensorRecord> results;
  for (const ComputationRecord& computation : saved()->document->computations)
    if (computation.name == saved()->record->computation)
      for (const OpKey op : computation.results)
        if (const TensorRecordPtr known = value(op)) results.push_back(*known);
  return results;
}

TensorRecordPtr SavedValues::value(OpKey op) const {
  if (!saved()) return live().value(op);
  const auto found = saved()->values.find(op);
  return found == saved()->values.end() ? nullptr : found->second;
}

SavedProfile::SavedProfile(const SavedDocuments& documents, Profile& live)
    : SavedOrLive(documents, live) {
  forward(&Profile::timelineChanged);
}

SavedFaults::SavedFaults(const SavedDocuments& documents, Faults& live)
    : SavedOrLive(documents, live) {
  forward(&Faults::faultsChanged, &Faults::stopReached, &Faults::healthChanged);
}

SavedQueries::SavedQueries(const SavedDocuments& documents, Queries& live)
    : SavedOrLive(documents, live) {
  forward(&Queries::queryProgressed, &Queries::queryChanged, &Queries::whatIfChanged,
          &Queries::elementOriginChanged);
}

void SavedQueries::compareTransformers(const QString& left, const QString& right, double rtol) {
  onLive([&](Queries& q) { q.compareTransformers(left, right, rtol); });
}

void SavedQueries::bisectPasses(double tolerance, double slower) {
  onLive([=](Queries& q) { q.bisectPasses(tolerance, slower); });
}

void SavedQueries::tryKernel(const QString& kernel, const QString& source) {
  onLive([&](Queries& q) { q.tryKernel(kernel, source); });
}

void SavedQueries::writeReproducer(const QString& kernel, const QString& folder) {
  onLive([&](Queries& q) { q.writeReproducer(kernel, folder); });
}

void SavedQueries::setEdits(const std::vector<ElementEdit>& edits) {
  onLive([&](Queries& q) { q.setEdits(edits); });
}

void SavedQueries::explain(const ElementQuestion& question) {
  onLive([&](Queries& q) { q.explain(question); });
}

}  // namespace ng::views
