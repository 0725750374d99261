// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_pipelines.h"

#include <algorithm>
#include <utility>

#include "engine/base/quote.h"
#include "engine/passes/pass.h"
#include "engine/passes/pass_options.h"
#include "engine/session/compile.h"

namespace ng::views {
namespace {

// Reason why this pass order is invalid; empty if it is valid.
QString whyNot(const std::vector<std::string>& order) {
  Pipeline pipeline;
  for (const std::string& name : order) {
    const Pass* pass = find_pass(name);
    if (!pass) return QString::fromStdString("no graph pass " + quote(name));
    pipeline.push_back(pass);
  }
  try {
    if (!pipeline.empty()) check_pipeline(pipeline);
  } catch (const Error& error) {
    const Diagnostic& diagnostic = error.diagnostic();
    return QString::fromStdString(diagnostic.what + "; " + diagnostic.expected);
  }
  return {};
}

bool isOrderOf(const std::vector<std::string>& order, const Pipeline& pipeline) {
  return std::equal(order.begin(), order.end(), pipeline.begin(), pipeline.end(),
                    [](const std::string& name, const Pass* pass) { return pass->name == name; });
}

}  // namespace

EnginePipelines::EnginePipelines(EngineLink& link, EngineCompilations& compilations, Run& run)
    : link_(link), compilations_(compilations), run_(run) {
  connect(&link.worker().compiler, &CompileWorker::pipelineTried, this, &EnginePipelines::take);
  connect(&compilations, &EngineCompilations::transformerChosen, this, [this] {
    steps_.now.order.clear();
    steps_.forget();
  });
  connect(&compilations, &Compilations::compilationFailed, this,
          [this] { steps_.now = compilations_.choices().pipeline; });
  connect(&compilations, &Compilations::compilationStarted, this, &EnginePipelines::cancelTrial);
  connect(&run, &Run::runChanged, this, [this] {
    if (trying_ && run_.runState() == RunState::running) cancelTrial();
  });
}

void EnginePipelines::compile() {
  CompileChoices choices = compilations_.choices();
  choices.pipeline = steps_.now;
  compilations_.compile(std::move(choices));
}

QString EnginePipelines::setPipeline(const PipelineChoice& wanted) {
  const QString refused = whyNot(wanted.order);
  PipelineChoice choice = wanted;
  const auto isDefault = [&](const Pipeline& pipeline) {
    return isOrderOf(choice.order, passes_of(pipeline, PassPhase::graph));
  };
  if (isDefault(default_pipeline()) || isDefault(reference_pipeline())) choice.order.clear();
  if (!refused.isEmpty() || choice == steps_.now) return refused;
  steps_.set(choice);
  compile();
  return {};
}

void EnginePipelines::setPassEnabled(const QString& pass, bool enabled) {
  PipelineChoice choice = steps_.now;
  if (enabled)
    choice.disabled.erase(pass.toStdString());
  else
    choice.disabled.insert(pass.toStdString());
  setPipeline(choice);
}

void EnginePipelines::undoPipeline() {
  if (steps_.undoName().isEmpty()) return;
  steps_.undo();
  compile();
}

void EnginePipelines::redoPipeline() {
  if (steps_.redoName().isEmpty()) return;
  steps_.redo();
  compile();
}

// Runs on the worker's thread after its current work.
void EnginePipelines::tryPipeline() {
  if (!compilations_.compilation() || compilations_.compileProgress().busy ||
      run_.runState() == RunState::running)
    return;
  trying_ = true;
  link_.post([this, request = trial_.renew()] {
    link_.worker().compiler.tryPipeline(request, [this, request] { return !trial_.is(request); });
  });
  emit pipelineTrialsChanged();
}

void EnginePipelines::cancelTrial() {
  trial_.renew();
  if (!std::exchange(trying_, false)) return;
  emit pipelineTrialsChanged();
}

// A newer trial of the same pipeline replaces this one.
void EnginePipelines::take(const std::shared_ptr<const PipelineTrialRecord>& trial,
                           Request request) {
  if (!trial_.is(request)) return;
  trying_ = false;
  if (trial) {
    const auto same = std::find_if(trials_.begin(), trials_.end(), [&](const auto& each) {
      return each.choice == trial->choice && each.computation == trial->computation &&
             each.transformer == trial->transformer;
    });
    if (same == trials_.end())
      trials_.push_back(*trial);
    else
      *same = *trial;
  }
  emit pipelineTrialsChanged();
}

void EnginePipelines::dropPipelineTrial(std::size_t index) {
  if (index >= trials_.size()) return;
  trials_.erase(trials_.begin() + static_cast<std::ptrdiff_t>(index));
  emit pipelineTrialsChanged();
}

void EnginePipelines::forget() {
  cancelTrial();
  steps_ = {};
  trials_.clear();
}

}  // namespace ng::views
