// SPDX-License-Identifier: Apache-2.0
#include "views/core/session/run.h"

#include "views/core/session/source.h"

namespace ng::views {

Run::Run(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::run)) emit runChanged();
  });
}

const RunStatus& Run::status() const {
  return source_.state().run;
}

void Run::run() {
  source_.take(command::Run{});
}

void Run::pause() {
  source_.take(command::Pause{});
}

void Run::stop() {
  source_.take(command::Stop{});
}

void Run::reset() {
  source_.take(command::Reset{});
}

void Run::restart() {
  source_.take(command::Restart{});
}

void Run::stepOp() {
  source_.take(command::StepOp{});
}

void Run::stepKernel() {
  source_.take(command::StepKernel{});
}

void Run::stepIteration() {
  source_.take(command::StepIteration{});
}

void Run::stepEpoch() {
  source_.take(command::StepEpoch{});
}

void Run::stepBack() {
  source_.take(command::StepBack{});
}

void Run::runTo(OpKey op) {
  source_.take(command::RunTo{op});
}

void Run::runToNonFinite(bool everyOp) {
  source_.take(command::RunToNonFinite{everyOp});
}

void Run::showIteration(std::int64_t iteration) {
  source_.take(command::ShowIteration{iteration});
}

void Run::setGate(Gate gate) {
  source_.take(command::SetGate{std::move(gate)});
}

double Run::pace() const {
  return source_.state().run.pace;
}

void Run::setPace(double iterationsPerSecond) {
  source_.take(command::SetPace{iterationsPerSecond});
}

}  // namespace ng::views
