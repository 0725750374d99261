// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_pipelines.h"

#include <algorithm>
#include <utility>

#include "engine/base/quote.h"
#include "engine/passes/pass.h"
#include "engine/passes/pass_options.h"
#include "engine/session/compile.h"
#include "views/core/session/event.h"

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

EnginePipelines::EnginePipelines(EngineLink& link, Published& published,
                                 EngineCompilations& compilations)
    : link_(link),
      published_(published),
      state_(published.state.pipeline),
      compilations_(compilations) {
  listen();
}

void EnginePipelines::listen() {
  connect(&link_.worker().compiler, &CompileWorker::pipelineTried, this, &EnginePipelines::take);
  connect(&compilations_, &EngineCompilations::transformerChosen, this, [this] {
    steps_.now.order.clear();
    steps_.forget();
    showSteps();
  });
  connect(&published_.source, &Source::happened, this, [this](const Event& event) {
    if (std::get_if<event::CompilationStarted>(&event)) cancelTrial();
    if (!std::get_if<event::CompilationFailed>(&event)) return;
    steps_.now = compilations_.choices().pipeline;
    showSteps();
  });
  connect(&published_.source, &Source::changed, this, [this](StateFacets facets) {
    const bool running = published_.state.run.state == RunState::running;
    if (facets.testFlag(StateFacet::run) && state_.trying && running) cancelTrial();
  });
}

void EnginePipelines::showSteps() {
  state_.pipeline = steps_.now;
  state_.undoName = steps_.undoName();
  state_.redoName = steps_.redoName();
}

void EnginePipelines::compile() {
  showSteps();
  CompileChoices choices = compilations_.choices();
  choices.pipeline = steps_.now;
  compilations_.compile(std::move(choices));
}

void EnginePipelines::set(PipelineChoice choice) {
  state_.refused = whyNot(choice.order);
  const auto isDefault = [&](const Pipeline& pipeline) {
    return isOrderOf(choice.order, passes_of(pipeline, PassPhase::graph));
  };
  if (isDefault(default_pipeline()) || isDefault(reference_pipeline())) choice.order.clear();
  if (!state_.refused.isEmpty() || choice == steps_.now) return;
  steps_.set(choice);
  compile();
}

void EnginePipelines::handle(const command::SetPassEnabled& command) {
  PipelineChoice choice = steps_.now;
  if (command.enabled)
    choice.disabled.erase(command.pass.toStdString());
  else
    choice.disabled.insert(command.pass.toStdString());
  set(std::move(choice));
}

void EnginePipelines::handle(const command::UndoPipeline&) {
  if (steps_.undoName().isEmpty()) return;
  steps_.undo();
  compile();
}

void EnginePipelines::handle(const command::RedoPipeline&) {
  if (steps_.redoName().isEmpty()) return;
  steps_.redo();
  compile();
}

// Runs on the worker's thread after its current work.
void EnginePipelines::handle(const command::TryPipeline&) {
  const CompilationState& compilation = published_.state.compilation;
  if (!compilation.compilation || compilation.progress.busy ||
      published_.state.run.state == RunState::running)
    return;
  state_.trying = true;
  link_.post([this, request = trial_.renew()] {
    link_.worker().compiler.tryPipeline(request, [this, request] { return !trial_.is(request); });
  });
  published_.changed(StateFacet::pipelineTrials);
}

void EnginePipelines::cancelTrial() {
  trial_.renew();
  if (!std::exchange(state_.trying, false)) return;
  published_.changed(StateFacet::pipelineTrials);
}

// A newer trial of the same pipeline replaces this one.
void EnginePipelines::take(const std::shared_ptr<const PipelineTrialRecord>& trial,
                           Request request) {
  if (!trial_.is(request)) return;
  state_.trying = false;
  if (trial) {
    std::vector<PipelineTrialRecord>& trials = state_.trials;
    const auto same = std::find_if(trials.begin(), trials.end(), [&](const auto& each) {
      return each.choice == trial->choice && each.computation == trial->computation &&
             each.transformer == trial->transformer;
    });
    if (same == trials.end())
      trials.push_back(*trial);
    else
      *same = *trial;
  }
  published_.changed(StateFacet::pipelineTrials);
}

void EnginePipelines::handle(const command::DropPipelineTrial& command) {
  std::vector<PipelineTrialRecord>& trials = state_.trials;
  if (command.index >= trials.size()) return;
  trials.erase(trials.begin() + static_cast<std::ptrdiff_t>(command.index));
  published_.changed(StateFacet::pipelineTrials);
}

void EnginePipelines::forget() {
  cancelTrial();
  steps_ = {};
  state_ = {};
}

}  // namespace ng::views
