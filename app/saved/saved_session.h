// SPDX-License-Identifier: Apache-2.0
// SavedSession: a session that also shows saved compilations. While one is shown, its records
// answer, and commands that need the engine are refused with the reason; otherwise every call goes
// to the live session.
#pragma once

#include "app/saved/saved_documents.h"
#include "views/core/session/session.h"

namespace ng::views {

// One interface with two sources. The signals are those of the live session, which is closed when a
// saved compilation is shown.
template <class Interface>
class SavedOrLive : public Interface {
 public:
  // Both outlive this object.
  SavedOrLive(const SavedDocuments& documents, Interface& live)
      : documents_(documents), live_(live) {}

 protected:
  const ShownCompilation* saved() const { return documents_.shown(); }
  const SavedDocuments& documents() const { return documents_; }
  Interface& live() const { return live_; }
  // Calls `command` on the live session, or refuses it.
  template <class Command>
  void onLive(Command command) const {
    saved() ? documents_.refuse() : command(live_);
  }
  // The live session's answer; the default while a saved compilation is shown.
  template <class Result>
  Result ofLive(Result (Interface::*get)() const) const {
    return saved() ? Result() : (live_.*get)();
  }
  template <class... Signals>
  void forward(Signals... signal) {
    (QObject::connect(&live_, signal, this, signal), ...);
  }

