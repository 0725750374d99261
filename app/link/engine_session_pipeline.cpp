// SPDX-License-Identifier: Apache-2.0
// Pipeline choices on the window's side: passes, rules and order, and trials of their effect.
#include <algorithm>
#include <utility>

#include "app/link/engine_session.h"
#include "engine/base/quote.h"
#include "engine/passes/pass.h"

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

QString EngineSession::setPipeline(const PipelineChoice& wanted) {
  const QString refused = whyNot(wanted.order);
  PipelineChoice choice = wanted;
  if (isOrderOf(choice.order, default_pipeline()) || isOrderOf(choice.order, reference_pipeline()))
    choice.order.clear();
  if (!refused.isEmpty() || choice == pipeline_.now) return refused;
  pipeline_.set(choice);
  compile();
  return {};
}

void EngineSession::setPassEnabled(const QString& pass, bool enabled) {
  PipelineChoice choice = pipeline_.now;
  if (enabled)
    choice.disabled.erase(pass.toStdString());
  else
    choice.disabled.insert(pass.toStdString());
  setPipeline(choice);
}

void EngineSession::undoPipeline() {
  if (pipeline_.undoName().isEmpty()) return;
  pipeline_.undo();
  compile();
}

void EngineSession::redoPipeline() {
  if (pipeline_.redoName().isEmpty()) return;
  pipeline_.redo();
  compile();
}

// Runs on the worker's thread after its current work.
void EngineSession::tryPipeline() {
  if (!compilation_ || progress_.busy || frame_.state == RunState::running) return;
  trying_ = true;
  post([this, number = ++tryNumber_] {
    worker_->tryPipeline(number, [this, number] { return tryNumber_.load() != number; });
  });
  emit pipelineTrialsChanged();
}

void EngineSession::stopTrying() {
  ++tryNumber_;
  if (!std::exchange(trying_, false)) return;
  emit pipelineTrialsChanged();
}

// A newer trial of the same pipeline replaces this one.
void EngineSession::pipelineTried(std::shared_ptr<const PipelineTrialRecord> trial, int number) {
  if (number != tryNumber_.load()) return;
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

void EngineSession::dropPipelineTrial(std::size_t index) {
  if (index >= trials_.size()) return;
  trials_.erase(trials_.begin() + static_cast<std::ptrdiff_t>(index));
  emit pipelineTrialsChanged();
}

}  // namespace ng::views