 private:
  const SavedDocuments& documents_;
  Interface& live_;
};

class SavedCompilations : public SavedOrLive<Compilations> {
 public:
  SavedCompilations(const SavedDocuments& documents, Compilations& live);
  CompilationRecordPtr compilation() const override;
  std::vector<PastCompilation> compilations() const override;
  KeptProgramList keptPrograms() const override { return ofLive(&Compilations::keptPrograms); }
  std::vector<TransformerChoice> transformers() const override;
  QStringList computations() const override;
  QString computation() const override;
  QString transformer() const override;
  QString ranks() const override { return ofLive(&Compilations::ranks); }
  bool takesRanks() const override { return ofLive(&Compilations::takesRanks); }
  Progress compileProgress() const override { return ofLive(&Compilations::compileProgress); }
  void setComputation(const QString& name) override;
  void setTransformer(const QString& name) override;
  void setRanks(const QString& ranks) override {
    onLive([&](Compilations& c) { c.setRanks(ranks); });
  }
  void cancel() override { live().cancel(); }
  // A saved compilation has all texts.
  void readKernel(const QString& kernel) override;
  void readPastKernel(Request of, const QString& kernel) override;
  bool readingKernels() const override { return ofLive(&Compilations::readingKernels); }
  void compileWithout(const QString& pass) override;
  CompilationRecordPtr compilationWithout(const QString& pass) const override;
};

class SavedPipelines : public SavedOrLive<Pipelines> {
 public:
  SavedPipelines(const SavedDocuments& documents, Pipelines& live);
  PipelineChoice pipeline() const override;
  QString setPipeline(const PipelineChoice& choice) override;
  void setPassEnabled(const QString& pass, bool enabled) override;
  QString pipelineUndoName() const override { return ofLive(&Pipelines::pipelineUndoName); }
  QString pipelineRedoName() const override { return ofLive(&Pipelines::pipelineRedoName); }
  void undoPipeline() override {
    onLive([](Pipelines& p) { p.undoPipeline(); });
  }
  void redoPipeline() override {
    onLive([](Pipelines& p) { p.redoPipeline(); });
  }
  void tryPipeline() override {
    onLive([](Pipelines& p) { p.tryPipeline(); });
  }
  bool tryingPipeline() const override { return ofLive(&Pipelines::tryingPipeline); }
  void cancelTrial() override { live().cancelTrial(); }
  std::vector<PipelineTrialRecord> pipelineTrials() const override {
    return ofLive(&Pipelines::pipelineTrials);
  }
  void dropPipelineTrial(std::size_t i) override { live().dropPipelineTrial(i); }
};

class SavedPlans : public SavedOrLive<Plans> {
 public:
  SavedPlans(const SavedDocuments& documents, Plans& live);
  PlanRecord plan() const override;
  void setBatchSize(std::int64_t samples) override;
  void setLength(const QString& dimension, std::int64_t length) override;
  void setDataFolder(const QString& data, const QString& folder) override;
  void setEvaluation(const QString& name, bool enabled) override;
  void setCallbacks(const std::vector<PlanCallbackRecord>& callbacks) override;
  void setEpochs(int epochs) override;
  void setGate(Gate gate) override { live().setGate(std::move(gate)); }
};

class SavedRun : public SavedOrLive<Run> {
 public:
  SavedRun(const SavedDocuments& documents, Run& live);
  RunStatus status() const override;  // of a capture: after its last iteration
  void run() override {
    onLive([](Run& r) { r.run(); });
  }
  void pause() override { live().pause(); }
  void stop() override { live().stop(); }
  void reset() override {
    onLive([](Run& r) { r.reset(); });
  }
  void restart() override {
    onLive([](Run& r) { r.restart(); });
  }
  void stepOp() override {
    onLive([](Run& r) { r.stepOp(); });
  }
  void stepKernel() override {
    onLive([](Run& r) { r.stepKernel(); });
  }
  void stepIteration() override {
    onLive([](Run& r) { r.stepIteration(); });
  }
  void stepEpoch() override {
    onLive([](Run& r) { r.stepEpoch(); });
  }
  void stepBack() override {
    onLive([](Run& r) { r.stepBack(); });
  }
  void runTo(OpKey op) override {
    onLive([op](Run& r) { r.runTo(op); });
  }
  void runToNonFinite(bool everyOp) override {
    onLive([everyOp](Run& r) { r.runToNonFinite(everyOp); });
  }
  void showIteration(std::int64_t iteration) override {
    if (!saved()) live().showIteration(iteration);
  }
  void setGate(Gate gate) override { live().setGate(std::move(gate)); }
  double pace() const override { return live().pace(); }
  void setPace(double iterationsPerSecond) override { live().setPace(iterationsPerSecond); }
};

// Watches are counted, so that the live session has them all when its next document is opened.
class SavedValues : public SavedOrLive<Values> {
 public:
  SavedValues(const SavedDocuments& documents, Values& live);
  std::vector<SeriesRecord> series() const override {
    return saved() ? saved()->curves : live().series();
  }
  std::vector<TensorRecord> results() const override;  // of a capture: those it has
  void watch(OpKey op) override { live().watch(op); }
  void unwatch(OpKey op) override { live().unwatch(op); }
  std::vector<OpKey> watched() const override { return live().watched(); }
  TensorRecordPtr value(OpKey op) const override;
};

class SavedProfile : public SavedOrLive<Profile> {
 public:
  SavedProfile(const SavedDocuments& documents, Profile& live);
  TimelinePtr timeline() const override { return saved() ? saved()->timeline : live().timeline(); }
  void recordTimeline(bool on) override { live().recordTimeline(on); }
  double timesPace() const override { return ofLive(&Profile::timesPace); }
  std::map<std::string, double> fullSpeedTimes() const override {
    return ofLive(&Profile::fullSpeedTimes);
  }
};

class SavedFaults : public SavedOrLive<Faults> {
 public:
  SavedFaults(const SavedDocuments& documents, Faults& live);
  std::vector<BreakpointRecord> breakpoints() const override {
    return ofLive(&Faults::breakpoints);
  }
  void setBreakpoint(const BreakpointRecord& at) override {
    onLive([&at](Faults& f) { f.setBreakpoint(at); });
  }
  void removeBreakpoint(OpKey op) override { live().removeBreakpoint(op); }
  std::vector<WatchRecord> watches() const override { return ofLive(&Faults::watches); }
  void setWatches(const std::vector<WatchRecord>& watches) override {
    onLive([&watches](Faults& f) { f.setWatches(watches); });
  }
  std::optional<StopRecord> stopped() const override { return ofLive(&Faults::stopped); }
  HealthLogPtr health() const override { return saved() ? saved()->health : live().health(); }
  void watchHealth(bool on) override { live().watchHealth(on); }
  bool watchesHealth() const override { return live().watchesHealth(); }
};

class SavedQueries : public SavedOrLive<Queries> {
 public:
  SavedQueries(const SavedDocuments& documents, Queries& live);
  bool querying() const override { return ofLive(&Queries::querying); }
  void cancelQuery() override { live().cancelQuery(); }
  void compareTransformers(const QString& left, const QString& right, double rtol) override;
  ComparisonRecordPtr comparison() const override { return ofLive(&Queries::comparison); }
  void bisectPasses(double tolerance, double slower) override;
  BisectRecordPtr bisection() const override { return ofLive(&Queries::bisection); }
  void predictScaling(const ScalingChoice& choice) override {
    onLive([&](Queries& q) { q.predictScaling(choice); });
  }
  ScalingRecordPtr scaling() const override { return ofLive(&Queries::scaling); }
  void tryKernel(const QString& kernel, const QString& source) override;
  std::optional<KernelTrialRecord> kernelTrial() const override {
    return ofLive(&Queries::kernelTrial);
  }
  bool writesReproducers() const override { return ofLive(&Queries::writesReproducers); }
  void writeReproducer(const QString& kernel, const QString& folder) override;
  void setEdits(const std::vector<ElementEdit>& edits) override;
  std::vector<ElementEdit> edits() const override { return ofLive(&Queries::edits); }
  WhatIfRecordPtr whatIf() const override { return ofLive(&Queries::whatIf); }
  void keepEdits() override {
    onLive([](Queries& q) { q.keepEdits(); });
  }
  void explain(const ElementQuestion& question) override;
  bool explaining() const override { return ofLive(&Queries::explaining); }
  ElementOriginPtr elementOrigin() const override { return ofLive(&Queries::elementOrigin); }
};

class SavedCheckpoints : public SavedOrLive<Checkpoints> {
 public:
  SavedCheckpoints(const SavedDocuments& documents, Checkpoints& live)
      : SavedOrLive(documents, live) {
    forward(&Checkpoints::saved, &Checkpoints::notSaved, &Checkpoints::matchNeeded,
            &Checkpoints::matched, &Checkpoints::matchRefused, &Checkpoints::kept,
            &Checkpoints::keptRestored, &Checkpoints::matchRestored);
  }
  void save(const QString& path) override {
    onLive([&](Checkpoints& c) { c.save(path); });
  }
  void restore(const QString& path) override {
    onLive([&](Checkpoints& c) { c.restore(path); });
  }
  void match(const QString& path, const BindingChoices& choices) override {
    onLive([&](Checkpoints& c) { c.match(path, choices); });
  }
  void restoreMatched(const QString& path, const BindingChoices& choices) override {
    onLive([&](Checkpoints& c) { c.restoreMatched(path, choices); });
  }
  void keep(const QString& path) override { live().keep(path); }
  void restoreKept(const QString& path) override {
    onLive([&](Checkpoints& c) { c.restoreKept(path); });
  }
};

struct SavedSession {
  explicit SavedSession(const Session& live) : live(live) {}

  Session live;
  SavedDocuments documents{live.documents, live.messages};
  SavedCompilations compilations{documents, live.compilations};
  SavedPipelines pipelines{documents, live.pipelines};
  SavedPlans plans{documents, live.plans};
  SavedRun run{documents, live.run};
  SavedValues values{documents, live.values};
  SavedProfile profile{documents, live.profile};
  SavedFaults faults{documents, live.faults};
  SavedQueries queries{documents, live.queries};
  SavedCheckpoints checkpoints{documents, live.checkpoints};

  operator Session() {
    return {documents, live.messages, compilations, pipelines, plans,      run,
            values,    profile,       faults,       queries,   checkpoints};
  }
};

}  // namespace ng::views
